"""WikiPathways: static files, fetched once and searched locally.

Source: https://www.wikipathways.org/json/ and /wikipathways-assets/ (CC0). There is no query service: the two index
files make the catalogues `wikipathways-text` and `wikipathways-xref`; one GPML file per pathway, or the monthly archive
of all of them (catalogue `wikipathways-gpml`), holds the drawings.
"""

import difflib
import logging
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, cast

import anyio
import anyio.to_thread
import httpx
import msgspec

from biofacts.adapters.http.background import Background
from biofacts.adapters.http.bulk import PREPARING, BulkCatalogue, Ready, iso, recent, searched
from biofacts.adapters.http.client import LifeSciencesClient
from biofacts.adapters.http.ontology.obo import kegg_pathways
from biofacts.adapters.http.wikipathways import gpml
from biofacts.adapters.http.wikipathways.index_files import LABEL_TOKEN, TITLE_TOKEN, Card, read_text, read_xref
from biofacts.domain.cross_references import arrange, valid
from biofacts.domain.errors import BiofactsError, UpstreamError
from biofacts.domain.identifiers import GeneId, PathwayId
from biofacts.domain.paging import Hits, Window, windowed
from biofacts.domain.pathway import Pathway, PathwayCandidate, PathwayComponents
from biofacts.domain.provenance import Source
from biofacts.domain.text import fold as text
from biofacts.ports.catalogue import Catalogue, CatalogueStore, Found, RecordStore, StoredRecord
from biofacts.ports.pathways import PathwaySource
from biofacts.ports.sources import Query

if TYPE_CHECKING:
    from biofacts.domain.pathway import MatchedOn

_log = logging.getLogger(__name__)

SERVICE = "WikiPathways"
TEXT, XREF, GPML = "wikipathways-text", "wikipathways-xref", "wikipathways-gpml"

_FRESH_RECORD = timedelta(days=7)
_LONGEST_NUMBER = 9
_LONGEST_FOR_MORE = 8.0
_NO_EQUIVALENTS = "The Pathway Ontology could not be had: equivalent pathways of KEGG are missing."
_FOLDING = frozenset({"kegg_pathway", "reactome", "gene_ontology"})
_MANY = frozenset({
    "hgnc", "hgnc_symbol", "ensembl_gene", "ensembl_transcript", "uniprot", "entrez", "refseq", "chembl", "drugbank",
    "kegg", "omim", "pdb", "pubchem_compound", "pubchem_substance", "chebi", "hmdb", "inchikey", "cas", "wikidata",
    "kegg_compound", "lipidmaps", "chemspider", "unii", "rgd", "mgi", "mirbase", "disease_ontology", "pathway_ontology",
    "cell_ontology", "wikipathways", "string", "biogrid", "stitch", "iuphar", "orphanet", "mondo", "efo",
})  # fmt: skip


class _Kept(msgspec.Struct, frozen=True):
    """A drawing and where it comes from."""

    drawing: gpml.Drawing
    source: Source


