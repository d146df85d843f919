"""What several tests share: an upstream that replays bodies, the parts around its client, and the bodies themselves."""

import hashlib
import io
import json
import zipfile
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote
from xml.sax.saxutils import quoteattr

import anyio
import anyio.lowlevel
import httpx
import msgspec
from dependency_injector import providers

from biofacts.adapters.http.pathway_ontology.client import OntologyClient
from biofacts.adapters.http.transport.queue import RequestQueue
from biofacts.adapters.http.wikipathways import gpml_diagram
from biofacts.adapters.http.wikipathways.archive import WikiPathwaysArchive
from biofacts.adapters.http.wikipathways.client import WikiPathwaysClient
from biofacts.adapters.local.catalogues.jobs import Jobs, Shared
from biofacts.adapters.local.catalogues.local_catalogue import LocalCatalogue
from biofacts.adapters.local.entries import pathways as entries
from biofacts.adapters.local.pathways.archive import Archive
from biofacts.adapters.local.pathways.by_identifier import CarrierSearch
from biofacts.adapters.local.pathways.components import DrawnPathways
from biofacts.adapters.local.pathways.compound_nodes import CompoundNodes
from biofacts.adapters.local.pathways.drawings import Drawings
from biofacts.adapters.local.pathways.node_mappings import MAPPINGS, NodeMappings, index_mappings
from biofacts.adapters.local.pathways.source import LocalPathways
from biofacts.adapters.local.pathways.text_index import EnrichedListing, Enrichment
from biofacts.adapters.local.synchronisation import SyncPathways
from biofacts.adapters.memory.record_store import MemoryRecordStore
from biofacts.adapters.sqlite.record_store import SqliteRecordStore
from biofacts.adapters.sqlite.release_store import SqliteCatalogueStore
from biofacts.composition.container import Container
from biofacts.domain.pathways.index_files import ListedPathway, MappedPathway
from biofacts.domain.pathways.ontology import Term
from biofacts.ports.catalogue import CatalogueStore
from biofacts.ports.record_store import RecordStore
from biofacts.ports.request_budgets import Limiter
from tests.words import no_identifiers, thesaurus

TEXT_PATH = "/json/findPathwaysByText.json"
XREF_PATH = "/json/findPathwaysByXref.json"
LITERATURE_PATH = "/json/findPathwaysByLiterature.json"
OBO_PATH = "/pw.obo"
ARCHIVE_PATH, RDF_PATH = "/current/gpml/", "/current/rdf/"
HTML_404 = b"<!DOCTYPE html><html><head><title>404</title></head><body>Page not found</body></html>"
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)


def drawing_path(local_id: str) -> str:
    return f"/wikipathways-assets/pathways/{local_id}/{local_id}.gpml"


def mappings_path(local_id: str) -> str:
    return f"/wikipathways-assets/pathways/{local_id}/{local_id}-datanodes.tsv"


async def until(condition: Callable[[], Awaitable[bool]]) -> None:
    """Wait for something that another task does."""
    with anyio.fail_after(10):
        while not await condition():
            await anyio.lowlevel.checkpoint()


class Unlimited(Limiter):
    """A budget that nobody has to wait for."""

    async def reserve(self) -> float:
        return 0.0

    async def pause_for(self, seconds: float) -> None:
        """Nobody waits here either."""


def untyped(container: Container) -> Any:
    """A container whose nested ones may be looked into: dependency_injector does not type them."""
    return container


def unlimited(container: Container, **core: object) -> Container:
    """A container in which no request waits for its turn, with other parts in its core (`network`, `clock`, `jobs`)."""
    inside = untyped(container)
    for upstream in ("wikipathways", "ontology", "gtopdb", "hgnc", "ncbi_gene", "pubchem"):
        getattr(inside, upstream).queue.override(providers.Object(RequestQueue(Unlimited())))
    inside.pubchem.bulk_queue.override(providers.Object(RequestQueue(Unlimited())))
    for name, part in core.items():
        getattr(inside.core, name).override(providers.Object(part))
    return container


