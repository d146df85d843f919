"""Reader of the references in a GPML file: publications, ontology terms, and identifiers in databases."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element

import msgspec

from biofacts.domain.identifiers.cross_references import KeyedId, is_valid
from biofacts.domain.pathways.drawing_rules import ListedPublication
from biofacts.domain.pathways.pathway import OntologyTerm
from biofacts.domain.pathways.references import Publication, without_duplicates
from biofacts.domain.text.clean import plain
from biofacts.domain.text.patterns import late_pattern

_BIOPAX = "{http://www.biopax.org/release/biopax-level3.owl#}"
_PUBLICATION, _TERM = f"{_BIOPAX}PublicationXref", f"{_BIOPAX}openControlledVocabulary"
_NAME = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}id"
_YEAR = late_pattern(r"(?:1[5-9]|20)\d\d", re.ASCII)

Publications = Mapping[str, tuple[Publication, ...]]
"""Publications by the name with which a drawing refers to them."""


def publications(biopax: Iterable[Element], cited: frozenset[str]) -> Publications:
    """Read every publication. `cited`: the names to which elements of the drawing refer."""
    by_name: dict[str, tuple[Publication, ...]] = {}
    for number, element in enumerate(publication for part in biopax for publication in part.iter(_PUBLICATION)):
        name = element.get(_NAME, "").strip()
        written = tuple(msgspec.structs.replace(entry, cited=name in cited) for entry in _entries(element))
        # Publications without a name need distinct keys; nothing refers to them.
        key = name or f" {number}"
        by_name[key] = (*by_name.get(key, ()), *written)
    return by_name


def listed_publications(root: Element) -> Iterator[ListedPublication]:
    """Yield every publication, unchanged; if an element repeats its publication, the copy with the best identifier."""
    for element in root.iter(_PUBLICATION):
        copies = [_fields(part) for part in _parts(element)] or [("", "", "")]
        # Reversed, since of equally good copies the last is the most complete.
        database, identifier, title = max(reversed(copies), key=_is_identified)
        name = element.get(_NAME, "").strip()
        yield ListedPublication(name=name, database=database, identifier=identifier, title=title)


def _fields(part: Iterable[Element]) -> tuple[str, str, str]:
    texts = {child.tag.removeprefix(_BIOPAX): plain("".join(child.itertext())) for child in part}
    return texts.get("DB", ""), texts.get("ID", ""), texts.get("TITLE", "")


def _is_identified(fields: tuple[str, str, str]) -> tuple[bool, bool]:
    publication = Publication.read(*fields[:2])
    return bool(publication and (publication.pubmed or publication.doi)), bool(publication)


def literature(by_name: Publications) -> tuple[Publication, ...]:
    """List the publications, each once."""
    return without_duplicates(publication for several in by_name.values() for publication in several)


def _entries(element: Element) -> Iterator[Publication]:
    """Yield the publications of an element."""
    for part in _parts(element):
        texts: dict[str, list[str]] = {}
        for child in part:
            if text := plain("".join(child.itertext())):
                texts.setdefault(child.tag.removeprefix(_BIOPAX), []).append(text)
        first = {tag: several[0] for tag, several in texts.items()}
        year = _YEAR.search(first.get("YEAR", ""))
        publication = Publication.read(
            first.get("DB", ""),
            first.get("ID", ""),
            title=first.get("TITLE"),
            year=int(year[0]) if year else None,
            authors=tuple(texts.get("AUTHORS", ())),
        )
        if publication:
            yield publication


def _parts(element: Element) -> Sequence[Sequence[Element]]:
    """Split an element into the copies of its publication. Each begins with an ID, and the last is most complete."""
    parts: list[list[Element]] = []
    for child in element:
        if child.tag == f"{_BIOPAX}ID" or not parts:
            parts.append([])
        parts[-1].append(child)
    return parts


def ontology_terms(biopax: Iterable[Element]) -> tuple[OntologyTerm, ...]:
    """Read the ontology terms, each once. Their ids are not validated."""
    by_id: dict[str, OntologyTerm] = {}
    for element in (term for part in biopax for term in part.iter(_TERM)):
        identifier = "".join((element.findtext(f"{_BIOPAX}ID") or "").split())
        name = plain(element.findtext(f"{_BIOPAX}TERM") or "") or None
        if identifier and (identifier not in by_id or by_id[identifier].name is None):
            by_id[identifier] = OntologyTerm(id=identifier, name=name)
    return tuple(by_id.values())


# Conversion of GPML's database names to keys of the cross-reference registry, and of identifiers to its spelling


def reference(database: str, identifier: str) -> KeyedId | None:
    """Convert a curated reference to a registry key and a value in the registry's spelling.

    A malformed identifier gives a malformed value. Returns None if the registry has no key for the database.
    """
    value = " ".join(identifier.split())
    if not value:
        return None
    parse = DATABASES.get(" ".join(database.split()).casefold())
    keyed_id = parse(value) if parse else None
    if keyed_id and is_valid(*keyed_id):
        return keyed_id
    return reference_by_form(value) or keyed_id


# A few dozen nodes name the wrong database for an identifier whose form belongs to a single database.
_FORMS = ("chebi", "gene_ontology", "reactome", "chembl", "mirbase", "wikipathways", "uniprot")


def reference_by_form(value: str) -> KeyedId | None:
    """Return the reference of an identifier whose form belongs to a single database; None for any other."""
    if _ENSEMBL.fullmatch(value):
        return _ensembl(value)
    return next(((key, value) for key in _FORMS if is_valid(key, value)), None)


def _tail(value: str) -> str:
    """Strip prefixes: `ncbigene:672` -> `672`, `CHEBI:CHEBI:15903` -> `15903`."""
    return value.rpartition(":")[2].strip()


def _as(key: str, prefix: str = "") -> Callable[[str], KeyedId]:
    return lambda value: (key, prefix + _tail(value))


_ENSEMBL = late_pattern(r"(ENS[A-Z]*([GT])\d{11})(?:\.\d+)?", re.ASCII)
_ARABIDOPSIS = r"(?i:AT[1-5CM]G\d{5})"
_RICE = r"(?i:Os\d\dg\d{7})"


def _ensembl(value: str) -> KeyedId:
    value = re.sub(r"^ensembl:\s*", "", value, flags=re.I)
    if match := _ENSEMBL.fullmatch(value):
        return "ensembl_gene" if match[2] == "G" else "ensembl_transcript", match[1]
    if re.fullmatch(_ARABIDOPSIS, value):
        return "ensembl_gene", value.upper()
    if re.fullmatch(_RICE, value):
        return "ensembl_gene", value.capitalize()
    # Curators file UniProt accessions under Ensembl, too.
    return "uniprot" if is_valid("uniprot", value) else "ensembl_gene", value


def _stable(pattern: str) -> Callable[[str], KeyedId | None]:
    """Make a reader for a species database, whose gene ids are Ensembl's if they match `pattern`."""
    # e.g. `AT1G09570-TAIR-G` in Gramene Arabidopsis
    form = re.compile(rf"(?P<id>{pattern})(?:-TAIR-G)?", re.ASCII)

    def read(value: str) -> KeyedId | None:
        match = form.fullmatch(_tail(value))
        return _ensembl(match["id"]) if match else None

    return read


