"""The built-in sample: small handwritten records of true facts, published in the form of the upstreams."""

import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import TypeVar

import msgspec

from biofacts.adapters.sample.memory_files import MemoryDrawings, MemoryFile, mapped
from biofacts.adapters.sample.network import DAY
from biofacts.domain.answers.advice import Refusal
from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.answers.kinds import COMPOUND, PATHWAY
from biofacts.domain.answers.pages import Hits, Window, windowed
from biofacts.domain.answers.records import Provenance
from biofacts.domain.compounds.compound import Compound, CompoundSearchCandidate, Depiction
from biofacts.domain.genes.names import drawn_terms, identifier_terms
from biofacts.domain.identifiers.cross_references import pairs
from biofacts.domain.identifiers.curies import CompoundId
from biofacts.domain.pathways.index_files import CitingPathway, Community, ListedPathway, MappedPathway, PathwaySummary
from biofacts.domain.pathways.pathway import DataNode, Drawing, Group, OntologyTerm, PathwayComponents, Revision
from biofacts.domain.pathways.pathway import Interaction as Line
from biofacts.domain.pathways.references import Publication, cited
from biofacts.domain.remarks import answers as answer_remarks
from biofacts.domain.search import synonyms
from biofacts.domain.search.index import Field, folded_names
from biofacts.domain.text import clean, fold
from biofacts.ports.catalogue import CatalogueStore, Content, Entry, ReleaseInfo
from biofacts.ports.compounds import CompoundSource, DepictionSource
from biofacts.ports.publications import MappedDrawing
from biofacts.ports.sources import Query

_VERSION, _CATALOGUE = "sample", "sample-compounds"


class MemoryCompounds(CompoundSource):
    """A source of compounds that are passed in."""

    def __init__(self, compounds: Iterable[Compound], info: ReleaseInfo, store: CatalogueStore) -> None:
        self._info = info
        self._store = store
        self._provenance = provenance = Provenance(name=COMPOUND.service, release=info.release, mode="snapshot")
        self._compounds = [msgspec.structs.replace(compound, source=provenance) for compound in compounds]
        self._by_id = {compound.id: compound for compound in self._compounds}
        self._by_key = {key: compound for compound in self._compounds for key in _keys(compound)}

    async def search(self, query: Query, window: Window) -> Hits[CompoundSearchCandidate] | None:
        if window.version not in (None, _VERSION):
            return None
        guidance = None
        if exact := self._by_key.get(query.text.casefold()):
            candidates = [_candidate(exact, 1.0)]
        else:
            catalogue = await self._store.newest(_CATALOGUE) or await self._store.publish(_CATALOGUE, self._content())
            found = await catalogue.search(query.text, offset=0, limit=len(self._compounds))
            guidance = answer_remarks.words(
                COMPOUND.plural,
                found=bool(found.hits),
                unknown=found.unknown,
                corrected=found.corrected,
                suggested=found.suggested,
            )
            candidates = [_candidate(self._by_id[hit.key], hit.score, hit.unmatched) for hit in found.hits]
        return windowed(candidates, window, version=_VERSION, guidance=guidance, provenance=self._provenance)

    def _content(self) -> Content:
        return Content(
            info=self._info, entries=map(_entry, self._compounds), synonyms=map(folded_names, synonyms.PATHWAYS)
        )

    async def knows(self, name: str) -> bool:
        folded = fold.compact(name)
        return name.casefold() in self._by_key or any(
            folded in map(fold.compact, (one.name, *one.synonyms)) for one in self._compounds
        )

    async def get(self, identifier: CompoundId) -> Compound | None:
        return None if identifier.number is None else self._by_id.get(f"PubChem:CID{identifier.number}")


def _keys(compound: Compound) -> Iterable[str]:
    """Yield all identifiers and structures that lead to a compound exactly, folded."""
    number = compound.id.removeprefix("PubChem:CID")
    yield from (number, f"cid{number}", f"cid {number}", compound.id.casefold())
    structure = (compound.canonical_smiles, compound.isomeric_smiles, compound.inchi, compound.inchikey)
    yield from (value.casefold() for value in structure if value)
    for values in compound.cross_references.values():
        yield from (value.casefold() for value in ((values,) if isinstance(values, str) else values))


def _entry(compound: Compound) -> Entry:
    names = [*compound.synonyms, *([compound.iupac_name] if compound.iupac_name else [])]
    return Entry(key=compound.id, texts={Field.TITLE: [compound.name], Field.NAME: names})


def _candidate(compound: Compound, score: float, unmatched: tuple[str, ...] = ()) -> CompoundSearchCandidate:
    return CompoundSearchCandidate(
        id=compound.id, name=compound.name, formula=compound.molecular_formula, score=score, unmatched=unmatched
    )


class NoDepictions(DepictionSource):
    """A source without pictures: one that we drew would not be PubChem's."""

    async def get(self, identifier: CompoundId) -> Depiction | None:
        raise UpstreamError.of(COMPOUND.service, *no_depictions())


def no_depictions() -> Refusal:
    """Refuse pictures of compounds in the built-in sample, which has none."""
    hint = "Leave out BIOFACTS_SOURCE=sample to get PubChem's pictures."
    return "the built-in sample has no pictures of compounds", hint


RELEASE = "built-in sample"

T = TypeVar("T")

_FOLDER = files("biofacts.adapters.sample")


