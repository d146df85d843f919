"""Why a thing is among those found: by which of its names, and never by a guess."""

import pytest

from biofacts.application.messages.web import reason
from biofacts.domain.compounds.compound import CompoundSearchCandidate
from biofacts.domain.genes.gene import Gene
from biofacts.domain.lists.match_reasons import Called, Named, Reason, why
from biofacts.domain.pharmacology.ligand import Ligand
from biofacts.domain.pharmacology.target import Target

ERBB2 = Gene(
    id="HGNC:3430", symbol="ERBB2", name="erb-b2 receptor tyrosine kinase 2", organism="Homo sapiens",
    locus_type="gene with protein product", aliases=("NEU", "HER-2", "c-erb B2/neu"), previous_symbols=("NGL",),
    cross_references={"uniprot": ("P04626",), "entrez": "2064"}, url="",
)  # fmt: skip
D2 = Target(
    id="IUPHAR:215", name="D2 receptor", target_family="Dopamine receptors", target_class="GPCR", gene_symbol="DRD2",
    synonyms=("dopamine receptor D2",), orthologs={"mouse": {"mgi": "MGI:94924"}}, url="",
)  # fmt: skip
GABA_A = Target(
    id="IUPHAR:404", name="GABA<sub>A</sub> receptor α1 subunit", abbreviation="GABAAR",
    target_family="GABA<sub>A</sub> receptors", other_families=("Cys-loop receptors",),
    target_class="Ligand-gated ion channel", other_classes=("Ion channel",),
    gene_symbol="GABRA1", gene_symbols=("GABRA1", "GABRB2"), subunits=("β2 chain",), url="",
)  # fmt: skip
IBUPROFEN = Ligand(
    id="IUPHAR:2713", name="ibuprofen", type="Synthetic organic", synonyms=("Advil", "Motrin"), approved=True,
    canonical_smiles="CC(Cc1ccc(cc1)C(C(=O)O)C)C", cross_references={"cas": "15687-27-1"}, url="",
)  # fmt: skip
ASPIRIN = CompoundSearchCandidate(id="PubChem:CID2244", name="Aspirin", score=1.0)


@pytest.mark.parametrize(
    ("query", "named", "how", "names"),
    [
        ("erbb2", ERBB2, "whole", [("symbol", "ERBB2")]),
        ("HER2", ERBB2, "whole", [("alias", "HER-2")]),
        ("NGL", ERBB2, "whole", [("previous symbol", "NGL")]),
        ("p04626", ERBB2, "whole", [("identifier", "P04626")]),
        ("HGNC:3430", ERBB2, "whole", [("identifier", "HGNC:3430")]),
        ("tyrosine kinases", ERBB2, "part", [("name", "erb-b2 receptor tyrosine kinase 2")]),
        ("tyros", ERBB2, "part", [("name", "erb-b2 receptor tyrosine kinase 2")]),
        ("tyr", ERBB2, "part", [("name", "erb-b2 receptor tyrosine kinase 2")]),
        ("NGL NEU kinase", ERBB2, "part", [
            ("name", "erb-b2 receptor tyrosine kinase 2"), ("previous symbol", "NGL"), ("alias", "NEU"),
        ]),
        ("neu kinase", ERBB2, "part", [("name", "erb-b2 receptor tyrosine kinase 2"), ("alias", "NEU")]),
        ("tyrosin kinaes", ERBB2, "alike", [("name", "erb-b2 receptor tyrosine kinase 2")]),
        ("dopamine receptor", D2, "whole", [("family", "Dopamine receptors")]),
        ("dopamine receptor D2", D2, "whole", [("synonym", "dopamine receptor D2")]),
        ("GPCR", D2, "whole", [("class", "GPCR")]),
        ("DRD2", D2, "whole", [("gene symbol", "DRD2")]),
        ("MGI:94924", D2, "whole", [("ortholog's identifier", "MGI:94924")]),
        ("GABAAR", GABA_A, "whole", [("abbreviation", "GABAAR")]),
        ("GABRB2", GABA_A, "whole", [("gene symbol", "GABRB2")]),
        ("Cys-loop receptors", GABA_A, "whole", [("family", "Cys-loop receptors")]),
        ("ion channel", GABA_A, "whole", [("class", "Ion channel")]),
        ("β2 chain", GABA_A, "whole", [("subunit", "β2 chain")]),
        ("Advil", IBUPROFEN, "whole", [("synonym", "Advil")]),
        ("ibuprofn", IBUPROFEN, "alike", [("name", "ibuprofen")]),
        ("15687-27-1", IBUPROFEN, "whole", [("identifier", "15687-27-1")]),
        ("CC(Cc1ccc(cc1)C(C(=O)O)C)C", IBUPROFEN, "whole", [("structure", "CC(Cc1ccc(cc1)C(C(=O)O)C)C")]),
        ("aspirin", ASPIRIN, "whole", [("name", "Aspirin")]),
    ],
)  # fmt: skip
def test_the_name_that_answers_is_told(query: str, named: Named, how: str, names: list[tuple[str, str]]) -> None:
    found = why(query, named)

    assert found is not None
    assert (found.how, [*found.names]) == (how, names)


@pytest.mark.parametrize(
    ("query", "named"),
    [
        ("beta blocker", IBUPROFEN), ("dopamine agonist", D2), ("HER3", ERBB2), ("", ERBB2), ("the of", D2),
        ("ty", ERBB2), ("acetylsalicylic acid", ASPIRIN), ("COX inhibitor", IBUPROFEN), ("β", IBUPROFEN),
    ],
)  # fmt: skip
def test_what_no_name_holds_has_no_reason(query: str, named: Named) -> None:
    assert why(query, named) is None


def test_words_that_are_told_as_unmatched_need_no_name() -> None:
    assert why("D2 receptor agonist", D2, ["agonist"]) == Reason("part", (Called("name", "D2 receptor"),))
    assert why("agonist", D2, ["agonist"]) is None


@pytest.mark.parametrize(
    ("why", "said"),
    [
        (Reason("whole", (Called("alias", "HER-2"),)), "matched by its alias HER-2"),
        (Reason("part", (Called("name", "x"), Called("synonym", "y"))), "matched in its name and its synonym y"),
        (Reason("alike", (Called("symbol", "x"),)), "spelt like its symbol"),
        (None, "matched by more than its names"),
    ],
)
def test_reasons_are_said(why: Reason | None, said: str) -> None:
    assert reason("gene", why, noted=False) == said
    assert reason("gene", why, noted=True) == said + (": see the note on the list" if why is None else "")


def test_of_compounds_pubchem_says_no_more() -> None:
    assert reason("compound", None, noted=True) == "PubChem has it under that name, or a similar one"
