"""What a gene's name means, decided on a handful of genes."""

from collections.abc import Callable, Sequence

import msgspec
import pytest

from biofacts.domain.genes import families, name_readings, name_resolution, name_variants
from biofacts.domain.genes.drawn_labels import DrawnLabels, LabelledNode
from biofacts.domain.genes.gene import GeneFacts, name_terms, spelled
from biofacts.domain.genes.names import GeneName, Rank, Standing, alias_term, gene_term, organism_of, unsearched
from biofacts.domain.identifiers.organisms import HUMAN


def gene(
    symbol: str,
    *,
    number: int = 0,
    previous: str = "",
    aliases: str = "",
    name: str = "",
    other_names: tuple[str, ...] = (),
    groups: tuple[str, ...] = (),
    coding: bool = True,
    locus: str = "gene with protein product",
) -> GeneFacts:
    return GeneFacts(
        id=f"HGNC:{number or sum(map(ord, symbol))}",
        symbol=symbol,
        name=name or symbol,
        organism=HUMAN,
        locus_type=locus if coding else "pseudogene",
        protein_coding=coding,
        previous_symbols=tuple(previous.split()),
        aliases=tuple(aliases.split()),
        other_names=other_names,
        groups=groups,
        cross_references={
            "entrez": str(sum(map(ord, symbol))),
            "uniprot": ("P04637",) if symbol == "TP53" else ("Q1",),
        },
    )


KNOWN = (
    gene("TP53", aliases="p53", name="tumor protein p53"),
    gene("TNF", previous="TNFA", aliases="TNF-alpha", name="tumor necrosis factor"),
    gene("SHH", name="sonic hedgehog signaling molecule", other_names=("sonic hedgehog (Drosophila) homolog",)),
    gene("COX8A", aliases="COX"),
    gene("PTGS2", aliases="COX2"),
    gene("MT-CO2", aliases="COX2"),
    gene("CDKN2A", aliases="p16"),
    gene("H3P10", aliases="p16", coding=False),
    gene("ERBB2", aliases="HER2 HER-2 NEU", name="erb-b2 receptor tyrosine kinase 2"),
    gene("NEU1", previous="NEU"),
    gene("EPHB2", previous="ERK"),
    gene("MAPK1", aliases="ERK ERK2", groups=("Mitogen-activated protein kinases",)),
    gene("MAPK3", aliases="ERK1", groups=("Mitogen-activated protein kinases",)),
    gene("PIK3CA", aliases="PI3K"),
    gene("PIK3CB"),
    gene("VEGFA", previous="VEGF", groups=("VEGF family",)),
    gene("VEGFB", groups=("VEGF family",)),
    gene("VEGFC", groups=("VEGF family",)),
    gene("CSNK2A1", name="casein kinase 2 alpha 1"),
    gene("CSNK2A2", aliases="CK2alpha'", name="casein kinase 2 alpha 2", other_names=("casein kinase 2 alpha'",)),
    gene("RELA", aliases="p65", name="RELA proto-oncogene, NF-kB subunit"),
    gene("TRIB3", aliases="p65"),
    gene("RPS6KB1", aliases="S6K1", name="ribosomal protein S6 kinase B1"),
    gene("TNFSF11", aliases="RANKL", other_names=("osteoprotegerin ligand",)),
    gene("H4C1", groups=("H4 histones",)),
    gene("H4C2", groups=("H4 histones",)),
    gene("TGFBR2", name="transforming growth factor beta receptor 2"),
    gene("FSD1", aliases="MIR1"),
    gene("MIR1-1", coding=False),
    gene("MIR1-2", coding=False),
    gene("MIRLET7A1", coding=False),
    gene("MIRLET7A2", coding=False),
    gene("HLA-B", name="major histocompatibility complex, class I, B"),
    gene("MDM2", name="MDM2 proto-oncogene", other_names=("p53-binding protein MDM2",)),
    gene("SMAD2", groups=("SMAD family",)),
    gene("SMAD4", groups=("SMAD family",)),
    gene("BMPR1A", name="bone morphogenetic protein receptor type 1A", groups=("Type 1 receptors",)),
    gene("BMPR2", name="bone morphogenetic protein receptor type 2", groups=("Type 2 receptors",)),
    gene("ATP4A", groups=("P-type ATPases",)),
    gene("ATP7B", groups=("Copper transport",)),
    gene("EGF", name="epidermal growth factor"),
    gene("EGFR", name="epidermal growth factor receptor"),
    gene("CXCR4", name="C-X-C motif chemokine receptor 4"),
    gene("BRAF", name="B-Raf proto-oncogene, serine/threonine kinase"),
    gene("BCR1", aliases="BCR-1"),
    gene("BCR-1A", aliases="BCR1"),
    gene("MLH1", name="mutL homolog 1"),
    gene("EIF2AK3", aliases="PERK1"),
    gene("ITGAV", name="integrin subunit alpha V", other_names=("integrin alpha V",)),
    gene("ITGB3", name="integrin subunit beta 3", other_names=("integrin beta 3",)),
    gene("CYP3A4", name="cytochrome P450 family 3 subfamily A member 4"),
    gene("F8", name="coagulation factor VIII"),
    gene("PARP1", name="poly(ADP-ribose) polymerase 1"),
    gene("TIPARP", aliases="PARP-1"),
    gene("IL21", aliases="IL-21"),
    gene("IL22", aliases="IL-21"),
    gene("PGP", name="phosphoglycolate phosphatase"),
    gene("ABCB1", aliases="P-gp"),
    gene("MARVELD1", other_names=("occludin",)),
    gene("OCLN", name="occludin"),
    gene("MIR9-3", name="microRNA 9-3"),
    gene("MIR93", name="microRNA 93"),
    gene("TRAV1-1", aliases="TRAV11"),
    gene("TRAV11"),
    gene("OCLNP1", name="occludin pseudogene 1", other_names=("occludin-like",), coding=False),
    gene("BICD2", other_names=("bicaudal D homolog 2 (Drosophila)",)),
    gene("PMS2P6", other_names=("PMS1 homolog pseudogene",)),
    gene("ALDH1A1", name="aldehyde dehydrogenase 1 family member A1"),
    gene("ALDH1B1", name="aldehyde dehydrogenase 1 family member B1"),
    gene("ALDH2", name="aldehyde dehydrogenase 2 family member"),
    gene("STAT5A", name="signal transducer and activator of transcription 5A"),
    gene("STAT5B", name="signal transducer and activator of transcription 5B"),
    gene("COL5A1", name="collagen type V alpha 1 chain"),
    gene("COL5A2", name="collagen type V alpha 2 chain"),
    gene("NR1H2", aliases="LXRB"),
    gene("LTC4S", name="leukotriene C4 synthase"),
    gene("CA2", name="carbonic anhydrase 2"),
    gene("COL20A1", other_names=("Collagen alpha-1(XX) chain",)),
    gene("RARRES2", aliases="chemerin", name="retinoic acid receptor responder 2"),
    gene("PRKACB", name="protein kinase cAMP-activated catalytic subunit 2"),
    gene("NR1H3", aliases="LXRA"),
)


