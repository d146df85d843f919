"""Reader of a GPML file for its curators: it finds doubtful references, loose ends of lines and ids that do not exist.

Names and identifier patterns of databases: https://github.com/bridgedb/datasources, the list that GPML editors use.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple
from xml.etree.ElementTree import Element

from biofacts.adapters.http.wikipathways import gpml
from biofacts.adapters.http.wikipathways.gpml_components import (
    CITED,
    DATA_NODE,
    GRAPHICS,
    GROUP,
    INTERACTION,
    LINES,
    POINT,
    STATE,
    xref,
)
from biofacts.adapters.http.wikipathways.gpml_references import (
    DATABASES,
    listed_publications,
    reference,
    reference_by_form,
)
from biofacts.domain.identifiers import organisms
from biofacts.domain.identifiers.cross_references import is_valid
from biofacts.domain.pathways.drawing_rules import (
    Citation,
    CuratedDrawing,
    CuratedLine,
    CuratedNode,
    DanglingReference,
    Referrer,
    Slip,
)
from biofacts.domain.text import similar_names
from biofacts.domain.text.clean import plain

_POINTS = f"{GRAPHICS}/{POINT}"


def read_for_curators(data: bytes) -> CuratedDrawing:
    """Parse a GPML file, which may not have a WikiPathways id yet. Raises: GpmlError."""
    root = gpml.well_formed(data)
    names = gpml.names_of(root)
    elements = _Elements(root, names)
    match = re.match(r"WP\d{1,9}", root.get("Version", ""), re.ASCII)
    organism = plain(root.get("Organism", ""))
    return CuratedDrawing(
        id=f"WP:{match[0]}" if match else "",
        title=plain(root.get("Name", "")),
        organism=organism,
        nodes=tuple(_node(node, names[node], organism) for node in root.findall(DATA_NODE)),
        lines=tuple(
            CuratedLine(id=elements.name(line), ends=elements.ends(line)) for line in root.findall(INTERACTION)
        ),
        dangling=tuple(_dangling(elements)),
        repeated=tuple(_repeated(root)),
        citations=tuple(_citations(elements)),
        publications=tuple(listed_publications(root)),
    )


def _node(element: Element, name: str, organism: str) -> CuratedNode:
    database, identifier = (" ".join(text.split()) for text in xref(element))
    curated = _curated(database, identifier, organisms.is_named_like_human(organism))
    return CuratedNode(
        id=name,
        label=_text(element),
        type=gpml.node_type(element.get("Type")),
        database=database,
        identifier=identifier,
        reference=curated.reference,
        slip=curated.slip,
        intended=curated.intended,
    )


# References of nodes


class _CheckedReference(NamedTuple):
    reference: tuple[str, str] | None = None
    slip: Slip | None = None
    intended: str | None = None


@lru_cache(maxsize=4096)
def _curated(database: str, identifier: str, is_vertebrate: bool) -> _CheckedReference:
    keyed_id = reference(database, identifier)
    valid_id = keyed_id if keyed_id and is_valid(*keyed_id) else None
    if not database or not identifier:
        return _CheckedReference(valid_id, "missing")
    folded = database.casefold()
    if folded not in DATABASES and folded not in _OTHERS:
        # `Ensemble` means Ensembl; nothing is near enough to `pato`.
        near = similar_names.most_similar(folded, [*DATABASES, *_OTHERS], similar_names.LIKELY)
        return _CheckedReference(valid_id, "unknown database", near)
    if _is_well_formed(folded, identifier, is_vertebrate):
        return _CheckedReference(valid_id)
    return _CheckedReference(reference_by_form(identifier), "malformed")


def _is_well_formed(database: str, identifier: str, is_vertebrate: bool) -> bool:
    """Return True if an identifier has the form of its database. `is_vertebrate`: Ensembl's ids begin with `ENS`."""
    if database in _OTHERS:
        return re.fullmatch(_OTHERS[database], identifier, re.ASCII) is not None
    wider = _WIDER.get(database)
    if wider and re.fullmatch(wider, identifier, re.ASCII):
        return True
    keyed_id = DATABASES[database](identifier)
    if keyed_id is None or not is_valid(*keyed_id):
        return False
    by_form = reference_by_form(identifier)
    if by_form and by_form[0].startswith("ensembl"):
        return False  # an Ensembl id in another database, such as HGNC; in Ensembl itself `_WIDER` matches it
    # `YDR050C` is an id of Ensembl in yeast, where ids have no prefix, but malformed in a vertebrate.
    return database != "ensembl" or (keyed_id[0] != "uniprot" and (not is_vertebrate or identifier.startswith("ENS")))


