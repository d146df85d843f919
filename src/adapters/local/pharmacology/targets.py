"""The source of the Guide's targets: searches by identifier, class, group and words; records by number."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import NamedTuple

import msgspec

from biofacts.adapters.local.catalogue_entries.pharmacology import (
    decode_proteins,
    decode_target,
    decode_target_summary,
    interactions_of,
    of_target,
    pairs_of,
    withdrawn_among,
)
from biofacts.adapters.local.catalogues.refreshed_catalogue import PartLookups, PartResult
from biofacts.adapters.local.pharmacology import guide as guides
from biofacts.adapters.local.pharmacology.guide import (
    Guide,
    UsedCatalogue,
    all_facts,
    complete_list,
    first_of,
    gene_without_target,
    genes_without_target,
    subunits_of,
)
from biofacts.adapters.local.pharmacology.target_names import TargetNames, of_symbol
from biofacts.adapters.local.search.lists_and_completions import NOTHING_LEADS, Lead
from biofacts.domain.answers import scores
from biofacts.domain.answers.advice_and_phrasing import Advice, joined
from biofacts.domain.answers.entity_kinds import TARGET
from biofacts.domain.answers.missing_parts import with_missing_parts
from biofacts.domain.answers.pages import Hits, Window
from biofacts.domain.genes.gene import GeneFacts
from biofacts.domain.genes.name_variants import alternates, plain_names, without_phosphorylation
from biofacts.domain.identifiers.cross_references import CrossReferences, KeyedId, collect
from biofacts.domain.identifiers.curies import TargetId
from biofacts.domain.pharmacology import ligand_filters, qualifiers_and_illnesses, selectors, target_groups
from biofacts.domain.pharmacology.interaction import ActingLigand
from biofacts.domain.pharmacology.interaction_lists import MOST_PARTNERS, ligands_of, ordered
from biofacts.domain.pharmacology.queries import target_lists, target_lookup_steps
from biofacts.domain.pharmacology.queries.target_lists import TargetQuery
from biofacts.domain.pharmacology.queries.target_lookup_steps import NameForm
from biofacts.domain.pharmacology.target import Target, TargetCandidate, TargetFacts
from biofacts.domain.pharmacology.target_groups import TargetGroup
from biofacts.domain.source_remarks import pharmacology as pharmacology_remarks
from biofacts.domain.text import fold
from biofacts.ports.catalogue import Catalogue, RankedHits
from biofacts.ports.pharmacology import TargetSource
from biofacts.ports.sources import EntitiesByIdentifier, IdentifiedEntity, Presence, Query


class _Proteins(NamedTuple):
    """The species of a target's proteins, and their identifiers in other databases."""

    species: Sequence[str]
    references: CrossReferences


