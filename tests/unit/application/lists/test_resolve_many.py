"""Many names at once: on the sample, and over sources that fail, or are late."""

from collections.abc import Sequence
from typing import Any

import anyio
import msgspec
import pytest
from pytest_mock import MockerFixture

from biofacts.application.lists.name_lists import Names
from biofacts.application.lists.resolve_many import AnyKind, Reasons, Resolutions, ResolveMany
from biofacts.application.resolve import Resolve
from biofacts.application.tools.all_tools import TOOLS, call
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.composition.container import Container
from biofacts.domain.answers.entity_kinds import COMPOUND
from biofacts.domain.answers.errors import AmbiguousQuery, UpstreamError
from biofacts.domain.answers.pages import Hits, Window, windowed
from biofacts.domain.compounds.compound import Compound, CompoundSearchCandidate
from biofacts.domain.genes.gene import Gene, GeneCandidate
from biofacts.domain.genes.names import GeneName
from biofacts.domain.identifiers.curies import CompoundId
from biofacts.domain.limits import time_limits
from biofacts.domain.lists import input_tables
from biofacts.domain.lists.match_reasons import Called, Reason
from biofacts.domain.lists.resolution import NO_VALUE, Option
from biofacts.ports.compounds import CompoundSource
from biofacts.ports.genes import NamedGenes
from biofacts.ports.pathways import DrawnCompound
from biofacts.ports.sources import Query
from tests.genes import EverySymbol


@pytest.fixture
def many(sample: Container) -> ResolveMany:
    return sample.use_cases().resolve_many


def ids(found: Resolutions) -> list[str | None]:
    return [one.id for one in found.items]


@pytest.mark.parametrize(
    ("kind", "names", "expected"),
    [
        ("gene", ["TP53", "p53", "7157", "P04637", "HGNC:6973", "tumor protein p53", "NOSUCHGENE9"],
         [*["HGNC:11998"] * 4, "HGNC:6973", "HGNC:11998", None]),
        ("pathway", ["apoptosis", "krebs cycle", "WP:WP534", "WP534", "nothing of the kind"],
         ["WP:WP254", "WP:WP78", "WP:WP534", "WP:WP534", None]),
        ("ligand", ["aspirin", "IUPHAR:2713", "ibuprofen", "beta blocker", "zzqqxx"],
         ["IUPHAR:4139", "IUPHAR:2713", "IUPHAR:2713", None, None]),
        ("target", ["DRD2", "IUPHAR:215", "dopamine receptor"], ["IUPHAR:215", "IUPHAR:215", None]),
        ("compound", ["aspirin", "PubChem:CID2244", "asprin"], ["PubChem:CID2244", "PubChem:CID2244", None]),
        ("any", ["TP53", "aspirin", "apoptosis", "WP:WP534", "PubChem:CID2244", "zzqqxx"],
         ["HGNC:11998", "IUPHAR:4139", "WP:WP254", "WP:WP534", "PubChem:CID2244", None]),
    ],
)  # fmt: skip
async def test_each_name_is_decided_as_by_itself(
    many: ResolveMany, kind: AnyKind, names: Sequence[str], expected: Sequence[str | None]
) -> None:
    together = await many(tuple(names), kind)
    alone = [(await many((name,), kind)).items[0] for name in names]

    assert ids(together) == expected
    assert [one.input for one in together.items] == names
    assert [*together.items] == alone


@pytest.mark.parametrize("kind", ["gene", "ligand", "any"])
async def test_a_missing_value_is_no_name(many: ResolveMany, kind: AnyKind) -> None:
    found = await many(("NA", "nan", "#N/A", "-", "None", "Na"), kind)

    assert [one.why == NO_VALUE for one in found.items] == [True] * 5 + [False]
    assert {one.status for one in found.items[:5]} == {"not_found"}
    assert not any(one.candidates for one in found.items[:5])