class WikiPathwaysClient(LifeSciencesClient, PathwaySource):
    """Pathways of WikiPathways."""

    service = SERVICE

    def __init__(
        self,
        http: httpx.AsyncClient,
        *,
        store: CatalogueStore,
        records: RecordStore,
        background: Background,
        ontology: BulkCatalogue,
        offline: bool = False,
    ) -> None:
        super().__init__(http)
        self._store = store
        self._records = records
        self._background = background
        self._offline = offline
        self._failing = False
        self.ontology = ontology
        self.text = BulkCatalogue(
            TEXT, client=self, path="json/findPathwaysByText.json", read=read_text,
            store=store, background=background, offline=offline,
        )  # fmt: skip
        self.xref = BulkCatalogue(
            XREF, client=self, path="json/findPathwaysByXref.json", read=read_xref,
            store=store, background=background, offline=offline,
        )  # fmt: skip

    # Search

    async def search(self, query: Query, window: Window) -> Hits[PathwayCandidate] | None:
        if window.version is None:
            ready, terms = await self.text.ready(), await self.ontology.present()
        else:
            text_version, _, terms_version = window.version.partition(".")
            kept = await self.text.kept(text_version)
            terms = await self._store.release(self.ontology.name, terms_version) if terms_version else None
            if kept is None or (terms_version and terms is None):
                return None
            ready = kept
        self.ontology.warm(needed=not ready.fetched)  # a first search at the terminal waits for nothing more
        self.xref.warm()
        self._background.once(PREPARING, ready.catalogue.prepare)
        synonyms: Mapping[str, Sequence[str]] = await terms.synonyms_in(query.text) if terms else {}
        listing = await ready.catalogue.search(
            query.text,
            offset=window.offset,
            limit=window.limit,
            facet=query.organism,
            plural="pathways",
            synonyms=synonyms,
        )
        in_vain = query.organism if query.organism is not None and not listing.total else None
        return searched(
            listing,
            window,
            _candidate,
            version=f"{ready.catalogue.version}.{terms.version}" if terms else ready.catalogue.version,
            source=ready.source(SERVICE),
            guidance=await self._about_organism(ready.catalogue, in_vain) if in_vain is not None else None,
        )

    async def _about_organism(self, catalogue: Catalogue, organism: str) -> str:
        """What to say of an organism of which there is no pathway at all."""
        facets = await catalogue.facets()
        if organism in facets:
            return f"None of the {facets[organism]} pathways of {organism} matches; try other words, or all organisms."
        near = difflib.get_close_matches(organism.capitalize(), facets, n=1, cutoff=0.8)
        meant = f" Did you mean organism='{near[0]}'?" if near else " Leave organism out to search all."
        return f"WikiPathways has no pathway of the organism '{text.shorten(organism, 60)}'.{meant}"

    # Genes

    async def with_gene(self, gene: GeneId, organism: str | None, window: Window) -> Hits[PathwayCandidate] | None:
        parts = await self._for_genes(gene, window.version)
        if parts is None:
            return None
        xref, labels, archive = parts
        everywhere = await self._containing(gene, xref.catalogue, labels, archive)
        chosen = [key for key, its in everywhere.items() if organism in (None, its)]
        first = set[str]()
        if labels is not None and gene.symbol:
            first |= {*await labels.keys([f"{TITLE_TOKEN}:{text.compact(gene.symbol)}"])}
        rank = {its: number for number, its in enumerate(dict.fromkeys(everywhere.values()))}
        ordered = sorted(chosen, key=lambda key: (rank[everywhere[key]], key not in first))
        hits = windowed(
            ordered,
            window,
            version=".".join(part.version if part else "" for part in (xref.catalogue, labels, archive)),
            guidance=" ".join(_about_genes(gene, organism, everywhere, chosen, complete=archive is not None)) or None,
            source=xref.source(SERVICE),
        )
        cards: dict[str, bytes] = {}
        for catalogue in _listings(xref.catalogue, labels, archive):
            cards = {**await catalogue.cards(hits.items), **cards}
        return hits.of(tuple(_gene_candidate(key, cards[key]) for key in hits.items))

    async def _for_genes(
        self, gene: GeneId, version: str | None
    ) -> tuple[Ready, Catalogue | None, Catalogue | None] | None:
        """The xref index; the text index, which holds the labels, for a symbol or when it is there; the archive."""
        if version is None:
            xref = await self.xref.ready()
            labels = (await self.text.ready()).catalogue if gene.symbol else await self.text.present()
            self.text.warm()
            return xref, labels, await self._store.newest(GPML)
        versions = [*version.split("."), "", ""][:3]
        found = [
            await self._store.release(name, wanted) if wanted else None
            for name, wanted in zip((XREF, TEXT, GPML), versions, strict=True)
        ]
        if found[0] is None or any(
            wanted and catalogue is None for wanted, catalogue in zip(versions, found, strict=True)
        ):
            return None
        return Ready(found[0]), found[1], found[2]

    async def _containing(
        self, gene: GeneId, xref: Catalogue, labels: Catalogue | None, archive: Catalogue | None
    ) -> Mapping[str, str]:
        """Every pathway in which the gene is drawn, with its organism: human first, then by organism and title.

        By mapped identifiers, by curated ones, and by label. The archive knows which labels are genes; a label of the
        text index counts only for drawings it does not have.
        """
        found = {*await xref.keys(gene.tokens)}
        if archive is not None:
            found |= {*await archive.keys(gene.tokens)}
        if labels is not None and gene.symbol:
            named = {*await labels.keys([f"{LABEL_TOKEN}:{gene.symbol}"])}
            found |= named - {*await archive.placed(named)} if archive else named
        placed: dict[str, str] = {}
        for catalogue in _listings(xref, labels, archive):
            placed |= await catalogue.placed(found - placed.keys())
        return placed

    # Records

    async def get(self, identifier: PathwayId) -> Pathway | None:
        kept = await self._drawing(identifier)
        if kept is None:
            return None
        drawing, components = kept.drawing, kept.drawing.components
        xref = await self.xref.ready()
        mapped = await xref.catalogue.record(identifier.local)
        self.text.warm()
        ontology = await self._ontology()
        equivalents = await _kegg(drawing, ontology.catalogue) if ontology else ()
        stale = kept.source.stale or xref.stale or (ontology is not None and ontology.stale)
        references = [
            *(msgspec.msgpack.decode(mapped, type=list[tuple[str, str]]) if mapped else ()),
            *valid([*drawing.references, *equivalents]),
        ]
        return Pathway(
            id=components.id,
            title=drawing.title,
            organism=drawing.organism,
            description=drawing.description,
            revision=drawing.revision,
            component_counts=components.counts,
            cross_references=arrange(references, many=_MANY, folding=_FOLDING),
            url=f"https://www.wikipathways.org/instance/{identifier.local}",
            remark=None if ontology else _NO_EQUIVALENTS,
            source=msgspec.structs.replace(kept.source, stale=stale),
        )

    async def _ontology(self) -> Ready | None:
        """The Pathway Ontology; None, with a warning, while it cannot be had, or not in time."""
        try:
            with anyio.fail_after(_LONGEST_FOR_MORE):
                return await self.ontology.ready()
        except BiofactsError as error:
            _log.warning("a record goes without its KEGG equivalents: %s", error.message)
        except TimeoutError:
            _log.warning("a record goes without its KEGG equivalents, which did not come in time")
        return None

    async def components(self, identifier: PathwayId) -> PathwayComponents | None:
        kept = await self._drawing(identifier)
        return msgspec.structs.replace(kept.drawing.components, source=kept.source) if kept else None

    async def _drawing(self, identifier: PathwayId) -> _Kept | None:
        """The drawing that is kept, or else the upstream's; None when there is none (any more)."""
        if len(identifier.digits) > _LONGEST_NUMBER:
            return None
        listing = await self._store.newest(TEXT)
        listed = listing is None or bool(await listing.cards([identifier.local]))
        if listed and (kept := await self._kept(identifier)):
            return kept
        if self._offline:
            if listing is None or listed:
                raise UpstreamError.offline(SERVICE, f"the drawing of {identifier}")
            return None
        try:
            return await self._fetch(identifier)
        except UpstreamError:
            if listed:
                raise
            return None  # the listing, which is complete, does not have it

    async def _kept(self, identifier: PathwayId) -> _Kept | None:
        """What was fetched before or came with the archive, whichever is the later revision."""
        stored = await self._records.get(_key(identifier))
        archive = await self._store.newest(GPML)
        archived = await archive.record(identifier.local) if archive else None
        found: list[_Kept] = []
        if stored is not None:
            expired = not recent(stored.checked, _FRESH_RECORD, datetime.now(UTC))
            if expired and not self._offline:
                self._background.start(f"refresh of {identifier}", lambda: self._fetch(identifier, stored))
            stale = expired and (self._offline or self._failing)
            source = Source(name=SERVICE, retrieved=iso(stored.retrieved), mode="cache", stale=stale)
            found.append(_Kept(_decode(stored.body), source))
        if archive is not None and archived is not None:
            found.append(_Kept(_decode(archived), Ready(archive).source(SERVICE)))
        return max(found, key=lambda kept: int(kept.drawing.revision.version or 0), default=None)

    async def _fetch(self, identifier: PathwayId, stored: StoredRecord | None = None) -> _Kept | None:
        """Fetch one drawing and keep it, or confirm the stored one. Raises: RateLimited, UpstreamError."""
        try:
            fetched = await self._read(identifier, stored)
        except BiofactsError:
            self._failing = True
            raise
        self._failing = False
        return fetched

    async def _read(self, identifier: PathwayId, stored: StoredRecord | None) -> _Kept | None:
        path = f"wikipathways-assets/pathways/{identifier.local}/{identifier.local}.gpml"
        fetched = await self.fetch(path, validator=stored.validator if stored else "")
        if fetched is None:
            await self._records.remove(_key(identifier))
            return None
        now = fetched.retrieved
        source = Source(name=SERVICE, retrieved=iso(now), mode="live")
        if fetched.unchanged and stored is not None:
            await self._records.put(_key(identifier), msgspec.structs.replace(stored, checked=now))
            return _Kept(_decode(stored.body), source)
        try:
            drawing = await anyio.to_thread.run_sync(gpml.read, fetched.body)
        except ValueError as error:
            raise UpstreamError(SERVICE, f"the drawing of {identifier} cannot be read: {error}") from error
        if drawing.local_id != identifier.local:
            raise UpstreamError(SERVICE, f"the drawing of {identifier} is one of '{drawing.local_id}'")
        body = msgspec.msgpack.encode(drawing)
        await self._records.put(
            _key(identifier), StoredRecord(body=body, validator=fetched.validator, retrieved=now, checked=now)
        )
        return _Kept(drawing, source)


