"""The parts of ligands' names."""

import pytest

from biofacts.domain.pharmacology import ligand_name_parts


@pytest.mark.parametrize(
    ("name", "bare"),
    [
        ("ghrelin (human)", "ghrelin"),
        ("compound 73 [PMID: 40167442]", "compound 73"),
        ("salmon calcitonin (8-32)", "salmon calcitonin (8-32)"),
        ("BAM (8–22) (human)", "BAM (8–22)"),
        ("relaxin-3 (A chain)", "relaxin-3 (A chain)"),
        ("Oraxol (encequidar + paclitaxel)", "Oraxol (encequidar + paclitaxel)"),
        ("human [Pro34] peptide YY", "human [Pro34] peptide YY"),
        ("[3H]CPP", "[3H]CPP"),
    ],
)
def test_only_a_remark_at_the_end_is_removed(name: str, bare: str) -> None:
    assert ligand_name_parts.without_remarks(name) == bare


@pytest.mark.parametrize(
    ("name", "searched"),
    [
        ("ghrelin (human)", "ghrelin (human)"),
        ("calcitonin (8-32) (salmon)", "calcitonin -8-32- (salmon)"),
        ("human [Pro34] peptide YY", "human -Pro34- peptide YY"),
        ("imatinib", "imatinib"),
    ],
)
def test_brackets_that_are_part_of_a_name_are_no_brackets_for_the_search(name: str, searched: str) -> None:
    assert ligand_name_parts.searchable(name) == searched


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("imatinib mesylate", ["imatinib"]),
        ("aspirin 100 mg", ["aspirin 100", "aspirin"]),
        ("Lipitor 20mg", ["Lipitor"]),
        ("amoxicillin 250mg/5ml", ["amoxicillin"]),
        ("Lipitor 20", ["Lipitor"]),
        ("Xarelto 2.5", ["Xarelto"]),
        ("vitamin B 12", []),
        ("compound 3", []),
        ("angiotensin 2", []),
        ("metformin HCl ER", ["metformin HCl", "metformin"]),
        ("exenatide extended release", ["exenatide extended", "exenatide"]),
        ("diclofenac (sodium)", ["diclofenac"]),
        ("fluticasone propionate", ["fluticasone"]),
        ("sodium chloride", []),
        ("imatinib", []),
        ("mesylate imatinib", []),
    ],
)
def test_salts_and_formulations_after_a_name_are_removed_one_by_one(text: str, bare: list[str]) -> None:
    assert [*ligand_name_parts.without_forms(text)] == bare


@pytest.mark.parametrize(
    ("name", "ester", "is_acid"),
    [
        ("fumaric acid", "dimethyl fumarate", True), ("Isocyanic acid", "methyl isocyanate", True),
        ("fumaric acid", "sodium fumarate", False), ("maleic acid", "dimethyl fumarate", False),
        ("dimethyl fumaric acid", "dimethyl fumarate", False),
    ],
)  # fmt: skip
def test_the_acid_of_an_ester_is_known_by_its_name(name: str, ester: str, *, is_acid: bool) -> None:
    assert ligand_name_parts.is_acid_of_ester(name, ester) is is_acid


@pytest.mark.parametrize(
    ("synonym", "parts"),
    [
        ("Oraxol (encequidar + paclitaxel)", ("encequidar", "paclitaxel")),
        ("Opsynvi (combination of macitentan + tadalafil)", ("macitentan", "tadalafil")),
        ("Avmapki (avutometinib + defactinib co-pack)", ("avutometinib", "defactinib")),
        ("Sativex (CBD + THC, fixed-dose oral spray)", ("CBD", "THC")),
        ("Recarbrio (imipenem + cilastatin + relebactam).", ("imipenem", "cilastatin", "relebactam")),
        ("Akeega (encequidar and abiraterone acetate)", ("encequidar", "abiraterone acetate")),
        ("Xacduro (abiraterone and encequidar sodium)", ("abiraterone", "encequidar sodium")),
        ("Orlynvah (encequidar etzadroxil and probenecid)", ("encequidar etzadroxil", "probenecid")),
    ],
)
def test_a_combination_has_parts(synonym: str, parts: tuple[str, ...]) -> None:
    found = ligand_name_parts.combination(synonym, ["encequidar"])

    assert found is not None
    assert found.parts == parts
    assert str(found) == f"{found.name} ({' + '.join(parts)})"


def test_a_combination_may_be_written_with_abbreviations() -> None:
    found = ligand_name_parts.combination("Kaletra (LPV+RTV)", ["lopinavir"])

    assert found is not None
    assert found.parts == ("LPV", "RTV")


@pytest.mark.parametrize(
    ("synonym", "is_one"),
    [
        ("Entresto", True),
        ("Avandia Duo", True),
        ("acetylsalicylic acid", False),
        ("RTV", False),
        ("Substance P", False),
    ],
)
def test_trade_names_are_known_by_how_they_are_written(synonym: str, is_one: bool) -> None:
    assert ligand_name_parts.is_trade_name(synonym) is is_one


@pytest.mark.parametrize(
    "synonym", ["Oraxol", "ghrelin (human)", "DARA (antagonist of angiotensin and endothelin)", "(+)-naloxone"]
)
def test_a_remark_is_no_combination(synonym: str) -> None:
    assert ligand_name_parts.combination(synonym, ["encequidar"]) is None


@pytest.mark.parametrize(
    ("name", "plain"),
    [("[3H]rimonabant", "rimonabant"), ("[125I]-T4", "T4"), ("[99mTc]x", "x"), ("[Pro34]PYY", "[Pro34]PYY")],
)
def test_a_label_is_an_isotope_before_a_name(name: str, plain: str) -> None:
    assert ligand_name_parts.without_label(name) == plain


@pytest.mark.parametrize(
    ("name", "apart"),
    [("metformin-HCl", "metformin HCl"), ("co-trimoxazole", "co-trimoxazole"), ("NF-acetate", "NF-acetate")],
)
def test_a_salt_may_be_joined_by_a_hyphen(name: str, apart: str) -> None:
    assert ligand_name_parts.with_salt_apart(name) == apart


@pytest.mark.parametrize(
    ("name", "apart"), [("R-warfarin", "(R)-warfarin"), ("dl-sotalol", "(dl)-sotalol"), ("T-bet", "T-bet")]
)
def test_a_stereo_descriptor_is_no_part_of_the_word(name: str, apart: str) -> None:
    assert ligand_name_parts.with_descriptor_apart(name) == apart


@pytest.mark.parametrize(
    ("name", "forms"),
    [
        ("sodium valproate", ["valproate sodium", "valproate"]),
        ("metformin HCl tablets", ["metformin HCl", "metformin"]),
        ("sodium chloride", []),
        ("sodium channel blocker", []),
    ],
)
def test_a_salt_may_begin_with_its_metal(name: str, forms: list[str]) -> None:
    assert [*ligand_name_parts.without_forms(name)] == forms
