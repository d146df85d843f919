"""Answers as tables for people, to the letter."""

import io
from datetime import UTC, datetime

import msgspec
import pytest
from rich.console import Console

from biofacts.adapters.cli.output import printed_answers
from biofacts.adapters.cli.output.console import console as console_of
from biofacts.adapters.cli.output.terminal_tables import EndNames
from biofacts.application.edges.neighbours_and_paths import NeighbourPage
from biofacts.application.links.find_links import LinkPage
from biofacts.application.tools.tool import ErrorEnvelope, Failure
from biofacts.domain.answers.pages import Page, Pagination
from biofacts.domain.answers.records import RecordReadAs
from biofacts.domain.edges.neighbours_and_paths import Actor, ConnectedInteraction, End, Neighbour
from biofacts.domain.lists.enrichment_statistics import ContestedName, NameRead
from biofacts.domain.pathways.pathway import (
    DataNode,
    Group,
    Interaction,
    Member,
    PathwayCandidate,
    PathwayComponents,
    State,
)
from biofacts.domain.pharmacology.interaction import Affinity, InteractingLigand, InteractingTarget, InteractionRecord
from biofacts.ports.catalogue import CatalogueStatus, ReleaseInfo
from biofacts.ports.synchronisation import Pending, Snapshot, Synchronised

ORIGIN = ReleaseInfo(
    release="2026-08", retrieved=datetime(2026, 8, 22, 10, 5, tzinfo=UTC), checked=datetime(2026, 9, 1, tzinfo=UTC)
)

LONG_CURSOR = "WzUw-12-" + "Il0" * 40


@pytest.fixture
def console() -> Console:
    return Console(width=120, color_system=None)


def shown(console: Console, outcome: object) -> list[str]:
    with console.capture() as capture:
        printed_answers.show(console, outcome)
    return [line.rstrip() for line in capture.get().splitlines()]


def test_a_list_has_the_score_first_then_the_id(console: Console) -> None:
    items = (
        PathwayCandidate(id="WP:WP254", title="Apoptosis", organism="Homo sapiens", score=1.0),
        PathwayCandidate(id="WP:WP1254", title="Apoptosis", organism="Mus musculus", score=0.95),
    )
    page = Page(items=items, pagination=Pagination(cursor="abc", total_count=7, page_size=2), guidance="Look here.")

    assert shown(console, page) == [
        "score  id         title      organism",
        "1.0    WP:WP254   Apoptosis  Homo sapiens",
        "0.95   WP:WP1254  Apoptosis  Mus musculus",
        "Look here.",
        "2 of 7 (--all shows every one)",
        "next page: --cursor abc",
    ]


@pytest.mark.parametrize(("number", "lines", "rest"), [(30, 30, []), (31, 30, ["1 more"]), (33, 30, ["3 more"])])
def test_of_many_names_the_first_thirty_have_a_line_each(
    console: Console, number: int, lines: int, rest: list[str]
) -> None:
    names = [f"n{one}" for one in range(number)]
    page = LinkPage(
        items=(),
        pagination=Pagination(cursor=None, total_count=0, page_size=2),
        names=tuple(NameRead(input=one, id="HGNC:1", label="A1BG", why="alias") for one in names),
        ambiguous=tuple(ContestedName(input=one, candidates=()) for one in names),
    )
    printed = shown(console, page)

    assert sum("A1BG" in line for line in printed) == lines
    assert sum("not counted" in line for line in printed) == lines
    assert [line for line in printed if "more;" in line] == [
        f"{what}: {more}; the Python library lists all"
        for what in ("names read as another symbol", "ambiguous")
        for more in rest
    ]


def test_an_empty_list_of_unknown_length_says_so(console: Console) -> None:
    page = Page[PathwayCandidate](items=(), pagination=Pagination(cursor=None, total_count=None, page_size=2))

    assert shown(console, page) == ["0 of unknown"]


@pytest.mark.parametrize(
    ("number", "rest"), [(12, ""), (13, " … and 1 more (--json shows all)"), (20, " … and 8 more (--json shows all)")]
)
def test_a_long_list_in_a_record_is_cut_after_twelve(console: Console, number: int, rest: str) -> None:
    names = [f"n{one}" for one in range(number)]

    assert shown(console, {"id": "X:1", "names": names, "inside": {"a": "b"}}) == [
        "id      X:1", f"names   {', '.join(names[:12])}{rest}", "inside", "  a     b",
    ]  # fmt: skip


