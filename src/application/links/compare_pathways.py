"""Comparison of two pathways: the genes and compounds that both have, and those that only one of them has."""

from collections.abc import Mapping

import msgspec

from biofacts.application.links.find_links import FindLinks, Reached
from biofacts.application.links.link_ends import Place, values
from biofacts.application.messages import links as link_messages
from biofacts.domain.answers.advice_and_phrasing import joined
from biofacts.domain.answers.records import Item, Record
from biofacts.domain.identifiers.organisms import HUMAN


class ComparedMember(Item, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A gene or a compound of a pathway, or a pathway. `name`: its symbol, name or title, omitted if unknown."""

    id: str
    name: str | None = None


class Compared(Record, msgspec.Struct, frozen=True, kw_only=True):
    """The genes or compounds of two pathways. `jaccard`: the share of members in both; None if neither has members."""

    both: tuple[ComparedMember, ...]
    only_one: tuple[ComparedMember, ...]
    only_other: tuple[ComparedMember, ...]
    jaccard: float | None


class Comparison(Record, msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The comparison of two pathways. `one`, `other`: their ids, with their titles as names."""

    one: ComparedMember
    other: ComparedMember
    genes: Compared
    compounds: Compared
    guidance: str | None = None


class ComparePathways:
    """The use case that compares the members of two pathways."""

    def __init__(self, links: FindLinks) -> None:
        self._links = links

    async def __call__(self, one: str, other: str) -> Comparison:
        """Compare two pathways, by identifier or name.

        Raises: UnresolvedEntity, EntityNotFound, AmbiguousQuery, RateLimited, UpstreamError.
        """
        places = [(await self._links.start(pathway, "pathway")).place for pathway in (one, other)]
        genes = [await self._genes(each) for each in places]
        drawn = [await self._links.whole(each.entity.id, "pathway", "compound") for each in places]
        organisms = dict.fromkeys(each.entity.organism or "" for each in places)
        first, second = [ComparedMember(id=each.entity.id, name=each.entity.title) for each in places]
        return Comparison(
            one=first,
            other=second,
            genes=_compared(*genes),
            compounds=_compared(*map(_members, drawn)),
            guidance=joined(
                link_messages.of_two_organisms([*organisms]) if len(organisms) > 1 else None,
                *dict.fromkeys(sentence for each in drawn for sentence in each.lacking),
            ),
        )

    async def _genes(self, pathway: Place) -> Mapping[str, ComparedMember]:
        """Return the linked genes; only their NCBI Gene ids if the names of the organism's genes are not cached."""
        reached = await self._links.whole(pathway.entity.id, "pathway", "gene")
        if reached.entities or pathway.entity.organism == HUMAN:
            return _members(reached)
        numbers = sorted(values(pathway.identifiers, "entrez"), key=int)
        return {member.id: member for member in (ComparedMember(id=f"NCBIGene:{number}") for number in numbers)}


def _members(reached: Reached) -> Mapping[str, ComparedMember]:
    return {entity.id: ComparedMember(id=entity.id, name=entity.symbol or entity.name) for entity in reached.entities}


def _compared(first: Mapping[str, ComparedMember], second: Mapping[str, ComparedMember]) -> Compared:
    either = first.keys() | second.keys()
    return Compared(
        both=tuple(member for key, member in first.items() if key in second),
        only_one=tuple(member for key, member in first.items() if key not in second),
        only_other=tuple(member for key, member in second.items() if key not in first),
        jaccard=round(len(first.keys() & second.keys()) / len(either), 3) if either else None,
    )