@pytest.mark.parametrize(
    ("kind", "pasted", "plain"),
    [
        ("gene", "<i>TP53</i>", "TP53"),
        ("target", "D<sub>2</sub> receptor", "D2 receptor"),
        ("target", "dopamine D<SUB>2</SUB>&nbsp;receptor", "dopamine D2 receptor"),
        ("ligand", "<i>ibuprofen</i>", "ibuprofen"),
        ("compound", "<b>aspirin</b>", "aspirin"),
        ("any", "<em>TP53</em>", "TP53"),
    ],
)
async def test_a_name_with_the_markup_of_a_page_is_that_name(
    many: ResolveMany, kind: AnyKind, pasted: str, plain: str
) -> None:
    (marked,), (bare,) = (await many((pasted,), kind)).items, (await many((plain,), kind)).items

    assert marked.id is not None
    assert marked == msgspec.structs.replace(bare, input=pasted)


async def test_an_ambiguous_name_says_what_it_may_mean(many: ResolveMany) -> None:
    cox, family = (await many(("COX2", "PI3K"), "gene")).items

    assert (cox.status, family.status) == ("ambiguous", "ambiguous")
    assert {one.name for one in cox.candidates} == {"PTGS2", "MT-CO2"}
    assert "several genes" in (cox.why or "")
    assert "family" in (family.why or "")


async def test_a_number_of_the_guide_is_a_ligands_and_a_targets(many: ResolveMany) -> None:
    (found,) = (await many(("IUPHAR:215",), "any")).items

    assert found.status in ("ambiguous", "resolved")
    assert found.kind == "target" or {one.kind for one in found.candidates} == {"ligand", "target"}


async def test_an_alias_says_why(many: ResolveMany) -> None:
    (found,) = (await many(("p53",), "gene")).items

    assert (found.status, found.name, found.why, found.score) == ("resolved", "TP53", "alias", 1.0)


async def test_what_is_like_a_name_is_offered(many: ResolveMany) -> None:
    (found,) = (await many(("asprin",), "compound")).items

    assert found.status == "not_found"
    assert [one.id for one in found.candidates] == ["PubChem:CID2244"]
    assert "cannot be trusted" not in (found.why or "") or found.candidates[0].score is not None


async def test_doubles_are_answered_alike_and_asked_once(sample: Container) -> None:
    compounds = Asked()
    found = await over(sample, compounds)(("aspirin", "ibuprofen", "aspirin", " aspirin"), "compound")

    assert [one.status for one in found.items] == ["resolved"] * 4
    assert ids(found) == ["PubChem:CID1", "PubChem:CID2", "PubChem:CID1", "PubChem:CID1"]
    assert compounds.asked == ["aspirin", "ibuprofen"]


async def test_the_organism_is_that_of_genes_and_pathways(many: ResolveMany) -> None:
    genes = await many(("p53", "Trp53"), "gene", organism="Mus musculus")
    pathways = await many(("apoptosis",), "pathway", organism="Mus musculus")

    assert ids(genes) == ["NCBIGene:22059"] * 2
    assert ids(pathways) == ["WP:WP1254"]


@pytest.mark.parametrize(
    ("given", "read"),
    [
        (("TP53", 4193), ["TP53", "4193"]),
        ("TP53\n MDM2 \n", ["TP53", "MDM2"]),
        ("TP53; MDM2", ["TP53", "MDM2"]),
        ("TP53, MDM2", ["TP53", "MDM2"]),
        ("interleukin 1, beta\nMDM2", ["interleukin 1, beta", "MDM2"]),
        ("TP53", ["TP53"]),
    ],
)
async def test_lists_are_read_as_they_are_sent(many: ResolveMany, given: Names, read: Sequence[str]) -> None:
    assert [one.input for one in (await many(given, "gene")).items] == read


@pytest.mark.parametrize("text", ["TP53;MDM2", "TP53\tMDM2", "TP53 MDM2", "TP53 and MDM2"])
async def test_several_genes_in_one_name_are_told_to_be_several(many: ResolveMany, text: str) -> None:
    (found,) = (await many((text,), "gene")).items

    assert (found.status, found.why) == ("ambiguous", "several names in one cell")
    assert [one.id for one in found.candidates] == ["HGNC:11998", "HGNC:6973"]