_ANY = r".+"
_NUMBER = r"\d+"
_RICE_LOCUS = r"(?i:LOC_Os\d\dg\d{5})(?:\.\d+)?"
_EC = r"(?:EC[ :]?)?\d+(?:\.(?:-|[A-Za-z]?\d+)){1,3}"  # letters mark preliminary numbers
_WIDER: Mapping[str, str] = {
    # e.g. `ENSP00000426983`, `LRG_482`
    "ensembl": r"(?:ensembl:)?(?:ENS[A-Z]*(?:E|FM|G|GT|P|R|T)\d{11}(?:\.\d+)?|LRG_\d+)",
    "gramene rice": _RICE_LOCUS,
    "kegg genes": r"[a-z]{3,4}:\S+",
    "ncbi protein": r"\d+|[A-Z]{2}_\d+(?:\.\d+)?|[A-Z]{3}\d{5,7}(?:\.\d+)?|[A-Z]\d{5}(?:\.\d+)?|WP_\d+(?:\.\d+)?",
    "refseq": r"(?:NC|AC|NG|NT|NW|NZ|NM|NR|XM|XR|NP|AP|XP|YP|ZP|WP)_\d+(?:\.\d+)?",
    "reactome": r"R-[A-Z]{3}-\d+(?:-\d+)?(?:\.\d+)?",
    "rice ensembl gene": _RICE_LOCUS,
}
"""Patterns of valid identifiers that the cross-reference registry does not accept."""

_OTHERS: Mapping[str, str] = {
    "affy": _ANY, "agilent": _ANY, "aop-wiki aop": _NUMBER, "aop-wiki ke": _NUMBER, "aop-wiki ker": _NUMBER,
    "aop-wiki stressor": _NUMBER, "bind": _NUMBER, "biocyc": _ANY, "biogrid": _NUMBER, "biomodels database": _ANY,
    "biosystems": _NUMBER, "brenda": _EC, "brenda ligands": _NUMBER, "ccds": _ANY, "codelink": _ANY,
    "complex portal": r"CPX-\d+", "database of interacting proteins": _ANY, "dbsnp": r"(?:rs)?\d+", "doi": r"10\.\S+",
    "ecocyc": _ANY, "ecogene": r"EG\d+", "embl": r"[A-Z]+_?\d+(?:\.\d+)?", "enzyme nomenclature": _EC,
    "epa comptox": r"DTXSID\d+", "genbank": _ANY, "gene wiki": _NUMBER, "gramene genes db": _ANY,
    "gramene literature": _ANY, "gramene pathway": _ANY, "guide to pharmacology": _NUMBER, "homologene": _NUMBER,
    "hprd": _ANY, "human disease ontology": r"(?i:DOID):\d+", "icd-10": _ANY, "icd-11": _ANY, "icd-9": _ANY,
    "illumina": _ANY, "intact": r"EBI-\d+", "interpro": r"IPR\d{6}", "ipi": r"IPI\d{8}", "irgsp gene": _ANY,
    "kegg reaction": r"R\d{5}", "knapsack": r"C\d{8}", "lipidbank": _ANY, "macie": r"M\d{4}", "maizegdb": _ANY,
    "matrixdb": _ANY, "mesh": r"[CD]\d+", "metabolights compounds": _ANY, "metacyc": _ANY, "mint": r"MINT-\d+",
    "nasc gene": _ANY, "nci pathway interaction database": _ANY, "oryzabase": _ANY, "pathway commons": _ANY,
    "pdb": r"\d[A-Za-z0-9]{3}", "pfam": r"PF\d{5}", "pharmgkb drug": r"PA\d+", "pharmgkb gene": r"PA\d+",
    "pharmgkb pathways": r"PA\d+", "phosphosite protein": _NUMBER, "pina": _ANY, "plantgdb": _ANY,
    "pubchem-bioassay": _NUMBER, "pubmed": _NUMBER, "resid": r"AA\d{4}", "rfam": r"RF\d{5}", "rhea": r"(?:RHEA:)?\d+",
    "sgd": r"(?:SGD:)?S\d{9}", "small molecule pathway database": r"SMP\d+", "smart": r"SM\d{5}", "spike": _ANY,
    "sprint": r"PR\d{5}", "string": _ANY, "substratedb": _NUMBER, "subtiwiki": r"BSU\d+", "supfam": _ANY,
    "swiss-model": _ANY, "swisslipids": r"SLM:\d+", "systems biology ontology": r"SBO:\d{7}", "tigr": _ANY,
    "ttd drug": _ANY, "ttd target": _ANY, "ucsc genome browser": _ANY, "umls cui": r"[CN]*\d{4,7}", "unigene": _ANY,
    "unipathway": r"UPA\d{5}", "vmh metabolite": _ANY, "wheat gene names": _ANY, "wheat gene refs": _ANY,
    "wikigenes": _ANY, "wikipedia": _ANY, "xmetdb": r"XMETDB\d+", "zfin": r"ZDB-[A-Z]+-\d{6}-\d+",
}  # fmt: skip
"""The databases in BridgeDb (in lower case) that the cross-reference registry lacks, with identifier patterns."""