class LocalTargets(TargetSource):
    """The source of targets. A search needs only the file of targets."""

    def __init__(self, guide: Guide) -> None:
        self._guide = guide
        self._genes = guide.thesaurus.genes
        self._names = TargetNames(guide)

    async def search(self, query: Query, window: Window) -> Hits[TargetCandidate] | None:
        query = msgspec.structs.replace(query, text=target_groups.spelt_out(query.text))
        if condition := target_lists.target_query(query.text):
            hits = await self._by_condition(condition, window)
            if hits is None or hits.total is not None:
                return hits
        if (parts := await self._guide.for_listing(window.version, self._guide.targets)) is None:
            return None
        self._guide.prefetch(parts[0])
        if hits := await _by_identifier(query.text, window, parts):
            return hits
        names = await self._genes.catalogue(None)
        gene = await gene_without_target(query.text, parts[0].catalogue, self._genes, names)
        for several in alternates(query.text) if not target_lookup_steps.group_of(query.text) else ():
            leads = [await self._names.lead(parts[0].catalogue, name, None) for name in several]
            if len(leads) > 1 and all(lead.entries for lead in leads):  # MMP-1/2 is not MMP12
                return _window_of(
                    {key: summary for lead in leads for key, summary in lead.entries.items()}, window, parts
                )
        species = ligand_filters.species_in(query.text)
        state = None if species else without_phosphorylation(query.text)
        whole = [(text, gene, None) for text in ((query.text,) if gene else target_groups.meanings(query.text))]
        together = target_lookup_steps.assembly(query.text)
        are_subunits = together is not None and len(together.subunits) > 1  # α2δ is not α2
        rests = [(species[0], ())] if species else () if are_subunits else plain_names(query.text)
        # The letter of a subunit is not a state: p-eIF2α is not every target that begins with eIF2.
        plain = [(rest, None, form) for rest, form in rests if len(form) <= 1 or not any(map(fold.is_greek, form))]
        for text, other, form in [*plain, *whole] if state else [*whole, *plain]:  # `p-ERK` is not PERK
            hits = None if text == query.text else await _by_identifier(text, window, parts)
            if hits or (hits := await self._by_name(text, query, window, parts, other)):
                return hits if form is None else _without_form(hits, form, species)
        texts = [state] if state else dict.fromkeys((query.text, target_groups.untyped(query.text)))
        every = [await self._by_words(msgspec.structs.replace(query, text=text), window, parts, gene) for text in texts]
        hits = max(every, key=lambda page: scores.best(item.score for item in page.items))
        if state:
            hits = _doubted(_without_form(hits, plain[0][2] or (), None), scores.PART_OF_A_NAME)
        return hits if gene else await self._else_of_alias(hits, state or query.text, window, parts)

    async def _else_of_alias(
        self, hits: Hits[TargetCandidate], name: str, window: Window, parts: Sequence[UsedCatalogue]
    ) -> Hits[TargetCandidate]:
        """Return weak hits, or rather the target of the gene with an alias that the Guide does not have: `TXAS`."""
        if scores.best(item.score for item in hits.items) < scores.PART_OF_A_NAME:
            summaries, why = await self._names.of_alias(parts[0].catalogue, name)
            if summaries:
                items = [_candidate(number, summary, scores.CONTESTED) for number, summary in summaries.items()]
                return complete_list(items, window, parts, why)
        return await self._unless_genes(hits, name, parts[0].catalogue)

    async def _by_condition(self, condition: TargetQuery, window: Window) -> Hits[TargetCandidate] | None:
        """List the targets of a class or family on which something acts, or nothing.

        The total is None if there is no such class or family. Return None if a cursor's release has been removed.
        """
        guide = self._guide
        if (parts := await guide.for_listing(window.version, guide.targets, guide.interactions)) is None:
            return None
        guide.prefetch(parts[0])
        targets, interactions = (part.catalogue for part in parts)
        members = await _of_name(targets, condition.about)
        if not members:
            return Hits(items=(), total=None, more=False)
        acting = await pairs_of(interactions, [*map(of_target, members)])
        pairs = {number: acting[key].pairs if (key := of_target(number)) in acting else () for number in members}
        summaries = {number: summary for number, summary in members.items() if condition.takes(pairs[number])}
        guidance = pharmacology_remarks.by_condition(
            condition.about, condition.words, len(summaries), len(members), without=condition.without
        )
        return msgspec.structs.replace(_window_of(summaries, window, parts, guidance), facts=True)

    async def _by_name(
        self, text: str, query: Query, window: Window, parts: Sequence[UsedCatalogue], gene: GeneFacts | None
    ) -> Hits[TargetCandidate] | None:
        """Return the targets with a text as their name, then other hits for its words; None if no target has the name.

        `gene`: the gene with this name, if it is not a target.
        """
        catalogue, name = parts[0].catalogue, target_groups.as_channels(target_groups.with_ions(query.text))
        # `Ca2+ channel` means a calcium channel, not the target CA2.
        query = msgspec.structs.replace(query, text=target_groups.with_ions(text))
        if group := target_lookup_steps.target_class(query.text):
            members = await _of_class(catalogue, group, query.text)
            guidance = pharmacology_remarks.whole_class(group.names[0], len(members))
            return msgspec.structs.replace(_window_of(members, window, parts, guidance), facts=True)
        if families := await _of_subunits(catalogue, query.text):
            return _listed_subunits(families, window, parts)
        # An ion alone means its channels.
        query = msgspec.structs.replace(query, text=target_groups.as_channels(query.text))
        lead = await self._names.demote_bound(catalogue, name, await self._names.lead(catalogue, query.text, gene))
        return await self._by_words(query, window, parts, gene, lead) if lead.entries else None

    async def _by_words(
        self,
        query: Query,
        window: Window,
        parts: Sequence[UsedCatalogue],
        gene: GeneFacts | None,
        lead: Lead = NOTHING_LEADS,
    ) -> Hits[TargetCandidate]:
        guide, catalogue = self._guide, parts[0].catalogue
        pathogen = qualifiers_and_illnesses.pathogen_in(query.text)
        ranked = await guide.by_words(
            query,
            window,
            parts[0],
            lambda hit: _candidate(hit.key, hit.summary, hit.score),
            TARGET,
            lead=lead,
            judge=partial(_of_pathogens, catalogue) if pathogen else None,
            whole=pathogen is not None,
        )
        if pathogen and not ranked.total:
            return msgspec.structs.replace(ranked, guidance=pharmacology_remarks.few_of_pathogens(pathogen))
        if lead.others:
            return _doubted(ranked, lead.score, pharmacology_remarks.also_of_genes(query.text, lead.others))
        # A Latin letter stands for a Greek one only in parts of longer names: `ε2` is not E2, nor `α1-AR` A1-AR.
        name = selectors.other_name(fold.literal(query.text))
        if fold.is_greek(query.text) and not (lead.entries or await catalogue.keys([name])):
            least = 0 if len(fold.compact(query.text)) < fold.SHORTEST_WITH_GREEK else scores.WHOLE_NAME
            items = (item if item.rating < least else item.at_most(scores.PART_OF_A_NAME) for item in ranked.items)
            return ranked.of(tuple(items))
        # A gene that is not a target must not be mistaken for a target that only shares letters with its name.
        names = [decode_target_summary(summary).name for summary in lead.entries.values()]
        are_receptors = any(target_groups.is_receptor_of(query.text, name) for name in names)
        is_so_written = gene is not None and gene.symbol == query.text not in names  # GLUD1 is not the receptor GluD1
        if gene and ranked.total and (is_so_written or not any(map(gene.standing, names))):
            guidance = pharmacology_remarks.genes_without_target(query.text, [gene.symbol], gene.name)
            is_other = lead.entries and not are_receptors
            return _doubted(ranked, scores.CONTESTED if is_other else scores.DOUBTFUL, guidance)
        are_parts = any(scores.PART_OF_A_NAME < item.rating < scores.WHOLE_NAME for item in ranked.items)
        if are_parts and (
            any(target_groups.is_receptor_of(query.text, item.name) for item in ranked.items)
            or await self._names.is_ligand(query.text)
        ):
            return _doubted(ranked, scores.PART_OF_A_NAME)
        if are_receptors and not lead.as_ranked and await self._names.is_ligand(query.text):
            hits = await self._unless_genes(ranked, query.text, catalogue)
            return hits.of(tuple(item.at_most(scores.CONTESTED) for item in hits.items))
        return ranked

    async def _unless_genes(self, hits: Hits[TargetCandidate], name: str, targets: Catalogue) -> Hits[TargetCandidate]:
        """Lower the scores of hits for a name of genes that are not targets: SDF-1 is not its receptor."""
        symbols = await genes_without_target(name, targets, self._genes) if hits.items else ()
        if symbols and await targets.keys([selectors.other_name(fold.literal(name))]):
            return _doubted(hits, scores.CONTESTED, pharmacology_remarks.also_of_genes(name, symbols))
        guidance = pharmacology_remarks.genes_without_target(name, symbols)
        return _doubted(hits, scores.DOUBTFUL, guidance) if symbols else hits

    async def knows(self, name: str) -> bool:
        if (targets := await self._guide.targets.present()) is None:
            return False
        texts = [*target_groups.meanings(name)]
        sure = [step for text in texts for step in target_lookup_steps.surely_of_name(text)]
        steps = chain(sure, *map(target_lookup_steps.of_name, texts))
        if target_lookup_steps.target_class(name) or any(step.by is NameForm.GROUP for step in steps):
            return True
        terms = (selectors.name(name), selectors.family(name), *selectors.identifiers_in(name, TARGET))
        return bool(await targets.keys([*terms, *(term for step in sure for term in step.selectors)]))

    async def get(self, identifier: TargetId) -> Target | None:
        guide = self._guide
        (targets,) = await guide.open(guide.targets)
        if (record := await targets.catalogue.record(identifier.number)) is None:
            return None
        facts = decode_target(record)
        lookups = PartLookups(guide.interactions, guide.ligands)
        acting = await lookups.ask(("ligands",), partial(_acting, facts), guide.interactions, guide.ligands)
        proteins = await self._proteins(facts, lookups)
        guide.prefetch()
        ligands, of_others = acting.value or (), proteins.value or _Proteins((), {})
        target = facts.to_target(
            ligands=tuple(ligands[:MOST_PARTNERS]),
            ligand_count=len(ligands),
            source=guides.provenance([targets], acting),
            species=facts.species or ", ".join(of_others.species) or facts.species_of_family,
            cross_references={**facts.cross_references, **of_others.references},
        )
        if not (ligands or acting.lack):
            target = msgspec.structs.replace(
                target, guidance=pharmacology_remarks.without_interactions(TARGET, target.name)
            )
        return with_missing_parts(target, (acting.lack, proteins.lack))

    async def _proteins(self, facts: TargetFacts, lookups: PartLookups) -> PartResult[_Proteins]:
        """Look up the species and accessions of targets of microbes and viruses, which are in a separate file."""
        if facts.species is not None:
            return PartResult()
        proteins = partial(_proteins_of, facts)
        return await lookups.ask(("species", "uniprot"), proteins, self._guide.proteins, partly=True)

    def prefetch(self) -> None:
        self._guide.targets.prefetch(needed=True)

    async def at_hand(self) -> Presence:
        return await guides.at_hand(self._guide.targets)

    async def with_identifiers(self, identifiers: Collection[KeyedId]) -> EntitiesByIdentifier[TargetCandidate]:
        parts = await self._guide.open(self._guide.targets)
        catalogue = parts[0].catalogue
        own = [selectors.own_number(value) for key, value in identifiers if key == "iuphar"]
        of_genes = await catalogue.keys([*_terms(pair for pair in identifiers if pair[0] != "iuphar")])
        complexes = await catalogue.keys([*map(selectors.subunit, of_genes)])
        wanted, numbers = {*identifiers}, {*await catalogue.keys(own)}
        every = await all_facts(catalogue, dict.fromkeys([*sorted(numbers, key=int), *of_genes, *complexes]))
        subunits = {number for facts in every.values() for number in facts.subunit_numbers} - every.keys()
        by_number = {**every, **await all_facts(catalogue, subunits)}
        entities = [
            IdentifiedEntity(facts.summary.candidate(number, 1.0), borne)
            for number, facts in every.items()
            if not wanted.isdisjoint(borne := _borne(facts, by_number)) or number in numbers
        ]
        return EntitiesByIdentifier(entities, guides.version(parts), guides.provenance(parts))

    async def hint_for(self, identifier: TargetId) -> Advice | None:
        return await self._guide.hint_for(identifier)