class WatchedJobs(Jobs):
    """Jobs that a test can wait for."""

    def __init__(self) -> None:
        super().__init__()
        self._ended = anyio.Event()

    async def _run(self, name: str, job: Callable[[], Awaitable[object]]) -> None:
        await super()._run(name, job)
        self._ended.set()

    async def _share(self, name: str, job: Callable[[], Awaitable[object]], shared: Shared) -> None:
        await super()._share(name, job, shared)
        self._ended.set()

    async def settled(self) -> None:
        """Until nothing runs any more."""
        with anyio.fail_after(10):
            while self._running:
                self._ended = anyio.Event()
                await self._ended.wait()


class Upstream:
    """Replays files with validators, answers anything else with an HTML 404, and remembers what it was asked for."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files = dict(files)
        self.asked: list[str] = []
        self.is_down = False
        self.silent: set[str] = set()
        """Paths that are never answered."""

    async def answer(self, request: httpx.Request) -> httpx.Response:
        path = request.url.path
        self.asked.append(path)
        if path in self.silent:
            await anyio.sleep_forever()
        if self.is_down:
            raise httpx.ConnectError("refused", request=request)
        if (body := self.files.get(path)) is None:
            return httpx.Response(404, headers={"Content-Type": "text/html"}, content=HTML_404)
        validator = f'"{hashlib.sha256(body).hexdigest()}"'
        if request.headers.get("if-none-match") == validator:
            return httpx.Response(304, headers={"ETag": validator})
        modified = "Sat, 22 Aug 2026 10:00:00 GMT"
        return httpx.Response(200, headers={"ETag": validator, "Last-Modified": modified}, content=body)

    def taken(self) -> list[str]:
        """What was asked for since the last time."""
        asked, self.asked = self.asked, []
        return asked

    def client(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url="http://upstream.test/", transport=httpx.MockTransport(self.answer))


class Parts(NamedTuple):
    """Local pathways and everything they stand on."""

    source: LocalPathways
    sync: SyncPathways
    archive: Archive
    enrichment: Enrichment
    text: LocalCatalogue[ListedPathway]
    xref: LocalCatalogue[MappedPathway]
    ontology: LocalCatalogue[Term]
    client: WikiPathwaysClient
    store: SqliteCatalogueStore
    records: RecordStore
    jobs: WatchedJobs
    upstream: Upstream
    compounds: CompoundNodes

    async def age(self, *names: str, to: datetime = LONG_AGO) -> None:
        """Make catalogues look as if the upstream had confirmed them long ago."""
        await aged(self.store, *names, to=to)


async def aged(store: CatalogueStore, *names: str, to: datetime = LONG_AGO) -> None:
    for name in names:
        catalogue = await store.newest(name)
        assert catalogue is not None
        await store.confirm(name, msgspec.structs.replace(catalogue.info, checked=to))


@asynccontextmanager
async def wikipathways(
    upstream: Upstream, folder: Path | None, *, offline: bool = False, complete: bool = False
) -> AsyncGenerator[Parts]:
    """Pathways over a replayed upstream; with `folder` None everything lives in memory."""
    async with AsyncExitStack() as stack:
        store = await stack.enter_async_context(SqliteCatalogueStore(folder))
        records = SqliteRecordStore(folder / "records.sqlite") if folder else MemoryRecordStore()
        jobs = WatchedJobs()
        client = await stack.enter_async_context(WikiPathwaysClient(upstream.client()))
        ontology = await stack.enter_async_context(OntologyClient(upstream.client()))
        zips = await stack.enter_async_context(WikiPathwaysArchive(upstream.client()))
        text = LocalCatalogue(
            entries.TEXT, client.text, EnrichedListing(store), store=store, jobs=jobs, offline=offline
        )
        enrichment = Enrichment(text, store=store, jobs=jobs)
        xref = LocalCatalogue(entries.XREF, client.xref, entries.index_mapped, store=store, jobs=jobs, offline=offline)
        terms = LocalCatalogue(
            entries.ONTOLOGY, ontology.terms, entries.index_terms, store=store, jobs=jobs, offline=offline
        )
        literature = LocalCatalogue(
            entries.LITERATURE, client.literature, entries.index_cited, store=store, jobs=jobs, offline=offline
        )
        drawings = Drawings(client, store=store, records=records, jobs=jobs, offline=offline)
        drawn = Archive(
            zips, drawings, enrichment, store=store, records=records, jobs=jobs, offline=offline, complete=complete
        )
        mappings = NodeMappings(client, store=store, records=records, jobs=jobs, offline=offline)
        released = LocalCatalogue(MAPPINGS, zips.mappings, index_mappings, store=store, jobs=jobs, offline=offline)
        compounds = CompoundNodes(mappings, released, store=store, jobs=jobs, offline=offline, complete=complete)
        source = LocalPathways(
            text=text,
            xref=xref,
            ontology=terms,
            drawn=DrawnPathways(
                drawings=drawings,
                xref=xref,
                ontology=terms,
                mappings=mappings,
                genes=no_identifiers(store, jobs),
                reader=gpml_diagram.read,
            ),
            thesaurus=thesaurus(store, jobs, text, terms, terms=terms),
            archive=drawn,
            carriers=CarrierSearch(enrichment, xref=xref, ontology=terms, literature=literature, store=store),
            compounds=compounds,
            enrichment=enrichment,
            store=store,
            jobs=jobs,
        )
        sync = SyncPathways(
            drawn, enrichment, compounds, text=text, mappings=released, others=(xref, terms, literature), store=store
        )
        await stack.enter_async_context(jobs)
        yield Parts(
            source, sync, drawn, enrichment, text, xref, terms, client, store, records, jobs, upstream, compounds
        )


# Bodies in the upstream's shape


class Node(NamedTuple):
    """A data node; `mapped` holds the cells of the identifier index, "" where the mapping failed."""

    label: str
    type: str = "GeneProduct"
    database: str = "Entrez Gene"
    identifier: str = ""
    mapped: tuple[str, ...] = ()


def gene(label: str, entrez: str, ensembl: str, uniprot: str = "", symbol: str = "") -> Node:
    cells = (f"ncbigene:{entrez}", f"ensembl:{ensembl}")
    named = (f"hgnc.symbol:{symbol}",) if symbol else ()
    joined = ";".join(f"uniprot:{one}" for one in uniprot.split()) if uniprot else ""
    return Node(label, identifier=entrez, mapped=(*cells, *named, *((joined,) if joined else ())))


def metabolite(label: str, chebi: str) -> Node:
    return Node(label, "Metabolite", "ChEBI", f"CHEBI:{chebi}", (f"chebi:{chebi}",))


class Drawn(NamedTuple):
    """A pathway of the replayed upstream."""

    local_id: str
    name: str
    species: str
    description: str
    terms: Mapping[str, str]
    nodes: tuple[Node, ...]
    lines: tuple[tuple[str, str, str], ...] = ()
    snippet: str | None = None
    cited: tuple[tuple[str, str, str], ...] = ()
    """PubMed id, title, year."""


TP53 = gene("TP53", "7157", "ENSG00000141510", "P04637 Q53GA5", "TP53")
MDM2 = gene("MDM2", "4193", "ENSG00000135679", "Q00987", "MDM2")
BRCA1 = gene("BRCA1", "672", "ENSG00000012048", "P38398", "BRCA1")
CASP3 = gene("CASP3", "836", "ENSG00000164305", "P42574", "CASP3")
HK1 = gene("HK1", "3098", "ENSG00000156515", "P19367", "HK1")
UNMAPPED = Node("FAS", database="Ensembl", identifier="ENSG00000026103")
MICRO_RNA = Node("MIR34A", "Rna", "miRBase Sequence", "MI0000268")
HUMAN, MOUSE, RAT = "Homo sapiens", "Mus musculus", "Rattus norvegicus"

PATHWAYS = (
    Drawn(
        "WP534", "Glycolysis and gluconeogenesis", HUMAN,
        "Glycolysis is the \"classic\" way from glucose to pyruvate & ATP.",
        {"PW:0000640": "glycolysis pathway", "PW:0000641": "gluconeogenesis pathway"},
        (HK1, metabolite("Glucose", "15903"), metabolite("Pyruvate", "15361"),
         Node("PKM", "Protein", "Uniprot-TrEMBL", "P14618", ("uniprot:P14618",))),
        (("HK1", "Glucose", "mim-catalysis"), ("Glucose", "Pyruvate", "mim-conversion")),
        "Glycolysis is the &quot;classic&quot; way from glucose to pyruvate &amp;amp; A...",
        (("22628558", "A mitochondrial pyruvate carrier required for pyruvate uptake", "2012"),),
    ),
    Drawn("WP96", "Glycolysis and Gluconeogenesis", "Caenorhabditis elegans", "The nematode breaks glucose down.",
          {"PW:0000640": "glycolysis pathway"}, (gene("fbp-1", "266822", "WBGene00001404"),)),
    Drawn("WP78", "TCA cycle (aka Krebs or citric acid cycle)", HUMAN, "Acetyl-CoA is oxidised in the mitochondrion.",
          {"PW:0000026": "citric acid cycle pathway"},
          (gene("CS", "1431", "ENSG00000062485", "O75390", "CS"), metabolite("citrate", "30769"))),
    Drawn("WP490", "TCA cycle", "Saccharomyces cerevisiae", "Yeast goes around it by the glyoxylate shunt.",
          {"PW:0000026": "citric acid cycle pathway"}, (gene("CIT1", "855732", "YNR001C"),)),
    Drawn("WP254", "Apoptosis", HUMAN, "Cells take themselves apart in good order.",
          {"PW:0000009": "apoptotic cell death pathway"}, (TP53, MDM2, CASP3, UNMAPPED)),
    Drawn("WP1254", "Apoptosis", MOUSE, "Cells take themselves apart in good order.", {},
          (gene("Trp53", "22059", "ENSMUSG00000059552", "P02340"), gene("Casp3", "12367", "ENSMUSG00000031628"))),
    Drawn("WP179", "Cell  cycle ", HUMAN, "One cell becomes two.", {"PW:0000086": "cell cycle pathway, mitotic"},
          (TP53, gene("CDK1", "983", "ENSG00000170312", "P06493", "CDK1"))),
    Drawn("WP707", "DNA damage response", HUMAN, "Breaks are found; hopeless cells go into apoptosis.",
          {"PW:0001360": "DNA damage response pathway"}, (BRCA1, TP53, MDM2, MICRO_RNA),
          (("MDM2", "TP53", "mim-inhibition"),)),
    Drawn("WP656", "p53 signal pathway", RAT, "", {}, (gene("Tp53", "24842", "ENSRNOG00000010756", "P10361"),)),
    Drawn("WP1742", "TP53 network", HUMAN, "Whom the guardian talks to.", {}, (TP53, MDM2)),
    Drawn("WP4562", "Canonical NF-kB pathway", HUMAN, "Inflammation reaches the genes.",
          {"PW:0000499": "nuclear factor kappa B signaling pathway"},
          (gene("RELA", "5970", "ENSG00000173039", "Q04206", "RELA"),)),
    Drawn("WP481", "Insulin signaling", HUMAN, "How a cell hears that there is sugar.",
          {"PW:0000143": "insulin signaling pathway"}, (gene("INSR", "3643", "ENSG00000171105", "P06213", "INSR"),)),
    Drawn("WP1982", "Sterol regulatory element-binding proteins (SREBP) signaling", HUMAN, "Cholesterol is counted.",
          {}, (gene("SREBF1", "6720", "ENSG00000072310", "P36956", "SREBF1"),)),
    Drawn("WP4963", "Fat cell markers", "Ovis aries", "Of sheep, which the list of organisms leaves out.", {},
          (gene("PPARG", "443513", "ENSOARG00000011166"),)),
)  # fmt: skip
"""Deleted: WP5316, as upstream: no row, no drawing, an HTML 404."""

_FIELDS = {
    "ncbigene": "ncbigene:", "ensembl": "ensembl:", "hgnc": "hgnc.symbol:", "uniprot": "uniprot:",
    "wikidata": "wikidata:", "chebi": "chebi:", "inchikey": "inchikey:",
}  # fmt: skip


def _row(pathway: Drawn) -> dict[str, str]:
    return {
        "id": pathway.local_id,
        "url": f"https://www.wikipathways.org/instance/{pathway.local_id}",
        "name": pathway.name,
        "species": pathway.species,
        "revision": "2026-08-22",
        "authors": "Ann, Bob",
        "description": pathway.description if pathway.snippet is None else pathway.snippet,
    }


def _indexed(pathway: Drawn) -> list[Node]:
    return [node for node in pathway.nodes if node.type in ("GeneProduct", "Protein", "Metabolite")]


def text_file(*pathways: Drawn) -> bytes:
    rows = [
        {
            **_row(pathway),
            "citedIn": "",
            "datanodes": ", ".join(sorted({node.label for node in _indexed(pathway)})),
            "annotations": ", ".join(pathway.terms.values()) + (", " if pathway.terms else ""),
        }
        for pathway in pathways
    ]
    return json.dumps({"pathwayInfo": rows}, indent=2).encode()


def xref_file(*pathways: Drawn) -> bytes:
    """The identifier index; CDK1's row is shifted, so that its cells stand one field further on."""
    rows: list[dict[str, str]] = []
    for pathway in pathways:
        cells: dict[str, list[str]] = {field: [] for field in _FIELDS}
        for node in _indexed(pathway):
            for cell in node.mapped:
                field = next(name for name, prefix in _FIELDS.items() if cell.startswith(prefix))
                names = list(_FIELDS)
                cells[names[names.index(field) + 1] if node.label == "CDK1" else field].append(cell)
        rows.append({**_row(pathway), **{field: ", ".join(found) for field, found in cells.items()}})
    return json.dumps({"pathwayInfo": rows}).encode()


