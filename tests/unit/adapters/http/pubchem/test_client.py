"""PubChem's adapter over a replayed upstream: what it asks, and what it makes of the answers."""

import re
from collections.abc import AsyncGenerator
from pathlib import Path

import anyio
import httpx
import pytest
from pytest_mock import MockerFixture

from biofacts.adapters.http.pubchem.client import PubChemClient
from biofacts.domain.answers.errors import RateLimited, UpstreamError
from biofacts.domain.answers.pages import Hits, Window
from biofacts.domain.compounds.compound import Compound, CompoundSearchCandidate
from biofacts.domain.identifiers.curies import CompoundId
from biofacts.domain.limits import time_limits
from biofacts.ports.sources import Query
from tests.places import RECORDED
from tests.pubchem import ASPIRIN, BUSY, HTML, Forced, PubChem, fault, page, pubchem

RECORD = "GET /rest/pug/compound/cid/2244/property/Title,MolecularFormula,MolecularWeight,SMILES,ConnectivitySMILES,"
PAGE = "GET /rest/pug_view/data/compound/2244/JSON"


@pytest.fixture
def upstream() -> PubChem:
    return PubChem()


@pytest.fixture
async def client(upstream: PubChem, tmp_path: Path) -> AsyncGenerator[PubChemClient]:
    async with pubchem(upstream, tmp_path / "pubchem.sqlite") as client:
        yield client
    assert all(seconds is not None and 0 < seconds <= time_limits.READ for seconds in upstream.patience)


async def get(client: PubChemClient, digits: str = "2244") -> Compound:
    record = await client.get(CompoundId(digits))
    assert record is not None
    return record


async def search(
    client: PubChemClient, query: str, offset: int = 0, limit: int = 50, version: str | None = None
) -> Hits[CompoundSearchCandidate]:
    hits = await client.search(Query(text=query), Window(offset=offset, limit=limit, version=version))
    assert hits is not None
    return hits


def ids(hits: Hits[CompoundSearchCandidate]) -> list[int]:
    return [int(item.id.removeprefix("PubChem:CID")) for item in hits.items]


# Searches


async def test_fifty_completions_are_asked_for(mocker: MockerFixture) -> None:
    upstream = PubChem()
    answer = mocker.spy(upstream, "answer")
    async with pubchem(upstream) as client:
        await search(client, "aspirin")
    asked = [call.args[0].url for call in answer.call_args_list]

    assert {url.params["limit"] for url in asked if "autocomplete" in url.path} == {"50"}


@pytest.mark.parametrize(("length", "is_asked"), [(1000, True), (1001, False)])
async def test_a_name_that_is_too_long_for_an_address_is_not_completed(
    client: PubChemClient, upstream: PubChem, length: int, is_asked: bool
) -> None:
    await search(client, "a" * length)

    assert any("autocomplete" in one and "a" * length in one for one in upstream.asked) is is_asked


# Records


async def test_a_recorded_row_is_read_whatever_else_stands_in_it(client: PubChemClient, upstream: PubChem) -> None:
    upstream.force("/property/", Forced(200, (RECORDED / "pubchem/aspirin_properties.json").read_text()))
    record = await get(client)

    assert (record.name, record.iupac_name) == ("2-acetyloxybenzoic acid", "2-acetyloxybenzoic acid")
    assert (record.molecular_formula, record.molecular_weight) == ("C9H8O4", 180.16)
    assert (record.canonical_smiles, record.isomeric_smiles) == (ASPIRIN["SMILES"], ASPIRIN["SMILES"])
    assert (record.inchi, record.inchikey) == (ASPIRIN["InChI"], ASPIRIN["InChIKey"])


async def test_a_record_is_two_requests(client: PubChemClient, upstream: PubChem) -> None:
    await get(client)

    asked = sorted(upstream.asked)
    assert asked == [f"{RECORD}InChI,InChIKey,IUPACName/JSON", PAGE]


