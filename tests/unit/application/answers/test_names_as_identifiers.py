"""Names in the place of identifiers."""

from collections.abc import Sequence

import pytest

from biofacts.application.answers.names_as_identifiers import NOWHERE, nothing_resolved, record_named
from biofacts.domain.answers.advice_and_phrasing import NextCall
from biofacts.domain.answers.entity_kinds import LIGAND, TARGET, Kind, KindName
from biofacts.domain.answers.errors import AmbiguousQuery, UnresolvedEntity, UpstreamError
from biofacts.domain.lists.resolution import Option, Resolution
from biofacts.ports.sources import Query


async def too_late(names: Sequence[str], kind: KindName, organism: str | None = None) -> Sequence[Resolution]:
    return [Resolution(input=name, status="error", code="RATE_LIMITED") for name in names]


def asked(kind: Kind, identifier: str) -> NextCall:
    return NextCall("get_target", {"target_id": identifier})


async def test_a_name_that_was_not_looked_up_in_time_is_not_said_to_be_unknown() -> None:
    refusal = UnresolvedEntity.of(TARGET, "JAK2", "it is a name")

    with pytest.raises(UpstreamError, match=r"Guide to PHARMACOLOGY is unavailable: there was no answer within"):
        await record_named(too_late, "JAK2", TARGET, refusal, asked, NOWHERE)


async def test_an_identifier_of_another_database_that_means_no_record_is_refused_as_it_was() -> None:
    refusal = UnresolvedEntity.of(TARGET, "P04637", "it is a UniProt accession")

    with pytest.raises(UnresolvedEntity) as caught:
        await record_named(nothing_resolved, "P04637", TARGET, refusal, asked, NOWHERE)

    assert caught.value is refusal


async def test_a_name_that_nothing_resolves_is_unknown() -> None:
    refusal = UnresolvedEntity.of(TARGET, "JAK2", "it is a name")

    with pytest.raises(UnresolvedEntity, match="JAK2") as caught:
        await record_named(nothing_resolved, "JAK2", TARGET, refusal, asked, NOWHERE)

    assert caught.value is not refusal
    assert caught.value.candidates == ()


async def test_of_a_use_it_is_said_that_uses_are_not_known() -> None:
    advice = await NOWHERE.advice(LIGAND, Query(text="drugs for asthma"))

    assert str(advice).startswith("The Guide to PHARMACOLOGY does not say what a medicine is used for")
    assert await NOWHERE.advice(TARGET, Query(text="drugs for asthma")) is None


async def test_of_several_records_of_one_title_the_first_is_proposed() -> None:
    refusal = UnresolvedEntity.of(TARGET, "apoptossis", "it is a name")

    async def similar(names: Sequence[str], kind: KindName, organism: str | None = None) -> Sequence[Resolution]:
        near = [Option(id=f"IUPHAR:{number}", name="Apoptosis") for number in (1, 2)]
        return [Resolution(input=name, status="not_found", candidates=tuple(near)) for name in names]

    with pytest.raises(UnresolvedEntity) as caught:
        await record_named(similar, "apoptossis", TARGET, refusal, asked, NOWHERE)

    assert [one.id for one in caught.value.candidates] == ["IUPHAR:1"]


async def test_why_a_source_did_not_answer_is_passed_on() -> None:
    refusal = UnresolvedEntity.of(TARGET, "JAK2", "it is a name")
    why = "The Guide to PHARMACOLOGY cannot be queried now: it asks for fewer requests."

    async def busy(names: Sequence[str], kind: KindName, organism: str | None = None) -> Sequence[Resolution]:
        return [Resolution(input=name, status="error", code="RATE_LIMITED", why=why) for name in names]

    with pytest.raises(UpstreamError) as caught:
        await record_named(busy, "JAK2", TARGET, refusal, asked, NOWHERE)

    assert caught.value.message == why


async def test_the_number_of_a_compound_in_a_paper_is_known_and_needs_more() -> None:
    refusal = UnresolvedEntity.of(TARGET, "compound 7", "it is a name")

    async def parts(names: Sequence[str], kind: KindName, organism: str | None = None) -> Sequence[Resolution]:
        numbered = (Option(id="IUPHAR:1", name="vibegron"), Option(id="IUPHAR:2", name="lefamulin"))
        return [Resolution(input=name, status="not_found", candidates=numbered) for name in names]

    with pytest.raises(AmbiguousQuery, match="only part of the names of several targets: vibegron, lefamulin"):
        await record_named(parts, "compound 7", TARGET, refusal, asked, NOWHERE)