def read(text: str) -> name_readings.Reading:
    name = GeneName.parse(text)
    wanted = set(name_resolution.terms(name))
    known = [one for one in KNOWN if wanted & {*one.exact_terms(), f"hgnc:{one.id}"}]
    return name_resolution.resolve_name(name, known)


def symbols(found: name_readings.Reading) -> set[str]:
    return {one.symbol for one in found.meanings}


@pytest.mark.parametrize(
    ("text", "symbol", "why"),
    [
        ("tp53", "TP53", "approved symbol"),
        ("P53", "TP53", "alias"),
        ("p-53", "TP53", "alias in another spelling"),
        ("TNFA", "TNF", "previous symbol"),
        ("tnf alpha", "TNF", "alias"),
        ("tumour protein p53", "TP53", "full name"),
        ("Sonic hedgehog", "SHH", "other full name"),
        ("p16", "CDKN2A", "alias"),
        ("HER2/neu", "ERBB2", "alias"),
        ("TP53 (p53)", "TP53", "approved symbol"),
        ("human TP53 gene", "TP53", "approved symbol"),
        ("TP53 protein", "TP53", "approved symbol"),
        ("BRAF kinase", "BRAF", "approved symbol"),
        ("EGF receptor", "EGFR", "approved symbol"),
        ("TGF-β receptor II", "TGFBR2", "approved symbol in another spelling"),
        ("occludin alfa", None, ""),
        ("CXCR4 receptor", "CXCR4", "approved symbol"),
        ("TP53 kinase", None, ""),
        ("S6 kinase 1", "RPS6KB1", "alias"),
        ("RANK ligand", "TNFSF11", "alias"),
        ("lncRNA MIR93", "MIR93", "approved symbol"),
        ("BCR1", "BCR1", "approved symbol"),
        ("uniprot:P04637-2", "TP53", "identifier (uniprot)"),
        ("glucose", None, ""),
        ("ATP", None, ""),
        ("hMLH1", "MLH1", "approved symbol"),
        ("hp53", None, ""),
        ("hMLH2", None, ""),
        ("cytochrome P450 3A4", "CYP3A4", "approved symbol"),
        ("P450-3A4", "CYP3A4", "approved symbol"),
        ("cytochrome P450", None, ""),
        ("factor 8", "F8", "full name"),
        ("clotting factor VIIIa", "F8", "full name"),
        ("growth factor 8", None, ""),
        ("tumor protein TP53", "TP53", "approved symbol"),
        ("MAPK ERK1", "MAPK3", "alias"),
        ("HLA-B*57:01", "HLA-B", "approved symbol, without '*57:01'"),
        ("HLA-B27", "HLA-B", "approved symbol, without '27'"),
        ("p53 p18 fragment", "TP53", "alias, without 'p18'"),
        ("CYP3A4*22", "CYP3A4", "approved symbol, without '*22'"),
        ("CYP3A4 *1B", "CYP3A4", "approved symbol, without '*1B'"),
        ("BRAF V600E mutant", "BRAF", "approved symbol, without 'V600E', 'mutant'"),
        ("BRAFV600E", "BRAF", "approved symbol, without 'V600E'"),
        ("BRAF(V600E/K601E)", "BRAF", "approved symbol, without 'V600E/K601E'"),
        ("p.Val600Glu BRAF", "BRAF", "approved symbol, without 'p.Val600Glu'"),
        ("BRAF c.1799T>A", "BRAF", "approved symbol, without 'c.1799T>A'"),
        ("TP53 exon 4 deletion", "TP53", "approved symbol, without 'exon 4 deletion'"),
        ("EGFRvIII", "EGFR", "approved symbol, without 'vIII'"),
        ("pBRAF", "BRAF", "approved symbol, without 'p'"),
        ("p-p53", "TP53", "alias, without 'p-'"),
        ("p-selectin", None, ""),
        ("phospho-p53 (Ser15/Ser20)", "TP53", "alias, without 'phospho-', 'Ser15/Ser20'"),
        ("wild-type BRAF", "BRAF", "approved symbol, without 'wild-type'"),
        ("GFP-tagged p53", "TP53", "alias, without 'GFP-tagged'"),
        ("anti-p53", "TP53", "alias, without 'anti-'"),
        ("HA-p53", "TP53", "alias, without 'HA-'"),
        ("p53-luc", "TP53", "alias, without 'luc'"),
        ("p53-CreERT2", "TP53", "alias, without 'CreERT2'"),
        ("active p53", "TP53", "alias, without 'active'"),
        ("rhEGFR", "EGFR", "approved symbol, without 'rh'"),
        ("TP53P", None, ""),
        ("GTP-BRAF", "BRAF", "approved symbol, without 'GTP-'"),
        ("GDP-bound BRAF", "BRAF", "approved symbol, without 'GDP-bound'"),
        ("BRAF-GTP", "BRAF", "approved symbol, without '-GTP'"),
        ("GTP-binding", None, ""),
        ("EGF(35-55)", "EGF", "approved symbol, without '(35-55)'"),
        ("EGF35-55", "EGF", "approved symbol, without '35-55'"),
        ("EGF35-5", None, ""),
        ("EGFRβ", "EGFR", "approved symbol, without 'β'"),
        ("EGF β", None, ""),
        ("FVIII", "F8", "full name"),
        ("FVIIIa", "F8", "full name"),
        ("FVIIIb", None, ""),
        ("TGF-betaRII", "TGFBR2", "approved symbol in another spelling"),
        ("Bicaudal D2", "BICD2", "other full name"),
        ("Bicaudal D homolog 2", "BICD2", "other full name"),
        ("PMS1 pseudogene", None, ""),
        ("STAT5 beta", "STAT5B", "approved symbol in another spelling"),
        ("STAT5v3", None, ""),
        ("BRAF 3", None, ""),
        ("LTC4S", "LTC4S", "approved symbol"),
        ("LTC4", None, ""),
        ("Ca2+", None, ""),
        ("Ca²⁺", None, ""),
        ("CA2+", "CA2", "approved symbol in another spelling"),
        ("LTC4s", "LTC4S", "approved symbol"),
        ("chemerin receptor", None, ""),
        ("protein kinase A 2", None, ""),
        ("MAPK A", None, ""),
        ("collagen alpha-1(III) chain", None, ""),
        ("p53TP53", "TP53", "alias"),
        ("occludin (tight junction)", "OCLN", "full name, for a part of the text"),
        ("TP53 (BRAF)", None, ""),
        ("p53 MDM2", None, ""),
        ("suppressor TP53", None, ""),
        ("IL-21", "IL21", "approved symbol"),
        ("P-gp", "ABCB1", "alias"),
        ("occludin", "OCLN", "full name"),
        ("microRNA 93", "MIR93", "full name"),
        ("microRNA 9-3", "MIR9-3", "full name"),
        ("TRAV11", "TRAV11", "approved symbol"),
        ("occludin pseudogene 1", "OCLNP1", "full name"),
        ("occludin-like", None, ""),
        ("casein kinase 2 alpha'", "CSNK2A2", "other full name"),
        ("casein kinase 2 alpha prime", "CSNK2A2", "other full name"),
        ("CK2α′", "CSNK2A2", "alias"),
        ("NF-κB p65", "RELA", "member of the family 'NF-κB'"),
        ("p65 NF-kB", "RELA", "member of the family 'NF-kB'"),
        ("p65 subunit of NF-kB", "RELA", "member of the family 'NF-kB'"),
    ],
)
def test_the_best_standing_decides(text: str, symbol: str | None, why: str) -> None:
    found = read(text)

    assert (found.gene.symbol if found.gene else None, found.why) == (symbol, why)
    assert not found.meanings


