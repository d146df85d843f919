"""Names of gene sets as other collections print them."""

import pytest

from biofacts.domain.pathways.queries import PastedName
from biofacts.domain.pathways.queries import parse_pasted_name as read


@pytest.mark.parametrize(
    ("text", "words", "identifiers"),
    [
        ("WP_APOPTOSIS", "APOPTOSIS", ()),
        ("REACTOME_CELL_CYCLE", "CELL CYCLE", ()),
        ("PID_VEGFR1_2_PATHWAY", "VEGFR1 PATHWAY", ()),
        ("KEGG_MEDICUS_REFERENCE_WNT_SIGNALING", "WNT SIGNALING", ()),
        ("Cell Cycle R-HSA-1640170", "Cell Cycle", ("R-HSA-1640170",)),
        ("GO:0007219 Notch signaling pathway", "Notch signaling pathway", ("GO:0007219",)),
        ("apoptotic process (GO:0006915)", "apoptotic process", ("GO:0006915",)),
        ("path:hsa04110 Cell cycle - Homo sapiens (human)", "Cell cycle", ("hsa04110",)),
        ("Apoptosis%WikiPathways_20250810%WP254%Homo sapiens", "Apoptosis", ("WP:WP254",)),
        ("Apoptosis%WikiPathways_20250810%WP1254%Mus musculus", "Apoptosis Mus musculus", ("WP:WP1254",)),
        ("Apoptosis%REACTOME%R-HSA-109581.3", "Apoptosis", ("R-HSA-109581",)),
        ("Cell cycle_Homo sapiens_hsa04110", "Cell cycle", ("hsa04110",)),
        ("Apoptosis_Mus musculus_WP1254", "Apoptosis Mus musculus", ("WP:WP1254",)),
        ("IL6-mediated signaling events Homo sapiens 36b43e9e-6195-11e5", "IL6-mediated signaling events", ()),
        ("GO:0006915~apoptotic process", "apoptotic process", ("GO:0006915",)),
        ("hsa04110:Cell cycle", "Cell cycle", ("hsa04110",)),
        ("Reactome: Cell Cycle", "Cell Cycle", ()),
        ("[GOBP] glycolysis", "glycolysis", ()),
        ("Glycolysis (KEGG)", "Glycolysis", ()),
        ("Apoptosis WP254", "Apoptosis", ("WP:WP254",)),
    ],
)
def test_prefixes_and_identifiers_are_told_from_words(text: str, words: str, identifiers: tuple[str, ...]) -> None:
    assert read(text) == PastedName(words, identifiers)


@pytest.mark.parametrize(
    "text", ["WP254", "GO:0006915", "apoptosis", "TP53 network", "NM_000546", "WP_123", "HIF_1 signaling", "COVID-19"]
)
def test_other_texts_are_no_pasted_names(text: str) -> None:
    assert read(text) is None


@pytest.mark.parametrize(
    ("text", "words", "database"),
    [
        ("KEGG apoptosis", "apoptosis", "KEGG"),
        ("Reactome pathways for cell cycle", "cell cycle", "Reactome"),
        ("biocyc glycolysis", "glycolysis", "biocyc"),
    ],
)
def test_the_name_of_another_database_is_no_word_of_the_topic(text: str, words: str, database: str) -> None:
    """`KEGG apoptosis` found pathways whose descriptions mention KEGG, and none of apoptosis."""
    assert read(text) == PastedName(words, (), database)


@pytest.mark.parametrize("text", ["KEGG", "KEGG pathway", "apoptosis in KEGG", "KEGGanything else"])
def test_the_name_of_a_database_alone_is_not_left_out(text: str) -> None:
    assert read(text) is None
