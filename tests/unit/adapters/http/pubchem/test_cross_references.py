"""Which identifiers are taken from PubChem's annotated pages, on small pages and on every recorded one."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from biofacts.adapters.http.gtopdb import read_ligands
from biofacts.adapters.http.pubchem.cross_references import (
    attributed,
    is_code,
    is_noise,
    is_unii,
    names,
    recognised,
    synonyms,
    without_label,
)
from biofacts.adapters.http.pubchem.response_formats import RecordView, ViewRecord
from biofacts.domain.identifiers.cross_references import CrossReferences
from tests.places import RECORDED as FILES
from tests.pubchem import page

RECORDED: dict[str, CrossReferences] = {
    "4": {
        "chembl": "CHEMBL326602", "chebi": "CHEBI:19030", "hmdb": "HMDB0012136", "cas": "78-96-6",
        "wikidata": "Q161580", "kegg_compound": ("C05771",), "unii": "UE40BY1BZW",
    },
    "174": {
        "chembl": "CHEMBL457299", "chebi": "CHEBI:30742", "hmdb": "HMDB0037790", "cas": "107-21-1",
        "wikidata": "Q194207", "unii": "FC72KVT52F",
        "kegg_compound": ("C01380", "D06420", "D06419", "D06421", "D06423", "D06418", "D03370", "C15588"),
    },
    "241": {
        "chembl": "CHEMBL277500", "chebi": "CHEBI:16716", "hmdb": "HMDB0001505", "cas": "71-43-2",
        "wikidata": "Q2270", "kegg_compound": ("C01407",), "unii": "J64922108F",
    },
    "2349": {"chembl": "CHEMBL300052", "hmdb": "HMDB0256229", "cas": "7005-30-3", "wikidata": "Q82003729"},
    "3345": {
        "chembl": "CHEMBL596", "drugbank": "DB00813", "chebi": "CHEBI:119915", "hmdb": "HMDB0014951",
        "cas": "437-38-7", "wikidata": "Q407541", "kegg_compound": ("D00320",), "unii": "UF599785JZ",
    },
    "8057": {"chembl": "CHEMBL155850", "cas": "110-53-2", "wikidata": "Q19630814", "unii": "Z2S4R599P0"},
    "8471": {
        "chembl": "CHEMBL284057", "chebi": "CHEBI:35026", "hmdb": "HMDB0032539", "cas": "121-44-8",
        "wikidata": "Q139199", "kegg_compound": ("C14691",), "unii": "VOU728O6AY",
    },
}  # fmt: skip
"""What a person reads on the pages, for each recorded CID."""


def record(given: dict[str, Any]) -> ViewRecord:
    return msgspec.convert(given, RecordView).record


@pytest.mark.parametrize("cid", sorted(RECORDED))
def test_a_recorded_page_gives_the_identifiers_that_a_person_reads_in_it(cid: str, upstream_dir: Path) -> None:
    recorded = upstream_dir / "pubchem/rest/pug_view/data/compound" / cid / "JSON.json"
    found = attributed(msgspec.json.decode(recorded.read_bytes(), type=RecordView).record)

    assert found == RECORDED[cid]


def test_no_removed_synonym_of_a_recorded_page_is_shown(upstream_dir: Path) -> None:
    recorded = upstream_dir / "pubchem/rest/pug_view/data/compound/2349/JSON.json"
    found = synonyms(msgspec.json.decode(recorded.read_bytes(), type=RecordView).record)

    assert "Penicillin" not in found
    assert "penicillin g" not in found


def test_an_identifier_counts_only_from_its_owner() -> None:
    given = page(
        {"ChEMBL ID": [("Some Vendor", "CHEMBL1"), ("ChEMBL", "CHEMBL2")], "DrugBank ID": [("Other", "DB00001")]}
    )

    assert attributed(record(given)) == {"chembl": "CHEMBL2"}


def test_an_identifier_that_names_no_reference_counts_from_nobody() -> None:
    given = page({"ChEMBL ID": [("ChEMBL", "CHEMBL1")]})
    names_and_identifiers = given["Record"]["Section"][0]
    (stated,) = names_and_identifiers["Section"][0]["Section"][0]["Information"]
    del stated["ReferenceNumber"]
    for reference in given["Record"]["Reference"]:
        reference["SourceName"] = "ChEMBL"

    assert attributed(record(given)) == {}


def test_several_identifiers_of_one_owner_are_left_out_rather_than_guessed() -> None:
    assert attributed(record(page({"ChEMBL ID": [("ChEMBL", "CHEMBL1"), ("ChEMBL", "CHEMBL2")]}))) == {}


def test_of_several_identifiers_the_one_that_is_also_a_synonym_is_right() -> None:
    given = page({"ChEMBL ID": [("ChEMBL", "CHEMBL1"), ("ChEMBL", "CHEMBL2")]}, ["aspirin", "CHEMBL2"])

    assert attributed(record(given)) == {"chembl": "CHEMBL2"}


def test_all_kegg_identifiers_are_kept() -> None:
    given = page({"KEGG ID": [("KEGG", "C01405"), ("KEGG", "D00109"), ("KEGG", "C01405")]})

    assert attributed(record(given)) == {"kegg_compound": ("C01405", "D00109")}


def test_a_cas_number_is_what_cas_says() -> None:
    given = page({
        "CAS": [("ChemIDplus", "25322-68-3"), ("HMDB", "25322-68-3"), ("CAS Common Chemistry", "107-21-1")],
        "Related CAS": [("CAS Common Chemistry", "25322-68-3")],
    })  # fmt: skip

    assert attributed(record(given)) == {"cas": "107-21-1"}


def test_without_cas_itself_the_number_of_most_sources_is_taken() -> None:
    given = page({"CAS": [("A", "50-78-2"), ("B", "50-78-2"), ("C", "493-53-8"), ("C", "493-53-8"), ("C", "493-53-8")]})

    assert attributed(record(given)) == {"cas": "50-78-2"}


@pytest.mark.parametrize("value", ["001-16-2", "200-064-1", "990-73-8 (citrate)", "50-78-2, 493-53-8", "50-78-3"])
def test_what_is_no_single_cas_number_is_dropped(value: str) -> None:
    assert attributed(record(page({"CAS": [("CAS Common Chemistry", value)]}))) == {}


@pytest.mark.parametrize("heading", ["Related CAS", "Deprecated CAS"])
def test_numbers_of_other_substances_are_not_taken(heading: str) -> None:
    assert attributed(record(page({heading: [("CAS Common Chemistry", "50-78-2")]}))) == {}


def test_headings_elsewhere_on_the_page_are_not_taken() -> None:
    given = page({"ChEMBL ID": [("ChEMBL", "CHEMBL1")]})
    given["Record"]["Section"][0]["Section"][0]["TOCHeading"] = "Related Compounds"

    assert attributed(record(given)) == {}


def test_in_synonyms_only_what_is_single_and_unmistakable_counts() -> None:
    found = recognised(["CHEMBL25", "SCHEMBL1353", "CHEBI:30742", "CHEBI:46793", "HOCH2CH2OH", "Q0038", "C77464"])

    assert found == {"chembl": "CHEMBL25"}


def test_names_leave_out_identifiers_the_title_and_doubles() -> None:
    ranked = ["Aspirin", "50-78-2", "Ecotrin", "ECOTRIN", "DTXSID5020108", "NSC 27223", "R16CO5Y76E", "ASA"]

    assert names(ranked, "aspirin", {"unii": "R16CO5Y76E"}) == ("Ecotrin", "ASA")


def test_codes_of_research_stay_and_numbers_of_vendors_go() -> None:
    ranked = ["SB-203580", "U0126", "AZD9291", "MK-2206", "BAY 59-7939", "Y9746DNE68", "BR1117", "STL264215", "SB 1"]

    assert names(ranked, "x", {}) == ("BAY 59-7939", "SB 1", "SB-203580", "U0126", "AZD9291", "MK-2206")


def test_a_code_that_is_spelt_in_one_way_only_gives_way_to_names_and_one_that_people_spell_does_not() -> None:
    ranked = ["A801541", "AZD9291", *(f"name {letter}" for letter in "abcdefghij"), "AZD-9291", "U 0126"]

    assert names(ranked, "U0126", {}) == (
        "AZD9291", *(f"name {letter}" for letter in "abcdefghij"), "AZD-9291", "U 0126",
    )  # fmt: skip


@pytest.mark.parametrize(("number", "is_shown"), [(9, True), (10, False)])
def test_beside_ten_names_a_code_of_one_spelling_is_left_out(number: int, is_shown: bool) -> None:
    ranked = ["A801541", *(f"name {letter}" for letter in "abcdefghij"[:number])]

    assert ("A801541" in names(ranked, "x", {})) is is_shown


@pytest.mark.parametrize(("length", "is_number"), [(200, True), (201, False)])
def test_of_a_synonym_without_end_nothing_is_said(length: int, is_number: bool) -> None:
    assert is_noise("AI3-1".ljust(length, "x")) is is_number


def test_a_label_is_taken_off_a_name() -> None:
    ranked = ["FENTANYL [USP-RS]", "Fentanylum [INN-Latin]", "Fentanila [INN-Spanish]", "Fentanil", "FENTANYL [JAN]"]

    assert names(ranked, "Fentanyl", {}) == ("Fentanylum", "Fentanila", "Fentanil")


@pytest.mark.parametrize(
    ("cid", "noise"),
    [
        (7840, {"Y9746DNE68", "AI3-18129", "1-Bromopropane, 99%", "DSSTox_CID_1874", "Tox21_200619", "BR1117"}),
        (5742, {"Guanidine hydrochloride, >=98%", "USAF EK-749", "AI3-19014", "GUANIDINE HCL [INCI]"}),
        (8037, {"K90JUB7941", "UN2372"}),
    ],
)
def test_a_recorded_page_shows_names_alone(cid: int, noise: set[str]) -> None:
    recorded = msgspec.json.decode((FILES / f"pubchem/pug_view-{cid}.json").read_bytes(), type=RecordView).record
    ranked = synonyms(recorded)
    shown = names(ranked, "", attributed(recorded))

    assert noise <= {*ranked}
    assert [name for name in shown if name in noise or "%" in name or "[" in name.partition(" ")[2]] == []


# What depositors call substances: numbers of catalogues are told from names, brands and codes of research.


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