@pytest.mark.parametrize(("text", "guess"), [("EGF receptor", "derived"), ("RANK ligand", "derived"), ("p53", "")])
def test_an_abbreviated_receptor_may_be_another_protein(text: str, guess: str) -> None:
    assert read(text).guess == guess


def test_of_a_phosphorylated_form_and_another_gene_the_form_comes_first() -> None:
    assert [one.symbol for one in read("p-ERK1").meanings] == ["MAPK3", "EIF2AK3"]


def test_an_approved_symbol_wins_and_the_alias_is_told() -> None:
    assert [(one.symbol, one.why) for one in read("BCR1").others] == [("BCR-1A", "alias")]


def test_one_that_codes_for_a_protein_is_meant_and_the_other_is_told() -> None:
    assert [(one.symbol, one.why) for one in read("p16").others] == [("H3P10", "alias")]


def test_what_once_was_a_members_symbol_is_that_member_and_the_family_is_told() -> None:
    found = read("VEGF")

    assert found.gene is not None
    assert found.gene.symbol == "VEGFA"
    assert {one.symbol for one in found.others} == {"VEGFB", "VEGFC"}
    assert found.score == 0.9
    assert found.read_as is not None
    assert found.read_as.why == "previous symbol; also the name of a family: VEGFA, VEGFB, VEGFC"
    assert read("VEGFA").score == 1.0


@pytest.mark.parametrize(
    ("text", "is_family", "meant"),
    [
        ("COX2", False, {"PTGS2", "MT-CO2"}),
        ("cox-2", False, {"PTGS2", "MT-CO2"}),
        ("PI3K", True, {"PIK3CA", "PIK3CB"}),
        ("ERK", True, {"MAPK1", "MAPK3"}),
        ("MAPK", True, {"MAPK1", "MAPK3"}),
        ("SMAD", True, {"SMAD2", "SMAD4"}),
        ("BMPR", True, {"BMPR1A", "BMPR2"}),
        ("BMP receptor", True, {"BMPR1A", "BMPR2"}),
        ("SMAD family members", True, {"SMAD2", "SMAD4"}),
        ("ALDH1", True, {"ALDH1A1", "ALDH1B1"}),
        ("ALDH", True, {"ALDH1A1", "ALDH1B1", "ALDH2"}),
        ("NR1", False, set[str]()),
        ("signal transducer and activator of transcription 5", True, {"STAT5A", "STAT5B"}),
        ("collagen type V", True, {"COL5A1", "COL5A2"}),
        ("histone H4", True, {"H4C1", "H4C2"}),
        ("miR-1", True, {"MIR1-1", "MIR1-2"}),
        ("hsa-let-7a-5p", True, {"MIRLET7A1", "MIRLET7A2"}),
        ("phospho-ERK", True, {"MAPK1", "MAPK3"}),
        ("H4K20me3", True, {"H4C1", "H4C2"}),
        ("p-ERK1", False, {"MAPK3", "EIF2AK3"}),
        ("pERK1", False, {"MAPK3", "EIF2AK3"}),
        ("TP53-BRAF", False, {"TP53", "BRAF"}),
        ("EGFR::MLH1 fusion", False, {"EGFR", "MLH1"}),
        ("p53/BRAF", False, {"TP53", "BRAF"}),
        ("integrin αVβ3", False, {"ITGAV", "ITGB3"}),
    ],
)
def test_several_genes_and_families_are_no_gene(text: str, is_family: bool, meant: set[str]) -> None:
    found = read(text)

    assert found.gene is None
    assert found.is_family == is_family
    assert symbols(found) == meant


def test_a_gene_outside_of_a_family_that_bears_its_name_is_told() -> None:
    assert [(one.symbol, one.why) for one in read("ERK").others] == [("EPHB2", "previous symbol")]


CAREFUL = [
    gene("WAS", previous="THC"),
    gene("CCR5", name="C-C motif chemokine receptor 5"),
    gene("CFTR"),
    gene("SSR1", name="signal sequence receptor subunit 1"),
    gene("TGFBR1"),
    gene("SAGE1", other_names=("cancer/testis antigen 14",)),
    gene("CDKN1A", aliases="p21"),
    gene("UGT1A5", aliases="UGT1-5"),
    gene("IL12A"),
    gene("IL12B"),
    gene("PSMB7", aliases="Z"),
    gene("RHO", name="rhodopsin"),
    gene("CFH", name="complement factor H"),
    gene("F10", name="coagulation factor X"),
    gene("AGA", name="aspartylglucosaminidase"),
    gene("NR4A2", aliases="NOT"),
    gene("CELP", previous="CELL"),
    gene("MAPT", other_names=("tau",)),
]


@pytest.mark.parametrize(
    ("text", "symbol", "score"),
    [
        ("Δ9-THC", None, 1.0),  # chemistry
        ("Δ9 THC", None, 1.0),
        ("CCR5Δ32", "CCR5", 0.9),
        ("CCR5 Δ32", "CCR5", 0.9),
        ("ΔF508-CFTR", "CFTR", 0.9),
        ("SSRI", None, 1.0),
        ("TGFBRI", "TGFBR1", 0.9),
        ("TGFBR1", "TGFBR1", 1.0),
        ("cancer/testis antigen 1.4", None, 1.0),
        ("cancer/testis antigen 14", "SAGE1", 1.0),
        ("p2.1", None, 1.0),
        ("IL1.2", None, 1.0),
        ("UGT1.5", "UGT1A5", 1.0),  # a point in the place of a hyphen
        ("protein Z", None, 1.0),
        ("protein R", None, 1.0),
        ("tau protein", "MAPT", 0.9),
        ("factor H", "CFH", 0.9),
        ("factor X", "F10", 0.9),
        ("tRNA serine (AGA)", "AGA", 0.8),
        ("human aspartylglucosaminidase gene (AGA)", "AGA", 0.9),
        ("gene (AGA)", "AGA", 0.9),
        ("not", None, 1.0),
        ("NOT", "NR4A2", 1.0),
        ("cells", None, 1.0),
        ("HGNC:CFTR", "CFTR", 1.0),
    ],
)
def test_only_a_name_that_a_gene_has_as_a_whole_is_exact(text: str, symbol: str | None, score: float) -> None:
    found = name_resolution.resolve_name(GeneName.parse(text), CAREFUL)

    assert (found.gene.symbol if found.gene else None) == symbol
    assert symbols(found) == set()
    assert found.score == score


