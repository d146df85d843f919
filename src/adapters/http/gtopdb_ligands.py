"""Ligands of the Guide to PHARMACOLOGY."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence

import msgspec

from biofacts.adapters.http.bulk import Ready, searched
from biofacts.adapters.http.gtopdb.client import GtoPdbClient, contacts, listed, source, version
from biofacts.domain.cross_references import collect, is_valid
from biofacts.domain.errors import BiofactsError
from biofacts.domain.identifiers import LigandId
from biofacts.domain.interaction import Contact, shown
from biofacts.domain.kinds import TARGET
from biofacts.domain.ligand import Ligand, LigandCandidate
from biofacts.domain.paging import Hits, Window
from biofacts.domain.pharmacology import plan as mechanism
from biofacts.domain.pharmacology.ligand_facts import LigandCard, LigandFacts
from biofacts.domain.pharmacology.plan import Chosen, Plan, Step, elsewhere
from biofacts.domain.pharmacology.selectors import identifier_queries, name_token
from biofacts.domain.pharmacology.target_facts import TargetCard
from biofacts.ports.catalogue import Catalogue
from biofacts.ports.ligands import LigandSource
from biofacts.ports.sources import Query

_LISTS_KEPT = 16
_MAPPED = ("drugbank", "cas", "chebi")


class GtoPdbLigands(LigandSource):
    """Ligands by words, class, mechanism and number. A search by name waits for the file of the ligands only."""

    def __init__(self, client: GtoPdbClient) -> None:
        self._client = client
        self._lists: OrderedDict[tuple[str, str], tuple[list[str], list[Chosen]]] = OrderedDict()

    async def search(self, query: Query, window: Window) -> Hits[LigandCandidate] | None:
        tokens = identifier_queries(query.text)
        if any(is_valid(key, token.removeprefix("id:").upper()) for token in tokens for key in _MAPPED):
            return await self._mapped(tokens, window)
        if plan := mechanism.read(query.text):
            hits, derived = await self._derived(plan, query, window)
            if derived:
                return hits
        return await self._words(query, tokens, window)

    async def _words(self, query: Query, tokens: Sequence[str], window: Window) -> Hits[LigandCandidate] | None:
        parts = await self._client.opened([self._client.ligands], window.version)
        if parts is None:
            return None
        catalogue = parts[0].catalogue
        self._client.warm(catalogue)
        if cards := await catalogue.with_tokens(tokens):
            return listed([_candidate(number, card, 1.0) for number, card in cards.items()], window, parts)
        listing = await catalogue.search(query.text, offset=window.offset, limit=window.limit, plural="ligands")
        return searched(
            listing,
            window,
            lambda found: _candidate(found.key, found.card, found.quality),
            version=version(parts),
            source=source(parts),
        )

    async def _mapped(self, tokens: Sequence[str], window: Window) -> Hits[LigandCandidate] | None:
        """Ligands by an identifier that only the mapping file has."""
        parts = await self._client.opened([self._client.ligands, self._client.ligand_ids], window.version)
        if parts is None:
            return None
        ligands, mapping = (part.catalogue for part in parts)
        found = await mapping.with_tokens(tokens)
        cards = await ligands.cards(list(found)) or await ligands.with_tokens(tokens)
        said = None if cards else "No ligand has that identifier. Search by name instead."
        return listed([_candidate(number, card, 1.0) for number, card in cards.items()], window, parts, said)

    async def _derived(self, plan: Plan, query: Query, window: Window) -> tuple[Hits[LigandCandidate] | None, bool]:
        """The list of a class or a mechanism, ligands of that very name first; and whether there is one.

        The file of the ligands takes part when it is there or needed for the class.
        """
        client = self._client
        parts_of_cursor = window.version.count(".") + 1 if window.version else 0
        with_ligands = plan.named or parts_of_cursor == 3 or (not parts_of_cursor and await client.ligands.present())
        wanted = [client.targets, client.interactions, *([client.ligands] if with_ligands else [])]
        if parts_of_cursor not in (0, len(wanted)):
            return None, False
        parts = await client.opened(wanted, window.version)
        if parts is None:
            return None, True
        targets, chosen = await self._kept(plan, parts)
        if not chosen:
            return None, False
        said = mechanism.derivation(plan, targets, len(chosen))
        if with_ligands and (named := await parts[2].catalogue.with_tokens([name_token(query.text)])):
            first = [Chosen(number, _card(card)) for number, card in named.items()]
            chosen = [*first, *(one for one in chosen if one.number not in named)]
        client.warm()
        hits = listed(chosen, window, parts, said)
        return hits.of(tuple(one.card.candidate(one.number, 1.0) for one in hits.items)), True

    async def _kept(self, plan: Plan, parts: Sequence[Ready]) -> tuple[list[str], list[Chosen]]:
        """The list, or the one that was made before: a walk asks for the same one page after page."""
        key = plan.asked.casefold(), version(parts)
        if key not in self._lists:
            self._lists[key] = await self._chosen(plan, parts)
            if len(self._lists) > _LISTS_KEPT:
                self._lists.popitem(last=False)
        return self._lists[key]

    async def _chosen(self, plan: Plan, parts: Sequence[Ready]) -> tuple[list[str], list[Chosen]]:
        """The names of the targets, and the ligands."""
        targets, interactions = parts[0].catalogue, parts[1].catalogue
        cards: Mapping[str, bytes] = {}
        found: Mapping[str, Sequence[Contact]] = {}
        for step in plan.steps:
            if cards := await _holding(targets, step):
                found = await contacts(interactions, "target", list(cards))
                if mechanism.any_fits(plan, found):
                    break
        without = await contacts(interactions, "target", list(await _holding(targets, plan.without)))
        named: Mapping[str, bytes] = await parts[2].catalogue.with_tokens(plan.named) if plan.named else {}
        chosen = mechanism.choose(
            plan, found, without=without, named={number: _card(card) for number, card in named.items()}
        )
        names = [msgspec.msgpack.decode(cards[number], type=TargetCard).name for number in cards if number in found]
        return names, chosen

    async def get(self, identifier: LigandId) -> Ligand | None:
        (ligands,) = await self._client.ready(self._client.ligands)
        if (record := await ligands.catalogue.record(identifier.number)) is None:
            return None
        facts = msgspec.msgpack.decode(record, type=LigandFacts)
        mapping, interactions = await self._client.ready(self._client.ligand_ids, self._client.interactions)
        self._client.warm()
        found = await contacts(interactions.catalogue, "ligand", [facts.number])
        targets, count = shown(found.get(facts.number, ()))
        return facts.record(
            targets=targets,
            target_count=count,
            source=source([ligands, mapping, interactions]),
            cross_references=await _references(facts, mapping.catalogue),
        )

    async def elsewhere(self, identifier: LigandId) -> str | None:
        try:
            (targets,) = await self._client.ready(self._client.targets)
        except BiofactsError:
            return None  # the answer is "not found" all the same
        found = await targets.catalogue.cards([identifier.number])
        return elsewhere(TARGET, str(identifier)) if found else None


async def _holding(targets: Catalogue, step: Step) -> Mapping[str, bytes]:
    """The targets that have any of a step's tokens, or all of them."""
    if not step.every:
        return await targets.with_tokens(step.tokens)
    found = [await targets.with_tokens([token]) for token in step.tokens]
    return {number: card for number, card in found[0].items() if all(number in others for others in found)}


async def _references(facts: LigandFacts, mapping: Catalogue) -> dict[str, str | tuple[str, ...]]:
    """What both files know: the ligand's own identifiers first."""
    record = await mapping.record(facts.number)
    mapped = msgspec.msgpack.decode(record, type=dict[str, str | tuple[str, ...]]) if record else {}
    pairs = [
        (key, value)
        for references in (facts.cross_references, mapped)
        for key, values in references.items()
        for value in ([values] if isinstance(values, str) else values)
    ]
    return collect(pairs, many=frozenset({"uniprot"}))


def _card(card: bytes) -> LigandCard:
    return msgspec.msgpack.decode(card, type=LigandCard)


def _candidate(number: str, card: bytes, score: float) -> LigandCandidate:
    return _card(card).candidate(number, score)