def _uniprot(value: str) -> KeyedId:
    """Remove the number of an isoform (`P04637-2`) or a version."""
    return "uniprot", re.sub(r"[-.]\d+$", "", _tail(value).upper())


def _refseq(value: str) -> KeyedId:
    return "refseq", re.sub(r"\.\d+$", "", _tail(value).upper())


def _hgnc(value: str) -> KeyedId:
    tail = _tail(value)
    return ("hgnc", f"HGNC:{tail}") if tail.isdecimal() else ("hgnc_symbol", tail)


def _hmdb(value: str) -> KeyedId:
    """Read both forms of ids: `HMDB00122`, used until 2017, is `HMDB0000122`."""
    digits = re.sub(r"^HMDB", "", _tail(value).upper())
    return "hmdb", f"HMDB{digits.zfill(7)}" if len(digits) == 5 else f"HMDB{digits}"


def _kegg(value: str) -> KeyedId:
    """Find out the kind of a KEGG identifier from its form: `path:hsa04110`, `C00031`, `hsa:672`."""
    tail = _tail(value)
    if re.fullmatch(r"[a-z]{2,4}\d{5}", tail):
        return "kegg_pathway", tail
    return ("kegg_compound", tail) if re.fullmatch(r"[CDG]\d{5}", tail) else ("kegg", value)