async def _of_name(targets: Catalogue, name: str) -> Mapping[str, bytes]:
    """Return the targets of a class, group, family or series with this name; all targets for an empty name."""
    if not name:
        classes = (selectors.target_class(label) for label in target_groups.CLASS_WORDS)
        return await targets.with_terms([*classes])
    if group := target_lookup_steps.target_class(name):
        return await _of_class(targets, group, name)
    return (await first_of(targets, (*target_lookup_steps.surely_of_name(name), *target_lookup_steps.of_name(name))))[1]


async def _acting(facts: TargetFacts, interactions: Catalogue, ligands: Catalogue) -> Sequence[ActingLigand]:
    rows = await interactions_of(interactions, of_target(facts.number))
    withdrawn = await withdrawn_among(rows, ligands)
    return [pair.acting(withdrawn) for pair in ligands_of(ordered(rows, withdrawn))]


async def _proteins_of(facts: TargetFacts, mapping: Catalogue) -> _Proteins:
    accessions: list[tuple[str, str]] = []
    species: dict[str, None] = {}
    for number in (facts.number, *facts.subunit_numbers):
        record = await mapping.record(number)
        proteins = decode_proteins(record) if record else []
        accessions += [("uniprot", accession) for _, accession in proteins if number == facts.number]
        species |= dict.fromkeys(name for name, _ in proteins if name)
    return _Proteins([*species], collect(accessions, "target"))