async def test_of_a_record_asked_for_again_only_its_page_is_a_request(client: PubChemClient, upstream: PubChem) -> None:
    first = await get(client)
    upstream.taken()
    again = await get(client)

    assert ["/rest/pug_view/" in asked for asked in upstream.asked] == [True]
    assert first.cross_references == again.cross_references


async def test_cross_references_come_from_the_databases_that_own_them(client: PubChemClient) -> None:
    assert (await get(client)).cross_references == {
        "chembl": "CHEMBL25",
        "drugbank": "DB00945",
        "chebi": "CHEBI:15365",
        "hmdb": "HMDB0001879",
        "cas": "50-78-2",
        "wikidata": "Q18216",
        "kegg_compound": ("C01405", "D00109"),
        "unii": "R16CO5Y76E",
    }


async def test_synonyms_are_names_only_each_once(client: PubChemClient) -> None:
    assert (await get(client)).synonyms == ("ACETYLSALICYLIC ACID", "Ecotrin")


async def test_synonyms_are_few_enough_for_a_model(client: PubChemClient, upstream: PubChem) -> None:
    upstream.pages[2244] = page({}, [f"name {letter}{other}" for letter in "abcdefgh" for other in "stuvwxyz"])

    assert len((await get(client)).synonyms) == 30


@pytest.mark.parametrize("digits", ["2147483648", "999999999999", "0", "000"])
async def test_a_number_that_cannot_exist_is_not_asked_for(
    client: PubChemClient, upstream: PubChem, digits: str
) -> None:
    assert await client.get(CompoundId(digits)) is None
    assert upstream.asked == []


async def test_a_row_with_nothing_but_the_number_is_no_compound(client: PubChemClient) -> None:
    assert await client.get(CompoundId("999999999")) is None


async def test_a_very_large_number_that_exists_is_valid(client: PubChemClient, upstream: PubChem) -> None:
    upstream.rows[1_500_000_000] = {"CID": 1_500_000_000, "MolecularFormula": "CH4"}

    assert (await get(client, "1500000000")).id == "PubChem:CID1500000000"


async def test_an_id_that_pubchem_refuses_does_not_exist(client: PubChemClient, upstream: PubChem) -> None:
    upstream.force("/cid/2244/", Forced(400, fault("PUGREST.BadRequest", "Invalid ID, must be positive integer")))

    assert await client.get(CompoundId("2244")) is None


async def test_a_request_that_pubchem_does_not_understand_is_no_absence(
    client: PubChemClient, upstream: PubChem
) -> None:
    upstream.force("/cid/2244/", Forced(400, fault("PUGREST.BadRequest", "Invalid property name: SMILES")))

    with pytest.raises(UpstreamError, match=r"^PubChem is unavailable: "):
        await client.get(CompoundId("2244"))


async def test_leading_zeros_lead_to_the_same_compound(client: PubChemClient) -> None:
    assert (await get(client, "0002244")).id == "PubChem:CID2244"


@pytest.mark.parametrize(
    ("canonical", "isomeric"), [("ConnectivitySMILES", "SMILES"), ("CanonicalSMILES", "IsomericSMILES")]
)
async def test_both_generations_of_smiles_keys_are_read(
    client: PubChemClient, upstream: PubChem, canonical: str, isomeric: str
) -> None:
    upstream.rows[5793] = {"CID": 5793, "Title": "D-Glucose", canonical: "OCC1O", isomeric: "OC[C@H]1O"}
    record = await get(client, "5793")

    assert (record.canonical_smiles, record.isomeric_smiles) == ("OCC1O", "OC[C@H]1O")


@pytest.mark.parametrize("weight", ["180.16", 180.16], ids=["string", "number"])
async def test_a_weight_is_a_number_however_it_is_sent(
    client: PubChemClient, upstream: PubChem, weight: object
) -> None:
    upstream.rows[2244] = {**ASPIRIN, "MolecularWeight": weight}

    assert (await get(client)).molecular_weight == 180.16


