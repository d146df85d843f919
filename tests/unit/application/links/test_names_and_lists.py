"""`find_links` by name, and of lists of names, on the built-in sample."""

from typing import Any

import msgspec

from biofacts.application.tools.all_tools import TOOLS, call
from biofacts.composition.container import Container


async def answer(container: Container, tool: str = "find_links", **given: object) -> Any:
    outcome = await call(TOOLS[tool], container.use_cases(), given)
    return msgspec.json.decode(msgspec.json.encode(outcome))


def linked(answered: Any) -> list[tuple[str, list[str]]]:
    return [(one["id"], one["of"]) for one in answered["items"]]


# One name


async def test_a_name_starts_where_its_identifier_does_and_says_what_it_was_read_as(sample: Container) -> None:
    by_name = await answer(sample, id="venetoclax", kind="ligand", to="target")
    by_id = await answer(sample, id="IUPHAR:8318", kind="ligand", to="target")

    assert by_name.pop("read_as") == {"id": "IUPHAR:8318", "name": "venetoclax", "why": "name"}
    assert by_name == by_id


async def test_links_are_counted_by_name_too(sample: Container) -> None:
    counted = await answer(sample, id="bcl-2", kind="gene")

    assert (counted["id"], counted["read_as"]["id"]) == ("HGNC:990", "HGNC:990")


async def test_an_identifier_of_another_database_is_a_name(sample: Container) -> None:
    found = await answer(sample, id="P10415", kind="gene", to="target")

    assert found["read_as"]["name"] == "BCL2"
    assert [one["id"] for one in found["items"]] == ["IUPHAR:2844"]


async def test_a_name_of_several_records_is_refused_with_a_call_for_each(sample: Container) -> None:
    error = (await answer(sample, id="COX2", kind="gene", to="pathway"))["error"]

    assert error["code"] == "AMBIGUOUS_QUERY"
    assert [one["symbol"] for one in error["candidates"]] == ["PTGS2", "MT-CO2"]
    assert "find_links with id='HGNC:9605', kind='gene', to='pathway'" in error["recovery_hint"]


async def test_interactions_are_listed_by_name(sample: Container) -> None:
    by_name = await answer(sample, "get_interactions", ligand_id="venetoclax")
    by_id = await answer(sample, "get_interactions", ligand_id="IUPHAR:8318")
    of_target = await answer(sample, "get_interactions", target_id="BCL2")

    assert by_name.pop("read_as")["id"] == "IUPHAR:8318"
    assert by_name == by_id
    assert of_target["read_as"]["id"] == "IUPHAR:2844"


# Lists


async def test_each_item_says_to_which_of_the_list_it_is_linked(sample: Container) -> None:
    found = await answer(sample, ids=["BCL2", "PTGS2"], kind="gene", to="ligand", approved_only=True)

    assert ("IUPHAR:8318", ["BCL2"]) in linked(found)
    assert found["counts"]["BCL2"] + found["counts"]["PTGS2"] == found["pagination"]["total_count"]
    for name in ("BCL2", "PTGS2"):
        alone = await answer(sample, id=name, kind="gene", to="ligand", approved_only=True)
        assert {one["id"] for one in alone["items"]} == {one for one, of in linked(found) if name in of}


async def test_all_keeps_what_all_of_a_list_share(sample: Container) -> None:
    either = await answer(sample, ids=["TP53", "BCL2"], kind="gene", to="pathway")
    shared = await answer(sample, ids=["TP53", "BCL2"], kind="gene", to="pathway", match="all")

    assert linked(shared) == [one for one in linked(either) if one[1] == ["TP53", "BCL2"]]
    assert 0 < len(shared["items"]) < len(either["items"])
    assert shared["counts"] == either["counts"]


async def test_names_that_cannot_be_counted_are_reported(sample: Container) -> None:
    found = await answer(sample, ids=["p53", "TP53", "COX2", "nosuchgene", "HGNC:99999999"], kind="gene", to="pathway")

    assert found["counts"].keys() == {"p53"}
    assert [(one["input"], one["label"]) for one in found["names"]] == [("p53", "TP53")]
    assert [one["input"] for one in found["ambiguous"]] == ["COX2"]
    assert found["not_found"] == ["nosuchgene", "HGNC:99999999"]
    assert "Not counted, since they name several genes: 'COX2'" in found["guidance"]
    assert "2 names match no known gene" in found["guidance"]


async def test_a_list_that_shares_nothing_says_so_and_counts_each(sample: Container) -> None:
    found = await answer(sample, ids=["BCL2", "DRD2"], kind="gene", to="target", match="all")

    assert not found["items"]
    assert "No target is linked to all 2 genes." in found["guidance"]
    assert found["counts"] == {"BCL2": 1, "DRD2": 1}


async def test_a_list_is_continued_by_its_cursor_only(sample: Container) -> None:
    asked: dict[str, Any] = {"kind": "gene", "to": "pathway", "page_size": 2}
    whole = await answer(sample, ids=["TP53", "BCL2"], kind="gene", to="pathway", page_size=100)
    page = await answer(sample, ids=["TP53", "BCL2"], **asked)
    found = linked(page)
    while cursor := page["pagination"]["cursor"]:
        refused = await answer(sample, ids=["TP53"], **asked, cursor=cursor)
        page = await answer(sample, ids=["TP53", "BCL2"], **asked, cursor=cursor)
        found += linked(page)

        assert refused["error"]["code"] == "AMBIGUOUS_QUERY"
    assert found == linked(whole)


async def test_all_ways_are_shown_on_request(sample: Container) -> None:
    given: dict[str, Any] = {"id": "IUPHAR:86", "kind": "ligand", "to": "gene"}
    few = (await answer(sample, **given))["items"]
    every = (await answer(sample, **given, all_ways=True))["items"]

    assert [one["id"] for one in every] == [one["id"] for one in few]
    assert all(len(one["through"]) == one["way_count"] for one in every)


async def test_the_pathways_of_an_organism_are_those_of_its_gene(sample: Container) -> None:
    use = sample.use_cases()
    one = await use.find_links("BCL2", "gene", "pathway", organism="Mus musculus")
    several = await use.find_links(["BCL2"], "gene", "pathway", organism="Mus musculus")
    medicines = await use.find_links("BCL2", "gene", "ligand", organism="Mus musculus")
    listed = await use.pathways_of_gene("BCL2", organism="Mus musculus")

    assert one.read_as is not None
    assert one.read_as.id == "NCBIGene:12043"
    assert [item.id for item in one.items] == [item.id for item in listed.items] != []
    assert {item.id for item in several.items} == {item.id for item in one.items}
    assert medicines.read_as is not None
    assert medicines.read_as.id == "HGNC:990"


async def test_filters_hold_for_the_numbers_of_links_too(sample: Container) -> None:
    everything = await answer(sample, id="HGNC:990", kind="gene")
    mouse = await answer(sample, id="HGNC:990", kind="gene", organism="Mus musculus")
    medicines = await answer(sample, id="HGNC:990", kind="gene", approved_only=True)
    refused = await answer(sample, id="HGNC:990", kind="gene", organism="mouse")

    assert 0 < mouse["links"]["pathway"]["count"] < everything["links"]["pathway"]["count"]
    assert 0 < medicines["links"]["ligand"]["count"] < everything["links"]["ligand"]["count"]
    assert refused["error"]["code"] == "AMBIGUOUS_QUERY"