def test_a_final_i_that_is_read_as_a_number_is_another_spelling() -> None:
    assert name_resolution.resolve_name(GeneName.parse("TGFBRI"), CAREFUL).why == "approved symbol in another spelling"


def test_a_symbol_in_a_bracket_alone_comes_after_the_protein_with_the_whole_name() -> None:
    name = GeneName.parse("tRNA serine (AGA)")
    read = name_resolution.resolve_name(name, CAREFUL)
    was, aga = CAREFUL[0], next(one for one in CAREFUL if one.symbol == "AGA")

    assert name_readings.with_protein(read, name_readings.of_protein(name, [was])).gene == was
    assert name_readings.with_protein(read, name_readings.of_protein(name, [aga])).score == 0.9


@pytest.mark.parametrize(
    ("text", "symbol"),
    [("protein Z", "PROZ"), ("protein C", None), ("protein Z,", "PROZ"), ("actin alpha", None), ("mucin 16", "MUC16")],
)
def test_a_name_with_a_letter_or_number_may_be_a_full_name_up_to_its_comma(text: str, symbol: str | None) -> None:
    genes = [
        gene("PROZ", name="protein Z, vitamin K dependent plasma glycoprotein"),
        gene("MUC16", name="mucin 16, cell surface associated"),
        gene("ACTA1", name="actin alpha, skeletal muscle"),
        gene("PRH1", name="protein C, salivary"),
        gene("PRH2", name="protein C, nasal"),
    ]
    found = name_resolution.by_words(GeneName.parse(text), genes)

    assert (found.gene.symbol if found.gene else None) == symbol


NUMERALS = [
    gene("HK2", name="hexokinase 2", aliases="HKII"), gene("SYN1", name="synapsin I"), gene("CA2", aliases="CA-2"),
    gene("CSNK1E", name="casein kinase 1 epsilon"), gene("NF1", name="neurofibromin 1", number=1),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "symbol"),
    [
        ("hexokinase II", "HK2"), ("hexokinase-II", "HK2"), ("synapsin 1", "SYN1"),
        ("casein kinase I epsilon", "CSNK1E"), ("CA II", "CA2"), ("hexokinase I", None),
        ("NF I", None), ("hexokinase II/III", None), ("hexokinase X", None),
    ],
)  # fmt: skip
def test_roman_and_arabic_numerals_are_the_same_behind_a_word(text: str, symbol: str | None) -> None:
    found = name_resolution.resolve_name(GeneName.parse(text), NUMERALS)

    assert (found.gene.symbol if found.gene else None) == symbol
    assert found.score == (0.9 if symbol else 1.0)


@pytest.mark.parametrize(
    ("text", "symbol", "guess"),
    [
        ("transcription factor TP53", "TP53", "form"), ("tumor suppressor p53", "TP53", "form"),
        ("the small GTPase BRAF", "BRAF", "form"), ("proto oncogene BRAF", "BRAF", "derived"),
        ("receptor tyrosine kinase HER2", "ERBB2", "derived"), ("kinase BRAF", "BRAF", ""),
        ("suppressor TP53", None, ""), ("factor TP53", None, ""), ("TP53 GTPase", None, ""),
        ("lovely kinase BRAF", None, ""), ("tyrosine TP53", None, ""),
        ("kinase TP53", None, ""), ("receptor BRAF", None, ""),
        ("receptor EGF", "EGFR", "derived"), ("ligand RANK", "TNFSF11", "derived"),
    ],
)  # fmt: skip
def test_a_class_before_a_symbol_is_no_part_of_the_name(text: str, symbol: str | None, guess: str) -> None:
    """`receptor IL6` was the gene IL6, and any gene behind `kinase` was meant at 0.9."""
    found = read(text)

    assert (found.gene.symbol if found.gene else None) == symbol
    assert found.guess == guess
    assert ("without" in found.why) == (guess == "form")


@pytest.mark.parametrize(
    ("text", "symbol"),
    [
        ("AT receptor", None), ("MET ligand", None), ("DA receptor", None), ("EPO receptor", "EPOR"),
        ("RHO kinase", "GRK1"), ("Rho kinase", None),
    ],
)  # fmt: skip
def test_an_abbreviation_of_a_receptor_is_a_gene_with_that_word(text: str, symbol: str | None) -> None:
    """`AT receptor` was the kinase ATR, and `MET ligand` the methyltransferase METTL2B."""
    genes = [
        gene("ATR", name="ATR checkpoint kinase"),
        gene("METTL2B", aliases="METL", name="methyltransferase 2B"),
        gene("ATP2A2", previous="DAR", name="ATPase 2"),
        gene("EPOR", name="erythropoietin receptor"),
        gene("GRK1", previous="RHOK", name="G protein-coupled receptor kinase 1"),
    ]
    found = name_resolution.resolve_name(GeneName.parse(text), genes)

    assert (found.gene.symbol if found.gene else None) == symbol


@pytest.mark.parametrize(("text", "expected"), [("C. elegans TP53", None), ("human TP53", "TP53")])
def test_a_gene_of_another_organism_is_not_the_human_gene(text: str, expected: str | None) -> None:
    found = read(text)

    assert (found.gene.symbol if found.gene else None) == expected


@pytest.mark.parametrize(
    ("text", "meant"),
    [("Pgp", {"PGP", "ABCB1"}), ("PGP", {"PGP"}), ("pgp", {"PGP"}), ("P-gp", {"ABCB1"}), ("Met", {"MET"})],
)
def test_a_symbol_in_other_cases_may_be_an_alias_in_these(text: str, meant: set[str]) -> None:
    genes = [gene("PGP"), gene("ABCB1", aliases="P-gp"), gene("MET"), gene("SLTM", aliases="Met")]
    found = name_resolution.resolve_name(GeneName.parse(text), genes)

    assert {one.symbol for one in found.all_meanings} == meant


@pytest.mark.parametrize(
    ("text", "symbols", "is_family"),
    [
        ("serotonin 2C receptor", ["HTR2C"], False),
        ("serotonin 2B receptor", [], False),
        ("8-oxoguanine DNA glycosylase 1", ["OGG1"], False),
        ("8-oxoguanine DNA glycosylase 2", [], False),
        ("8-oxoguanine DNA glycosylase 11", [], False),
        ("DNA polymerase gamma", ["POLG", "POLG2"], True),
        ("DNA polymerase", [], False),
    ],
)
def test_the_words_of_a_full_name_may_be_written_otherwise(text: str, symbols: list[str], *, is_family: bool) -> None:
    genes = [
        gene("HTR2C", other_names=("5-hydroxytryptamine (serotonin) receptor 2C, G protein-coupled",)),
        gene("OGG1", name="8-oxoguanine DNA glycosylase"),
        gene("OGG11", name="8-oxoguanine DNA glycosylase, mitochondrial"),
        gene("POLG", name="DNA polymerase gamma, catalytic subunit"),
        gene("POLG2", name="DNA polymerase gamma 2, accessory subunit"),
    ]
    found = name_resolution.by_words(GeneName.parse(text), genes)

    assert [one.symbol for one in found.all_meanings] == symbols
    assert found.is_family == is_family


