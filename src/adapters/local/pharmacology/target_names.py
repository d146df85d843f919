"""Which targets a name means: by exact name or symbol, as a series or group, or through the gene with this name."""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import partial

import msgspec

from biofacts.adapters.local.catalogue_entries.pharmacology import decode_target_summary
from biofacts.adapters.local.pharmacology.guide import MOST_RIVALS, Guide, all_facts, first_of
from biofacts.adapters.local.search.lists_and_completions import Lead
from biofacts.domain.answers import scores
from biofacts.domain.answers.errors import Meaning
from biofacts.domain.genes.gene import GeneFacts, spelled
from biofacts.domain.genes.name_readings import Reading
from biofacts.domain.genes.name_variants import several_of
from biofacts.domain.genes.names import has_greek_letters
from biofacts.domain.pharmacology import selectors, target_groups
from biofacts.domain.pharmacology.queries import target_lookup_steps
from biofacts.domain.pharmacology.queries.target_lookup_steps import NameForm, Step
from biofacts.domain.pharmacology.target_groups import natural
from biofacts.domain.source_remarks import pharmacology as pharmacology_remarks
from biofacts.domain.text import fold
from biofacts.ports.catalogue import Catalogue

_PLAIN_WORDS = re.compile(r"[a-z]+([ /-][a-z]+)*")
_MOST_WITH_WORDS = 5
"""More targets than this have the words of a description in their names."""
_SUBSTANCE = re.compile(r"[a-z]{4,}( [a-z]+| [A-Z])?")  # no subtype has such a name


class TargetNames:
    """The names of targets, compared with those of genes and ligands, if their catalogues are available."""

    def __init__(self, guide: Guide) -> None:
        self._ligands = guide.ligands
        self._genes = guide.thesaurus.genes

    async def lead(self, targets: Catalogue, name: str, gene: GeneFacts | None) -> Lead:
        """Return the entries that a name means, by the first step that finds any, or as the target of a gene.

        A name of a ligand, or of a `gene` that is not a target, is only compared with the main names of targets.
        """
        step, summaries = await first_of(targets, target_lookup_steps.surely_of_name(name))
        if summaries or step.by is NameForm.GROUP or gene:
            lead = _lead(step, summaries, name)
            if step.by is NameForm.ANY_NAME or await _is_in_other_case(name, targets, summaries):
                lead = await _beside_genes(targets, lead, _meanings(await self._reading(name)))
            if step.by is NameForm.ANY_NAME and await _is_description(name, targets, summaries):
                return _partly(lead)
            if await _are_of_pathogens(summaries, targets):
                lead = await self._behind_gene(targets, lead, name, of_pathogens=True)
            return lead
        reading = await self._reading(name)
        called = reading.gene if reading and reading.is_own_name else None
        meanings = _meanings(reading)
        of_gene = await targets.with_terms([selectors.gene(meaning.symbol) for meaning in meanings])
        is_other = called and not of_gene and called.standing(name) and has_greek_letters(name, called.names)
        # What binds to a target is no target: `melatonin` and `GLP-1` were once taken for their receptors.
        if not is_other and not await self.is_ligand(name):
            # Several subunits are listed as such, unless they are the name of another complex (`integrin α5β1`).
            exact = [candidate for candidate in target_lookup_steps.of_name(name) if len(candidate.subunits) <= 1]
            step, summaries = await first_of(targets, exact)
            if summaries:
                lead = await _as_written(targets, step, summaries, name)
                # The Guide has one member of the family, whose symbol only begins so: GPX4 for `GPX`.
                of_family = reading is not None and reading.is_family and len(summaries) == 1
                is_member = of_family and not await _is_called(targets, lead, name)
                if is_member or await _is_description(name, targets, summaries):
                    return _partly(lead)
                of_pathogens = await _are_of_pathogens(summaries, targets)
                if of_pathogens or step.by in (NameForm.SERIES, NameForm.ROOT):
                    lead = await self._behind_gene(targets, lead, name, of_pathogens=of_pathogens)
                return await _beside_genes(targets, lead, meanings)
        score = scores.EXACT if called else scores.CONTESTED
        return Lead({} if reading and reading.is_weak else of_gene, score, rest=scores.CONTESTED)

    async def _reading(self, name: str) -> Reading | None:
        """Resolve a name by the names of genes; None if their catalogue is not available."""
        names = await self._genes.catalogue(None)
        return await self._genes.read(name, names) if names else None

    async def of_alias(self, targets: Catalogue, name: str) -> tuple[Mapping[str, bytes], str | None]:
        """Return the targets of the gene that has a name as an alias or previous symbol, and how it was read."""
        reading = await self._reading(name)
        if not (reading and reading.gene and reading.is_weak and not reading.guess) or await self.is_ligand(name):
            return {}, None
        why = pharmacology_remarks.read_as_gene(name, reading.gene.symbol, reading.why)
        return await targets.with_terms([selectors.gene(reading.gene.symbol)]), why

    async def _behind_gene(self, targets: Catalogue, lead: Lead, name: str, *, of_pathogens: bool = False) -> Lead:
        """Put the target of the human gene with a name before those of pathogens, or of a series, with this name.

        GGPPS is also an enzyme of Plasmodium, but GGPPS1 a human gene. CTR is CALCR, not CTR1 or CTRC. If the human
        gene is not a target (SHMT1), the targets of pathogens are contested.
        """
        if (names := await self._genes.catalogue(None)) is None:
            return lead
        for called in (name, f"{name}1"):
            gene = await self._genes.gene_called(called, names)
            symbols = [selectors.gene(gene.symbol)] if gene and gene.standing(called) else []
            own = await targets.with_terms(symbols)
            if own and own.keys().isdisjoint(lead.entries):
                return Lead({**own, **lead.entries}, scores.CONTESTED, scores=dict.fromkeys(own, scores.TRUSTED))
            if gene and symbols and of_pathogens and not own:
                return Lead(lead.entries, scores.CONTESTED, rest=scores.CONTESTED, others=[gene.symbol])
        return lead

    async def demote_bound(self, targets: Catalogue, name: str, lead: Lead) -> Lead:
        """Lower the scores of targets named after what they bind or transport: `melatonin`, `heme`."""
        if not lead.entries or not target_lookup_steps.GENERIC.isdisjoint(fold.tokens(name)):
            return lead
        is_ligand = await self.is_ligand(name)
        if not (is_ligand or _SUBSTANCE.fullmatch(name)):
            return lead
        every = (await all_facts(targets, lead.entries)).values()
        names = [called for facts in every for called in (facts.all_names if not lead.as_ranked else [facts.name])]
        bound = [target_groups.is_receptor_of(name, called) or f"{name} trans" in called for called in names]
        is_bound = is_ligand or (all(bound) if lead.as_ranked else any(bound))  # `cannabinoid` is not one substance
        if not is_bound or any(spelled(name) in facts.all_names for facts in every):
            return lead
        return msgspec.structs.replace(lead, score=min(lead.score, scores.CONTESTED), rest=scores.CONTESTED)

    async def is_ligand(self, name: str) -> bool:
        ligands = await self._ligands.present()
        return ligands is not None and bool(await ligands.keys([selectors.name(name)]))