def literature_file(*pathways: Drawn) -> bytes:
    """The index of cited works, which leaves out pathways that cite nothing."""
    rows = [
        {**_row(pathway), "refs": ", ".join(work[0] for work in pathway.cited), "citations": "[]"}
        for pathway in pathways
        if pathway.cited
    ]
    return json.dumps({"pathwayInfo": rows}).encode()


def gpml_file(pathway: Drawn, revision: int = 141823) -> bytes:
    nodes = "".join(
        f"<DataNode TextLabel={quoteattr(node.label)} GraphId={quoteattr(node.label)} Type={quoteattr(node.type)}>"
        f"<Xref Database={quoteattr(node.database)} ID={quoteattr(node.identifier)}/></DataNode>"
        for node in pathway.nodes
    )
    lines = "".join(
        f'<Interaction GraphId="l{number}"><Graphics><Point GraphRef={quoteattr(source)}/>'
        f"<Point GraphRef={quoteattr(target)} ArrowHead={quoteattr(arrow)}/></Graphics></Interaction>"
        for number, (source, target, arrow) in enumerate(pathway.lines)
    )
    tags = "".join(
        f"<bp:openControlledVocabulary><bp:TERM>{name}</bp:TERM><bp:ID>{term}</bp:ID></bp:openControlledVocabulary>"
        for term, name in pathway.terms.items()
    )
    works = "".join(
        f'<bp:PublicationXref rdf:id="p{pubmed}"><bp:ID>{pubmed}</bp:ID><bp:DB>PubMed</bp:DB>'
        f"<bp:TITLE>{title}</bp:TITLE>"
        f"<bp:YEAR>{year}</bp:YEAR><bp:AUTHORS>Ann A</bp:AUTHORS></bp:PublicationXref>"
        for pubmed, title, year in pathway.cited
    )
    text = pathway.description.replace("&", "&amp;")
    comment = f'<Comment Source="WikiPathways-description">{text}</Comment>' if text else ""
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\r\n<Pathway xmlns="http://pathvisio.org/GPML/2013a"'
        f' Name={quoteattr(pathway.name)} Version="{pathway.local_id}_r{revision}"'
        f' Organism={quoteattr(pathway.species)} Author="[Ann, Bob]" Last-Modified="20251125012351">'
        f"{comment}{nodes}{lines}"
        '<Biopax xmlns:bp="http://www.biopax.org/release/biopax-level3.owl#"'
        f' xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">{tags}{works}</Biopax></Pathway>'
    ).encode()