def test_a_part_of_a_fusion_is_rather_the_symbol_than_an_alias() -> None:
    known = [gene("BCR"), gene("ABL1", aliases="ABL"), gene("MTTP", aliases="ABL")]

    assert symbols(name_resolution.resolve_name(GeneName.parse("ABL"), known)) == {"ABL1", "MTTP"}
    assert symbols(name_resolution.resolve_name(GeneName.parse("BCR-ABL"), known)) == {"BCR", "ABL1"}


FORMS = [
    gene("CLDN3", name="claudin 3"),
    gene("CLDN4", name="claudin 4"),
    gene("CLDN34", name="claudin 34"),
    gene("NELFCD", name="negative elongation factor complex member C/D", aliases="NELF-C"),
    gene("SMAD1"), gene("SMAD5"), gene("SMAD9", aliases="SMAD8"),
    gene("QCNK1", aliases="QCNK2", number=7), gene("QCNK12", number=8),
    gene("KCNQ2", aliases="Kv7.2"), gene("KCNQ3", aliases="Kv7.3"),
    gene("S100A8"), gene("S100A9", number=9),
    gene("HTR2A", aliases="5-HT2A"), gene("HTR2C", aliases="5-HT2C"),
    gene("BDNF"), gene("MAPT", aliases="tau"), gene("TP73", aliases="p73"),
    gene("CORT", aliases="SST2"), gene("IL1RL1", aliases="ST2"),
    gene("TNNI1", name="troponin I1, slow skeletal type"),
    gene("TNNI2", name="troponin I2, fast skeletal type", other_names=("troponin I fast twitch 2",)),
    gene("ITGA2B", aliases="GPIIb"), gene("ITGB3", aliases="GPIIIa"),
    gene("COL2A1", name="collagen type II alpha 1 chain"), gene("COL10A1", name="collagen type X alpha 1 chain"),
    gene("COL11A1", name="collagen type XI alpha 1 chain"), gene("COL11A2", name="collagen type XI alpha 2 chain"),
    gene("STAT5A", number=101), gene("STAT5B", number=102), gene("KRTAP1-3", number=103), gene("KRTAP1", number=104),
    gene("KRTAP2", number=105), gene("KRTAP3", number=106), gene("TGFBR1", number=107), gene("TGFBR2", number=108),
    gene("KRAS", number=109), gene("MAPK1", aliases="ERK", number=110), gene("EIF2AK3", aliases="PERK", number=111),
    gene("HOXA1", number=112), gene("HOXA2", number=113), gene("HOXA13", number=114),
    gene("HOXA@", coding=False, number=115), gene("CTNNB1", aliases="beta-catenin", number=116),
    gene("MIR122", coding=False, number=117), gene("CASP8", name="caspase 8", number=118),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("claudin-3/4", "CLDN3 CLDN4"),
        ("claudin 3 and 4", "CLDN3 CLDN4"),
        ("SMAD1, 5 and 8", "SMAD1 SMAD5 SMAD9"),
        ("KCNQ 2/3", "KCNQ2 KCNQ3"),
        ("claudin-3/-4", "CLDN3 CLDN4"),
        ("claudin-3, -4 and -34", "CLDN3 CLDN34 CLDN4"),
        ("claudin-3,4", "CLDN3 CLDN4"),
        ("claudin-3 & -4", "CLDN3 CLDN4"),
        ("claudin-3/-5", ""),
        ("STAT5a/b", "STAT5A STAT5B"),
        ("TGFβRI/II", "TGFBR1 TGFBR2"),
        ("TGF-βRI/RII", "TGFBR1 TGFBR2"),
        ("HOXA1-13", "HOXA1 HOXA13 HOXA2"),
        ("KRTAP1-3", "KRTAP1-3"),
        ("KRAS-G12C/D", "KRAS"),
        ("TP73-null", "TP73"),
        ("p-ERK", "EIF2AK3 MAPK1"),
        ("p-ERK (T202/Y204)", "EIF2AK3 MAPK1"),
        ("pERK T202", "EIF2AK3 MAPK1"),
        ("p-β-catenin (Ser33/37)", "CTNNB1"),
        ("pri-miR-122", "MIR122"),
        ("procaspase-8", "CASP8"),
        ("QCNK 1/2", "QCNK1"),
        ("NELF-C/D", "NELFCD"),
        ("pSmad1/5/8", "SMAD1 SMAD5 SMAD9"),
        ("SMAD1-2", ""),
        ("CLDN3-4", "CLDN3 CLDN4"),
        ("Kv7.2/7.3", "KCNQ2 KCNQ3"),
        ("Kv7.2/3", "KCNQ2 KCNQ3"),
        ("S100A8/A9", "S100A8 S100A9"),
        ("5-HT2A/2C", "HTR2A HTR2C"),
        ("S100A8/A10", ""),
        ("proBDNF", "BDNF"),
        ("pro-BDNF", "BDNF"),
        ("TAp73", "TP73"),
        ("ΔNp73", "TP73"),
        ("p-tau", "MAPT"),
        ("pTau181", "MAPT"),
        ("p-tau217", "MAPT"),
        ("sST2", "CORT IL1RL1"),
        ("SST2", "CORT"),
        ("troponin I", "TNNI1 TNNI2"),
        ("GPIIb/IIIa", "ITGA2B ITGB3"),
        ("BDNF N-terminal", "BDNF"),
        ("SMAD1 C-terminal fragment", "SMAD1"),
        ("TP73 intracellular domain", "TP73"),
        ("collagen II", "COL2A1"),
        ("type II collagen", "COL2A1"),
        ("collagen X", "COL10A1"),
        ("collagen XI", "COL11A1 COL11A2"),
    ],
)
def test_the_forms_and_lists_of_papers_are_read_as_all_that_they_mean(text: str, meant: str) -> None:
    found = name_resolution.resolve_name(GeneName.parse(text), FORMS)

    assert " ".join(sorted(one.symbol for one in found.all_meanings)) == meant
    assert (found.gene is not None) == (len(meant.split()) == 1)


@pytest.mark.parametrize(("text", "score"), [("SNAR-E", 1.0), ("SNARE", 0.9), ("SMAD-1", 1.0), ("SM-AD1", 1.0)])
def test_letters_with_other_hyphens_are_less_sure(text: str, score: float) -> None:
    found = name_resolution.resolve_name(
        GeneName.parse(text), [gene("SNAR-E", name="small RNA"), gene("SMAD1", name="SMAD")]
    )

    assert found.score == score


