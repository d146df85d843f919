"""The source of the Guide's ligands: searches by identifier, class, mechanism and words; records by number."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import partial

import msgspec

from biofacts.adapters.local.catalogue_entries.pharmacology import (
    decode_ligand,
    decode_ligand_summary,
    decode_references,
    interactions_of,
    of_ligand,
    of_target,
    withdrawn_among,
)
from biofacts.adapters.local.catalogues.refreshed_catalogue import PartLookups
from biofacts.adapters.local.pharmacology import guide as guides
from biofacts.adapters.local.pharmacology.derived_ligands import explain
from biofacts.adapters.local.pharmacology.guide import Guide, UsedCatalogue, complete_list, products_of
from biofacts.adapters.local.pharmacology.mechanism_targets import Catalogues
from biofacts.adapters.local.pharmacology.mechanisms import Mechanisms
from biofacts.adapters.local.search.lists_and_completions import Lead, doubted
from biofacts.domain.answers import scores
from biofacts.domain.answers.advice_and_phrasing import Advice
from biofacts.domain.answers.entity_kinds import LIGAND
from biofacts.domain.answers.missing_parts import with_missing_parts
from biofacts.domain.answers.pages import Hits, Releases, Window
from biofacts.domain.compounds import smiles
from biofacts.domain.compounds.queries import code_matcher, is_code
from biofacts.domain.identifiers.cross_references import KeyedId, is_valid, pairs
from biofacts.domain.identifiers.curies import LigandId
from biofacts.domain.pharmacology import (
    ligand_filters,
    ligand_name_parts,
    ligand_name_resolution,
    qualifiers_and_illnesses,
    selectors,
)
from biofacts.domain.pharmacology.interaction import ActingLigand
from biofacts.domain.pharmacology.interaction_lists import MOST_PARTNERS, Partner, ligands_of, ordered, targets_of
from biofacts.domain.pharmacology.ligand import Ligand, LigandCandidate, LigandFacts, references_of
from biofacts.domain.pharmacology.ligand_filters import TYPES, LigandFilter
from biofacts.domain.pharmacology.ligand_name_resolution import LigandMeaning
from biofacts.domain.pharmacology.queries import mechanism_queries, rephrasing
from biofacts.domain.pharmacology.queries.ligand_choice import ListedLigand
from biofacts.domain.pharmacology.queries.plans import Plan
from biofacts.domain.search import synonyms
from biofacts.domain.search.query import runs
from biofacts.domain.source_remarks import any_source as source_remarks
from biofacts.domain.source_remarks import pharmacology as pharmacology_remarks
from biofacts.domain.text import fold
from biofacts.ports.catalogue import Catalogue, RankedHits
from biofacts.ports.pharmacology import LigandSource
from biofacts.ports.sources import EntitiesByIdentifier, IdentifiedEntity, Presence, Query

# Only the first characters of a query are searched for names, so that a long query stays fast.
_LONGEST_NAMES = 200
_MOST_JUDGED = 20
_LIKE_A_NAME = 0.49
"""The highest score of a ligand whose name only looks like the query."""
_MAPPED = ("drugbank", "cas", "chebi")
"""The databases whose identifiers are only in the Guide's mapping file."""