def test_parts_of_a_list_are_shown_by_their_values(console: Console) -> None:
    assert shown(console, {"targets": [{"id": "IUPHAR:1", "name": "one"}]}) == ["targets  IUPHAR:1 one"]


def test_flags_ways_and_affinities_of_a_part_are_shown_in_words(console: Console) -> None:
    part = {
        "id": "IUPHAR:1", "name": "one", "approved": True, "withdrawn": False, "actions": ("Agonist", "Antagonist"),
        "primary": True, "affinity": {"parameter": "pKi", "value": 9.4},
    }  # fmt: skip

    assert shown(console, {"targets": [part]}) == ["targets  IUPHAR:1 one approved Agonist, Antagonist primary pKi 9.4"]


@pytest.mark.parametrize(
    ("affinity", "said"),
    [
        (Affinity(parameter="pKi", value=9.4), "pKi 9.4"), (Affinity(parameter="pIC50", low=7.1, high=8.0),
                                                            "pIC50 7.1 to 8.0"),
        (Affinity(parameter="pKd", value=5.0, relation=">"), "pKd >5.0"),
        (Affinity(parameter="pKi", value=0.0), "pKi 0.0"), (None, ""),
    ],
)  # fmt: skip
def test_interactions_are_shown_with_their_affinity(console: Console, affinity: Affinity | None, said: str) -> None:
    one = InteractionRecord(
        ligand=InteractingLigand(id="IUPHAR:1", name="l", approved=True),
        target=InteractingTarget(id="IUPHAR:2", name="t", kind="target"),
        type="Agonist", action="Partial agonist", primary=False, species="Rat", affinity=affinity,
        references=("PMID:12", "PMID:34"),
    )  # fmt: skip
    lines = shown(console, Page(items=(one,), pagination=Pagination(cursor=None, total_count=1, page_size=50)))

    assert lines[1].split() == f"l (IUPHAR:1) t (IUPHAR:2) Partial agonist {said} Rat 12 34".split()


@pytest.mark.parametrize(
    ("acting", "more", "told"),
    [
        (4, 0, "E0 inhibits; E1 inhibits; E2 inhibits; E3 inhibits"),
        (5, 0, "E0 inhibits; E1 inhibits; E2 inhibits; E3 inhibits; 1 more"),
        (6, 2, "E0 inhibits; E1 inhibits; E2 inhibits; E3 inhibits; 4 more"),
    ],
)
def test_of_many_enzymes_of_a_drawn_interaction_four_are_named(
    console: Console, acting: int, more: int, told: str
) -> None:
    neighbour = Neighbour(
        direction="downstream",
        source=End(id="CHEBI:15903", label="glucose"),
        effect="converts",
        target=End(id="CHEBI:4170", label="G6P"),
        acted_on_by=tuple(Actor(id=f"HGNC:{one}", label=f"E{one}", effect="inhibits") for one in range(acting)),
        more_acting=more,
        pathways=("WP:WP1",),
    )
    page = NeighbourPage(
        items=(neighbour,),
        pagination=Pagination(cursor=None, total_count=1, page_size=50),
        counts={"upstream": {}, "downstream": {"converts": 1}},
    )

    assert f"  {told}  " in shown(console, page)[1]