def _partly(lead: Lead) -> Lead:
    """Return a lead whose entries have only a part of the name, or a name that means many others, too."""
    return msgspec.structs.replace(lead, score=scores.PART_OF_A_NAME, rest=scores.PART_OF_A_NAME)


async def _beside_genes(targets: Catalogue, lead: Lead, meanings: Sequence[Meaning]) -> Lead:
    """Let genes that have a name contest it with the targets that have it only as a synonym.

    MK2 is a synonym of Kv1.2, but an alias of the gene MAPKAPK2, which is a target, too. Drp1 is a synonym of DAPK2,
    but means the gene DNM1L, which is not a target.
    """
    if not meanings or lead.as_ranked or len(lead.entries) > MOST_RIVALS or lead.score < scores.EXACT:
        return lead
    terms = {meaning.symbol: {selectors.gene(meaning.symbol), selectors.identifier(meaning.id)} for meaning in meanings}
    rows = await targets.entries((), [term for of_gene in terms.values() for term in of_gene])
    owned = {row.key: row.summary for of_gene in terms.values() for row in rows if not of_gene.isdisjoint(row.terms)}
    complexes = await targets.keys([*map(selectors.subunit, owned)]) if owned else ()
    having = {term for row in rows for term in row.terms}
    others = tuple(symbol for symbol, of_gene in terms.items() if of_gene.isdisjoint(having))
    are_complexes = not lead.entries.keys().isdisjoint(complexes)
    are_the_same = bool(owned) and owned.keys() <= lead.entries.keys()
    if not (are_complexes or are_the_same):
        every = {**owned, **lead.entries}
        return Lead(every, scores.CONTESTED, rest=scores.CONTESTED, are_rivals=bool(owned), others=others)
    score = scores.TRUSTED if others else lead.score
    return msgspec.structs.replace(lead, score=score, rest=min(lead.rest, score), others=others)


def _meanings(reading: Reading | None) -> Sequence[Meaning]:
    """Return the genes that have a name as their own; none for a family."""
    return reading.all_meanings if reading and reading.is_own_name and not reading.is_family else ()


async def _is_in_other_case(name: str, targets: Catalogue, numbers: Collection[str]) -> bool:
    """Return True if letters in both cases differ from all names of targets in case: minK is not MINK."""
    if fold.is_in_usual_case(name) or not name.isalnum():
        return False
    facts = (await all_facts(targets, numbers)).values()
    names = {called for each in facts for called in (each.name, each.abbreviation, *each.gene_symbols, *each.synonyms)}
    return name not in names