class LocalLigands(LigandSource):
    """The source of ligands. A search by name needs only the file of ligands."""

    def __init__(self, guide: Guide) -> None:
        self._guide = guide
        self._mechanisms = Mechanisms(guide.thesaurus)

    async def search(self, query: Query, window: Window) -> Hits[LigandCandidate] | None:
        terms = selectors.identifiers_in(query.text, LIGAND)
        if any(is_valid(key, selectors.identifier_of(term).upper()) for term in terms for key in _MAPPED):
            return await self._by_mapping(terms, window)
        wanted = query.ligands
        plan = mechanism_queries.read(query.text, wanted)
        spelt, slips = rephrasing.respelt(query.text)
        # `DRD2i` means inhibitors of DRD2, unless a ligand or a gene is called so.
        if slips or (plan and not (plan.abbreviated and await self._is_name(query.text))):
            parts = await self._for_plan(window)
            if parts is None:
                return None
            for reading, corrected in ((plan, {}), (mechanism_queries.read(spelt, wanted) if slips else None, slips)):
                if parts and reading and (hits := await self._by_plan(reading, window, parts, corrected)):
                    return hits
        text, filters = ligand_filters.read(query.text)
        plain = msgspec.structs.replace(query, text=text)
        return await self._by_words(plain, terms, window, wanted.and_(filters), plan)

    async def knows(self, name: str) -> bool:
        if (ligands := await self._guide.ligands.present()) is None:
            return False
        plan = mechanism_queries.read(name)
        if plan is not None and plan.drug_class is not None:
            return True
        names = (name, synonyms.substance(name) or name)
        return bool(await ligands.keys([*map(selectors.name, names), *selectors.identifiers_in(name, LIGAND)]))

    async def _is_name(self, text: str) -> bool:
        """Return True for the name of a ligand or the symbol of a target, which may look like an abbreviation."""
        ligands, targets = await self._guide.ligands.present(), await self._guide.targets.present()
        return bool(ligands and await ligands.keys([selectors.name(text)])) or bool(
            targets and await targets.keys([selectors.gene(text)])
        )

    async def _by_words(
        self, query: Query, terms: Sequence[str], window: Window, wanted: LigandFilter, plan: Plan | None
    ) -> Hits[LigandCandidate] | None:
        """Search by words. `plan`: a reading of the query that found no target, but whose words must match."""
        guide = self._guide
        action = plan.words_needed if plan else frozenset[str]()
        pathogen = qualifiers_and_illnesses.pathogen_in(query.text) if action else None
        needed = action | {*fold.tokens(pathogen or "")}
        if plan and plan.is_of_antibodies:
            wanted = wanted.and_(LigandFilter(types=(TYPES["antibody"],)))
        if (parts := await guide.for_listing(window.version, guide.ligands)) is None:
            return None
        catalogue = parts[0].catalogue
        guide.prefetch(parts[0])
        text = ligand_name_parts.with_salt_apart(query.text.strip())
        own, texts = {*terms, selectors.structure(text)}, ligand_name_resolution.texts(text)
        names = [*map(selectors.name, texts), *map(selectors.unlabelled_name, texts)]
        rows = await catalogue.entries((), [*own, *names])
        by_identifier = {row.key: row.summary for row in rows if not own.isdisjoint(row.terms)}
        if by_identifier or smiles.is_structure(text):
            guidance = None if by_identifier else pharmacology_remarks.NO_SUCH_STRUCTURE
            candidates = [
                _candidate(number, summary) for number, summary in by_identifier.items() if _takes(wanted, summary)
            ]
            return complete_list(candidates, window, parts, guidance)
        summaries = {row.key: row.summary for row in rows}
        called = {meaning.number: meaning for meaning in await _meanings(text, texts, summaries, catalogue)}
        if not called and " " not in text:
            products = await products_of(text, catalogue, guide.thesaurus.genes)
            summaries |= products
            why = f"read as a product of the gene {text}"
            called = {key: LigandMeaning(number=key, score=scores.WHOLE_NAME, read_as=why) for key in products}
        meant = {number: meaning for number, meaning in called.items() if _takes(wanted, summaries[number])}
        bare = ligand_name_parts.without_label(text)
        if not meant and ((is_other := bare not in ("", text)) or wanted.labelled_only):
            names = [selectors.unlabelled_name(bare), *([selectors.name(bare)] if is_other else [])]
            others = {
                key: summary for key, summary in (await catalogue.with_terms(names)).items() if _takes(wanted, summary)
            }
            score, guidance = scores.EXACT, None
            if is_other:
                score, guidance = _LIKE_A_NAME, pharmacology_remarks.no_such_label(text, has_others=bool(others))
            if others or is_other:
                return complete_list(
                    [_candidate(key, summary, score) for key, summary in others.items()], window, parts, guidance
                )
        if called and not meant:
            names = [decode_ligand_summary(summaries[number]).name for number in called]
            return complete_list([], window, parts, pharmacology_remarks.filtered_out(names, str(wanted)))
        points = {key: meaning.score for key, meaning in meant.items()}
        rest = scores.WHOLE_NAME if scores.EXACT in points.values() else scores.EXACT
        are_parts = any(meaning.part_of for meaning in meant.values())
        lead = Lead({key: summaries[key] for key in meant}, scores=points, rest=rest, are_parts=are_parts)
        coded = any(map(is_code, (text, *ligand_name_parts.without_forms(text))))
        judge = _with_code if coded else _judged
        forms = [*ligand_name_parts.without_forms(text)] if meant else [ligand_name_parts.with_descriptor_apart(text)]
        hits = await guide.by_words(
            msgspec.structs.replace(query, text=forms[-1]) if forms else query,
            window,
            parts[0],
            lambda hit: _with_part(_candidate(hit.key, hit.summary, hit.score), meant.get(hit.key)),
            LIGAND,
            lead=lead,
            judge=partial(_that_passes, wanted, needed, partial(judge, catalogue, text, meant.keys())),
            whole=coded or bool(wanted) or bool(action),
        )
        if plan and action and not hits.total:
            remark = await _without_target(plan, pathogen, catalogue)
            return msgspec.structs.replace(hits, guidance=remark)
        return hits

    async def _by_mapping(self, terms: Sequence[str], window: Window) -> Hits[LigandCandidate] | None:
        """Search by an identifier that only the mapping file has."""
        guide = self._guide
        if (parts := await guide.for_listing(window.version, guide.ligands, guide.ligand_ids)) is None:
            return None
        ligands, mapping = (part.catalogue for part in parts)
        numbers = await mapping.keys(terms)
        summaries = await ligands.summaries(numbers) or await ligands.with_terms(terms)
        guidance = None if summaries else pharmacology_remarks.NO_SUCH_LIGAND
        return complete_list(
            [_candidate(number, summary) for number, summary in summaries.items()], window, parts, guidance
        )

    # Classes and mechanisms

    async def _for_plan(self, window: Window) -> list[UsedCatalogue] | None:
        """Open targets, interactions, ligands and, if they are available, the names of genes.

        Return None if a cursor's release has been removed, and no catalogues for a list not derived from a plan.
        """
        guide = self._guide
        needed = guide.targets, guide.interactions, guide.ligands
        if window.version is None:
            return [*await guide.open(*needed), *await guide.genes_at_hand()]
        took_part = Releases.parse(window.version).versions
        if guide.interactions.name not in took_part:
            return []
        genes = guide.thesaurus.genes
        return await guide.reopen(window.version, *needed, *([genes] if genes.name in took_part else []))

    async def _by_plan(
        self, plan: Plan, window: Window, parts: Sequence[UsedCatalogue], corrected: Mapping[str, str]
    ) -> Hits[LigandCandidate] | None:
        """List the ligands of a class or mechanism, those with the query as name first; None if it names no target.

        `corrected`: the corrected words of the query; the plan is rejected if the Guide knows one of the misspellings.
        """
        of = _catalogues(parts)
        slips = [token for word in corrected for token in fold.tokens(word)]
        if slips and (not plan.says_how or any([await part.catalogue.knows(slips) for part in parts])):
            return None
        derived = await self._mechanisms.derived(plan, of, guides.version(parts))
        if not (derived.ligands or derived.targets or derived.left_out or plan.whole):
            return None
        named = await of.ligands.with_terms([selectors.name(plan.query)])
        every = [ListedLigand(number, decode_ligand_summary(stored)) for number, stored in named.items()]
        first = [ligand for ligand in every if plan.filters.takes(ligand.summary)]
        chosen = [*first, *(ligand for ligand in derived.ligands if ligand.number not in named)]
        self._guide.prefetch()
        hits = complete_list(chosen, window, parts, advice=explain(plan, derived))
        most = scores.CONTESTED if plan.illness else scores.ASIDE if corrected or plan.narrowed else scores.EXACT
        candidates = tuple(
            item.summary.candidate(item.number, min(derived.score(item), most), item.affinity) for item in hits.items
        )
        guidance = source_remarks.of_words(LIGAND.plural, has_hits=True, unknown=(), corrected=corrected, suggested={})
        return msgspec.structs.replace(
            hits.of(candidates), facts=plan.whole or (derived.is_of_class and not plan.narrowed), guidance=guidance
        )

    # Records

    async def get(self, identifier: LigandId) -> Ligand | None:
        guide = self._guide
        (ligands,) = await guide.open(guide.ligands)
        if (record := await ligands.catalogue.record(identifier.number)) is None:
            return None
        facts = decode_ligand(record)
        lookups = PartLookups(guide.ligand_ids, guide.interactions)
        mapped = await lookups.ask(("cross_references",), partial(_mapped_to, facts), guide.ligand_ids, partly=True)
        find_partners = partial(_partners, facts, ligands.catalogue)
        partners = await lookups.ask(("targets", "ligands"), find_partners, guide.interactions)
        guide.prefetch()
        targets, acting = partners.value or ((), ())
        ligand = facts.to_ligand(
            targets=tuple(target.acted_on() for target in targets[:MOST_PARTNERS]),
            target_count=len(targets),
            ligands=tuple(acting[:MOST_PARTNERS]),
            ligand_count=len(acting),
            source=guides.provenance([ligands], mapped, partners),
            cross_references=_references(facts, mapped.value or ()),
        )
        if not (targets or acting or partners.lack):
            ligand = msgspec.structs.replace(
                ligand, guidance=pharmacology_remarks.without_interactions(LIGAND, ligand.name)
            )
        return with_missing_parts(ligand, (mapped.lack, partners.lack))

    def prefetch(self) -> None:
        for catalogue in (self._guide.ligands, self._guide.ligand_ids):
            catalogue.prefetch(needed=True)

    async def at_hand(self) -> Presence:
        guide = self._guide
        return await guides.at_hand(guide.ligands, guide.ligand_ids)

    async def with_identifiers(self, identifiers: Collection[KeyedId]) -> EntitiesByIdentifier[LigandCandidate]:
        guide = self._guide
        parts = await guide.open(guide.ligands, guide.ligand_ids)
        ligands, mapping = (part.catalogue for part in parts)
        terms = [
            selectors.own_number(value) if key == "iuphar" else selectors.identifier(value)
            for key, value in identifiers
        ]
        numbers = dict.fromkeys([*await ligands.keys(terms), *await mapping.keys(terms)])
        wanted = {*identifiers}  # the terms do not say to which database an identifier belongs
        records, mapped = await ligands.records(numbers), await mapping.records(numbers)
        entities: list[IdentifiedEntity[LigandCandidate]] = []
        for number in (number for number in numbers if number in records):
            facts = decode_ligand(records[number])
            own = frozenset(pairs(_references(facts, _mapped(mapped.get(number)))))
            if not wanted.isdisjoint({*own, ("iuphar", number)}):
                entities.append(IdentifiedEntity(facts.summary(shares_name=False).candidate(number, 1.0), own))
        return EntitiesByIdentifier(entities, guides.version(parts), guides.provenance(parts))

    async def hint_for(self, identifier: LigandId) -> Advice | None:
        return await self._guide.hint_for(identifier)


