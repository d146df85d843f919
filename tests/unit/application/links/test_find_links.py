"""`find_links` on the built-in sample: routes, evidence, filters, ranking, cursors, and what cannot be told."""

import os
import subprocess
import sys
from collections.abc import Collection, Mapping
from typing import Any

import msgspec
import pytest
from pytest_mock import MockerFixture

from biofacts.adapters.cli.output.phrasing import COMMANDS
from biofacts.adapters.local.pathways.source import LocalPathways
from biofacts.adapters.local.pharmacology.guide import LocalInteractions
from biofacts.adapters.local.pharmacology.ligands import LocalLigands
from biofacts.adapters.local.pharmacology.targets import LocalTargets
from biofacts.application.links.find_links import FindLinks
from biofacts.application.links.steps_between_kinds import Joins
from biofacts.application.messages.compounds import INCOMPLETE_COMPOUNDS
from biofacts.application.messages.links import NO_COMMUNITIES
from biofacts.application.tools.all_tools import TOOLS, call
from biofacts.composition.container import Container
from biofacts.domain.answers.advice_and_phrasing import phrased
from biofacts.domain.answers.entity_kinds import KindName
from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.answers.pages import Hits, Window
from biofacts.domain.compounds.compound import Compound, CompoundSearchCandidate
from biofacts.domain.identifiers.cross_references import KeyedId
from biofacts.domain.identifiers.curies import CompoundId, PathwayId
from biofacts.domain.links.linked_entities import RECORD_KINDS
from biofacts.domain.pharmacology.target import TargetCandidate
from biofacts.ports.compounds import CompoundSource
from biofacts.ports.pathways import SoughtCompound
from biofacts.ports.sources import EntitiesByIdentifier, Presence, Query

STARTS: Mapping[KindName, str] = {
    "gene": "HGNC:990", "target": "IUPHAR:2844", "ligand": "IUPHAR:8318", "compound": "PubChem:CID5291",
    "pathway": "WP:WP254",
}  # fmt: skip
"""One of each kind: BCL2, Bcl-2, venetoclax, imatinib, apoptosis."""


async def answer(container: Container, **given: object) -> Any:
    outcome = await call(TOOLS["find_links"], container.use_cases(), given)
    return msgspec.json.decode(msgspec.json.encode(outcome))


async def items(container: Container, **given: object) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await answer(container, **given))["items"]
    return found


async def ids(container: Container, **given: object) -> list[str]:
    return [one["id"] for one in await items(container, **given)]


async def hint(container: Container, **given: object) -> tuple[str, str]:
    error = (await answer(container, **given))["error"]
    return error["code"], error["recovery_hint"]


# Routes


async def test_without_the_list_of_communities_links_say_so(sample: Container, monkeypatch: pytest.MonkeyPatch) -> None:
    async def missing(_: LocalPathways) -> None:
        return None

    monkeypatch.setattr(LocalPathways, "communities", missing)
    of_pathway = await answer(sample, id="WP:WP254", kind="pathway", to="community")
    of_community = await answer(sample, id="CPTAC", kind="community", to="pathway")

    assert of_pathway["items"] == []
    assert NO_COMMUNITIES in of_pathway["guidance"]
    assert of_community["error"]["message"] == (
        "WikiPathways is unavailable: the list of communities is not available."
    )


@pytest.mark.parametrize(("kind", "to", "sides"), [("pathway", "ligand", 1), ("gene", "pathway", 0)])
async def test_a_walk_of_several_steps_has_its_catalogues_fetched_side_by_side(
    sample: Container, mocker: MockerFixture, kind: KindName, to: KindName, sides: int
) -> None:
    find, sources = sample.use_cases().find_links, (LocalPathways, LocalInteractions, LocalLigands, LocalTargets)
    spies = [mocker.spy(one, "prefetch") for one in sources]
    await find(STARTS[kind], kind, to)

    assert [spy.call_count for spy in spies] == [sides] * len(sources)


async def test_one_step_tells_the_identifier_that_both_have(sample: Container) -> None:
    assert await items(sample, id="HGNC:990", kind="gene", to="target") == [
        {
            "id": "IUPHAR:2844",
            "name": "BCL2 apoptosis regulator",
            "family": "B-cell lymphoma 2 (Bcl-2) protein family",
            "gene_symbol": "BCL2",
            "evidence": [{"via": "hgnc", "value": "HGNC:990", "sources": ["Guide to PHARMACOLOGY", "HGNC"]}],
        }
    ]