def _kegg_pathway(value: str) -> KeyedId:
    """Read a bare number as the reference pathway, `map<number>`."""
    return ("kegg_pathway", f"map{value}") if re.fullmatch(r"\d{5}", value) else _kegg(value)


def _wikipathways(value: str) -> KeyedId:
    match = re.fullmatch(r"(?:WP)?(\d+)(?:_r\d+)?", _tail(value), re.I | re.A)
    return "wikipathways", f"WP{match[1]}" if match else value


def _reactome(value: str) -> KeyedId:
    return "reactome", re.sub(r"\.\d+$", "", _tail(value))


def _chembl(value: str) -> KeyedId:
    return "chembl", f"CHEMBL{re.sub('^CHEMBL', '', _tail(value))}"


# SGD and ZFIN are missing, because Ensembl does not use their ids and the registry has no keys for them.
DATABASES: Mapping[str, Callable[[str], KeyedId | None]] = {
    "cas": _as("cas"),
    "chebi": _as("chebi", "CHEBI:"),
    "chebi compound": _as("chebi", "CHEBI:"),
    "chembl compound": _chembl,
    "chemspider": _as("chemspider"),
    "drugbank": _as("drugbank"),
    "efo": _as("efo", "EFO:"),
    "ensembl": _ensembl,
    "entrez gene": _as("entrez"),
    "flybase": _stable(r"FBgn\d{7}"),
    "geneontology": _as("gene_ontology", "GO:"),
    "gramene arabidopsis": _stable(_ARABIDOPSIS),
    "gramene maize": _stable(r"GRMZM\dG\d{6}|Zm\d{5}[a-z]{1,2}\d{6}"),
    "gramene rice": _stable(_RICE),
    "hgnc": _hgnc,
    "hgnc accession number": _as("hgnc", "HGNC:"),
    "hmdb": _hmdb,
    "inchikey": _as("inchikey"),
    "kegg compound": _kegg,
    "kegg drug": _kegg,
    "kegg genes": _kegg,
    "kegg glycan": _kegg,
    "kegg pathway": _kegg_pathway,
    "lipid maps": _as("lipidmaps"),
    "mgi": _as("mgi", "MGI:"),
    "mirbase mature sequence": _as("mirbase"),
    "mirbase sequence": _as("mirbase"),
    "mondo": _as("mondo", "MONDO:"),
    "ncbi protein": _refseq,
    "omim": _as("omim"),
    "orphanet": _as("orphanet", "ORPHA:"),
    "pubchem-compound": _as("pubchem_compound"),
    "pubchem-substance": _as("pubchem_substance"),
    "reactome": _reactome,
    "refseq": _refseq,
    "rgd": _as("rgd"),
    "rice ensembl gene": _stable(_RICE),
    "tair": _stable(_ARABIDOPSIS),
    "tuberculist": _stable(r"Rv\d{4}[A-Dc]?c?"),
    "uniprot-swissprot": _uniprot,
    "uniprot-trembl": _uniprot,  # in drawings, this name stands for Swiss-Prot as well
    "wikidata": _as("wikidata"),
    "wikipathways": _wikipathways,
    "wormbase": _stable(r"WBGene\d{8}"),
}