async def test_a_name_with_a_sign_between_its_words_is_one_name(many: ResolveMany) -> None:
    found = await many(("TP53/p53", "TP53/zebrawood"), "gene")

    assert [one.status for one in found.items] == ["resolved", "not_found"]


async def test_a_name_of_nothing_is_an_error_of_its_own(many: ResolveMany) -> None:
    found = await many(("", "TP53", "x" * 600, "a"), "gene")

    assert [(one.status, one.code) for one in found.items[:2]] == [("error", "AMBIGUOUS_QUERY"), ("resolved", None)]
    assert {one.status for one in found.items[2:]} <= {"error", "not_found"}
    assert found.items[0].input == "(nothing)"


async def test_a_long_name_comes_back_whole(many: ResolveMany) -> None:
    long = "Ly-6/urokinase plasminogen activator receptor related protein of many words, variant number 3"
    (found,) = (await many((long,), "gene")).items

    assert found.input == long


@pytest.mark.parametrize("given", [(), ("TP53",) * 201])
async def test_too_few_and_too_many_names_are_refused(many: ResolveMany, given: Names) -> None:
    with pytest.raises(AmbiguousQuery) as caught:
        await many(given, "gene")

    assert "at least 1" in caught.value.message or "at most 200" in caught.value.message


async def test_a_number_of_too_many_digits_is_no_name(many: ResolveMany) -> None:
    (found,) = (await many((10**5000,), "gene")).items

    assert found.status in ("not_found", "error")


@pytest.mark.parametrize(
    ("kind", "name", "why"),
    [
        ("ligand", "Gleevec", "a trade name: the product may contain other substances, too"),
        ("ligand", "imatinib", None), ("target", "P14416", "identifier"),
        ("target", "DRD2", "gene symbol"), ("pathway", "WP254", "identifier"), ("pathway", "apoptosis", None),
    ],
)  # fmt: skip
async def test_how_a_name_was_read_is_told(many: ResolveMany, kind: AnyKind, name: str, why: str | None) -> None:
    (found,) = (await many((name,), kind)).items

    assert (found.status, found.why) == ("resolved", why)


# Over the network


class Asked(CompoundSource):
    """Compounds that are numbered as they are asked for. `failing`, `silent`: names that are not answered."""

    def __init__(self, *, failing: Sequence[str] = (), silent: Sequence[str] = ()) -> None:
        self.asked: list[str] = []
        self._failing = failing
        self._silent = silent

    async def knows(self, name: str) -> bool:
        return False

    async def get(self, identifier: CompoundId) -> Compound | None:
        return None

    async def search(self, query: Query, window: Window) -> Hits[CompoundSearchCandidate] | None:
        self.asked.append(query.text)
        number = len(self.asked)
        if query.text in self._silent:
            await anyio.sleep_forever()
        await anyio.lowlevel.checkpoint()
        if query.text in self._failing:
            raise UpstreamError.of("PubChem", "it does not answer")
        found = CompoundSearchCandidate(id=f"PubChem:CID{number}", name=query.text, score=1.0)
        return windowed([found], window, version="")


def over(sample: Container, compounds: CompoundSource) -> ResolveMany:
    """Compounds of a source; nothing else is known."""
    return ResolveMany({COMPOUND.name: Resolve(COMPOUND, compounds)}, EverySymbol(), sample.use_cases().reasons)


async def test_one_that_fails_leaves_the_others_right(sample: Container) -> None:
    names = [f"compound {number}" for number in range(200)]
    found = await over(sample, Asked(failing=names[3::10]))(tuple(names), "compound")
    wrong = [one for number, one in enumerate(found.items) if (one.status == "error") != (number % 10 == 3)]

    assert wrong == []
    assert {(one.code, one.id) for one in found.items if one.status == "error"} == {("UPSTREAM_ERROR", None)}
    assert "PubChem is unavailable" in (found.items[3].why or "")
    assert found.counts == {"resolved": 180, "error": 20}
    assert [one.input for one in found.items] == names


OTHER = "A" * 27