async def test_interactions_are_evidence_with_how_the_ligand_acts(sample: Container) -> None:
    (target,) = await items(sample, id="IUPHAR:8318", kind="ligand", to="target")

    assert (target["id"], target["primary"], target["actions"]) == ("IUPHAR:2844", True, ["Antagonist"])
    assert target["evidence"] == [{"via": "interaction", "value": "Antagonist", "sources": ["Guide to PHARMACOLOGY"]}]


async def test_two_steps_tell_the_way(sample: Container) -> None:
    (gene,) = await items(sample, id="IUPHAR:8318", kind="ligand", to="gene")

    assert gene == {
        "id": "HGNC:990",
        "name": "BCL2 apoptosis regulator",
        "symbol": "BCL2",
        "organism": "Homo sapiens",
        "through": [{"target": "IUPHAR:2844", "actions": ["Antagonist"]}],
        "way_count": 1,
    }


async def test_three_steps_tell_the_gene_and_the_target(sample: Container) -> None:
    found = await items(sample, id="WP:WP254", kind="pathway", to="ligand")

    assert [(one["name"], one["through"], one["way_count"]) for one in found] == [
        ("venetoclax", [{"gene": "BCL2", "target": "IUPHAR:2844"}], 1),
        ("navitoclax", [{"gene": "BCL2", "target": "IUPHAR:2844"}], 1),
    ]


@pytest.mark.parametrize("kind", RECORD_KINDS)
@pytest.mark.parametrize("to", RECORD_KINDS)
async def test_every_kind_leads_to_every_other(sample: Container, kind: KindName, to: KindName) -> None:
    found = await answer(sample, id=STARTS[kind], kind=kind, to=to)

    if kind == to != "pathway":
        assert found["error"]["code"] == "AMBIGUOUS_QUERY"
        return
    assert found["pagination"]["total_count"] == len(found["items"])
    assert found["items"] or found["guidance"]
    assert all(("evidence" in one) != ("through" in one) for one in found["items"])


async def test_pathways_that_share_genes_are_linked_with_the_numbers(sample: Container) -> None:
    found = await items(sample, id="WP:WP179", kind="pathway", to="pathway")
    (back,) = await items(sample, id="WP:WP707", kind="pathway", to="pathway")
    genes = [{*await ids(sample, id=one, kind="pathway", to="gene")} for one in ("WP:WP179", "WP:WP707")]

    assert (len(genes[0] & genes[1]), len(genes[0] | genes[1])) == (3, 20)
    assert found == [
        {
            "id": "WP:WP707", "title": "DNA damage response", "organism": "Homo sapiens", "shared": 3, "either": 20,
            "evidence": [{"via": "shared_genes", "value": "3 of 20", "sources": ["WikiPathways"]}],
        }
    ]  # fmt: skip
    assert (back["id"], back["shared"], back["either"]) == ("WP:WP179", 3, 20)


async def test_communities_and_pathways_are_linked_from_both_sides(sample: Container) -> None:
    communities = await items(sample, id="WP:WP254", kind="pathway", to="community")
    back = await ids(sample, id="mitochondrion", kind="community", to="pathway")
    both = await items(sample, ids=["CPTAC", "Mitochondrion"], kind="community", to="pathway", match="all")

    assert [(one["id"], one["name"]) for one in communities] == [("CPTAC", "CPTAC"), ("Mitochondrion", "Mitochondrion")]
    assert back == ["WP:WP254", "WP:WP534", "WP:WP78"]
    assert [(one["id"], one["of"]) for one in both] == [
        ("WP:WP254", ["CPTAC", "Mitochondrion"]), ("WP:WP534", ["CPTAC", "Mitochondrion"]),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("start", "one", "other"),
    [
        ("HGNC:990", "gene", "target"), ("IUPHAR:2844", "target", "ligand"), ("HGNC:990", "gene", "pathway"),
        ("IUPHAR:5687", "ligand", "compound"), ("IUPHAR:2844", "target", "pathway"), ("HGNC:990", "gene", "ligand"),
    ],
)  # fmt: skip
async def test_what_leads_there_leads_back(sample: Container, start: str, one: KindName, other: KindName) -> None:
    found = await ids(sample, id=start, kind=one, to=other, organism="Homo sapiens")

    assert found
    for identifier in found:
        assert start in await ids(sample, id=identifier, kind=other, to=one, page_size=100)


