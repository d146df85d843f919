"""What a compound's name may mean that no compound bears as written."""

import pytest

from biofacts.domain.compounds.name_variants import MOST, readings


def names(name: str) -> list[str]:
    return [one.name for one in readings(name) if not one.is_synonym]


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("oxaloacetic acid", "oxaloacetate"), ("2-oxoglutaric acid", "2-oxoglutarate"),
        ("5-hydroxyindoleacetate", "5-hydroxyindoleacetic acid"), ("hexadecanoate", "hexadecanoic acid"),
        ("salicylate", "salicylic acid"), ("Arachidonate", "Arachidonic acid"), ("phosphate", "phosphoric acid"),
        ("N-acetyl glutamate", "N-acetyl glutamic acid"),
    ],
)  # fmt: skip
def test_an_acid_is_its_anion(name: str, other: str) -> None:
    assert other in names(name)


@pytest.mark.parametrize(
    "name", ["nitrite", "nitrous acid", "sulfurous acid", "methyl benzoate", "ethyl acetate", "glucose 6-phosphate"]
)
def test_other_acids_and_esters_are_no_anions(name: str) -> None:
    assert [one for one in readings(name) if "anion" in one.why] == []


@pytest.mark.parametrize(
    ("name", "usual"),
    [
        ("serine", "L-serine"), ("5-hydroxytryptophan", "5-hydroxy-L-tryptophan"), ("Glucose", "D-Glucose"),
        ("UDP-D-glucose", "UDP-glucose"), ("D-glucose 6-phosphate", "glucose 6-phosphate"), ("Gln", "glutamine"),
        ("L-cysteine", "cysteine"), ("N-acetylaspartate", "N-acetyl-L-aspartate"),
    ],
)  # fmt: skip
def test_a_bare_amino_acid_is_the_l_form_and_a_bare_sugar_the_d_form(name: str, usual: str) -> None:
    assert usual in names(name)


@pytest.mark.parametrize("name", ["D-serine", "L-glucose", "DL-alanine", "(R)-alanine", "D-aspartate", "glycine"])
def test_another_form_is_never_read_as_the_usual_one(name: str) -> None:
    assert not any("L-" in one or "D-g" in one for one in names(name) if one != "DL-alanine")


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("sodium valproate", "valproic acid"), ("calcium gluconate", "gluconate"), ("tryptophan, L-", "L-tryptophan"),
        ("retinoic acid (all-trans)", "all-trans-retinoic acid"),
    ],
)  # fmt: skip
def test_a_metal_is_taken_off_and_a_prefix_goes_to_the_front(name: str, other: str) -> None:
    assert other in names(name)


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("GTP [cytosol]", "GTP"), ("ATP[c]", "ATP"), ("Acetyl-CoA (mit)", "Acetyl-CoA"), ("ATP (m)", "ATP"),
        ("aspirin 100 mg", "aspirin"), ("ibuprofen 200mg tablets", "ibuprofen"),
        ("2 * ATP", "ATP"), ("2 x H2O", "H2O"), ("NADPH + H+", "NADPH"), ("2 × ATP [extracellular region]", "ATP"),
        ("Triiodothyronine (T3)", "Triiodothyronine"), ("S-Adenosylhomocysteine(AdoHcy)", "S-Adenosylhomocysteine"),
        ("ATP (Adenosine triphosphate)", "Adenosine triphosphate"), ("PGI2", None), ("Fe (II)", None),
        ("Arachidonic acid (20:4,w6)", "Arachidonic acid"), ("EPA (n-3)", "EPA"),
        ("cholesterol (ester)", None), ("ceramide (18:1)", None), ("benzo[a]pyrene", None), ("poly(A)", None),
        ("endothelin (human)", None), ("5 HT", None), ("13-HODE(both forms)", None), ("x", None),
    ],
)  # fmt: skip
def test_habits_of_drawings_are_taken_off(label: str, name: str | None) -> None:
    assert next(iter(names(label)), None) == name


def test_the_abbreviation_of_a_name_is_kept_to_be_compared() -> None:
    assert [(one.name, one.also) for one in readings("Cannabidiol (CBD)")] == [("Cannabidiol", "CBD")]


def test_a_synonym_in_brackets_is_kept_to_be_confirmed() -> None:
    assert [(one.name, one.also, one.is_synonym) for one in readings("Aspirin (acetylsalicylic acid)")] == [
        ("Aspirin", "acetylsalicylic acid", True)
    ]
    assert readings("Cannabidiol (CBD)")[0].is_synonym is False
    assert readings("benzo(a)pyrene") == ()


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("17beta-estradiol", "17β-estradiol"), ("PGF2alpha", "PGF2α"), ("15(S)-HETE", "15S-HETE"),
        ("15S-HETE", "15(S)-HETE"), ("farnesyl pyrophosphate", "farnesyl diphosphate"),
        ("trimetaphan camsylate", "trimetaphan"), ("chlorpromazine embonate", "chlorpromazine"),
        ("desipramine HCl", "desipramine"), ("diclofenac sodium", "diclofenac"),
        ("atracurium dibesylate", "atracurium"),
        ("Farnesyl-PP", "Farnesyl diphosphate"),
        ("Glucose-6-P", "Glucose 6-phosphate"), ("sphingosine-1-phosphate", "sphingosine 1-phosphate"),
        ("estrone sulfate", "estrone sulphate"), ("L-Gln", "L-glutamine"),
    ],
)  # fmt: skip
def test_other_spellings_and_salts_are_the_compound(name: str, other: str) -> None:
    assert other in names(name)


@pytest.mark.parametrize("name", ["sodium citrate", "Iron citrate", "zinc sulfate", "lithium carbonate"])
def test_no_salt_is_read_as_its_metal_nor_as_a_mineral_acid(name: str) -> None:
    assert {*names(name)}.isdisjoint({"sodium", "Iron", "zinc", "lithium", "sulfate", "carbonate"})


@pytest.mark.parametrize("name", ["retinyl acetate", "creatine phosphate", "aspirin", "ATP", "GLN", "substance P", ""])
def test_esters_and_plain_names_have_no_reading(name: str) -> None:
    assert names(name) == []


def test_readings_say_why_and_are_few() -> None:
    all_of = readings("Glutamate [cytosol]")

    assert [one.name for one in all_of] == ["Glutamate", "L-Glutamate", "L-Glutamic acid", "Glutamic acid"]
    assert all_of[2].why == (
        "read as 'L-Glutamic acid', without [cytosol], an acid and its anion being one,"
        " L being the usual form of amino acids"
    )
    assert len(all_of) <= MOST


@pytest.mark.parametrize(
    "hostile",
    ["(" * 5000, "a" * 20000 + " (b", f"{'a' * 300} (A{'a' * 200}z)", "[" + "a" * 20000, "1 x" * 5000, "ate" * 9000],
)
def test_hostile_names_take_no_time(hostile: str) -> None:
    assert len(readings(hostile)) <= MOST