@pytest.mark.parametrize(
    ("name", "inchikey", "pathways", "meanings"),
    [
        ("p53", OTHER, 2, {"HGNC:11998", OTHER}),  # CO2 is an alias of MT-CO2
        ("p53", OTHER, 1, {"HGNC:11998"}),
        ("TP53", OTHER, 2, {"HGNC:11998"}),
        ("ibu-profen", OTHER, 2, {"IUPHAR:2713", OTHER}),  # dTMP is not d-TMP
        ("ibuprofen", OTHER, 2, {"IUPHAR:2713"}),
        ("Ibuprofen", OTHER, 2, {"IUPHAR:2713"}),
        ("ibu-profen", "HEFNNWSXXWATRW-UHFFFAOYSA-M", 2, {"IUPHAR:2713"}),  # its anion
    ],
)
async def test_a_name_that_pathways_draw_as_a_compound_is_not_surely_an_alias(
    many: ResolveMany,
    sample: Container,
    mocker: MockerFixture,
    name: str,
    inchikey: str,
    pathways: int,
    meanings: set[str],
) -> None:
    drawn = DrawnCompound(inchikey=inchikey, name=name, pathways=pathways)
    mocker.patch.object(type(sample.pathways()), "drawn_as", return_value=[drawn])
    (item,) = (await many([name])).items

    assert {item.id, *(option.id for option in item.candidates)} - {None} == meanings
    assert item.status == ("resolved" if len(meanings) == 1 else "ambiguous")
    assert {option.kind for option in item.candidates if option.id == inchikey} <= {"compound"}


async def test_a_failing_source_of_compounds_leaves_an_alias_as_it_is(
    many: ResolveMany, sample: Container, mocker: MockerFixture
) -> None:
    mocker.patch.object(type(sample.pathways()), "drawn_as", side_effect=UpstreamError.of("WikiPathways", "it is down"))

    assert ids(await many(["p53"])) == ["HGNC:11998"]


class Nameless(EverySymbol):
    """Names of genes are not available yet. `waited`: for which call they were waited for."""

    def __init__(self) -> None:
        self.waited: list[bool] = []

    async def by_name(
        self, name: GeneName, organism: str | None, *, version: str | None = None, patient: bool = True
    ) -> NamedGenes | None:
        self.waited.append(version is None)
        return NamedGenes(lacking="Names are not available yet." if version is None else None)


async def test_names_that_are_not_at_hand_are_waited_for_once_and_never_said_not_to_exist(sample: Container) -> None:
    genes = Nameless()
    found = await ResolveMany({}, genes, sample.use_cases().reasons)([f"GENE{number}" for number in range(20)], "gene")

    assert {(one.status, one.code, one.why) for one in found.items} == {
        ("error", "UPSTREAM_ERROR", "Names are not available yet.")
    }
    assert genes.waited == [True] + [False] * 19


async def test_what_does_not_get_its_turn_says_so_and_how_to_go_on(
    sample: Container, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time_limits, "LIST", 0.05)
    names = [f"compound {number}" for number in range(20)]
    found = await over(sample, Asked(silent=names[5:]))(tuple(names), "compound")

    assert [one.status for one in found.items[:5]] == ["resolved"] * 5
    assert {(one.status, one.code) for one in found.items[5:]} == {("error", "RATE_LIMITED")}
    assert "15 names were not looked up" in (found.guidance or "")


async def test_progress_never_falls_and_ends_at_the_number_of_names(sample: Container) -> None:
    heard: list[tuple[int, int]] = []

    async def report(done: int, total: int) -> None:
        await anyio.lowlevel.checkpoint()
        heard.append((done, total))

    names = tuple(f"compound {number}" for number in range(50))
    await over(sample, Asked())(names, "compound", report=report)

    assert heard[-1] == (50, 50)
    assert [done for done, _ in heard] == sorted({done for done, _ in heard})


