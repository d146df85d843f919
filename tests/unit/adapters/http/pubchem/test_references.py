"""Which identifiers are taken from PubChem's annotated pages, on small pages and on every recorded one."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from biofacts.adapters.http.pubchem.references import attributed, names, recognised, synonyms
from biofacts.adapters.http.pubchem.wire import View, ViewRecord
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
    return msgspec.convert(given, View).record


@pytest.mark.parametrize("cid", sorted(RECORDED))
def test_a_recorded_page_gives_the_identifiers_that_a_person_reads_in_it(cid: str, upstream_dir: Path) -> None:
    recorded = upstream_dir / "pubchem/rest/pug_view/data/compound" / cid / "JSON.json"
    found = attributed(msgspec.json.decode(recorded.read_bytes(), type=View).record)

    assert found == RECORDED[cid]


def test_no_removed_synonym_of_a_recorded_page_is_shown(upstream_dir: Path) -> None:
    recorded = upstream_dir / "pubchem/rest/pug_view/data/compound/2349/JSON.json"
    found = synonyms(msgspec.json.decode(recorded.read_bytes(), type=View).record)

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
    recorded = msgspec.json.decode((FILES / f"pubchem/pug_view-{cid}.json").read_bytes(), type=View).record
    ranked = synonyms(recorded)
    shown = names(ranked, "", attributed(recorded))

    assert noise <= {*ranked}
    assert [name for name in shown if name in noise or "%" in name or "[" in name.partition(" ")[2]] == []
