"""Terms of the Pathway Ontology, and the pathways of KEGG that they are equivalent to."""

from collections.abc import Sequence

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


class Term(msgspec.Struct, frozen=True):
    """One term. `names`: its label and its synonyms. `kegg`: five-digit KEGG map numbers."""

    identifier: str
    names: tuple[str, ...]
    kegg: tuple[str, ...] = ()

    def kegg_pathways(self, organism: str) -> Sequence[str]:
        """KEGG's equivalent pathways in an organism: `hsa00010`."""
        code = KEGG_ORGANISMS.get(organism)
        return [code + number for number in self.kegg] if code else []