async def test_a_way_through_several_targets_is_counted_and_two_are_shown(sample: Container) -> None:
    found = {one["id"]: one for one in await items(sample, id="IUPHAR:86", kind="ligand", to="gene")}
    (compound,) = await items(sample, id="HGNC:3023", kind="gene", to="compound", page_size=1)

    assert found["HGNC:3023"]["way_count"] == 1
    assert compound["way_count"] == len(compound["through"]) == 1


async def test_a_complex_is_a_target_of_its_subunits_genes(sample: Container) -> None:
    assert await ids(sample, id="HGNC:4070", kind="gene", to="target") == ["IUPHAR:240", "IUPHAR:242"]
    assert await ids(sample, id="IUPHAR:242", kind="target", to="gene") == ["HGNC:4070"]


# Filters


async def test_approved_only_holds_at_the_end(sample: Container) -> None:
    everything = await ids(sample, id="IUPHAR:2844", kind="target", to="ligand")
    approved = await ids(sample, id="IUPHAR:2844", kind="target", to="ligand", approved_only=True)

    assert everything == ["IUPHAR:8318", "IUPHAR:8319"]
    assert approved == ["IUPHAR:8318"]


async def test_approved_only_holds_on_the_way(sample: Container) -> None:
    assert await ids(sample, id="IUPHAR:2844", kind="target", to="compound", approved_only=True) == [
        "PubChem:CID49846579"
    ]
    assert len(await ids(sample, id="IUPHAR:2844", kind="target", to="compound")) == 2


async def test_a_peptide_that_is_acted_on_is_no_medicine(sample: Container) -> None:
    """TNF is what adalimumab acts on: that it is not approved itself says nothing."""
    assert await ids(sample, id="HGNC:11892", kind="gene", to="ligand", approved_only=True) == ["IUPHAR:4860"]
    (peptide,) = await items(sample, id="HGNC:11892", kind="gene", to="target", approved_only=True)
    assert (peptide["id"], peptide["kind"]) == ("IUPHAR:5074", "ligand")
    assert await ids(sample, id="IUPHAR:4860", kind="ligand", to="gene", approved_only=True) == ["HGNC:11892"]


async def test_an_organism_holds_for_what_has_one(sample: Container) -> None:
    everything = await items(sample, id="HGNC:990", kind="gene", to="pathway")
    mouse = await items(sample, id="HGNC:990", kind="gene", to="pathway", organism="Mus musculus")

    assert {one["organism"] for one in everything} >= {"Homo sapiens", "Mus musculus"}
    assert mouse == [one for one in everything if one["organism"] == "Mus musculus"]
    assert await ids(sample, id="HGNC:990", kind="gene", to="target", organism="Mus musculus") == ["IUPHAR:2844"]


async def test_a_common_name_of_an_organism_is_refused(sample: Container) -> None:
    code, told = await hint(sample, id="HGNC:990", kind="gene", to="pathway", organism="human")

    assert code == "AMBIGUOUS_QUERY"
    assert "organism='Homo sapiens'" in told


async def test_a_filter_that_leaves_nothing_says_how_many_there_are_without(sample: Container) -> None:
    found = await answer(sample, id="WP:WP254", kind="pathway", to="gene", organism="Danio rerio")

    assert found["items"] == []
    assert "call find_links with id='WP:WP254', kind='pathway', to='gene'" in found["guidance"]


# Ranking and pages


async def test_approved_come_first_and_withdrawn_last(sample: Container) -> None:
    found = await items(sample, id="IUPHAR:1376", kind="target", to="ligand")

    assert found[-1]["name"] == "rofecoxib"
    assert found[-1]["withdrawn"]
    approved = [one["approved"] for one in found[:-1]]
    assert approved == sorted(approved, reverse=True)


async def test_human_pathways_come_before_others(sample: Container) -> None:
    organisms = [one["organism"] for one in await items(sample, id="HGNC:990", kind="gene", to="pathway")]

    assert organisms == sorted(organisms, key=lambda one: one != "Homo sapiens")


async def test_more_ways_come_before_fewer_and_a_primary_target_is_primary_by_any_way(sample: Container) -> None:
    found = await items(sample, id="IUPHAR:2713", kind="ligand", to="pathway")

    counts = [one["way_count"] for one in found if one["organism"] == "Homo sapiens"]
    assert counts == sorted(counts, reverse=True)