_COLUMNS = (
    "Label Type Identifier Comment Ensembl,NCBI gene,HGNC,UniProt,Wikidata,ChEBI,InChI,PubChem,ChemSpider,HMDB,KEGG"
    ",LipidMaps"
)
_CELLS = ("ensembl:", "ncbigene:", "hgnc.symbol:", "uniprot:", "wikidata:", "chebi:", "inchikey:", "pubchem.compound:")
_CURIES = {"Entrez Gene": "ncbigene:", "Ensembl": "ensembl:", "Uniprot-TrEMBL": "uniprot:", "ChEBI": "chebi:"}


def mappings_file(pathway: Drawn) -> bytes:
    """The table of data nodes, one row for each that has an identifier."""
    rows = [",".join(_COLUMNS.split(" ", 4)).replace(",", "\t")]
    for node in _indexed(pathway):
        cells = [next((one for one in node.mapped if one.startswith(prefix)), "") for prefix in _CELLS]
        identifier = _CURIES.get(node.database, f"{node.database.casefold()}:") + node.identifier.rpartition(":")[2]
        rows.append("\t".join([node.label, node.type, identifier, '""', *cells, "", "", "", ""]))
    return "\n".join(rows).encode()


OBO = b"""format-version: 1.2
data-version: 7.90

[Term]
id: PW:0000026
name: citric acid cycle pathway
synonym: "Krebs cycle pathway" RELATED []
synonym: "TCA cycle pathway" EXACT []
synonym: "KEGG:00020" RELATED []

[Term]
id: PW:0000640
name: glycolysis pathway
synonym: "Embden-Meyerhof pathway" RELATED []
synonym: "KEGG:00010" RELATED []
synonym: "SMP:00040" RELATED []

[Term]
id: PW:0000009
name: apoptotic cell death pathway
synonym: "programmed cell death pathway" EXACT []

[Term]
id: PW:0000999
name: gone pathway
synonym: "KEGG:99999" RELATED []
is_obsolete: true

[Typedef]
id: part_of
name: part of
"""


