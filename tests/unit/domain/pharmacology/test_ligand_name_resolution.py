"""Which ligands a text names."""

import pytest

from biofacts.domain.pharmacology import ligand_name_resolution
from biofacts.domain.pharmacology.ligand import LigandFacts


def ligand(number: str, *names: str, approved: bool = False, inn: str = "") -> LigandFacts:
    return LigandFacts(
        number=number, name=names[0], approved_names=(inn,) if inn else (), synonyms=names[1:], approved=approved,
        type="Synthetic organic",
    )  # fmt: skip


LIGANDS = [
    ligand("1", "naloxone", approved=True, inn="naloxone"),
    ligand("2", "(+)-naloxone", "naloxone"),
    ligand("3", "calcitonin (salmon)", "Miacalcin", approved=True),
    ligand("4", "calcitonin-(8-32) (salmon)", "salmon calcitonin (8-32)"),
    ligand("5", "encequidar", "Oraxol (encequidar methanesulfonate + paclitaxel)", approved=True),
    ligand("6", "paclitaxel", "Taxol", approved=True),
    ligand("7", "maurotoxin", "MTX"),
    ligand("8", "methotrexate", approved=True),
    ligand("9", "tretinoin", approved=True),
    ligand("10", "IFN-β1a (recombinant human)", approved=True),
    ligand("11", "peginterferon beta-1a", "interferon beta 1-alpha", approved=True),
    ligand("12", "rimonabant", approved=True),
    ligand("13", "[3H]rimonabant", "[3H]SR141716A"),
    ligand("14", "fluticasone", approved=True),
    ligand("15", "fluticasone propionate", approved=True),
    ligand("16", "sodium ion", "sodium"),
    ligand("17", "TSH"),
    ligand("18", "TSH"),
    ligand("19", "α-MSH"),
    ligand("21", "A-1", "B-1"),
    ligand("22", "dimethyl fumarate", "fumaric acid", approved=True),
    ligand("24", "(±)-adrenaline", "adrenaline"),
    ligand("25", "(-)-adrenaline", "epinephrine", approved=True),
    LigandFacts(number="26", name="ghrelin", type="Peptide", species="Human"),
    LigandFacts(number="27", name="ghrelin", type="Peptide", species="Mouse, Rat"),
    LigandFacts(number="23", name="oxytocin", type="Peptide", approved=True),
    LigandFacts(number="20", name="cholesterol", type="Metabolite"),
    ligand("28", "aspirin", "Aspirin", approved=True),
    ligand("29", "[3H]2-deoxyglucose", "2-DG"),
    ligand("30", "flavanone", "flavonoid"),
    ligand("31", "Aβ core", "N-Aβ"),
    LigandFacts(number="32", name="L-tyrosine", type="Metabolite"),
    ligand("33", "phorbol 12-myristate 13-acetate", "TPA"),
    ligand("34", "fenclonine", "PCPA"),
    ligand("35", "cyclic ADP ribose", "cADPR"),
]


def meant(text: str) -> list[tuple[str, float]]:
    return [(one.number, one.score) for one in ligand_name_resolution.meanings(text, LIGANDS)]


def test_a_trade_name_that_is_the_name_of_the_substance_needs_no_remark() -> None:
    said = {text: ligand_name_resolution.meanings(text, LIGANDS)[0].read_as for text in ("Aspirin", "Taxol")}

    assert said == {"Aspirin": None, "Taxol": "a trade name: the product may contain other substances, too"}


@pytest.mark.parametrize(
    ("text", "found", "read_as"),
    [
        ("2-DG", ("29", 0.97), "'2-DG' is the plain form of [3H]2-deoxyglucose"),
        ("[3H]2-deoxyglucose", ("29", 1.0), None),
        ("flavonoid", ("30", 1.0), None),
        ("flavonoids", ("30", 0.85), "'flavonoids' may be a class of substances; only flavanone has that name here"),
    ],
)
def test_a_plural_and_a_name_without_the_label_are_not_the_ligand_itself(
    text: str, found: tuple[str, float], read_as: str | None
) -> None:
    (one,) = ligand_name_resolution.meanings(text, LIGANDS)

    assert ((one.number, one.score), one.read_as) == (found, read_as)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("tPA", ("33", 0.8)), ("t-PA", ("33", 0.8)), ("TPA", ("33", 1.0)), ("tpa", ("33", 1.0)),
        ("pCPA", ("34", 1.0)), ("cADPR", ("35", 1.0)), ("aMSH", ("19", 0.97)),
    ],
)  # fmt: skip
def test_an_abbreviation_in_other_letters_is_contested(text: str, found: tuple[str, float]) -> None:
    """`tPA`, tissue plasminogen activator, was the phorbol ester TPA at 1.0."""
    assert meant(text) == [found]