async def _is_description(name: str, targets: Catalogue, numbers: Collection[str]) -> bool:
    """Return True for a synonym of one target whose words are in the names of many: `serine/threonine kinase`."""
    if len(numbers) != 1 or not _PLAIN_WORDS.fullmatch(name):
        return False
    having = [{*await targets.keys([selectors.word(word)])} for word in fold.words(name)]
    return len(set[str].intersection(*having)) > _MOST_WITH_WORDS


async def _is_called(targets: Catalogue, lead: Lead, name: str) -> bool:
    """Return True if the entries of a lead have a name in some spelling."""
    facts = (await all_facts(targets, lead.entries)).values()
    return all(fold.compact(name) in map(fold.compact, target.all_names) for target in facts)


def _lead(step: Step, summaries: Mapping[str, bytes], name: str) -> Lead:
    """Return the targets of a step as a lead: series by number, groups by rank, others in the catalogue's order."""
    if step.by is NameForm.GROUP:
        return Lead(summaries, as_ranked=True, rest=scores.CONTESTED)
    if step.by is NameForm.SERIES:
        return Lead(dict(sorted(summaries.items(), key=partial(_in_series, step.beginning))))
    if step.subunits and " " not in name:  # integrins have an α7, too
        return Lead(summaries, scores.CONTESTED, rest=scores.PART_OF_A_NAME)
    is_one = step.by is NameForm.ANY_NAME and len(summaries) == len(step.selectors) == 1
    if is_one and selectors.is_own_name(step.selectors[0]) and several_of(name)[0]:
        return Lead(summaries, scores.CONTESTED, rest=scores.PART_OF_A_NAME)  # `bromodomains` are several
    if step.by is not NameForm.MAIN_NAME:
        return Lead(of_symbol(summaries, name) or summaries)
    own = of_symbol(summaries, name)
    others = dict.fromkeys(summaries.keys() - own.keys(), scores.CONTESTED) if own else {}
    return Lead({**own, **summaries}, scores=others, rest=scores.CONTESTED)


async def _as_written(targets: Catalogue, step: Step, summaries: Mapping[str, bytes], name: str) -> Lead:
    """Return the targets of a step, after the targets that have exactly this name.

    m-calpain is calpain 2, but mu-calpain is calpain 1. All targets are contested if other names differ in blanks and
    hyphens only, or if the step found a family whose members are not named after it: NAK is also TBK1.
    """
    lead = _lead(step, summaries, name)
    if step.subunits or len(summaries) > MOST_RIVALS:
        return lead
    every = {**summaries, **await targets.with_terms([selectors.name(name)])}
    facts = await all_facts(targets, every)
    exact = {number: every[number] for number, target in facts.items() if spelled(name) in target.all_names}
    called = {number: [*map(fold.literal, target.all_names)] for number, target in facts.items() if number not in exact}
    written = fold.literal(name)
    if not exact or not called:
        return lead
    if exact.keys().isdisjoint(summaries):
        if any(name.startswith(written) for names in called.values() for name in names):
            return lead
    elif not all(map(selectors.is_own_name, step.selectors)):
        return lead
    elif not any(written in names for names in called.values()):
        return Lead({**exact, **lead.entries}, scores=dict.fromkeys(called, scores.CONTESTED), rest=scores.CONTESTED)
    return Lead({**exact, **lead.entries}, scores.CONTESTED, rest=scores.CONTESTED)


def of_symbol(entries: Mapping[str, bytes], symbol: str) -> Mapping[str, bytes]:
    """Return the targets whose gene has this symbol, in this case if there are any: rodent symbols differ in case."""
    symbols = {number: decode_target_summary(summary).gene_symbol or "" for number, summary in entries.items()}
    as_written = {number: entries[number] for number, gene_symbol in symbols.items() if gene_symbol == symbol}
    folded = symbol.casefold()
    return as_written or {number: entries[number] for number, own in symbols.items() if own.casefold() == folded}


async def _are_of_pathogens(numbers: Collection[str], targets: Catalogue) -> bool:
    """Return True for the numbers of targets, at least one, that are all proteins of pathogens."""
    for number in numbers:  # nearly always, the first decides
        facts = await all_facts(targets, [number])
        if not (facts and facts[number].is_of_pathogen):
            return False
    return bool(numbers)


def _in_series(beginning: str, member: tuple[str, bytes]) -> tuple[object, ...]:
    """Return a sort key: symbols of the series come first, since CARM1 is a PRMT by another name only."""
    summary = decode_target_summary(member[1])
    symbol = summary.gene_symbol or ""
    return not symbol.casefold().startswith(beginning), not symbol, natural(symbol or summary.name)