def archive_files(*pathways: Drawn) -> dict[str, bytes]:
    """The monthly archive: an HTML table, and one zip per organism."""
    zips: dict[str, bytes] = {}
    for organism in sorted({pathway.species for pathway in pathways}):
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            for pathway in pathways:
                if pathway.species == organism:
                    archive.writestr(f"Hs_{pathway.local_id}_20260810.gpml", gpml_file(pathway))
        zips[f"wikipathways-20260810-gpml-{organism.replace(' ', '_')}.zip"] = packed.getvalue()
    rows = "".join(f'<tr><td><a href="./{name}">{name}</a></td></tr>' for name in zips)
    index = f"<!DOCTYPE html><html><body><table><tr><th>File Name</th></tr>{rows}</table></body></html>"
    return {ARCHIVE_PATH: index.encode(), **{ARCHIVE_PATH + name: body for name, body in zips.items()}}


_PROPERTIES = {
    "ensembl": "Ensembl", "ncbigene": "EntrezGene", "hgnc.symbol": "HgncSymbol", "uniprot": "Uniprot", "chebi": "ChEBI",
    "inchikey": "InChIKey", "wikidata": "Wikidata", "pubchem.compound": "PubChem", "hmdb": "Hmdb",
}  # fmt: skip


def turtle_file(pathway: Drawn) -> bytes:
    """A pathway of the monthly RDF."""
    text = ["@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .", "@prefix dcterms: <http://purl.org/dc/terms/> .",
            "@prefix wp: <http://vocabularies.wikipathways.org/wp#> ."]  # fmt: skip
    for node in pathway.nodes:
        text += [f"<https://identifiers.org/drawn/{quote(node.identifier)}> a wp:DataNode ;"]
        text += [f"  rdfs:label {json.dumps(node.label)} ; dcterms:identifier {json.dumps(node.identifier)}"]
        for token in (token for cell in node.mapped for token in cell.split(";") if token):
            prefix, _, value = token.partition(":")
            text += [f"  ; wp:bdb{_PROPERTIES[prefix]} <https://identifiers.org/{prefix}/{value}>"]
        text += ["  ."]
    return "\n".join(text).encode()


def rdf_files(*pathways: Drawn) -> dict[str, bytes]:
    """The monthly RDF: an HTML table, and one zip."""
    packed, name = io.BytesIO(), "wikipathways-20260810-rdf-wp.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        for pathway in pathways:
            archive.writestr(f"wp/{pathway.local_id}.ttl", turtle_file(pathway))
    index = f"<!doctype html><table><tr><td><a class=file-link href={name}>{name}</a></td></tr></table>"
    return {RDF_PATH: index.encode(), RDF_PATH + name: packed.getvalue()}


def published(*pathways: Drawn) -> dict[str, bytes]:
    """Everything that the upstreams publish of these pathways."""
    return {
        TEXT_PATH: text_file(*pathways),
        XREF_PATH: xref_file(*pathways),
        LITERATURE_PATH: literature_file(*pathways),
        OBO_PATH: OBO,
        **{drawing_path(pathway.local_id): gpml_file(pathway) for pathway in pathways},
        **{mappings_path(pathway.local_id): mappings_file(pathway) for pathway in pathways},
        **archive_files(*pathways),
        **rdf_files(*pathways),
    }