def test_what_is_written_as_it_is_called_is_not_read_as_anything() -> None:
    assert [read(text).read_as for text in ("TP53", "tp53", "HGNC:317", "nothing")] == [None] * 4
    read_as = read("p53").read_as
    assert read_as is not None
    assert (read_as.symbol, read_as.why) == ("TP53", "alias")


def test_a_name_that_is_like_a_prefix_is_a_name() -> None:
    assert [GeneName.parse(text).symbol for text in ("SGD", "tair", "Symbol")] == ["SGD", "tair", "Symbol"]


def test_standings_are_ordered_by_spelling_then_by_rank() -> None:
    ordered = [Standing(folded, rank) for folded in (False, True) for rank in Rank]

    assert sorted([*ordered[5:], *ordered[:5]]) == ordered


LYMPHOTOXIN = GeneFacts(
    id="HGNC:6709", symbol="LTA", name="lymphotoxin alpha (TNF family) homolog", organism=HUMAN,
    locus_type="gene with protein product", protein_coding=True, aliases=("LT", "EIF-2alpha"),
    previous_symbols=("TNFB", "LT-A1"), other_names=("tumor necrosis factor beta [member 1]", "protein (kinase)"),
    previous_names=("cachectin B",), cross_references={"entrez": "4049", "uniprot": ("P01374", "Q5ST95")},
)  # fmt: skip
OF_NO_PROTEIN = msgspec.structs.replace(
    LYMPHOTOXIN,
    organism="Mus musculus",
    locus_type="pseudogene",
    protein_coding=False,
    name="lymphotoxin alpha, pseudo",
)
ALIAS, PREVIOUS, NAME, OTHER = Rank.ALIAS, Rank.PREVIOUS, Rank.NAME, Rank.OTHER_NAME


@pytest.mark.parametrize(
    ("texts", "standing"),
    [
        ("LTA, lta", Standing(False, Rank.SYMBOL)),
        ("LT-A, LTα", Standing(True, Rank.SYMBOL)),
        ("TNFB, LT-A1", Standing(False, PREVIOUS)),
        ("TNF-B, TNFβ, LTA1", Standing(True, PREVIOUS)),
        ("lt", Standing(False, ALIAS)),
        ("L T, EIF2A", Standing(True, ALIAS)),
        ("eIF2α", Standing(False, ALIAS, respelt=True)),
        ("lymphotoxin alpha (TNF family) homolog", Standing(False, NAME)),
        ("Lymphotoxin  alpha, lymphotoxin alpha homolog, lymphotoxin α", Standing(False, NAME, respelt=True)),
        ("cachectin B", Standing(False, OTHER)),
        ("tumor necrosis factor beta, tumor necrosis factor β [member 1]", Standing(False, OTHER, respelt=True)),
        ("protein kinase", Standing(False, OTHER, respelt=True)),
        ("protein, lymphotoxin alpha', homolog, zz", None),
    ],
)
def test_a_gene_bears_a_name_by_its_rank_and_spelling(texts: str, standing: Standing | None) -> None:
    assert [LYMPHOTOXIN.standing(text) for text in texts.split(", ")] == [standing] * len(texts.split(", "))


def test_of_a_pseudogenes_full_names_only_the_approved_one_counts() -> None:
    whole = OF_NO_PROTEIN.standing("lymphotoxin alpha, pseudo")
    others = [OF_NO_PROTEIN.standing(text) for text in ("lymphotoxin alpha", "cachectin B", "LTα")]

    assert (whole, others) == (Standing(False, NAME), [None] * 3)
    assert (OF_NO_PROTEIN.is_pseudogene, OF_NO_PROTEIN.is_human, OF_NO_PROTEIN.prior) == (True, False, 0.0)
    assert (LYMPHOTOXIN.is_pseudogene, LYMPHOTOXIN.is_human, round(LYMPHOTOXIN.prior, 2)) == (False, True, 0.84)
    assert [*OF_NO_PROTEIN.identifiers] == ["entrez:4049", "uniprot:P01374", "uniprot:Q5ST95"]
    assert [*LYMPHOTOXIN.identifiers] == ["hgnc:HGNC:6709", *OF_NO_PROTEIN.identifiers]
    assert [*LYMPHOTOXIN.names][4:] == ["EIF-2alpha", LYMPHOTOXIN.name, *LYMPHOTOXIN.other_names, "cachectin B"]


@pytest.mark.parametrize(
    ("identifier", "organism"),
    [
        ("ENSG00000141510.18", HUMAN), ("ensmusg00000059552", "Mus musculus"), ("MGI:97402", "Mus musculus"),
        ("RGD:3889", "Rattus norvegicus"), ("S000005399", "Saccharomyces cerevisiae"),
        ("ZDB-GENE-000627-1", "Danio rerio"), ("FBgn0000017", "Drosophila melanogaster"),
        ("LOC_Os07g04180", "Oryza sativa"), ("AT1G01010", "Arabidopsis thaliana"), ("TP53", None), ("7157", None),
    ],
)  # fmt: skip
def test_the_form_of_an_identifier_tells_its_organism(identifier: str, organism: str | None) -> None:
    assert organism_of(identifier) == organism


@pytest.mark.parametrize(
    ("key", "value", "term"),
    [
        ("refseq", "NP_003875.3", "refseq:NP_003875"), ("uniprot", "p02545-6", "uniprot:P02545"),
        ("mgi", "97402", "mgi:MGI:97402"), ("rgd", "RGD:3889", "rgd:3889"), ("omim", "OMIM:191170", "omim:191170"),
        ("id", "loc_os07g04180", "id:LOC_OS07G04180"), ("mirbase", "MIMAT0000088", "mirbase:MIMAT0000088"),
    ],
)  # fmt: skip
def test_an_identifier_has_one_term_however_it_is_written(key: str, value: str, term: str) -> None:
    assert gene_term(key, value) == term


def test_a_label_without_identifier_has_a_term_of_its_own() -> None:
    assert alias_term(" HER2  receptor") == "alias:her2 receptor"


def test_the_families_members_are_named_once_each() -> None:
    for names in ("RAS", "nf kappa b", "PI 3-kinase"):
        members = families.members(names)
        assert len(members) == len(set(members)) > 1
    assert families.members("TP53") == ()


def test_a_hyphened_symbol_and_the_alias_of_another_gene_have_the_same_right() -> None:
    assert symbols(read("PARP-1")) == {"PARP1", "TIPARP"}
    assert read("PARP1").gene == next(one for one in KNOWN if one.symbol == "PARP1")


def test_the_name_of_a_protein_is_read_as_its_gene_and_several_as_subunits() -> None:
    name, genes = GeneName.parse("some receptor"), [one for one in KNOWN if one.symbol in ("MLH1", "F8")]
    one, both = name_readings.of_protein(name, genes[:1]), name_readings.of_protein(name, genes)

    assert (one.gene, one.by_protein) == (genes[0], True)
    assert (symbols(both), both.is_family) == ({"MLH1", "F8"}, True)
    assert name_readings.of_protein(name, []) == name_readings.Reading(name=name)