def test_drawn_interactions_are_shown_with_enzymes_states_and_the_first_pathways(console: Console) -> None:
    hexokinase = Actor(id="HGNC:4922", label="HK1", effect="catalyses", sign="+")
    items = (
        Neighbour(
            direction="downstream",
            source=End(id="CHEBI:15903", label="glucose"),
            effect="converts",
            target=End(id="CHEBI:4170", label="G6P", state="P"),
            acted_on_by=(hexokinase,),
            more_acting=2,
            pathways=("WP:WP1", "WP:WP2", "WP:WP3", "WP:WP4"),
        ),
        Neighbour(
            direction="upstream",
            source=End(id="complex:a+b", label="pump", kind="complex", members=("A", "B")),
            effect="inhibits",
            target=End(id="CHEBI:15903", label="glucose"),
            sign="-",
            acts_on=ConnectedInteraction(sources=("starch",), effect="converts", targets=("glucose",)),
            pathways=("WP:WP1",),
        ),
    )
    page = NeighbourPage(
        items=items,
        pagination=Pagination(cursor=None, total_count=2, page_size=50),
        read_as=RecordReadAs(id="CHEBI:15903", name="glucose", why="drawn so"),
        counts={"upstream": {"inhibits": 1}, "downstream": {"converts": 1}},
    )

    assert shown(console, page) == [
        "source       effect      target   with                     drawn in  pathways",
        "glucose      converts    G6P [P]  HK1 catalyses; 2 more    4         WP:WP1 WP:WP2 WP:WP3 ...",
        "pump (A, B)  inhibits -  glucose  starch converts glucose  1         WP:WP1",
        "read as glucose (CHEBI:15903): drawn so",
        "upstream: inhibits 1",
        "downstream: converts 1",
        "2 of 2",
    ]


def test_components_are_shown_by_the_names_of_their_ends(console: Console) -> None:
    drawn = PathwayComponents(
        id="WP:WP1",
        title="A pathway",
        organism="Homo sapiens",
        genes=(
            DataNode(
                id="a", label="MDM2", type="Gene", database="Entrez Gene", identifier="4193",
                states=(State(id="s", value="P", position="ser166"), State(id="t", type="methylation")),
            ),
            DataNode(id="b", label="TP53", type="Gene"),
        ),
        groups=(
            Group(id="g", style="Group", label="both", members=("a", "b")),
            Group(
                id="h", style="Complex", members=("b", "g"), other_members=(Member(id="l", kind="label", label="in"),)
            ),
            Group(id="i", style="None", empty=True),
        ),
        interactions=(
            Interaction(id="1", source="a", target="g", type="inhibition", arrow="TBar", target_kind="group"),
            Interaction(
                id="2", source="1", target="l", type="other", arrow="Line", source_kind="interaction",
                target_kind="label", target_label="ATP", style="dashed", graphical=True,
            ),
            Interaction(
                id="3", source="h", target="a", type="other", arrow="Line", source_kind="group", graphical=True
            ),
            Interaction(
                id="4", source="b", target="s", type="other", arrow="Line", target_kind="state", target_label="P",
                target_node="a",
            ),
            Interaction(id="5", target="i", type="other", arrow="Line", target_kind="group"),
        ),
        unconnected_lines=2,
        totals={"genes": 7},
        guidance="Take less.",
        remark="Something is lacking.",
    )  # fmt: skip

    assert shown(console, drawn) == [
        "WP:WP1 A pathway (Homo sapiens)",
        "",
        "genes (2 of 7)",
        "id  label  type  database     identifier  states",
        "a   MDM2   Gene  Entrez Gene  4193        P ser166, methylation",
        "b   TP53   Gene",
        "",
        "interactions (5)",
        "id  source            type                       target",
        "1   MDM2              inhibition                 both",
        "2   [MDM2 - both]     other (graphical, dashed)  ATP",
        "3   TP53 + both + in  other (graphical)          MDM2",
        "4   TP53              other                      P of MDM2",
        "5   nothing           other                      group without a label",
        "",
        "groups (3)",
        "id  label  style    members",
        "g   both   Group    MDM2, TP53",
        "h          Complex  TP53, both, in",
        "i          None     nothing",
        "2 lines touch nothing at one end",
        "Take less.",
        "Something is lacking.",
    ]


def test_lines_that_hang_on_one_another_are_named_once(console: Console) -> None:
    drawn = PathwayComponents(
        id="WP:WP1",
        title="A pathway",
        organism="Homo sapiens",
        interactions=tuple(
            Interaction(id=one, source=other, type="other", arrow="Line", source_kind="interaction")
            for one, other in ("xy", "yx")
        ),
    )

    assert shown(console, drawn)[4] == "x   [interaction without a label - nothing]  other  nothing"


def test_what_a_synchronisation_brought_is_told(console: Console) -> None:
    done = Synchronised(source="WikiPathways", release="2026-08", records=14, skipped=("pathway-ontology: it is down",))

    assert shown(console, done) == [
        "WikiPathways 2026-08: 14 records are in the local catalogue.",
        "missing: pathway-ontology: it is down",
    ]
    assert shown(console, Synchronised(source="HGNC", release="", records=0)) == [
        "HGNC: nothing is in the local catalogue."
    ]


