"""The Pathway Ontology (Rat Genome Database, CC BY 4.0): synonyms of pathway names, and KEGG's map numbers.

Source: http://purl.obolibrary.org/obo/pw.obo, OBO 1.2.
"""

import re
from collections.abc import Iterator, Sequence

import msgspec

from biofacts.adapters.http.client import LifeSciencesClient
from biofacts.domain.search import ranking as search
from biofacts.ports.catalogue import Content, Entry, Provenance

NAME = "pathway-ontology"
PATH = "pw.obo"

KEGG_ORGANISMS = {
    "Homo sapiens": "hsa", "Mus musculus": "mmu", "Rattus norvegicus": "rno", "Bos taurus": "bta",
    "Saccharomyces cerevisiae": "sce", "Caenorhabditis elegans": "cel", "Danio rerio": "dre", "Pan troglodytes": "ptr",
    "Canis familiaris": "cfa", "Gallus gallus": "gga", "Arabidopsis thaliana": "ath", "Drosophila melanogaster": "dme",
    "Oryza sativa": "osa", "Mycobacterium tuberculosis": "mtu", "Anopheles gambiae": "aga", "Escherichia coli": "eco",
    "Sus scrofa": "ssc", "Equus caballus": "ecb", "Zea mays": "zma", "Solanum lycopersicum": "sly",
    "Hordeum vulgare": "hvg", "Glycine max": "gmx", "Nicotiana tabacum": "nta", "Ovis aries": "oas",
    "Populus trichocarpa": "pop", "Triticum aestivum": "taes", "Xenopus tropicalis": "xtr", "Bacillus subtilis": "bsu",
    "Plasmodium falciparum": "pfa", "Vitis vinifera": "vvi",
}  # fmt: skip
"""KEGG's organism codes."""

_ELSEWHERE = re.compile(r"(KEGG|SMP|PID|REACTOME):", re.I)


class OntologyClient(LifeSciencesClient):
    """Fetches the ontology's newest release (the address redirects to it)."""

    service = "Pathway Ontology"


class Term(msgspec.Struct, frozen=True):
    """One term. `kegg`: five-digit KEGG map numbers."""

    identifier: str
    names: tuple[str, ...]
    kegg: tuple[str, ...] = ()


def read(body: bytes, provenance: Provenance) -> Content:
    """Terms as entries without texts, their names as rows of synonyms. Raises: ValueError."""
    terms = list(_terms(body.decode("utf-8")))
    if not terms:
        raise ValueError("no [Term] stanza with an id in it")
    if not body.endswith(b"\n"):
        raise ValueError("it breaks off in the middle of a line")
    return Content(
        provenance=provenance,
        entries=(Entry(key=term.identifier, record=msgspec.msgpack.encode(term)) for term in terms),
        synonyms=(search.folded_names(term.names) for term in terms if len(term.names) > 1),
    )


def kegg_pathways(record: bytes, organism: str) -> Sequence[str]:
    """A term's KEGG pathways in an organism: `hsa00010`."""
    code = KEGG_ORGANISMS.get(organism)
    return [code + number for number in msgspec.msgpack.decode(record, type=Term).kegg] if code else []


def _terms(obo: str) -> Iterator[Term]:
    for stanza in obo.split("\n[")[1:]:
        kind, _, lines = stanza.partition("]")
        fields = [line.split(": ", 1) for line in lines.splitlines() if ": " in line]
        tags: dict[str, list[str]] = {}
        for tag, value in fields:
            tags.setdefault(tag, []).append(value)
        if kind != "Term" or "id" not in tags or tags.get("is_obsolete") == ["true"]:
            continue
        synonyms = [found[1] for value in tags.get("synonym", []) if (found := re.match(r'"((?:[^"\\]|\\.)*)"', value))]
        names = [*tags.get("name", []), *(name for name in synonyms if not _ELSEWHERE.match(name))]
        kegg = [found[1] for name in synonyms if (found := re.fullmatch(r"KEGG:(\d{5})", name))]
        yield Term(tags["id"][0], tuple(dict.fromkeys(names)), tuple(dict.fromkeys(kegg)))