# Elements that refer to each other


class _Elements:
    """The elements of a file, by the ids with which other elements refer to them."""

    def __init__(self, root: Element, names: Mapping[Element, str]) -> None:
        self.root = root
        self.names = names
        self.by_graph_id = {own: element for element in root.iter() if (own := element.get("GraphId"))}
        self.groups = {own for group in root.findall(GROUP) if (own := group.get("GroupId"))}

    def name(self, element: Element) -> str:
        return self.names.get(element, "")

    def label(self, element: Element) -> str:
        """Return the text of an element; for a line, the texts of the elements at its ends."""
        if element.tag not in LINES:
            return _text(element)
        return " - ".join(filter(None, self.ends(element)))

    def ends(self, line: Element) -> tuple[str | None, str | None]:
        points = line.findall(_POINTS)
        return (self._end(points[0]), self._end(points[-1])) if len(points) > 1 else (None, None)

    def _end(self, point: Element) -> str | None:
        if not (to := point.get("GraphRef")):
            return None
        element = self.by_graph_id.get(to)
        return "" if element is None else _text(element)


def _dangling(elements: _Elements) -> Iterator[DanglingReference]:
    for element in elements.root:
        for by, to in _referred(element):
            if to and to not in (elements.groups if by == "group" else elements.by_graph_id):
                yield DanglingReference(id=elements.name(element), label=elements.label(element), by=by, to=to)


def _referred(element: Element) -> Iterator[tuple[Referrer, str | None]]:
    for point in element.findall(_POINTS):
        yield "line", point.get("GraphRef")
    if element.tag == STATE:
        yield "state", element.get("GraphRef")
    yield "group", element.get("GroupRef")


def _repeated(root: Element) -> Iterator[tuple[str, str]]:
    """Yield each GraphId that an earlier element also has, and the text of the later element."""
    seen = set[str]()
    for element in root.iter():
        if own := element.get("GraphId"):
            if own in seen:
                yield own, _text(element)
            seen.add(own)


def _citations(elements: _Elements) -> Iterator[Citation]:
    for parent in (elements.root, *elements.root):
        for citation in parent.findall(CITED):
            label = "" if parent is elements.root else elements.label(parent)
            yield Citation(id=elements.name(parent), label=label, publication=(citation.text or "").strip())


def _text(element: Element) -> str:
    return plain(element.get("TextLabel", ""))