def test_a_snapshot_is_told_with_its_size(console: Console) -> None:
    snapshot = Snapshot(path="[a]/b", catalogues=("one", "two"), bytes=12_345_678)

    assert shown(console, snapshot) == ["[a]/b: 2 catalogues, 12.3 MB."]


def test_the_status_says_what_is_lacking_and_what_is_on_its_way(console: Console) -> None:
    pending = Pending(catalogue="one", release="2026-09", done=3, total=14, unit="drawings")
    partly = msgspec.structs.replace(ORIGIN, complete=False, lacks=("names", "pages"))
    catalogues = (
        CatalogueStatus(name="one", provenance=partly, pending=pending),
        CatalogueStatus(name="two", building=True),
        CatalogueStatus(name="three", provenance=ORIGIN, building=True, bytes=0),
    )

    assert shown(console, catalogues) == [
        "catalogue  release                    retrieved   checked     mode     MB",
        "one        2026-08                    2026-08-22  2026-09-01  partial",
        "one        lacks names, pages",
        "one        2026-09: 3 of 14 drawings",
        "two        a release is being built",
        "three      2026-08                    2026-08-22  2026-09-01  cache    0.0",
        "three      a release is being built",
    ]


def test_the_status_shows_days_mode_and_megabytes(console: Console) -> None:
    catalogues = (
        CatalogueStatus(name="one", provenance=ORIGIN, bytes=12_345_678, path="/cache/2/one/abc.sqlite"),
        CatalogueStatus(name="two", provenance=ORIGIN),
        CatalogueStatus(name="three"),
    )

    assert shown(console, catalogues) == [
        "catalogue  release        retrieved   checked     mode   MB",
        "one        2026-08        2026-08-22  2026-09-01  cache  12.3",
        "two        2026-08        2026-08-22  2026-09-01  cache",
        "three      not there yet",
    ]


@pytest.mark.parametrize(
    ("outcome", "lines"),
    [
        (
            ErrorEnvelope(
                success=False,
                error=Failure(code="ENTITY_NOT_FOUND", message="There is no 'WP:WP9'.", recovery_hint="Take 'WP:WP8'."),
            ),
            ["\x1b[1;31mENTITY_NOT_FOUND\x1b[0m There is no 'WP:WP9'.", "\x1b[1mhint\x1b[0m Take 'WP:WP8'."],
        ),
        (
            Page[PathwayCandidate](
                items=(),
                pagination=Pagination(cursor=LONG_CURSOR, total_count=7, page_size=2),
                guidance="Take 'WP:WP8'.",
            ),
            [
                "\x1b[33mTake 'WP:WP8'.\x1b[0m",
                "\x1b[2m0 of 7 (--all shows every one)\x1b[0m",
                f"\x1b[2mnext page: --cursor {LONG_CURSOR}\x1b[0m",
            ],
        ),
        ({"weight": 180.16}, ["\x1b[1mweight\x1b[0m  180.16"]),
    ],
    ids=["failure", "page", "record"],
)
def test_colours_are_those_of_the_layout_whatever_the_text_holds(
    outcome: object, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"FORCE_COLOR": "1", "TERM": "xterm", "COLUMNS": "120"}.items():
        monkeypatch.setenv(name, value)
    for name in ("NO_COLOR", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)

    assert shown(console_of(io.StringIO()), outcome) == lines


def test_lines_on_lines_on_lines_are_told_by_their_ids(console: Console) -> None:
    """The text of each line would be twice as long as of the one before."""
    lines = [
        Interaction(id=f"l{number}", source=f"l{number - 1}", target=f"l{number - 1}", type="other", arrow="Line")
        for number in range(1, 40)
    ]
    first = Interaction(id="l0", source="a", target="a", type="other", arrow="Line")
    node = DataNode(id="a", label="MDM2", type="Gene")
    names = EndNames(PathwayComponents(id="WP:WP1", title="", organism="", genes=(node,), interactions=(first, *lines)))

    assert [names.source(one) for one in lines[:3]] == ["[MDM2 - MDM2]", "[line l0 - line l0]", "[line l1 - line l1]"]
    assert names.target(lines[-1]) == "[line l37 - line l37]"
