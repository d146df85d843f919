"""A few pathways, as the replayed WikiPathways has them."""

from collections.abc import Mapping
from typing import NamedTuple


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