async def test_compounds_are_asked_only_for_what_nothing_else_is_called(sample: Container) -> None:
    real = sample.use_cases()
    compounds = Asked()
    searches: dict[str, Resolve[Any]] = {
        "pathway": real.searches["pathway"], "ligand": real.searches["ligand"], "target": real.searches["target"],
        "gene": real.searches["gene"], "compound": Resolve(COMPOUND, compounds),
    }  # fmt: skip
    found = await ResolveMany(searches, sample.genes(), sample.use_cases().reasons)(
        ("aspirin", "zzqqxx", "TP53", "apoptosis", "glycolysis"), "any"
    )

    # `glycolysis` is a word in the titles of pathways, and might be the whole name of a compound.
    assert compounds.asked == ["zzqqxx", "glycolysis"]
    assert [one.kind for one in found.items] == ["ligand", "compound", "gene", "pathway", "compound"]


async def test_a_bad_kind_is_refused_with_the_call_that_would_do(sample: Container) -> None:
    outcome = await call(TOOLS["resolve_many"], sample.use_cases(), {"names": ["TP53", "MDM2"], "kind": "drug"})

    assert isinstance(outcome, ErrorEnvelope)
    assert "resolve_many with names=['TP53', 'MDM2']" in outcome.error.recovery_hint


async def test_options_are_few(many: ResolveMany) -> None:
    for one in (await many(("MAPK", "caspase"), "gene")).items:
        assert len(one.candidates) <= 5
        assert all(isinstance(other, Option) for other in one.candidates)


async def test_a_date_of_a_spreadsheet_is_no_gene(many: ResolveMany) -> None:
    found = await many(["5-Jul", "2026-03-01", "TP53"], "gene")

    assert [one.status for one in found.items] == ["not_found", "not_found", "resolved"]
    assert [one.why for one in found.items[:2]] == ["It is a date: spreadsheets turn gene symbols into dates."] * 2


async def test_a_date_is_the_genes_that_it_may_be(many: ResolveMany, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the sample no gene has a symbol that becomes a date, so that the rule is given one that has."""

    def symbols_of(text: str, *, unknown: bool = False) -> Sequence[str]:
        return ["ATM", "p53"]

    monkeypatch.setattr(input_tables, "symbols_of_date", symbols_of)
    (found,) = (await many(["1-Mar"], "gene")).items

    assert found.status == "ambiguous"
    assert [(one.name, one.why) for one in found.candidates] == [
        ("ATM", "ATM: approved symbol"),
        ("TP53", "p53: alias"),
    ]


TP53 = GeneCandidate(id="HGNC:11998", symbol="TP53", name="tumor protein p53", organism="Homo sapiens", score=1.0)
ASPIRIN = CompoundSearchCandidate(id="PubChem:CID2244", name="Aspirin", score=1.0)


class Records:
    """Has one record or none, cannot tell, or has to be waited for."""

    def __init__(self, known: Gene | UpstreamError | None = None, *, late: bool = False) -> None:
        self._known = known
        self._late = late

    async def get(self, _: object) -> Gene | None:
        if self._late:
            await anyio.sleep_forever()
        if isinstance(self._known, UpstreamError):
            raise self._known
        return self._known


def matches_of(records: Any) -> Reasons:
    return Reasons(genes=records, targets=records, ligands=records)


@pytest.mark.parametrize("records", [Records(UpstreamError.of("HGNC", "it is away")), Records(), Records(late=True)])
async def test_of_what_is_not_at_hand_nothing_is_said(records: Records, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("biofacts.application.lists.resolve_many.PATIENCE", 0.0)

    assert await matches_of(records)("gene", "p53", [TP53]) == {}


async def test_a_record_with_other_names_says_that_they_are_none() -> None:
    known = Gene(id=TP53.id, symbol="TP53", name="tumor protein p53", organism="Homo sapiens", locus_type="", url="")

    assert await matches_of(Records(known))("gene", "LFS1", [TP53]) == {"HGNC:11998": None}
    assert await matches_of(Records(known))("gene", "tp53", [TP53]) == {
        "HGNC:11998": Reason("whole", (Called("symbol", "TP53"),))
    }


async def test_of_a_compound_its_name_is_known_without_its_record() -> None:
    away = Records(UpstreamError.of("PubChem", "it is away"))

    assert await matches_of(away)("compound", "aspirin", [ASPIRIN]) == {
        "PubChem:CID2244": Reason("whole", (Called("name", "Aspirin"),))
    }