GREEK = (
    gene("STAMBP", aliases="AMSH"),
    gene("EIF2A", name="eukaryotic translation initiation factor 2A"),
    gene("EIF2S1", aliases="EIF-2alpha"),
    gene("GAST", previous="GAS", name="gastrin"),
    gene("TRB", name="T cell receptor beta locus", coding=False, locus="T cell receptor gene"),
    gene("LTA", name="lymphotoxin alpha"),
    gene("NR1H3", aliases="LXR-a", other_names=("liver X receptor-alpha",)),
    gene("CSNK2A2", aliases="CK2alpha'"),
)


@pytest.mark.parametrize(
    ("name", "symbol"),
    [
        ("eIF2α", "EIF2S1"),
        ("eIF2alpha", "EIF2S1"),
        ("eIF2A", "EIF2A"),
        ("Gαs", None),
        ("Galphas", None),
        ("TRβ", None),
        ("LTα", "LTA"),
        ("LXRα", "NR1H3"),
        ("α-MSH", None),
        ("CK2α", None),
        ("CK2α'", "CSNK2A2"),
    ],
)
def test_a_greek_letter_is_itself_and_a_latin_one_only_where_something_else_says_so(
    name: str, symbol: str | None
) -> None:
    found = name_resolution.resolve_name(GeneName.read(name), GREEK).gene

    assert (found.symbol if found else None) == symbol


LISTED = (gene("TLR4", name="toll like receptor 4"), gene("TNF", aliases="TNF-alpha"), gene("MIR21"), gene("MIRLET7B"),
          gene("SUPT20H", other_names=("transcription factor (p38 interacting protein)",)))  # fmt: skip


@pytest.mark.parametrize(
    ("name", "symbol"),
    [
        ("Toll-like receptor (TLR) 4", "TLR4"),
        ("tumor necrosis factor (TNF)-alpha", "TNF"),
        ("miRNA-21", "MIR21"),
        ("hsa-miR-21-5p", "MIR21"),
        ("let-7b", "MIRLET7B"),
        ("let-7b-3p", "MIRLET7B"),
        ("transcription factor p38 interacting protein", "SUPT20H"),
    ],
)
def test_an_abbreviation_in_brackets_stands_for_what_is_before_it(name: str, symbol: str) -> None:
    found = name_resolution.resolve_name(GeneName.read(name), LISTED).gene

    assert found is not None
    assert found.symbol == symbol


def test_a_full_name_without_its_remark_names_no_gene_if_only_its_kind_is_left() -> None:
    assert LISTED[-1].standing("transcription factor") is None
    assert not name_resolution.resolve_name(GeneName.read("transcription factor"), LISTED).has_meaning


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("genes on chromosome 21", "chromosomes and bands"),
        ("genes on the X chromosome", "chromosomes and bands"),
        ("chr21", "chromosomes and bands"),
        ("17p13.1", "chromosomes and bands"),
        ("rs1042522", "variants"),
        ("C21orf58", None),
        ("TP53", None),
        ("chromosome segregation", None),
    ],
)
def test_a_place_in_the_genome_is_no_name_of_a_gene(text: str, what: str | None) -> None:
    assert unsearched(text) == what


@pytest.mark.parametrize(("words", "is_read_with_fewer"), [(8, True), (9, False)])
def test_of_long_names_no_word_is_left_out(words: int, is_read_with_fewer: bool) -> None:
    text = " ".join(["kinase", *(f"word{letter}" for letter in "abcdefgh"[: words - 1])])
    without = text.removeprefix("kinase ")

    found = name_resolution.terms(GeneName.parse(text))
    assert {*name_terms(text)} <= {*found}
    assert ({*name_terms(without)} <= {*found}) is is_read_with_fewer


@pytest.mark.parametrize("text", ["casein kinase 2 alpha", "CK2 alpha", "CK2α"])
def test_a_name_without_its_prime_is_not_that_of_the_gene_with_it(text: str) -> None:
    assert [one.symbol for one in read(text).meanings] == ["CSNK2A1", "CSNK2A2"]


@pytest.mark.parametrize("written", ["WNT1", " wnt1 "])
def test_a_name_of_one_word_is_compared_without_case_and_blanks(written: str) -> None:
    assert spelled(written) == "wnt1"


def test_the_words_of_a_name_are_a_blank_apart() -> None:
    assert spelled(" Wnt\tFamily  member 1") == "wnt family member 1"


def test_a_letter_behind_a_family_belongs_to_the_name_before_it() -> None:
    assert ("MAPK", "p38 alpha") in name_variants.beside_family("p38 MAPK alpha")
    assert ("MAPK", "p38 3") not in name_variants.beside_family("p38 MAPK 3")


@pytest.mark.parametrize("read", [name_readings.of_protein, name_readings.of_class])
def test_ten_meanings_are_enough_for_a_caller(
    read: Callable[[GeneName, Sequence[GeneFacts]], name_readings.Reading],
) -> None:
    several = [gene(f"G{number}") for number in range(12)]

    assert [one.symbol for one in read(GeneName.parse("things"), several).meanings] == [f"G{one}" for one in range(10)]


SEVERAL = (
    gene("RHO", name="rhodopsin"),
    gene("RHOA", name="ras homolog family member A"),
    gene("RHOB", name="ras homolog family member B"),
    gene("PARP1", aliases="PARP", name="poly(ADP-ribose) polymerase 1"),
    gene("PARP2", name="poly(ADP-ribose) polymerase 2"),
    gene("KARS1", previous="KARS", name="lysyl-tRNA synthetase 1"),
    gene("DNER", aliases="BET", name="delta/notch like EGF repeat containing"),
    gene("MAPT", aliases="tau", name="microtubule associated protein tau"),
    gene("AR", name="androgen receptor"),
    gene("LTC4S", name="leukotriene C4 synthase"),
    gene("INO80", groups=("INO80 complex",)),
    gene("ACTR5", groups=("INO80 complex",)),
    gene("GTX1", aliases="TFX", name="transcription factor X subunit 1"),
    gene("XRN7", aliases="TFX", name="transcription factor X subunit 7"),
    gene("FABP4", aliases="AP-2"),
    gene("TFAP2A", aliases="AP-2"),
    gene("ARTN", aliases="ARTs"),
    gene("CLOCK", name="clock circadian regulator"),
)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("Rho family", "RHOA RHOB"),
        ("PARPs", "PARP1 PARP2"),
        ("PARP family members", "PARP1 PARP2"),
        ("INO80 complex", "ACTR5 INO80"),
        ("TFX complex", "GTX1 XRN7"),
        ("AP-2 complex", ""),  # two genes with nothing in common
        ("INO80", "INO80"),
        ("KARs", ""),
        ("BET proteins", ""),
        ("clock genes", ""),
        ("tau proteins", "MAPT"),
        ("androgen receptors", "AR"),
        ("Ltc4s", "LTC4S"),
        ("ARTs", "ARTN"),
    ],
)
def test_the_name_of_several_is_that_of_a_family_or_of_no_gene(name: str, meant: str) -> None:
    found = name_resolution.resolve_name(GeneName.parse(name), SEVERAL)

    assert " ".join(sorted(one.symbol for one in found.all_meanings)) == meant
    assert found.is_family == (" " in meant)