def test_no_latin_letter_of_a_short_name_is_a_greek_one() -> None:
    assert meant("NaB") == []
    assert meant("N-Aβ") == [("31", 1.0)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("naloxone", [("1", 1.0), ("2", 0.97)]),
        ("(+)-naloxone", [("2", 1.0)]),
        ("(-)-naloxone", []),
        ("(+)-adrenaline", []),
        ("Naloxone", [("1", 1.0), ("2", 0.97)]),
        ("adrenaline", [("25", 1.0), ("24", 0.97)]),
        ("paclitaxel (Taxol)", [("6", 0.97)]),
        ("Taxol (naloxone)", []),
        ("adrenaline (epinephrine)", [("25", 0.97)]),
        ("rat ghrelin", [("27", 0.97)]),
        ("ghrelin (human)", [("26", 0.97)]),
        ("salmon calcitonin", []),
        ("salmon calcitonin (8-32)", [("4", 1.0)]),
        ("calcitonin", [("3", 1.0)]),
        ("TSH", [("17", 1.0), ("18", 1.0)]),
        ("alpha-MSH", [("19", 1.0)]),
        ("a-MSH", [("19", 0.97)]),
        ("interferon beta-1a", [("10", 0.97), ("11", 0.8)]),
        ("sodium chloride", []),
        ("cholesterol sulfate", [("20", 0.8)]),
        ("cholesterol monohydrate", [("20", 0.97)]),
        ("SR141716A", [("12", 0.97)]),
        ("[3H]SR141716A", [("13", 1.0)]),
        ("α1", [("21", 0.8)]),
        ("nothing", []),
        ("TYR", []),
        # A number is a dose behind a medicine, a residue or a member of a family behind other names.
        ("methotrexate 15", [("8", 0.97)]),
        ("maurotoxin 15", []),
        ("oxytocin 9", []),
        ("dimethyl fumarate", [("22", 1.0)]),
        ("fumaric acid", [("22", 0.8)]),
    ],
)
def test_a_name_as_it_is_written_comes_before_every_other_reading(text: str, found: list[tuple[str, float]]) -> None:
    assert meant(text) == found


@pytest.mark.parametrize(
    ("text", "number", "why"),
    [
        ("methotrexate sodium", "8", "read as methotrexate, without sodium"),
        ("Taxol injection", "6", "read as Taxol, without injection"),
        ("fluticasone propionate", "15", None),
        ("fluticasone propionate hydrate", "15", "read as fluticasone propionate, without hydrate"),
        ("naloxone", "1", "'naloxone' is also a name of (+)-naloxone (IUPHAR:2)"),
        ("a-MSH", "19", "Latin and Greek letters count as the same, as in α-MSH"),
        ("ATRA", "9", "ATRA is a common abbreviation of tretinoin"),
        ("Tyr", "32", "Tyr is the symbol of L-tyrosine"),
        ("SR141716A", "12", "read as rimonabant, the plain form of [3H]rimonabant"),
        ("methotrexate 15", "8", "read as methotrexate, without 15"),
        ("fumaric acid", "22", "the Guide has 'fumaric acid' as another name of its ester dimethyl fumarate"),
    ],
)
def test_a_reading_is_explained(text: str, number: str, why: str | None) -> None:
    first = ligand_name_resolution.meanings(text, LIGANDS)[0]

    assert (first.number, first.read_as) == (number, why)


@pytest.mark.parametrize("text", ["Oraxol", "oraxol", "Oraxol tablets"])
def test_a_combination_is_all_its_parts(text: str) -> None:
    found = ligand_name_resolution.meanings(text, LIGANDS)

    assert [one.number for one in found] == ["5", "6"]
    assert {one.part_of for one in found} == {"Oraxol (encequidar methanesulfonate + paclitaxel)"}


def test_an_abbreviation_of_the_guide_and_of_clinics_is_both() -> None:
    assert meant("MTX") == [("8", 1.0), ("7", 1.0)]


@pytest.mark.parametrize(
    ("text", "names"),
    [("Taxol injection", {"Taxol", "Taxol injection"}), ("ATRA", {"ATRA", "tretinoin"}), ("imatinib", {"imatinib"})],
)
def test_all_that_a_text_may_mean_is_looked_up(text: str, names: set[str]) -> None:
    assert set(ligand_name_resolution.texts(text)) == names


def test_parts_of_a_combination_and_plain_forms_are_looked_up_afterwards() -> None:
    assert "paclitaxel" in ligand_name_resolution.further_texts(["Oraxol"], LIGANDS)
    assert "rimonabant" in ligand_name_resolution.further_texts(["SR141716A"], LIGANDS)
    assert ligand_name_resolution.further_texts(["naloxone"], LIGANDS) == []


@pytest.mark.parametrize(("text", "has"), [("salmon calcitonin", True), ("tell me about calcitonin salmon", True),
                                           ("calcitonin", False), ("salmon calcitonin 8", False)])  # fmt: skip
def test_the_words_of_a_name_in_another_order_are_the_name(text: str, *, has: bool) -> None:
    assert ligand_name_resolution.has_words_of(text, LIGANDS[2]) is has


