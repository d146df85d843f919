"""Targets of the Guide to PHARMACOLOGY."""

from collections.abc import Sequence

import msgspec

from biofacts.adapters.http.bulk import Ready, searched
from biofacts.adapters.http.gtopdb.client import GtoPdbClient, contacts, listed, source, version
from biofacts.domain.cross_references import collect
from biofacts.domain.errors import BiofactsError
from biofacts.domain.identifiers import TargetId
from biofacts.domain.interaction import shown
from biofacts.domain.kinds import LIGAND
from biofacts.domain.paging import Hits, Window
from biofacts.domain.pharmacology import plan as mechanism
from biofacts.domain.pharmacology.groups import Group
from biofacts.domain.pharmacology.plan import class_guidance, elsewhere
from biofacts.domain.pharmacology.selectors import identifier_queries, name_token
from biofacts.domain.pharmacology.target_facts import TargetCard, TargetFacts
from biofacts.domain.target import Target, TargetCandidate
from biofacts.ports.sources import Query
from biofacts.ports.targets import TargetSource

_WHOLE = 10_000


class GtoPdbTargets(TargetSource):
    """Targets by words, class and number. A search waits for the file of the targets only."""

    def __init__(self, client: GtoPdbClient) -> None:
        self._client = client

    async def search(self, query: Query, window: Window) -> Hits[TargetCandidate] | None:
        parts = await self._client.opened([self._client.targets], window.version)
        if parts is None:
            return None
        catalogue = parts[0].catalogue
        self._client.warm(catalogue)
        if cards := await catalogue.with_tokens(identifier_queries(query.text)):
            return listed([_candidate(number, card, 1.0) for number, card in cards.items()], window, parts)
        if group := mechanism.target_class(query.text):
            members = await catalogue.with_tokens(group.selectors)
            named = await catalogue.with_tokens([name_token(query.text)])
            cards = {number: card for number, card in named.items() if number in members} | dict(members)
            said = class_guidance(group, len(cards))
            return listed([_candidate(number, card, 1.0) for number, card in cards.items()], window, parts, said)
        if group := mechanism.group_of(query.text):
            return await self._group(group, query, window, parts)
        listing = await catalogue.search(query.text, offset=window.offset, limit=window.limit, plural="targets")
        return searched(
            listing,
            window,
            lambda found: _candidate(found.key, found.card, found.quality),
            version=version(parts),
            source=source(parts),
        )

    async def _group(self, group: Group, query: Query, window: Window, parts: Sequence[Ready]) -> Hits[TargetCandidate]:
        """The members of a group, the best match first, then whatever else matches."""
        catalogue = parts[0].catalogue
        members = await catalogue.with_tokens(group.selectors)
        listing = await catalogue.search(query.text, offset=0, limit=_WHOLE, plural="targets")
        found = {one.key: one.card for one in listing.found}
        ordered = [*(key for key in found if key in members), *(key for key in members if key not in found)]
        cards = {key: members[key] for key in ordered} | found
        return listed([_candidate(number, card, 1.0) for number, card in cards.items()], window, parts)

    async def get(self, identifier: TargetId) -> Target | None:
        (targets,) = await self._client.ready(self._client.targets)
        if (record := await targets.catalogue.record(identifier.number)) is None:
            return None
        facts = msgspec.msgpack.decode(record, type=TargetFacts)
        (interactions,) = await self._client.ready(self._client.interactions)
        self._client.warm()
        found = await contacts(interactions.catalogue, "target", [facts.number])
        ligands, count = shown(found.get(facts.number, ()))
        species, references = await self._proteins(facts)
        return facts.record(
            ligands=ligands,
            ligand_count=count,
            source=source([targets, interactions]),
            species=species,
            cross_references=references,
        )

    async def _proteins(self, facts: TargetFacts) -> tuple[str | None, dict[str, str | tuple[str, ...]]]:
        """Species and references; those of microbes and viruses stand in a file of their own."""
        if facts.species is not None:
            return facts.species, facts.cross_references
        (mapping,) = await self._client.ready(self._client.uniprot)
        proteins: list[tuple[str, str]] = []
        names: dict[str, None] = {}
        for number in (facts.number, *facts.subunit_numbers):
            record = await mapping.catalogue.record(number)
            pairs = msgspec.msgpack.decode(record, type=list[tuple[str, str]]) if record else []
            proteins += [("uniprot", accession) for _, accession in pairs if number == facts.number]
            names |= dict.fromkeys(name for name, _ in pairs if name)
        references = facts.cross_references | collect(proteins, many=frozenset({"uniprot"}))
        return ", ".join(names) or facts.species_of_kin, references

    async def elsewhere(self, identifier: TargetId) -> str | None:
        try:
            (ligands,) = await self._client.ready(self._client.ligands)
        except BiofactsError:
            return None  # the answer is "not found" all the same
        found = await ligands.catalogue.cards([identifier.number])
        return elsewhere(LIGAND, str(identifier)) if found else None


def _candidate(number: str, card: bytes, score: float) -> TargetCandidate:
    return msgspec.msgpack.decode(card, type=TargetCard).candidate(number, score)