async def _by_identifier(text: str, window: Window, parts: Sequence[UsedCatalogue]) -> Hits[TargetCandidate] | None:
    """Return the targets with an identifier, those with exactly this symbol first; None if no target has it."""
    if not (summaries := await parts[0].catalogue.with_terms(selectors.identifiers_in(text, TARGET))):
        return None
    symbols = of_symbol(summaries, text.strip())
    if symbols:  # which may be the Guide's abbreviation of another target: PDK1
        summaries = {**summaries, **await parts[0].catalogue.with_terms([selectors.abbreviation(text.strip())])}
    rest = (_candidate(key, summaries[key], scores.CONTESTED) for key in summaries if symbols and key not in symbols)
    return complete_list([*_candidates(symbols or summaries), *rest], window, parts)


async def _of_class(targets: Catalogue, group: TargetGroup, query: str) -> Mapping[str, bytes]:
    """Return the members of a class, those with exactly the query's name first."""
    members = await targets.with_terms(group.selectors)
    named = await targets.with_terms([selectors.name(query)])
    return {number: summary for number, summary in named.items() if number in members} | dict(members)


async def _of_subunits(targets: Catalogue, query: str) -> Mapping[str, Mapping[str, bytes]]:
    """Return the subunits of a channel by family; none for a single subunit, or a word of other names (`α1β1`)."""
    step = target_lookup_steps.assembly(query)
    if step is None or len(step.subunits) == 1 or await targets.keys([selectors.word(fold.compact(query))]):
        return {}
    return await subunits_of(targets, step)