def _catalogues(parts: Sequence[UsedCatalogue]) -> Catalogues:
    targets, interactions, ligands, *genes = (part.catalogue for part in parts)
    return Catalogues(targets=targets, interactions=interactions, ligands=ligands, genes=genes[0] if genes else None)


async def _without_target(plan: Plan, pathogen: str | None, ligands: Catalogue) -> Advice:
    """Say that no target, or no protein of a pathogen, has the name in a plan."""
    if pathogen:
        return Advice(pharmacology_remarks.few_of_pathogens(pathogen))
    is_ligand = bool(await ligands.keys([selectors.name(plan.target)]))
    binds = plan.mechanisms[0].action.is_of_binders
    return pharmacology_remarks.nothing_to_act_on(plan.target, binds=binds, is_ligand=is_ligand)


async def _meanings(
    text: str, texts: Sequence[str], summaries: dict[str, bytes], ligands: Catalogue
) -> Sequence[LigandMeaning]:
    """Return the ligands that a text names as a whole.

    `summaries`: the summaries of ligands with a name in `texts`; those of further ligands are added.
    """
    facts = await _facts(summaries, ligands)
    if further := ligand_name_resolution.further_texts(texts, facts):
        others = await ligands.with_terms([*map(selectors.name, further)])
        summaries |= others
        facts += await _facts(others, ligands)
    return ligand_name_resolution.meanings(text, {fact.number: fact for fact in facts}.values())


