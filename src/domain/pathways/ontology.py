"""Terms of the Pathway Ontology, and the equivalent pathways of KEGG."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import msgspec

SERVICE = "Pathway Ontology"

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

REFERENCE_MAPS = ("map", "ko", "ec", "rn")
"""KEGG's prefixes of map numbers that belong to no organism."""


class Term(msgspec.Struct, frozen=True):
    """A term.

    `names`: its label and its synonyms. `kegg`: five-digit KEGG map numbers. `parents`: identifiers of the terms of
    which it is a kind or a part. `merged`: identifiers of terms that were merged into it.
    """

    identifier: str
    names: tuple[str, ...]
    kegg: tuple[str, ...] = ()
    parents: tuple[str, ...] = ()
    merged: tuple[str, ...] = ()

    def kegg_pathways(self, organism: str) -> Sequence[str]:
        """Return the ids of the equivalent KEGG pathways in an organism: `hsa00010`."""
        code = KEGG_ORGANISMS.get(organism)
        return [code + number for number in self.kegg] if code else []


def descendants(terms: Iterable[Term]) -> Mapping[str, Sequence[Term]]:
    """Map each term's identifier to the terms that are a kind or a part of it, the nearest first."""
    children: defaultdict[str, list[Term]] = defaultdict(list)
    for term in terms:
        for parent in term.parents:
            children[parent].append(term)
    return {identifier: _below(identifier, children) for identifier in tuple(children)}


def _below(identifier: str, children: Mapping[str, Sequence[Term]]) -> Sequence[Term]:
    found: dict[str, Term] = {}
    rest = [identifier]
    while rest:
        below = [one for parent in rest for one in children.get(parent, ()) if one.identifier not in found]
        found |= {one.identifier: one for one in below}
        rest = list(dict.fromkeys(one.identifier for one in below))
    return list(found.values())