def _listed_subunits(
    families: Mapping[str, Mapping[str, bytes]], window: Window, parts: Sequence[UsedCatalogue]
) -> Hits[TargetCandidate]:
    score = scores.ASIDE if len(families) == 1 else scores.PART_OF_A_NAME
    summaries = {number: summary for members in families.values() for number, summary in members.items()}
    candidates = [_candidate(number, summary, score) for number, summary in summaries.items()]
    return complete_list(candidates, window, parts, pharmacology_remarks.subunits([*families]))


async def _of_pathogens(targets: Catalogue, ranked: RankedHits) -> RankedHits:
    """Drop targets of mammals that lack a word of a query for a pathogen's protein.

    Targets of pathogens that lack a word are kept with a low score, since they may belong to another pathogen.
    """
    facts = await all_facts(targets, [hit.key for hit in ranked.hits if hit.unmatched])
    hits = [
        hit if not hit.unmatched else msgspec.structs.replace(hit, score=min(hit.score, scores.DOUBTFUL))
        for hit in ranked.hits
        if not hit.unmatched or facts[hit.key].is_of_pathogen
    ]
    return msgspec.structs.replace(ranked, hits=tuple(hits), total=len(hits))


def _without_form(
    hits: Hits[TargetCandidate], form: Sequence[str], species: tuple[str, str] | None
) -> Hits[TargetCandidate]:
    """Say that a species or the form of a protein was ignored, since targets cover all of them; limit the scores."""
    if not hits.items:
        return hits
    first, letters = hits.items[0], fold.greek_letters("".join(form))
    if len(form) == 1 and letters and letters <= fold.greek_letters(first.name):  # IL-4Rα is the subunit α
        return hits
    remarks = pharmacology_remarks
    remark = remarks.species_of_target(species[1], first.id) if species else remarks.form_of_target(form)
    items = tuple(item.at_most(scores.ASIDE) for item in hits.items)
    return msgspec.structs.replace(hits, items=items, advice=joined(hits.advice, remark))


def _doubted(hits: Hits[TargetCandidate], most: float, remark: str | None = None) -> Hits[TargetCandidate]:
    """Limit the scores of targets that match only a part of a name.

    `remark`: the remark that the query names something other than a target; the limit then applies to all targets.
    """
    items = tuple(item.at_most(most) if remark or item.rating < scores.WHOLE_NAME else item for item in hits.items)
    return msgspec.structs.replace(hits, items=items, guidance=joined(remark, hits.guidance))


def _terms(identifiers: Iterable[KeyedId]) -> Iterator[str]:
    """Yield the exact terms of identifiers; targets are also found by a gene's symbol."""
    for key, value in identifiers:
        yield selectors.gene(value) if key == "hgnc_symbol" else selectors.identifier(value)


def _borne(facts: TargetFacts, by_number: Mapping[str, TargetFacts]) -> frozenset[KeyedId]:
    """Return the identifiers of a target, and those of its subunits if it is a complex."""
    units = [by_number[number] for number in facts.subunit_numbers if number in by_number]
    return frozenset(identifier for target in (facts, *units) for identifier in target.identifiers)


def _window_of(
    summaries: Mapping[str, bytes], window: Window, parts: Sequence[UsedCatalogue], guidance: str | None = None
) -> Hits[TargetCandidate]:
    return complete_list(_candidates(summaries), window, parts, guidance)


def _candidates(summaries: Mapping[str, bytes]) -> list[TargetCandidate]:
    return [_candidate(number, summary) for number, summary in summaries.items()]


def _candidate(number: str, summary: bytes, score: float = 1.0) -> TargetCandidate:
    return decode_target_summary(summary).candidate(number, score)