async def test_values_that_pubchem_does_not_have_are_left_out(client: PubChemClient, upstream: PubChem) -> None:
    upstream.rows[9] = {"CID": 9, "MolecularFormula": "C6H12O6"}
    record = await get(client, "9")

    assert record.name == "CID 9"
    assert (record.iupac_name, record.molecular_weight, record.inchi) == (None, None, None)


async def test_a_compound_of_which_nothing_is_annotated_has_no_references(client: PubChemClient) -> None:
    record = await get(client, "702")

    assert (record.cross_references, record.synonyms, record.remark) == ({}, (), None)


@pytest.mark.parametrize("answer", [Forced(500, HTML), Forced(503, HTML), Forced(200, '{"Record":'), Forced(404, HTML)])
async def test_without_the_page_only_unmistakable_identifiers_are_taken_from_the_synonyms(
    client: PubChemClient, upstream: PubChem, answer: Forced
) -> None:
    upstream.force("pug_view", answer)
    upstream.synonyms[2244] = [
        "aspirin", "50-78-2", "001-16-2", "200-064-1", "SCHEMBL1353", "CHEMBL25", "CHEBI:15365", "DB00945", "DB99999",
        "HOCH2CH2OH", "Q0038", "C77464", "UNII-R16CO5Y76E", "Ecotrin",
    ]  # fmt: skip
    record = await get(client)

    assert record.cross_references == {
        "chembl": "CHEMBL25", "chebi": "CHEBI:15365", "cas": "50-78-2", "unii": "R16CO5Y76E",
    }  # fmt: skip
    assert record.remark == (
        "Possibly incomplete: cross_references, because PubChem's annotated page is not available: they were recognised"
        " among the synonyms, without their sources."
    )