def test_the_number_of_a_compound_in_several_papers_is_nobodys_own() -> None:
    known = [ligand("1", "torin 2", "compound 3"), ligand("2", "compound 3 [PMID: 17602603]"), ligand("3", "torin 1")]

    found = ligand_name_resolution.meanings("compound 3", known)

    assert [(one.number, one.score) for one in found] == [("1", 0.69), ("2", 0.69)]
    assert found[0].read_as == "many papers number their compounds like this: add the PMID, or search for another name"


@pytest.mark.parametrize(
    ("text", "type_", "found"),
    [
        ("infliximab-dyyb", "Antibody", ["1"]), ("insulin-like", "Peptide", []), ("imatinib-dyyb", "Inorganic", []),
        ("interferon-beta", "Peptide", []), ("infliximab-DYYB", "Antibody", []),
    ],
)  # fmt: skip
def test_four_letters_tell_the_makers_of_a_biologic_apart(text: str, type_: str, found: list[str]) -> None:
    name = text.partition("-")[0]
    known = [LigandFacts(number="1", name=name, type=type_, approved=True)]

    assert [one.number for one in ligand_name_resolution.meanings(text, known)] == found
    assert (name in ligand_name_resolution.texts(text)) is (text.islower() and text.endswith("dyyb"))


def test_a_sign_of_rotation_and_a_charge_are_part_of_a_name() -> None:
    several = [
        ligand("1", "citalopram", approved=True),
        LigandFacts(number="2", name="nicotine", type="Natural product", smiles="CN1CCC[C@H]1C"),
        ligand("3", "TPP+"),
        ligand("4", "Ca2+"),
        ligand("5", "infliximab", "cA2", approved=True),
        ligand("6", "DHEA"),
        ligand("7", "DHEAS"),
    ]
    found = {
        text: [one.number for one in ligand_name_resolution.meanings(text, several)]
        for text in ("(+)-citalopram", "(±)-citalopram", "(-)-nicotine", "TPP", "TPP(+)", "Ca(2+)", "ca2", "DHEAS")
    }
    (natural,) = ligand_name_resolution.meanings("(-)-nicotine", several)

    assert found == {
        "(+)-citalopram": [], "(±)-citalopram": ["1"], "(-)-nicotine": ["2"], "TPP": [], "TPP(+)": ["3"],
        "Ca(2+)": ["4"], "ca2": ["5"], "DHEAS": ["7"],
    }  # fmt: skip
    assert natural.score == 0.8
    assert natural.read_as == "nicotine has no sign of rotation in the Guide, so another substance may be meant"


PEPTIDES = [
    LigandFacts(number="1", name="insulin-like growth factor 1", type="Peptide", species="Mouse", synonyms=("IGF1",)),
    LigandFacts(number="2", name="insulin-like growth factor 1", type="Peptide", species="Human", synonyms=("IGF-1",)),
    LigandFacts(number="3", name="alarin", type="Peptide", species="Mouse, Rat"),
    LigandFacts(number="4", name="aprotinin", type="Peptide", species="Bovine", approved=True),
]


@pytest.mark.parametrize(
    ("text", "number", "score", "why"),
    [
        ("IGF1", "2", 1.0, None),
        ("mouse IGF1", "1", 0.97, "read as IGF1 of mouse"),
        ("alarin", "3", 0.9, "in the Guide, only the peptide of mouse and rat has this name"),
        ("rat alarin", "3", 0.97, "read as alarin of rat"),
        ("aprotinin", "4", 1.0, None),
    ],
)
def test_a_human_peptide_comes_first_and_that_of_animals_is_called_so(
    text: str, number: str, score: float, why: str | None
) -> None:
    """`IGF1` was the peptide of mouse at 1.0, and nothing said so."""
    first, *_ = ligand_name_resolution.meanings(text, PEPTIDES)

    assert (first.number, first.score, first.read_as) == (number, score, why)


@pytest.mark.parametrize(
    ("text", "smiles", "score"),
    [
        ("(±)-nicotine", "CN1CCC[C@H]1C", 0.8), ("(±)-nicotine", "CN1CCCC1C", 1.0), ("nicotine", "CN1CCC[C@H]1C", 1.0),
        ("(+)-nicotine", "CN1CCC[C@H]1C", 0.8),
    ],
)  # fmt: skip
def test_a_stereoisomer_is_not_surely_the_racemate_or_its_mirror_image(text: str, smiles: str, score: float) -> None:
    """`(±)-ruxolitinib`, `(+)-morphine` and `(-)-morphine` were the same records as without the sign at 1.0."""
    (meant,) = ligand_name_resolution.meanings(
        text, [LigandFacts(number="2", name="nicotine", type="Natural product", smiles=smiles)]
    )

    assert meant.score == score


def test_a_name_keeps_its_words_that_mean_little_elsewhere() -> None:
    one = ligand("1", "OF-1")

    assert not ligand_name_resolution.has_words_of("-1", one)


def test_a_label_may_be_written_behind_the_name() -> None:
    (found,) = ligand_name_resolution.meanings("[18F]flortaucipir", [ligand("1", "flortaucipir (18F)", approved=True)])

    assert (found.number, found.score) == ("1", 0.97)
