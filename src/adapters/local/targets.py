"""Targets of the Guide to PHARMACOLOGY: by identifier, by class or group, by words, and by number."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from biofacts.adapters.local import guide as guides
from biofacts.adapters.local.guide import Guide, Part, listed
from biofacts.adapters.local.guide_entries import (
    decode_proteins,
    decode_target,
    decode_target_summary,
    interactions_of,
    of_target,
    withdrawn_among,
)
from biofacts.domain import wording
from biofacts.domain.advice import Advice
from biofacts.domain.cross_references import collect, pairs
from biofacts.domain.errors import BiofactsError
from biofacts.domain.ligand import LIGAND
from biofacts.domain.paging import Hits, Window
from biofacts.domain.pharmacology import reading, selectors
from biofacts.domain.pharmacology.groups import Group
from biofacts.domain.pharmacology.pairs import MOST_PARTNERS, ligands_of, ordered
from biofacts.domain.pharmacology.target_facts import TargetFacts
from biofacts.domain.target import TARGET, Target, TargetCandidate, TargetId
from biofacts.ports.catalogue import Catalogue
from biofacts.ports.joins import Bearer, Bearers, Identifier
from biofacts.ports.sources import Query
from biofacts.ports.targets import TargetSource

_WHOLE_LISTING = 10_000


class LocalTargets(TargetSource):
    """Targets. A search waits for the file of the targets only."""

    def __init__(self, guide: Guide) -> None:
        self._guide = guide

    async def search(self, query: Query, window: Window) -> Hits[TargetCandidate] | None:
        guide = self._guide
        if (parts := await guide.for_listing(window.version, guide.targets)) is None:
            return None
        catalogue = parts[0].catalogue
        guide.prefetch(parts[0])
        if found := await catalogue.with_terms(selectors.named_in(query.text)):
            return _listed(found, window, parts)
        if group := reading.target_class(query.text):
            found = await _of_class(catalogue, group, query.text)
            return _listed(found, window, parts, wording.whole_class(group.names[0], len(found)))
        if group := reading.group_of(query.text):
            return _listed(await _of_group(catalogue, group, query.text), window, parts)
        return await guide.by_words(
            query, window, parts[0], lambda hit: _candidate(hit.key, hit.summary, hit.score), TARGET
        )

    async def knows(self, name: str) -> bool:
        if (targets := await self._guide.targets.present()) is None:
            return False
        if reading.target_class(name) or reading.group_of(name):
            return True
        terms = (selectors.name(name), selectors.gene(name), selectors.family(name), *selectors.named_in(name))
        return bool(await targets.keys(terms))

    async def get(self, identifier: TargetId) -> Target | None:
        guide = self._guide
        (targets,) = await guide.open(guide.targets)
        if (record := await targets.catalogue.record(identifier.number)) is None:
            return None
        facts = decode_target(record)
        interactions, named = await guide.open(guide.interactions, guide.ligands)
        guide.prefetch()
        rows = await interactions_of(interactions.catalogue, of_target(facts.number))
        withdrawn = await withdrawn_among(rows, named.catalogue)
        ligands = ligands_of(ordered(rows, withdrawn))
        species, references = await self._proteins(facts)
        return facts.to_target(
            ligands=tuple(one.acting(withdrawn) for one in ligands[:MOST_PARTNERS]),
            ligand_count=len(ligands),
            source=guides.provenance([targets, interactions, named]),
            species=species,
            cross_references=references,
        )

    async def _proteins(self, facts: TargetFacts) -> tuple[str | None, dict[str, str | tuple[str, ...]]]:
        """Species and references; those of microbes and viruses stand in a file of their own."""
        if facts.species is not None:
            return facts.species, facts.cross_references
        (mapping,) = await self._guide.open(self._guide.proteins)
        accessions: list[tuple[str, str]] = []
        species: dict[str, None] = {}
        for number in (facts.number, *facts.subunit_numbers):
            record = await mapping.catalogue.record(number)
            pairs = decode_proteins(record) if record else []
            accessions += [("uniprot", accession) for _, accession in pairs if number == facts.number]
            species |= dict.fromkeys(name for name, _ in pairs if name)
        references = facts.cross_references | collect(accessions, always_list=frozenset({"uniprot"}))
        return ", ".join(species) or facts.species_of_family, references

    async def bearing(self, identifiers: Collection[Identifier]) -> Bearers[TargetCandidate]:
        parts = await self._guide.open(self._guide.targets)
        catalogue = parts[0].catalogue
        found: list[Bearer[TargetCandidate]] = []
        for number in await catalogue.keys([*_terms(identifiers)]):
            if (record := await catalogue.record(number)) is not None:
                facts = decode_target(record)
                found.append(Bearer(facts.summary.candidate(number, 1.0), frozenset(pairs(facts.cross_references))))
        return Bearers(found, guides.version(parts))

    async def hint_for(self, identifier: TargetId) -> Advice | None:
        try:
            (ligands,) = await self._guide.open(self._guide.ligands)
        except BiofactsError:
            return None  # the answer is "not found" all the same
        found = await ligands.catalogue.summaries([identifier.number])
        return wording.other_kind(LIGAND, str(identifier)) if found else None


async def _of_class(targets: Catalogue, group: Group, query: str) -> Mapping[str, bytes]:
    """The members of a class, those of that very name first."""
    members = await targets.with_terms(group.selectors)
    named = await targets.with_terms([selectors.name(query)])
    return {number: summary for number, summary in named.items() if number in members} | dict(members)


async def _of_group(targets: Catalogue, group: Group, query: str) -> Mapping[str, bytes]:
    """The members of a group, the best match first, then whatever else matches."""
    members = await targets.with_terms(group.selectors)
    found = {hit.key: hit.summary for hit in (await targets.search(query, offset=0, limit=_WHOLE_LISTING)).hits}
    ordered = [*(key for key in found if key in members), *(key for key in members if key not in found)]
    return {key: members[key] for key in ordered} | found


def _terms(identifiers: Iterable[Identifier]) -> Iterator[str]:
    """By which targets are found: also a gene's symbol, and their own number."""
    for key, value in identifiers:
        match key:
            case "hgnc_symbol":
                yield selectors.gene(value)
            case "iuphar":
                yield selectors.own_number(value)
            case _:
                yield selectors.identifier(value)


def _listed(
    found: Mapping[str, bytes], window: Window, parts: Sequence[Part], guidance: str | None = None
) -> Hits[TargetCandidate]:
    return listed([_candidate(number, summary) for number, summary in found.items()], window, parts, guidance)


def _candidate(number: str, summary: bytes, score: float = 1.0) -> TargetCandidate:
    return decode_target_summary(summary).candidate(number, score)