async def test_without_page_and_synonyms_the_record_says_what_is_missing(
    client: PubChemClient, upstream: PubChem, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", logger="biofacts")
    upstream.force("pug_view", Forced(500, HTML))
    upstream.force("/synonyms/", Forced(500, HTML))
    record = await get(client)

    assert record.cross_references == {}
    assert record.remark == ("Left out: synonyms, cross_references, because PubChem's annotated page is not available.")
    assert "names and identifiers of 2244: PubChem is unavailable: it answers with status 500" in caplog.text


async def test_a_page_that_failed_is_asked_for_again_by_the_next_call(client: PubChemClient, upstream: PubChem) -> None:
    upstream.force("pug_view", Forced(500, HTML))
    await get(client)
    upstream.forced.clear()

    assert (await get(client)).remark is None


# Search


@pytest.mark.parametrize("query", ["aspirin", "asprin", "ibuprofen", "ibupro", "zzqqxxkkvv", "CCO", "α-ketoglutarate"])
async def test_a_page_is_at_most_six_requests_and_no_request_when_asked_for_again(
    client: PubChemClient, upstream: PubChem, query: str
) -> None:
    upstream.completions.setdefault(query, [f"{query} {number}" for number in range(40)])
    first = await search(client, query)
    cost = len(upstream.taken())
    again = await search(client, query)

    assert cost <= 6
    assert upstream.asked == []
    assert (again.items, again.more) == (first.items, first.more)


async def test_a_walk_over_completions_costs_six_requests_a_page_and_loses_nothing(
    client: PubChemClient, upstream: PubChem
) -> None:
    terms = [f"ibuprofen {number}" for number in range(30)]
    upstream.completions["ibuprofen"] = ["ibuprofen", *terms]
    for number, term in enumerate(terms):
        upstream.rows[70_000 + number] = {"CID": 70_000 + number, "Title": term}
        upstream.names[term] = [70_000 + number]
    found, costs, more, version = list[int](), list[int](), True, None
    while more:
        hits = await search(client, "ibuprofen", offset=len(found), version=version)
        version = hits.version
        found += ids(hits)
        costs.append(len(upstream.taken()))
        more = hits.more

    assert max(costs) <= 6
    assert found == [3672, *range(70_000, 70_030)]


async def test_completions_that_lead_to_nothing_make_an_empty_page_and_the_walk_goes_on(
    client: PubChemClient, upstream: PubChem
) -> None:
    upstream.completions["zzqqxxkkvv"] = [f"zzqqxxkkvv {number}" for number in range(9)]
    first = await search(client, "zzqqxxkkvv")
    second = await search(client, "zzqqxxkkvv", version=first.version)

    assert (first.items, first.more, first.total) == ((), True, None)
    assert (second.items, second.more, second.total) == ((), False, 0)


async def test_small_pages_divide_a_round(client: PubChemClient, upstream: PubChem) -> None:
    whole = await search(client, "ibuprofen")
    first = await search(client, "ibuprofen", limit=1)
    second = await search(client, "ibuprofen", offset=1, limit=1, version=first.version)

    assert (*first.items, *second.items) == whole.items
    assert (first.more, second.more) == (True, False)


async def test_a_walk_without_its_cache_stays_within_the_requests_of_a_page(upstream: PubChem) -> None:
    upstream.completions["ibuprofen"] = [f"ibuprofen {number}" for number in range(40)]
    async with pubchem(upstream) as client:
        await search(client, "ibuprofen", version="round-4")

    assert len(upstream.asked) <= 6


async def test_the_total_is_unknown_while_there_is_more(client: PubChemClient, upstream: PubChem) -> None:
    upstream.completions["aspirin"] = [f"aspirin {number}" for number in range(40)]

    assert (await search(client, "aspirin")).total is None
    assert (await search(client, "50-78-2")).total == 1


async def test_a_name_of_several_compounds_brings_them_in_pubchems_order(client: PubChemClient) -> None:
    assert ids(await search(client, "racemic things")) == [3672, 39912]


async def test_a_compound_under_several_names_is_listed_once(client: PubChemClient) -> None:
    assert ids(await search(client, "aspirin")) == [2244]


async def test_a_suggestion_that_is_not_like_the_query_is_not_asked_for(
    client: PubChemClient, upstream: PubChem
) -> None:
    await search(client, "asprin")

    assert [asked for asked in upstream.asked if "Dasatinib" in asked] == []


async def test_a_misspelling_without_suggestions_is_found_by_its_parts(
    client: PubChemClient, upstream: PubChem
) -> None:
    upstream.completions = {"ibup": ["ibuprofen", "ibupirac"], "rfen": []}
    hits = await search(client, "ibuprfen")

    assert ids(hits) == [3672]
    assert "No compound is called 'ibuprfen'" in (hits.guidance or "")


async def test_a_name_that_nothing_bears_is_read_as_the_acid_of_the_anion(
    client: PubChemClient, upstream: PubChem
) -> None:
    upstream.names["2-oxoglutaric acid"] = [51]
    hits = await search(client, "2-oxoglutarate [cytosol]")

    assert [(one.name, one.score, one.read_as) for one in hits.items] == [
        ("2-Oxoglutaric acid", 0.95, "read as '2-oxoglutaric acid', without [cytosol], an acid and its anion being one")
    ]
    assert hits.guidance == f"No compound is called '2-oxoglutarate [cytosol]'; it was {hits.items[0].read_as}."


async def test_a_name_as_written_comes_before_every_reading(client: PubChemClient, upstream: PubChem) -> None:
    upstream.names |= {"2-oxoglutaric acid": [51], "2-oxoglutarate": [702]}

    assert ids(await search(client, "2-oxoglutarate")) == [702]
    assert [asked for asked in upstream.asked if "2-oxoglutaric" in asked] == []


@pytest.mark.parametrize(("of_abbreviation", "found"), [([], [3672]), ([3672, 702], [3672]), ([702], [3672, 702])])
async def test_a_name_and_its_abbreviation_must_not_disagree(
    client: PubChemClient, upstream: PubChem, of_abbreviation: list[int], found: list[int]
) -> None:
    upstream.names["ibp"] = of_abbreviation
    hits = await search(client, "Ibuprofen (IBP)")

    assert ids(hits) == found
    assert {one.score for one in hits.items} == {0.95}


async def test_a_number_in_a_paper_is_nobodys_name(client: PubChemClient, upstream: PubChem) -> None:
    upstream.names["compound 7"] = [3672]
    hits = await search(client, "compound 7")

    assert [(one.name, one.score) for one in hits.items] == [("Ibuprofen", 0.69)]
    assert hits.guidance == "Many papers number their compounds like this: search for another name."


async def test_a_name_that_differs_in_signs_alone_is_said_to_be_read_so(
    client: PubChemClient, upstream: PubChem
) -> None:
    upstream.completions = {"ibu profen": ["ibuprofen"]}
    hits = await search(client, "ibu profen")

    assert [(one.name, one.score) for one in hits.items] == [("Ibuprofen", 0.97)]
    assert hits.guidance == "No compound is called 'ibu profen'; it was read as 'ibuprofen'."


async def test_a_title_comes_before_equal_synonyms(client: PubChemClient, upstream: PubChem) -> None:
    upstream.names["ibuprofen"] = [39912, 3672]
    hits = await search(client, "ibuprofen")

    assert [(one.name, one.score) for one in hits.items[:2]] == [("Ibuprofen", 1.0), ("Dexibuprofen", 0.97)]


async def test_a_radioligand_lends_its_name_to_no_plain_compound(client: PubChemClient, upstream: PubChem) -> None:
    upstream.rows[702] = upstream.rows[702] | {"Title": "[3H]ethanol"}
    upstream.names["[3h]ethanol"] = [702]
    plain, labelled = await search(client, "702"), await search(client, "[3H]ethanol")

    assert [one.name for one in plain.items] == [(await get(client, "702")).name] == ["ethanol"]
    assert [(one.score, one.unmatched) for one in labelled.items] == [(0.68, ("[3H]",))]


async def test_a_labelled_compound_keeps_its_name(client: PubChemClient, upstream: PubChem) -> None:
    upstream.rows[702] = upstream.rows[702] | {"Title": "[3H]ethanol", "InChI": "InChI=1S/C2H6O/c1-2-3/h3H,2H2,1H3/i1T"}
    upstream.names["[3h]ethanol"] = [702]

    assert [(one.name, one.score) for one in (await search(client, "[3H]ethanol")).items] == [("[3H]ethanol", 1.0)]


async def test_identifiers_and_structures_are_one_request(client: PubChemClient, upstream: PubChem) -> None:
    costs: list[int] = []
    for query in ("50-78-2", "CHEMBL25", "BSYNRYMUTXBXSQ-UHFFFAOYSA-N", "2244", "CC(C)CC1=CC=C(C=C1)C(C)C(=O)O"):
        await search(client, query)
        costs.append(len(upstream.taken()))

    assert costs == [1, 1, 1, 1, 1]


@pytest.mark.parametrize(
    ("query", "asked"),
    [
        (
            "compound 48/80",
            "POST /rest/pug/compound/name/property/Title,MolecularFormula,InChI/JSON name=compound 48/80",
        ),
        (
            "example #30 (S)",
            "POST /rest/pug/compound/name/property/Title,MolecularFormula,InChI/JSON name=example #30 (S)",
        ),
        ("what is it?", "POST /rest/pug/compound/name/property/Title,MolecularFormula,InChI/JSON name=what is it?"),
        ("50% solution", "POST /rest/pug/compound/name/property/Title,MolecularFormula,InChI/JSON name=50% solution"),
        (
            "α-ketoglutarate",
            "POST /rest/pug/compound/name/property/Title,MolecularFormula,InChI/JSON name=α-ketoglutarate",
        ),
        ("F/C=C/F", "POST /rest/pug/compound/smiles/property/Title,MolecularFormula,InChI/JSON smiles=F/C=C/F"),
        ("[Na+].[Cl-]", "POST /rest/pug/compound/smiles/property/Title,MolecularFormula,InChI/JSON smiles=[Na+].[Cl-]"),
        (
            "InChI=1S/H2O/h1H2",
            "POST /rest/pug/compound/inchi/property/Title,MolecularFormula,InChI/JSON inchi=InChI=1S/H2O/h1H2",
        ),
        ("N,N-dimethyl (x)", "GET /rest/pug/compound/name/N,N-dimethyl (x)/property/Title,MolecularFormula,InChI/JSON"),
    ],
)
async def test_what_cannot_stand_in_a_path_goes_as_a_form(
    client: PubChemClient, upstream: PubChem, query: str, asked: str
) -> None:
    await search(client, query)

    assert asked in upstream.asked


async def test_a_greek_letter_is_also_asked_for_in_words(client: PubChemClient) -> None:
    assert ids(await search(client, "α-ketoglutarate")) == [51]


async def test_a_form_is_answered_from_the_cache_too(client: PubChemClient, upstream: PubChem) -> None:
    await search(client, "compound 48/80")
    upstream.taken()

    assert ids(await search(client, "compound 48/80")) == [104735]
    assert ids(await search(client, "other 1/2")) == []
    assert [asked for asked in upstream.asked if "48/80" in asked] == []


@pytest.mark.parametrize(
    "query",
    ["///", "..", "../..", "?#%", "日" * 500, "a" * 500, "🙂🙂🙂", "[[[", "C(C", "((("],
    ids=[str(n) for n in range(10)],
)
async def test_odd_input_finds_nothing_and_breaks_nothing(client: PubChemClient, upstream: PubChem, query: str) -> None:
    assert (await search(client, query)).total == 0
    assert max(map(len, (asked for asked in upstream.asked if asked.startswith("GET"))), default=0) < 1500


async def test_a_name_that_pubchem_refuses_finds_nothing(client: PubChemClient, upstream: PubChem) -> None:
    upstream.force("/name/", Forced(400, fault("PUGREST.BadRequest", "Bad input")))

    assert (await search(client, "odd thing")).total == 0


async def test_a_structure_that_cannot_be_read_finds_nothing(client: PubChemClient) -> None:
    hits = await search(client, "C(=O)(=O)(=O)(=O)O")

    assert (hits.items, hits.total) == ((), 0)


async def test_a_number_out_of_range_finds_nothing_without_a_request(client: PubChemClient, upstream: PubChem) -> None:
    assert (await search(client, "9999999999")).total == 0
    assert upstream.asked == []


async def test_a_structure_of_which_pubchem_has_no_number_is_no_candidate(
    client: PubChemClient, upstream: PubChem
) -> None:
    rows = {"PropertyTable": {"Properties": [{"CID": 0, "MolecularFormula": "C9H8O4"}]}}
    upstream.force("/smiles/", Forced(200, rows))

    assert ids(await search(client, "C1CC1C(=O)OO")) == []


async def test_exact_matches_are_listed_when_completions_cannot_be_had(
    client: PubChemClient, upstream: PubChem
) -> None:
    upstream.force("autocomplete", Forced(500, HTML))
    hits = await search(client, "aspirin")

    assert ids(hits) == [2244]
    assert "completion" in (hits.guidance or "")


async def test_a_name_that_nothing_is_called_fails_when_completions_cannot_be_had(
    client: PubChemClient, upstream: PubChem
) -> None:
    upstream.force("autocomplete", Forced(500, HTML))

    with pytest.raises(UpstreamError, match=r"^PubChem is unavailable: "):
        await search(client, "ibupro")


async def test_ten_equal_searches_at_once_are_one(client: PubChemClient, upstream: PubChem) -> None:
    await search(client, "ibuprofen")
    alone, herd = sorted(upstream.asked), PubChem()
    async with pubchem(herd) as fresh, anyio.create_task_group() as tasks:
        for _ in range(10):
            tasks.start_soon(search, fresh, "ibuprofen")

    assert sorted(herd.asked) == alone


# Faults


@pytest.mark.parametrize("status", [503, 429, 404, 400, 200, 500])
async def test_server_busy_is_rate_limited_whatever_the_status(
    client: PubChemClient, upstream: PubChem, status: int
) -> None:
    upstream.force("/cid/2244/property", Forced(status, BUSY))

    with pytest.raises(RateLimited, match="fewer requests") as caught:
        await client.get(CompoundId("2244"))

    assert caught.value.hint == "Wait 30 seconds, then repeat the same call."


async def test_server_busy_is_tried_again(client: PubChemClient, upstream: PubChem) -> None:
    upstream.force("/cid/2244/property", Forced(503, BUSY), Forced(503, BUSY), Forced(200, _table()))

    assert (await get(client)).name == "Aspirin"


async def test_a_long_retry_after_is_told_at_once(client: PubChemClient, upstream: PubChem) -> None:
    upstream.force("/name/", Forced(503, BUSY, {"Retry-After": "30"}))
    with pytest.raises(RateLimited) as caught:
        await search(client, "50-78-2")

    assert caught.value.hint == "Wait 30 seconds, then repeat the same call."
    assert len(upstream.asked) == 1


@pytest.mark.parametrize(
    "answer",
    [
        Forced(500, HTML),
        Forced(503, HTML),
        Forced(404, HTML),
        Forced(400, HTML),
        Forced(200, HTML),
        Forced(200, ""),
        Forced(200, '{"PropertyTable": {"Properties": [{"CID": 22'),
        Forced(200, {"PropertyTable": {}}),
        Forced(200, {"Waiting": {"ListKey": "1"}}),
        Forced(202, {"Waiting": {"ListKey": "1"}}),
        Forced(504, fault("PUGREST.Timeout", "The request timed out")),
        Forced(404, fault("PUGREST.ServerError", "Something broke")),
        Forced(501, fault("PUGREST.Unimplemented", "Not yet")),
        Forced(302, "", {"Location": "https://elsewhere.test/"}),
        httpx.ConnectError("refused"),
        httpx.ReadTimeout("late"),
    ],
)
async def test_a_failing_upstream_is_an_upstream_error_and_never_an_absence(
    client: PubChemClient, upstream: PubChem, answer: Forced | Exception
) -> None:
    upstream.force("/cid/2244/property", answer)

    with pytest.raises(UpstreamError, match="PubChem is unavailable"):
        await client.get(CompoundId("2244"))


@pytest.mark.parametrize("code", ["PUGREST.ServerError", "PUGREST.Timeout", "PUGREST.ServerBusy"])
async def test_a_transient_fault_is_tried_again(client: PubChemClient, upstream: PubChem, code: str) -> None:
    upstream.force("/cid/2244/property", Forced(500, fault(code, "not now")), Forced(200, _table()))

    assert (await get(client)).name == "Aspirin"


async def test_a_failure_is_not_remembered(client: PubChemClient, upstream: PubChem) -> None:
    upstream.force("/cid/2244/property", Forced(200, '{"PropertyTable":'))
    with pytest.raises(UpstreamError, match=r"^PubChem is unavailable: "):
        await client.get(CompoundId("2244"))
    upstream.forced.clear()

    assert (await get(client)).name == "Aspirin"


async def test_an_absence_is_remembered(client: PubChemClient, upstream: PubChem) -> None:
    await search(client, "zzqqxxkkvv")
    assert re.search(r"name/zzqqxxkkvv", "".join(upstream.taken()))
    await search(client, "zzqqxxkkvv")

    assert upstream.asked == []


def _table() -> dict[str, object]:
    return {"PropertyTable": {"Properties": [ASPIRIN]}}


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("C9H8O4", "Formulas are not searched"), ("50-78-3", "It is not a CAS number: its last digit"),
        ("zzqqxxkkvv", "No compounds match."), ("[Na+].[Cl-]", "PubChem has no compound with this structure"),
        ("RYHBNJHYFVUHQT-UHFFFAOYSA-N", "PubChem has no compound with this structure"),
    ],
)  # fmt: skip
async def test_an_empty_list_says_what_is_not_searched(client: PubChemClient, query: str, said: str) -> None:
    assert (await search(client, query)).guidance is not None
    assert said in ((await search(client, query)).guidance or "")