def test_a_fusion_is_no_form_of_what_is_called_so_without_its_letter() -> None:
    known = gene("PML"), gene("RARA", aliases="RARα"), gene("PRAM1", aliases="PML-RAR")

    assert symbols(name_resolution.resolve_name(GeneName.parse("PML-RARα"), known)) == {"PML", "RARA"}


def test_a_receptor_is_no_site_of_phosphorylation() -> None:
    found = [
        name_resolution.resolve_name(GeneName.parse(one), [gene("NPY")]) for one in ("NPY Y1", "NPY Y36", "NPY pY1")
    ]

    assert [one.guess if one.has_meaning else None for one in found] == [None, "form", "form"]


FAMILIES = [
    gene("ATP7A", number=1, previous="MNK", name="ATPase copper transporting alpha"),
    gene("MKNK1", aliases="MNK1", name="MAPK interacting serine/threonine kinase 1"),
    gene("MKNK2", aliases="MNK2", name="MAPK interacting serine/threonine kinase 2"),
    gene("GRIN2B", aliases="NR2B", name="glutamate ionotropic receptor NMDA type subunit 2B"),
    gene("RXRA", aliases="NR2B1", name="retinoid X receptor alpha"),
    gene("RXRB", aliases="NR2B2", name="retinoid X receptor beta"),
    gene("RXRG", aliases="NR2B3", name="retinoid X receptor gamma"),
    gene("P2RX1", aliases="P2X1", name="purinergic receptor P2X 1"),
    gene("P2RX7", aliases="P2X7", name="purinergic receptor P2X 7"),
    gene("MT-ND1", aliases="NAD1", name="mitochondrially encoded NADH 1"),
    gene("MT-ND2", aliases="NAD2", name="mitochondrially encoded NADH 2"),
    gene("HCN1", name="hyperpolarization activated channel 1", groups=("Channels",)),
    gene("HCN2", name="hyperpolarization activated channel 2", groups=("Channels",)),
    gene("MALAT1", aliases="HCN", coding=False),
    gene("BCMS1", aliases="BCMS", coding=False),
    gene("NR1H4", aliases="FXR", name="nuclear receptor subfamily 1 group H member 4"),
    gene("FXR1", name="FMR1 autosomal homolog 1"),
    gene("FXR2", name="FMR1 autosomal homolog 2"),
    *(gene(f"RUNX{number}", name=f"RUNX family factor {number}") for number in (1, 2, 3)),
    gene("RUNX1T1", name="RUNX1 partner transcriptional corepressor 1", groups=("RUNX family",)),
]


@pytest.mark.parametrize(
    ("text", "is_family", "meant"),
    [
        ("MNK", False, {"ATP7A", "MKNK1", "MKNK2"}),
        ("NR2B", False, {"GRIN2B"}),
        ("P2X", True, {"P2RX1", "P2RX7"}),
        ("NAD", False, set[str]()),
        ("HCN", True, {"HCN1", "HCN2"}),
        ("BCMS", False, {"BCMS1"}),
        ("FXR", False, {"NR1H4"}),
        ("RUNX", True, {"RUNX1", "RUNX2", "RUNX3", "RUNX1T1"}),
    ],
)
def test_the_aliases_of_a_family_contest_its_name(text: str, is_family: bool, meant: set[str]) -> None:
    """`MNK` was ATP7A at 1.0, `HCN` a gene without a protein, `RUNX` nothing."""
    drawn = DrawnLabels([[LabelledNode("Mnk1", ("symbol:mknk1",))]])
    found = name_resolution.resolve_name(GeneName.read(text), FAMILIES, drawn)

    assert {one.symbol for one in found.all_meanings} == meant
    assert found.is_family == is_family
    assert found.score == (0.9 if text == "FXR" else 1.0)


SMALL = [gene("WDTC1", number=21, aliases="ADP"), gene("CAMP", number=22, name="cathelicidin antimicrobial peptide")]


@pytest.mark.parametrize(
    ("text", "times", "as_gene", "score"),
    [
        ("ADP", 4, 0, 0.8),
        ("ADP", 4, 4, 1.0),  # as many pathways mean the gene
        ("ADP", 2, 0, 1.0),  # two authors may err
        ("cAMP", 4, 0, 0.8),
        ("CAMP", 4, 0, 1.0),
    ],
)
def test_what_drawings_label_so_contests_a_name(text: str, times: int, as_gene: int, score: float) -> None:
    """`ADP` was the gene WDTC1 at 1.0, and `cAMP` cathelicidin."""
    metabolites = [[LabelledNode(text)]] * times
    genes = [[LabelledNode(text, ("symbol:wdtc1",))]] * as_gene
    found = name_resolution.resolve_name(GeneName.read(text), SMALL, DrawnLabels([*metabolites, *genes]))

    assert found.score == score
    why = found.read_as.why if found.read_as else ""
    assert ("in 4 pathways, it labels something other than a gene" in why) == (score < 1)


PARTNERS = [
    gene("MST1", number=11, name="macrophage stimulating 1"),
    gene("STK4", number=12, aliases="MST1", name="serine/threonine kinase 4"),
    gene("STK3", number=13, aliases="MST2", name="serine/threonine kinase 3"),
    gene("PSEN1", number=14, aliases="PS1", name="presenilin 1"),
    gene("PSEN2", number=15, aliases="PS2", name="presenilin 2"),
    gene("TFF1", number=16, aliases="PS2", name="trefoil factor 1"),
    gene("CD4", number=17, name="CD4 molecule"),
    gene("CD8A", number=18, aliases="CD8", name="CD8 subunit alpha"),
    gene("MIR221", number=19, name="microRNA 221", coding=False),
    gene("MIR222", number=20, name="microRNA 222", coding=False),
    gene("ITGA4", number=21, name="integrin subunit alpha 4", other_names=("integrin alpha 4",)),
    gene("ITGB7", number=22, name="integrin subunit beta 7", other_names=("integrin beta 7",)),
    gene("ITGB2", number=23, name="integrin subunit beta 2", other_names=("integrin beta 2",)),
]


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("MST1/2", ["STK4", "STK3"]), ("PS1/2", ["PSEN1", "PSEN2"]), ("CD4/8", ["CD4", "CD8A"]),
        ("miR-221/222", ["MIR221", "MIR222"]), ("α4β7", ["ITGA4", "ITGB7"]), ("α4β2", []),
    ],
)  # fmt: skip
def test_the_parts_of_a_list_are_of_one_family_if_they_can_be(text: str, meant: list[str]) -> None:
    """`MST1/2` was the gene MST1 beside STK3, and `PS1/2` had TFF1; `α4β2` is a channel."""
    found = name_resolution.resolve_name(GeneName.read(text), PARTNERS)

    assert [one.symbol for one in found.meanings] == meant