async def _facts(numbers: Collection[str], ligands: Catalogue) -> list[LigandFacts]:
    return [decode_ligand(record) for record in (await ligands.records(numbers)).values()]


def _takes(wanted: LigandFilter, summary: bytes) -> bool:
    return wanted.takes(decode_ligand_summary(summary))


async def _that_passes(
    wanted: LigandFilter,
    needed: AbstractSet[str],
    judge: Callable[[RankedHits], Awaitable[RankedHits]],
    ranked: RankedHits,
) -> RankedHits:
    """Drop hits that do not pass a filter, or in which a word of `needed` does not match, and judge the others.

    A GLP-9 agonist is not a peptide whose name only begins with GLP; an HIV-1 protease inhibitor inhibits no other one.
    """
    if not (wanted or needed):
        return await judge(ranked)
    hits = tuple(
        hit
        for hit in ranked.hits
        if _takes(wanted, hit.summary)
        and needed.isdisjoint(token for word in hit.unmatched for token in fold.tokens(word))
    )
    return await judge(msgspec.structs.replace(ranked, hits=hits, total=len(hits)))


async def _judged(ligands: Catalogue, text: str, meant: AbstractSet[str], ranked: RankedHits) -> RankedHits:
    """Lower the scores of hits in which only a part of a name matches, unless their keys are in `meant`.

    A corrected misspelling counts less than a part of a name.
    """
    high = [hit for hit in ranked.hits[:_MOST_JUDGED] if hit.score > _LIKE_A_NAME and hit.key not in meant]
    if not high:
        return ranked
    facts = await _facts([hit.key for hit in high if hit.score >= scores.WHOLE_NAME], ligands)
    named = {*meant, *(fact.number for fact in facts if ligand_name_resolution.has_words_of(text, fact))}
    if any(hit.score > scores.PART_OF_A_NAME for hit in high) and not text.startswith(selectors.SIGNS):
        called = [selectors.folded_name(run.replace(" ", "")) for run in runs(text[:_LONGEST_NAMES])]
        named |= {*await ligands.keys(called)} & {hit.key for hit in high if hit.unmatched}
    return doubted(ranked, named, _LIKE_A_NAME if ranked.corrected else scores.PART_OF_A_NAME)


