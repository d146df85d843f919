"""What depositors call substances: numbers of catalogues are told from names, brands and codes of research."""

from pathlib import Path

import pytest

from biofacts.adapters.http.gtopdb import read_ligands
from biofacts.adapters.http.pubchem.references import is_code, is_noise, is_unii, without_label

REGISTRIES = (
    "NSC", "BRN", "ZINC", "HSDB", "CCRIS", "STK", "SBB", "HMS", "NCGC", "MCULE", "CTK", "ST5", "PDSP", "MLS", "ANW",
    "HY-", "CS-0", "Z1", "Z7",
)  # fmt: skip
"""Beginnings of numbers of registries, vendors and libraries that the Guide has among its names."""


@pytest.mark.parametrize(
    "synonym",
    [
        "UNII-Y9746DNE68", "Y9746DNE68", "DTXSID5020108", "DSSTox_CID_1874", "DSSTox_GSID_21874", "Tox21_200619",
        "NSC 27223", "NSC-27223", "AKOS000119876", "SCHEMBL1353", "ZINC000000000053", "MFCD00002430", "BDBM22360",
        "GTPL4139", "NCGC00090977-01", "HMS2089K13", "STL264215", "BBL011565", "FT-0655181", "F2190-0369", "HY-14654",
        "EN300-19602", "CTK4A6809", "MCULE-2393970713", "BR1117", "Oprea1_713794", "NCI60_000703", "s4070",
        "orb1962263", "bmse000305", "NS00000044", "27671-EP2270014A1", "CAS-106-94-5", "203-776-0", "Q2270",
        "004143F9-240E-472F-9D5A-B1B13BBA2A18", "yzwkkmvjzfacsu-uhfffaoysa-n", "WLN: Q2Q", "Epitope ID:116867",
        "Rcra waste number U019", "Caswell No. 077", "EPA Pesticide Chemical Code 008801", "UN 1114", "UN1296",
        "Trietilamina UN1296", "FEMA NO. 3965", "4-04-00-01665 (Beilstein Handbook Reference)", "AI3-14653",
        "NCI-C55276", "1-Bromopropane, 99%", "Guanidine hydrochloride, 99.5+%, Molecular Biology Grade",
        "Benzene, ACS reagent, >=99.0%", "Benzene 100 microg/mL in Methanol", "1-Bromopropane, analytical standard",
        "GUANIDINE HYDROCHLORIDE [II]",
    ],
)  # fmt: skip
def test_what_names_nothing_is_noise(synonym: str) -> None:
    assert is_noise(synonym)


@pytest.mark.parametrize(
    "name",
    [
        "SB-203580", "SB203580", "U0126", "AZD9291", "MK-2206", "BAY 59-7939", "LY294002", "PD98059", "Y-27632", "Q203",
        "GSK2334470", "INCB018424", "T0901317", "A-803467", "NCGC607", "EC 144", "Advil", "N-Propyl bromide",
        "7-epipaclitaxel", "[6]Annulene", "Katerzia (amlodipine oral suspension, 1 mg/mL)", "Duragesic-100",
        "iron (II)", "S7330", "E4031", "Altreno (0.05% lotion)",
    ],
)  # fmt: skip
def test_names_brands_and_codes_of_research_are_none(name: str) -> None:
    assert not is_noise(name)


def test_of_all_names_of_the_guides_ligands_numbers_of_registries_alone_are_noise(upstream_dir: Path) -> None:
    ligands = read_ligands((upstream_dir / "gtopdb/reconstructed/DATA/ligands.csv").read_bytes())
    names = {name for one in ligands for name in (one.name, *one.approved_names, *one.synonyms)}
    noise = [name for name in names if is_noise(name)]

    assert len(names) > 36_000
    assert [name for name in noise if not name.startswith(REGISTRIES) and not is_unii(name)] == []
    assert len(noise) < 160


@pytest.mark.parametrize("text", ["R16CO5Y76E", "UE40BY1BZW", "J64922108F", "K90JUB7941"])
def test_a_unii_has_its_check_character(text: str) -> None:
    assert is_unii(text)
    assert not is_unii(text[1:] + text[0])


@pytest.mark.parametrize("text", ["GSK1331268", "HTL0041178", "ACETAMINOL", "R16CO5Y76", "r16co5y76e"])
def test_codes_words_and_other_lengths_are_no_unii(text: str) -> None:
    assert not is_unii(text)


@pytest.mark.parametrize(
    ("synonym", "name"),
    [
        ("BENZENE [USP-RS]", "BENZENE"),
        ("Fentanylum [INN-Latin]", "Fentanylum"),
        ("Triaethylamin (German)", "Triaethylamin"),
        ("FENTANYL (EMA EPAR VETERINARY)", "FENTANYL"),
        ("Fentanyl [USAN:USP:INN:BAN]", "Fentanyl"),
        ("Macrogol 400 (JP17)", "Macrogol 400"),
        ("FENTANYL [EP MONOGRAPH]", "FENTANYL"),
        ("L-161,982 (EP4A)", "L-161,982 (EP4A)"),
        ("compound 17 [PMID: 12570381]", "compound 17 [PMID: 12570381]"),
        ("iron (II)", "iron (II)"),
        ("prostanoid receptor (EP)", "prostanoid receptor (EP)"),
        ("TEN [Base]", "TEN [Base]"),
    ],
)
def test_labels_of_authorities_and_languages_are_taken_off(synonym: str, name: str) -> None:
    assert without_label(synonym) == name


def test_letters_and_a_number_may_be_a_code() -> None:
    assert [one for one in ("SB-203580", "U0126", "A801541", "BAY 59-7939", "aspirin", "C4") if is_code(one)] == [
        "SB-203580", "U0126", "A801541",
    ]  # fmt: skip


def test_a_synonym_without_end_takes_no_time() -> None:
    for hostile in ("NCI" + "_a" * 50_000, " [" * 50_000, " (INN" * 10_000, "9" * 100_000 + "-"):
        assert not is_noise(hostile)
        assert without_label(hostile) == hostile