async def test_a_walk_by_cursor_loses_and_doubles_nothing(sample: Container) -> None:
    whole = await ids(sample, id="IUPHAR:86", kind="ligand", to="target", page_size=100)
    walked: list[str] = []
    cursor: str | None = None
    while True:
        page = await answer(sample, id="IUPHAR:86", kind="ligand", to="target", page_size=3, cursor=cursor)
        walked += [one["id"] for one in page["items"]]
        if (cursor := page["pagination"]["cursor"]) is None:
            break

    assert len(whole) > 3
    assert walked == whole


async def test_a_cursor_of_another_kind_or_filter_is_refused(sample: Container) -> None:
    page = await answer(sample, id="IUPHAR:86", kind="ligand", to="target", page_size=3)
    cursor = page["pagination"]["cursor"]

    for change in ({"to": "gene"}, {"kind": "target"}, {"approved_only": True}, {"organism": "Mus musculus"}):
        given = {"id": "IUPHAR:86", "kind": "ligand", "to": "target", "cursor": cursor, **change}
        assert (await answer(sample, **given))["error"]["code"] in ("AMBIGUOUS_QUERY", "ENTITY_NOT_FOUND")


@pytest.mark.parametrize(
    ("start", "kind", "to", "named"),
    [
        ("IUPHAR:86", "ligand", "target", "gtopdb-interactions"),
        ("IUPHAR:1376", "target", "compound", "gtopdb-ligand-ids"),
        ("WP:WP254", "pathway", "gene", "wikipathways-xref"),
        ("WP:WP254", "pathway", "ligand", "hgnc"),
        ("HGNC:990", "gene", "pathway", "wikipathways-xref"),
    ],
)
async def test_a_cursor_of_an_older_catalogue_is_refused(
    sample: Container, monkeypatch: pytest.MonkeyPatch, start: str, kind: KindName, to: KindName, named: str
) -> None:
    page = await answer(sample, id=start, kind=kind, to=to, page_size=1)
    reach = FindLinks._reach  # pyright: ignore[reportPrivateUsage]

    async def refreshed(*given: Any, **more: Any) -> Any:
        reached = await reach(*given, **more)
        assert named in reached.version
        return reached._replace(version=reached.version.replace(f"{named}=", f"{named}=newer"))

    monkeypatch.setattr(FindLinks, "_reach", refreshed)
    found = await answer(sample, id=start, kind=kind, to=to, page_size=1, cursor=page["pagination"]["cursor"])

    assert found["error"]["code"] == "AMBIGUOUS_QUERY"
    assert "refreshed" in found["error"]["message"]


_PRINTED = """
import anyio, msgspec
from biofacts.application.tools.all_tools import TOOLS, call
from biofacts.composition.container import Container, opened
from biofacts.composition.settings import Settings
from tests.containers import sample_in_dictionaries

async def main():
    container = sample_in_dictionaries()
    async with opened(container):
        use = container.use_cases()
        for kind, start in (("pathway", "WP:WP254"), ("ligand", "IUPHAR:86"), ("gene", "HGNC:990")):
            print(msgspec.json.encode(await call(TOOLS["find_links"], use, {"id": start, "kind": kind})).decode())
            for to in ("pathway", "compound", "ligand", "target", "gene"):
                given = {"id": start, "kind": kind, "to": to}
                print(msgspec.json.encode(await call(TOOLS["find_links"], use, given)).decode())

anyio.run(main)
"""