async def _with_code(ligands: Catalogue, text: str, meant: AbstractSet[str], ranked: RankedHits) -> RankedHits:
    """Drop hits without the code number in a text, since another number is another substance."""
    having = {*meant}
    if others := [hit.key for hit in ranked.hits if not (hit.unmatched or hit.key in having)]:
        # e.g. `SCH900222`, of which the Guide has only SCH 900229
        has_code = code_matcher(text)
        having |= {fact.number for fact in await _facts(others, ligands) if any(map(has_code, fact.names))}
    hits = tuple(hit for hit in ranked.hits if hit.key in having)
    return doubted(msgspec.structs.replace(ranked, hits=hits, total=len(hits)), meant)


def _with_part(candidate: LigandCandidate, meant: LigandMeaning | None) -> LigandCandidate:
    if meant is None:
        return candidate
    return msgspec.structs.replace(candidate, read_as=meant.read_as, part_of=meant.part_of)


async def _partners(
    facts: LigandFacts, ligands: Catalogue, interactions: Catalogue
) -> tuple[Sequence[Partner], Sequence[ActingLigand]]:
    """Return the targets of a ligand, and the ligands that act on it if it is itself a target."""
    targets = targets_of(await interactions_of(interactions, of_ligand(facts.number)))
    on_it = await interactions_of(interactions, of_target(facts.number, "ligand"))
    withdrawn = await withdrawn_among(on_it, ligands)
    return targets, [pair.acting(withdrawn) for pair in ligands_of(ordered(on_it, withdrawn))]


async def _mapped_to(facts: LigandFacts, mapping: Catalogue) -> Sequence[KeyedId]:
    return _mapped(await mapping.record(facts.number))


def _mapped(record: bytes | None) -> Sequence[KeyedId]:
    return [*pairs(decode_references(record))] if record else []


def _references(facts: LigandFacts, mapped: Sequence[KeyedId]) -> dict[str, str | tuple[str, ...]]:
    """Combine the identifiers of both files, those of the file of ligands first."""
    return references_of([*pairs(facts.cross_references), *mapped])


def _candidate(number: str, summary: bytes, score: float = 1.0) -> LigandCandidate:
    return decode_ligand_summary(summary).candidate(number, score)