def _key(identifier: PathwayId) -> str:
    return f"wikipathways/{identifier.local}"


async def _kegg(drawing: gpml.Drawing, ontology: Catalogue) -> Sequence[tuple[str, str]]:
    """The KEGG pathways of a drawing's ontology terms."""
    found: list[tuple[str, str]] = []
    for key, value in drawing.references:
        if key == "pathway_ontology" and (record := await ontology.record(value)):
            found += [("kegg_pathway", number) for number in kegg_pathways(record, drawing.organism)]
    return found


def _decode(body: bytes) -> gpml.Drawing:
    return msgspec.msgpack.decode(body, type=gpml.Drawing)


def _candidate(found: Found) -> PathwayCandidate:
    card = msgspec.json.decode(found.card, type=Card)
    return PathwayCandidate(
        id=f"WP:{found.key}",
        title=card.title,
        organism=card.organism,
        description=card.description,
        matched_on=cast("MatchedOn", found.matched_on),
        score=found.quality,
    )


def _listings(xref: Catalogue, labels: Catalogue | None, archive: Catalogue | None) -> Sequence[Catalogue]:
    """Which catalogues say what there is: the text index, since what it lists no more has been deleted."""
    return [labels] if labels else [xref, archive] if archive else [xref]


def _gene_candidate(key: str, encoded: bytes) -> PathwayCandidate:
    card = msgspec.json.decode(encoded, type=Card)
    return PathwayCandidate(
        id=f"WP:{key}",
        title=card.title,
        organism=card.organism,
        description=card.description,
        matched_on="gene",
        score=1.0,
    )


def _about_genes(
    gene: GeneId, organism: str | None, everywhere: Mapping[str, str], chosen: Sequence[str], *, complete: bool
) -> Iterator[str]:
    name = text.shorten(gene.text, 60)
    if not chosen and everywhere:
        others = ", ".join(dict.fromkeys(everywhere.values()))
        where = text.shorten(organism or "", 60)
        yield f"No pathway of {where} contains '{name}'; there are pathways with it of: {others}."
    elif not chosen:
        yield (
            f"No pathway contains '{name}', in any organism. Check the spelling of the symbol, or try its NCBI Gene,"
            " Ensembl or UniProt identifier; search_pathways finds pathways by topic."
        )
    if not complete:
        yield (
            "Drawn genes whose identifier WikiPathways could not map are missing from its index, and so from this list;"
            " `biofacts sync wikipathways` makes it complete."
        )