@pytest.mark.processes
def test_the_order_is_the_same_in_every_process() -> None:
    printed = {
        subprocess.run(
            [sys.executable, "-c", _PRINTED],
            env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }  # fmt: skip

    assert len(printed) == 1
    assert b"venetoclax" in printed.pop()


# Counts


async def test_without_a_kind_all_are_counted_with_the_call_that_lists_them(sample: Container) -> None:
    found = await answer(sample, id="WP:WP254", kind="pathway")

    assert (found["id"], found["kind"], found["name"]) == ("WP:WP254", "pathway", "Apoptosis")
    for to, told in found["links"].items():
        page = await answer(sample, id="WP:WP254", kind="pathway", to=to, page_size=100)
        assert told["count"] == page["pagination"]["total_count"] > 0
        assert [one.split()[0] for one in told["first"]] == [one["id"] for one in page["items"][:5]]
        assert told["call"] == f"Call find_links with id='WP:WP254', kind='pathway', to='{to}'"


async def test_at_the_terminal_calls_are_commands(sample: Container) -> None:
    links = phrased(await sample.use_cases().find_links.summary("WP:WP254", "pathway"), COMMANDS)

    assert links.links["ligand"].call == "Run `biofacts links pathway WP:WP254 --to ligand`"


@pytest.mark.parametrize("written", ["WP254", "wikipathways:WP254", "https://www.wikipathways.org/instance/WP254"])
async def test_an_identifier_in_another_spelling_is_read_as_in_a_list(sample: Container, written: str) -> None:
    found = await answer(sample, id=written, kind="pathway", to="gene")

    assert found["read_as"] == {"id": "WP:WP254", "name": "Apoptosis", "why": "identifier"}
    assert found["items"] == (await answer(sample, id="WP:WP254", kind="pathway", to="gene"))["items"]
    assert (await answer(sample, id=written, kind="pathway"))["read_as"] == found["read_as"]


# Refusals


@pytest.mark.parametrize(
    ("given", "code", "said"),
    [
        ({"id": "WP999999", "kind": "pathway"}, "ENTITY_NOT_FOUND", "search_pathways"),
        ({"id": "WP:WP254", "kind": "gene"}, "UNRESOLVED_ENTITY", "find_links with id='WP:WP254', kind='pathway'"),
        ({"id": "WP:WP254", "kind": "gene", "to": "pathway"}, "UNRESOLVED_ENTITY",
         "find_links with id='WP:WP254', kind='pathway', to='gene'"),
        ({"id": "IUPHAR:215", "kind": "compound"}, "UNRESOLVED_ENTITY",
         "find_links with id='IUPHAR:215', kind='ligand', or call find_links with id='IUPHAR:215', kind='target'"),
        ({"id": "HGNC:990", "kind": "pathway", "to": "target"}, "UNRESOLVED_ENTITY",
         "find_links with id='HGNC:990', kind='gene', to='target'"),
        ({"id": "venetoclaxx", "kind": "ligand"}, "UNRESOLVED_ENTITY", "Did you mean venetoclax? Call find_links"),
        ({"kind": "gene", "to": "pathway"}, "AMBIGUOUS_QUERY", "Send id for one record, or ids for a list"),
        ({"id": "HGNC:990", "ids": ["HGNC:990"], "kind": "gene", "to": "pathway"}, "AMBIGUOUS_QUERY", "or ids"),
        ({"ids": ["HGNC:990"], "kind": "gene"}, "AMBIGUOUS_QUERY", "with to='target', or with ligand"),
        ({"ids": ["x"] * 201, "kind": "gene", "to": "pathway"}, "AMBIGUOUS_QUERY", "Send the first 200 names"),
        ({"id": "WP:WP999999", "kind": "pathway"}, "ENTITY_NOT_FOUND", "search_pathways"),
        ({"id": "HGNC:999999999", "kind": "gene"}, "ENTITY_NOT_FOUND", "search_genes"),
        ({"id": "IUPHAR:8318", "kind": "target", "to": "gene"}, "ENTITY_NOT_FOUND",
         "find_links with id='IUPHAR:8318', kind='ligand', to='gene'"),
        ({"id": "IUPHAR:242", "kind": "ligand"}, "ENTITY_NOT_FOUND", "find_links with id='IUPHAR:242', kind='target'"),
        ({"id": "HGNC:990", "kind": "gene", "to": "gene"}, "AMBIGUOUS_QUERY", "without the argument `to`."),
        ({"id": "CPTAC", "kind": "community", "to": "ligand"}, "AMBIGUOUS_QUERY", "without the argument `to`."),
        ({"id": "Mitochondria", "kind": "community"}, "AMBIGUOUS_QUERY", "with id='Mitochondrion'"),
        ({"id": "warp drive", "kind": "community"}, "AMBIGUOUS_QUERY", "Its communities are: CPTAC, Mitochondrion."),
        ({"id": "WP:WP254", "kind": "pathway", "to": "gene", "page_size": 0}, "AMBIGUOUS_QUERY", "page_size"),
        ({"id": "WP:WP254", "kind": "pathway", "to": "gene", "cursor": "x"}, "AMBIGUOUS_QUERY", "argument `cursor`"),
    ],
)  # fmt: skip
async def test_a_refusal_says_the_next_call(sample: Container, given: dict[str, object], code: str, said: str) -> None:
    found, told = await hint(sample, **given)

    assert found == code
    assert said in told


async def test_nothing_found_is_not_said_to_be_nothing(sample: Container) -> None:
    found = await answer(sample, id="HGNC:11998", kind="gene", to="ligand")

    assert found["items"] == []
    assert "does not mean that there is none" in found["guidance"]


async def test_a_ligand_without_a_cid_says_so(sample: Container) -> None:
    found = await answer(sample, id="IUPHAR:4860", kind="ligand", to="compound")

    assert found["items"] == []
    assert "gives no PubChem CID for adalimumab" in found["guidance"]


# Compounds


class Compounds(CompoundSource):
    """One compound, or a failure."""

    def __init__(self, compound: Compound | None) -> None:
        self._compound = compound

    async def search(self, query: Query, window: Window) -> Hits[CompoundSearchCandidate] | None:
        raise NotImplementedError

    async def knows(self, name: str) -> bool:
        return False

    async def get(self, identifier: CompoundId) -> Compound | None:
        if self._compound is None:
            raise UpstreamError.of("PubChem", "it is down")
        return self._compound


def joins_of(sample: Container) -> Joins:
    return Joins(sample.sources())


def links_over(sample: Container, compounds: CompoundSource) -> FindLinks:
    return FindLinks(joins_of(sample), sample.sources()._replace(compounds=compounds))


def compound(cid: str, inchikey: str) -> Compound:
    return Compound(
        id=f"PubChem:CID{cid}", name="a compound", inchikey=inchikey, cross_references={},
        url=f"https://pubchem.ncbi.nlm.nih.gov/compound/{cid}",
    )  # fmt: skip


IMATINIB, NAVITOCLAX = "KTUFNOKKBVMGRW-UHFFFAOYSA-N", "JLYAXFNOILIKPP-KXQOOQHDSA-N"


async def test_a_compound_is_a_ligand_by_both_of_its_identifiers(sample: Container) -> None:
    (found,) = await items(sample, id="PubChem:CID5291", kind="compound", to="ligand")

    assert found["id"] == "IUPHAR:5687"
    assert found["evidence"] == [
        {"via": "pubchem_compound", "value": "5291", "sources": ["Guide to PHARMACOLOGY"]},
        {"via": "inchikey", "value": IMATINIB, "sources": ["PubChem", "Guide to PHARMACOLOGY"]},
    ]


async def test_while_pubchem_is_down_a_compound_is_joined_by_its_number_alone_and_that_is_said(
    sample: Container,
) -> None:
    links = links_over(sample, Compounds(None))

    page = await links("PubChem:CID5291", "compound", "ligand")
    counted = await links.summary("PubChem:CID5291", "compound")

    assert [one.id for one in page.items] == ["IUPHAR:5687"]
    assert "PubChem did not answer" in (page.guidance or "")
    assert (counted.guidance or "").count("PubChem did not answer") == 1


async def test_what_all_kinds_lack_is_said_once_beside_what_one_lacks(
    sample: Container, monkeypatch: pytest.MonkeyPatch
) -> None:
    pathways = sample.pathways()
    whole = pathways.with_compound

    async def in_part(sought: SoughtCompound, organism: str | None) -> object:
        found = await whole(sought, organism)
        assert found is not None
        return msgspec.structs.replace(found, complete=False)

    monkeypatch.setattr(pathways, "with_compound", in_part)
    counted = await links_over(sample, Compounds(None)).summary("PubChem:CID5291", "compound")

    assert (counted.guidance or "").count("PubChem did not answer") == 1
    assert INCOMPLETE_COMPOUNDS in (counted.guidance or "")


async def test_a_compound_of_another_number_is_a_ligand_by_its_structure(sample: Container) -> None:
    page = await links_over(sample, Compounds(compound("99999999", IMATINIB)))(
        "PubChem:CID99999999", "compound", "ligand"
    )

    (found,) = page.items
    assert (found.id, [one.via for one in found.evidence]) == ("IUPHAR:5687", ["inchikey"])
    assert "not the same pubchem_compound: 5291 in the Guide to PHARMACOLOGY, 99999999 in PubChem" in str(page.guidance)


async def test_number_and_structure_of_different_ligands_are_both_told(sample: Container) -> None:
    page = await links_over(sample, Compounds(compound("5291", NAVITOCLAX)))("PubChem:CID5291", "compound", "ligand")

    assert {(one.id, one.evidence[0].via) for one in page.items} == {
        ("IUPHAR:5687", "pubchem_compound"), ("IUPHAR:8319", "inchikey"),
    }  # fmt: skip
    assert "not the same inchikey" in str(page.guidance)
    assert "not the same pubchem_compound" in str(page.guidance)


# Counts in records


async def test_a_gene_counts_its_links_as_the_lists_do(sample: Container) -> None:
    gene = await sample.use_cases().lookups["gene"]("HGNC:990")

    assert {**gene.links} == {
        to: len(await ids(sample, id="HGNC:990", kind="gene", to=to, page_size=100))
        for to in ("pathway", "target", "ligand")
    }


async def test_what_there_is_none_of_is_left_out(sample: Container) -> None:
    assert {*(await sample.use_cases().lookups["gene"]("HGNC:11998")).links} == {"pathway"}
    assert (await sample.use_cases().lookups["pathway"]("WP:WP78")).drugs is None


async def test_a_pathway_counts_its_drugs_with_the_call_that_lists_them(sample: Container) -> None:
    drugs = (await sample.use_cases().lookups["pathway"]("WP:WP254", "brief")).drugs

    assert drugs is not None
    assert drugs.call == ("Call find_links with id='WP:WP254', kind='pathway', to='ligand', approved_only=True")
    assert drugs.targets == len(await ids(sample, id="WP:WP254", kind="pathway", to="target"))
    assert drugs.approved == len(await ids(sample, id="WP:WP254", kind="pathway", to="ligand", approved_only=True)) == 1


async def test_drugs_that_are_counted_in_advance_are_those_of_a_call(
    sample: Container, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts, now = sample.drug_counts(), Joins(sample.sources())
    known = await counts.present()
    version = known.info.enriched_by if known else ""
    pathways = [PathwayId.parse(f"WP:{key}") for key in (await known.all_keys() if known else ())]
    told = [await counts.of(one, version) for one in pathways]

    assert told == [await now.drugs(one) for one in pathways]
    assert any(approved for _, approved in filter(None, told))
    assert await counts.of(PathwayId.parse("WP:WP254"), version.replace("hgnc=", "hgnc=newer")) is None
    assert await now.drugs(PathwayId.parse("WP:WP99999999")) == (0, 0)

    async def others(pathway: PathwayId, version: str) -> tuple[int, int]:
        return 7, 3

    monkeypatch.setattr(counts, "of", others)
    drugs = (await sample.use_cases().lookups["pathway"]("WP:WP254", "brief")).drugs
    assert drugs is not None
    assert (drugs.targets, drugs.approved) == (7, 3)


async def test_the_call_is_a_command_at_the_terminal(sample: Container) -> None:
    drugs = phrased(await sample.use_cases().lookups["pathway"]("WP:WP254"), COMMANDS).drugs

    assert drugs is not None
    assert drugs.call == "Run `biofacts links pathway WP:WP254 --to ligand --approved-only`"


async def test_links_are_joined_once_for_each_release(sample: Container, monkeypatch: pytest.MonkeyPatch) -> None:
    source = sample.targets()
    bearing, at_hand = source.with_identifiers, source.at_hand
    asked: list[object] = []
    newer: list[object] = []

    async def counted(identifiers: Collection[KeyedId]) -> EntitiesByIdentifier[TargetCandidate]:
        asked.append(identifiers)
        return await bearing(identifiers)

    async def at_another_time() -> Presence:
        presence = await at_hand()
        return msgspec.structs.replace(presence, settled=(*presence.settled, *newer))

    use = sample.use_cases()
    monkeypatch.setattr(source, "with_identifiers", counted)
    monkeypatch.setattr(source, "at_hand", at_another_time)
    # The first answer fetches catalogues, and does not count.
    await use.find_links("HGNC:990", "gene", "ligand")
    first = await use.find_links("HGNC:990", "gene", "ligand")
    asked.clear()
    again = await use.find_links("HGNC:990", "gene", "ligand", page_size=1)
    assert (again.items[0], asked) == (first.items[0], [])

    newer.append("a release")
    await use.find_links("HGNC:990", "gene", "ligand")
    assert len(asked) == 1


@pytest.mark.parametrize("lacking", ["genes", "targets", "ligands", "interactions", "pathways"])
async def test_a_count_waits_for_no_catalogue(sample: Container, monkeypatch: pytest.MonkeyPatch, lacking: str) -> None:
    async def nothing() -> Presence:
        return Presence(missing=("hgnc",))

    source: Any = getattr(sample, lacking)()
    monkeypatch.setattr(source, "at_hand", nothing)
    use = sample.use_cases()

    gene, pathway = await use.lookups["gene"]("HGNC:990"), await use.lookups["pathway"]("WP:WP254")

    because = "because the catalogue hgnc is not available."
    drawn = lacking in ("pathways", "genes")
    assert (pathway.drugs, pathway.remark) == (None, f"Left out: drugs, {because}")
    assert {*gene.links} == ({"target", "ligand"} if drawn else {"pathway"})
    assert gene.remark == f"Left out: {'links.pathway' if drawn else 'links.target, links.ligand'}, {because}"


async def test_a_count_of_which_a_part_is_missing_says_so(sample: Container, monkeypatch: pytest.MonkeyPatch) -> None:
    async def nearly() -> Presence:
        return Presence({"wikipathways-xref": "1"}, incomplete=("wikipathways-gpml",))

    whole = await sample.use_cases().lookups["gene"]("HGNC:990")
    source: Any = sample.pathways()
    monkeypatch.setattr(source, "at_hand", nearly)
    gene = await sample.use_cases().lookups["gene"]("HGNC:990")

    assert (gene.links, whole.remark) == (whole.links, None)
    assert gene.remark == (
        "Possibly incomplete: links.pathway, because the catalogue wikipathways-gpml is not available."
    )


# Compounds and the pathways in which they are drawn

GLUCOSE = "WQZGKKKJIJFFOK-VFUOTHLCSA-N"


async def test_a_compound_is_linked_to_the_pathways_in_which_it_is_drawn(sample: Container) -> None:
    page = await links_over(sample, Compounds(compound("64689", GLUCOSE)))("PubChem:CID64689", "compound", "pathway")

    assert "WP:WP534" in {one.id for one in page.items}
    assert {one.evidence[0].via for one in page.items} == {"identifier"}
    assert {one.way_count for one in page.items} == {0}


async def test_a_compound_that_is_drawn_nowhere_is_in_no_pathway_of_its_targets(sample: Container) -> None:
    page = await links_over(sample, Compounds(compound("5291", IMATINIB)))("PubChem:CID5291", "compound", "pathway")

    assert page.items == ()
    assert page.guidance


async def test_a_compound_is_linked_to_the_pathways_that_draw_it_and_other_forms_are_counted(sample: Container) -> None:
    links = links_over(sample, Compounds(compound("311", "KRKNYBCHXYNGOX-UHFFFAOYSA-N")))
    page = phrased(await links("PubChem:CID311", "compound", "pathway"), COMMANDS)

    assert [one.id for one in page.items] == ["WP:WP78"]
    assert "1 more pathway draws another charge or stereo form of it" in (page.guidance or "")


async def test_a_page_says_who_tells_of_what_is_linked(sample: Container) -> None:
    links = sample.use_cases().find_links
    ligands = await links("IUPHAR:215", "target", "ligand")
    genes = await links("WP:WP534", "pathway", "gene")

    assert ligands.source is not None
    assert genes.source is not None
    assert (ligands.source.name, genes.source.name) == ("Guide to PHARMACOLOGY", "HGNC")


async def test_genes_of_a_pathway_are_of_its_organism(sample: Container) -> None:
    use = sample.use_cases()
    await use.searches["gene"]("Trp53", organism="Mus musculus")  # brings the names of its genes
    mouse = await use.find_links("WP:WP1254", "pathway", "gene", page_size=100)
    yeast = await use.find_links("WP:WP490", "pathway", "gene")

    assert mouse.items
    assert {one.organism for one in mouse.items} == {"Mus musculus"}
    assert not yeast.items
    assert "The gene names of Saccharomyces cerevisiae are not available yet" in (yeast.guidance or "")


async def test_a_page_that_would_be_too_large_leaves_out_evidence_and_says_so(
    sample: Container, monkeypatch: pytest.MonkeyPatch
) -> None:
    links = sample.use_cases().find_links
    whole = await links("WP:WP254", "pathway", "ligand")
    monkeypatch.setattr("biofacts.application.answers.pages.MOST_BYTES", 500)
    cut = await links("WP:WP254", "pathway", "ligand")
    told = [bool(one.through) for one in cut.items]

    assert [one.id for one in cut.items] == [one.id for one in whole.items]
    assert told == sorted(told, reverse=True)
    assert not told[-1]
    assert f"Only the first {told.count(True)} items of this page have evidence" in (cut.guidance or "")


async def test_pathways_by_the_other_way_are_named(sample: Container) -> None:
    links = sample.use_cases().find_links
    through_genes = await links("IUPHAR:5687", "ligand", "pathway")

    assert "get_pathways_for_compound with compound='IUPHAR:5687'" in (through_genes.guidance or "")