def read(name: str, kind: type[T]) -> Sequence[T]:
    """Return the records of one file of the sample."""
    written = _FOLDER.joinpath(f"{name}.json").read_bytes()
    return msgspec.json.decode(written, type=tuple[kind, ...])  # type: ignore[valid-type]  # known at run time only


def published(service: str, name: str, rows: Sequence[T]) -> MemoryFile[T]:
    """Return rows as a file that a service publishes."""
    return MemoryFile(service, f"{name}.json", rows, release=RELEASE, day=DAY)


# The sample's compounds


def sample_compounds(store: CatalogueStore) -> MemoryCompounds:
    """Return a source of the sample's compounds."""
    return MemoryCompounds(read("compounds", Compound), ReleaseInfo(release=RELEASE, retrieved=DAY, checked=DAY), store)


# The sample's pathways, in the form of WikiPathways, and their ontology terms


# The index file of WikiPathways has columns for only a few databases.
_MAPPED_KEYS = frozenset({"entrez", "ensembl_gene", "hgnc_symbol", "uniprot", "chebi", "inchikey"})

_ONTOLOGIES = frozenset({"pathway_ontology", "disease_ontology", "cell_ontology"})


class SamplePathway(msgspec.Struct, frozen=True, kw_only=True):
    """A handwritten pathway. `terms`: the names of its ontology terms, in the order of their ids.

    Its file is in the folder `drawings`: editors of GPML can open it.
    """

    id: str
    title: str
    organism: str
    description: str | None = None
    revision: Revision
    cross_references: dict[str, str | tuple[str, ...]] = {}
    synonyms: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    communities: tuple[str, ...] = ()
    literature: tuple[Publication, ...] = ()
    genes: tuple[DataNode, ...] = ()
    proteins: tuple[DataNode, ...] = ()
    metabolites: tuple[DataNode, ...] = ()
    interactions: tuple[Line, ...] = ()
    groups: tuple[Group, ...] = ()

    @property
    def local_id(self) -> str:
        return self.id.removeprefix("WP:")

    @property
    def summary(self) -> PathwaySummary:
        return PathwaySummary(self.title, self.organism, clean.shorten(self.description or "") or None)

    @property
    def _nodes(self) -> tuple[DataNode, ...]:
        return (*self.genes, *self.proteins, *self.metabolites)

    def listed(self) -> ListedPathway:
        return ListedPathway(
            local_id=self.local_id,
            summary=msgspec.structs.replace(self.summary, changed=(self.revision.last_modified or "")[:10] or None),
            names=self.synonyms,
            terms=self.terms,
            labels=tuple(dict.fromkeys(node.label for node in self._nodes)),
            authors=self.revision.curators,
        )

    def mapped(self) -> MappedPathway:
        references = (
            (key, value) for node in self._nodes for key, value in pairs(node.cross_references) if key in _MAPPED_KEYS
        )
        return MappedPathway(local_id=self.local_id, summary=self.summary, references=tuple(dict.fromkeys(references)))

    def citing(self) -> CitingPathway:
        references = tuple(pair for work in self.literature for pair in cited(work))
        return CitingPathway(local_id=self.local_id, organism=self.organism, references=references)

    def drawing(self) -> Drawing:
        references = (*pairs(self.cross_references), *(p for node in self._nodes for p in pairs(node.cross_references)))
        return Drawing(
            local_id=self.local_id,
            title=self.title,
            organism=self.organism,
            description=self.description,
            revision=self.revision,
            components=msgspec.convert(self, PathwayComponents, from_attributes=True),
            ontology_terms=tuple(self._ontology_terms()),
            literature=self.literature,
            references=tuple(dict.fromkeys(references)),
            gene_terms=tuple(sorted({*self._gene_terms()})),
            file=zlib.compress(_FOLDER.joinpath("drawings", f"{self.local_id}.gpml").read_bytes()),
        )

    def _ontology_terms(self) -> Iterator[OntologyTerm]:
        ids = (value for key, value in pairs(self.cross_references) if key in _ONTOLOGIES)
        for identifier, name in zip(ids, self.terms, strict=True):
            yield OntologyTerm(id=identifier, name=name)

    def _gene_terms(self) -> Iterator[str]:
        for node in (*self.genes, *self.proteins):
            yield from drawn_terms(node.label, identifier_terms(pairs(node.cross_references)))


@cache
def _drawn() -> tuple[Sequence[SamplePathway], Sequence[Drawing], Sequence[MappedDrawing]]:
    """Return the pathways, their drawings and the mappings of these, which are made once in a process."""
    rows = read("pathways", SamplePathway)
    drawings = [one.drawing() for one in rows]
    return rows, drawings, [MappedDrawing(one.local_id, mapped(one)) for one in drawings]


class SamplePathways:
    """The sample's index files and drawings."""

    def __init__(self) -> None:
        rows, drawings, mappings = _drawn()
        self.text = published(PATHWAY.service, "pathways", [one.listed() for one in rows])
        self.xref = published(PATHWAY.service, "pathways", [one.mapped() for one in rows])
        self.literature = published(PATHWAY.service, "pathways", [one.citing() for one in rows if one.literature])
        tags = dict.fromkeys(tag for one in rows for tag in one.communities)
        communities = [
            Community(tag=tag, name=tag, pathways=tuple(one.local_id for one in rows if tag in one.communities))
            for tag in tags
        ]
        self.communities = published(PATHWAY.service, "communities", communities)
        self.drawings = MemoryDrawings(drawings, release=RELEASE, day=DAY)
        self.mappings = published(PATHWAY.service, "pathways", mappings)
