"""The Guide to PHARMACOLOGY: its catalogues, one for each file, and the interactions of a ligand or target."""

import re
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from biofacts.adapters.local.catalogue_entries.pharmacology import (
    decode_target,
    decode_target_summary,
    interactions_by_key,
    of_ligand,
    of_target,
    pairs_of,
    target_of_key,
    withdrawn_among,
)
from biofacts.adapters.local.catalogues.refreshed_catalogue import (
    LocalCache,
    LocalCatalogue,
    OpenCatalogue,
    PartResult,
    presence_of,
    reopened,
    version_of,
)
from biofacts.adapters.local.search.lists_and_completions import NOTHING_LEADS, Lead, led_by, preload_of, ranked
from biofacts.adapters.local.search.thesaurus import AnyCatalogue, GeneSynonyms, Thesaurus
from biofacts.domain.answers import scores
from biofacts.domain.answers.advice_and_phrasing import Advice
from biofacts.domain.answers.entity_kinds import LIGAND, TARGET, Kind
from biofacts.domain.answers.errors import BiofactsError
from biofacts.domain.answers.pages import Hits, Window, windowed
from biofacts.domain.answers.records import GUIDE, GUIDE_LICENCE, Candidate, Provenance
from biofacts.domain.genes.gene import GeneFacts
from biofacts.domain.identifiers.cross_references import pairs
from biofacts.domain.identifiers.curies import LigandId, TargetId
from biofacts.domain.pharmacology import selectors
from biofacts.domain.pharmacology.interaction import GuideInteraction, InteractionRecord
from biofacts.domain.pharmacology.interaction_lists import (
    WantedInteractions,
    ligands_of,
    listed_interaction,
    ordered,
    targets_of,
)
from biofacts.domain.pharmacology.ligand import LigandFacts, LigandIdentifiers
from biofacts.domain.pharmacology.queries.target_lookup_steps import NO_STEP, NameForm, Step
from biofacts.domain.pharmacology.target import TargetFacts, TargetProtein
from biofacts.domain.source_remarks import pharmacology as pharmacology_remarks
from biofacts.domain.text import fold
from biofacts.ports.catalogue import Catalogue, Hit, RankedHits
from biofacts.ports.pharmacology import ActedOnBy, ActingOn, InteractionSource, Side
from biofacts.ports.sources import Presence, Query

T = TypeVar("T")
CandidateT = TypeVar("CandidateT", bound=Candidate)

MOST_RIVALS = 3
"""The maximum number of unrelated targets with one name; more are a family."""

_WHOLE_LISTING = 10_000
_NUMBERS = re.compile(r"\d+")


class UsedCatalogue(msgspec.Struct, frozen=True):
    """A catalogue that contributes to an answer, with its name."""

    name: str
    opened: OpenCatalogue

    @property
    def catalogue(self) -> Catalogue:
        return self.opened.catalogue


class Guide:
    """The five catalogues of the Guide, with methods to open them, reopen them for a cursor, and prefetch them."""

    def __init__(
        self,
        *,
        targets: LocalCatalogue[TargetFacts],
        ligands: LocalCatalogue[LigandFacts],
        interactions: LocalCatalogue[GuideInteraction],
        ligand_ids: LocalCatalogue[LigandIdentifiers],
        proteins: LocalCatalogue[TargetProtein],
        thesaurus: Thesaurus,
        cache: LocalCache,
    ) -> None:
        self.targets = targets
        self.ligands = ligands
        self.interactions = interactions
        self.ligand_ids = ligand_ids
        self.proteins = proteins
        self.thesaurus = thesaurus
        self._cache = cache

    @property
    def catalogues(self) -> tuple[AnyCatalogue, ...]:
        return self.targets, self.ligands, self.interactions, self.ligand_ids, self.proteins

    async def open(self, *wanted: AnyCatalogue) -> list[UsedCatalogue]:
        """Open catalogues; missing ones are fetched concurrently. Raises: RateLimited, UpstreamError."""
        for catalogue in wanted[1:]:
            catalogue.prefetch()
        return [UsedCatalogue(catalogue.name, await catalogue.open()) for catalogue in wanted]

    async def reopen(self, version: str, *wanted: AnyCatalogue | GeneSynonyms) -> list[UsedCatalogue] | None:
        """Open the catalogues of a listing's version; return None if one has been removed, or is not in the version."""
        opened = await reopened(self._cache.store, version)
        if opened is None or not {catalogue.name for catalogue in wanted} <= opened.keys():
            return None
        return [UsedCatalogue(catalogue.name, opened[catalogue.name]) for catalogue in wanted]

    async def hint_for(self, identifier: LigandId | TargetId) -> Advice | None:
        """Return a hint if the number of an unknown ligand is that of a target, or vice versa."""
        kind, of_kind = (TARGET, self.targets) if isinstance(identifier, LigandId) else (LIGAND, self.ligands)
        try:
            (other,) = await self.open(of_kind)
        except BiofactsError:
            return None  # the answer is "not found" all the same
        summaries = await other.catalogue.summaries([identifier.number])
        return pharmacology_remarks.other_kind(kind, str(identifier)) if summaries else None

    async def genes_at_hand(self) -> list[UsedCatalogue]:
        """Return the catalogue of human genes if it is available, without waiting for it."""
        genes = self.thesaurus.genes
        catalogue = await genes.catalogue(None)
        return [] if catalogue is None else [UsedCatalogue(genes.name, OpenCatalogue(catalogue))]

    async def for_listing(self, version: str | None, *wanted: AnyCatalogue) -> list[UsedCatalogue] | None:
        """Open the catalogues of a listing: the newest, or those of a cursor's version. See `open` and `reopen`."""
        return await self.open(*wanted) if version is None else await self.reopen(version, *wanted)

    async def by_words(
        self,
        query: Query,
        window: Window,
        part: UsedCatalogue,
        candidate: Callable[[Hit], CandidateT],
        kind: Kind,
        lead: Lead = NOTHING_LEADS,
        judge: Callable[[RankedHits], Awaitable[RankedHits]] | None = None,
        whole: bool = False,
    ) -> Hits[CandidateT]:
        """Search one catalogue by words, including synonyms of genes.

        `lead`: the entries that come first. `judge`: a function that lowers the scores of weak hits, or drops them.
        `whole`: True if `judge` needs the complete listing.
        """
        opened = None if window.version is None else await reopened(self._cache.store, window.version)
        # The window is cut out of the complete listing afterwards.
        wanted = msgspec.structs.replace(window, offset=0, limit=_WHOLE_LISTING) if lead.entries or whole else window
        # For the names of a list, this takes half the time of a search by words.
        if query.alone and await _is_only_match(lead, query.text, part.catalogue):
            hits, version = RankedHits(hits=(), total=0), version_of([(part.name, part.catalogue)])
        else:
            hits, version = await self.thesaurus.search(query, wanted, part.name, part.catalogue, opened)
            hits = await judge(hits) if judge is not None else hits
        if lead.entries or whole:
            hits = led_by(lead, hits, window)
        least = scores.CONTESTED if lead.are_rivals else scores.EXACT
        meant = sum(lead.scores.get(key, lead.score) >= least for key in lead.entries)
        is_open = meant > 1 and not lead.are_parts
        guidance = pharmacology_remarks.name_of_several(meant, kind) if is_open else None
        stated = provenance([part])
        return ranked(hits, window, candidate, kind=kind, version=version, provenance=stated, guidance=guidance)

    def prefetch(self, searched: UsedCatalogue | None = None) -> None:
        """Fetch in the background what the next calls will need, and prepare for the next search."""
        if searched is not None:
            self._cache.jobs.prefetch(preload_of(searched.name), searched.catalogue.preload)
        for catalogue in self.catalogues:
            catalogue.prefetch()


async def _is_only_match(lead: Lead, text: str, catalogue: Catalogue) -> bool:
    """Return True if one entry has exactly this name, so that no hit of a search for its words can be as good."""
    if lead.as_ranked:
        return False
    exact = [key for key in lead.entries if lead.scores.get(key, lead.score) >= scores.EXACT]
    return len(exact) == 1 and (lead.rest < scores.EXACT or await catalogue.called(text) <= {*exact})


def version(parts: Sequence[UsedCatalogue]) -> str:
    """Return the combined version of catalogues for a cursor."""
    return version_of((part.name, part.catalogue) for part in parts)


async def at_hand(*catalogues: AnyCatalogue) -> Presence:
    """Return which catalogues are available, without fetching anything."""
    present = {catalogue.name: await catalogue.present() for catalogue in catalogues}
    return presence_of(present, [catalogue.settled(present[catalogue.name]) for catalogue in catalogues])


def provenance(parts: Sequence[UsedCatalogue], *others: PartResult[Any]) -> Provenance:
    """Return the provenance of the first catalogue, stale if any of the catalogues or of the lookups `others` is."""
    first = parts[0].opened.provenance(GUIDE, GUIDE_LICENCE)
    is_stale = any(part.opened.stale for part in parts) or any(other.stale for other in others)
    return msgspec.structs.replace(first, stale=is_stale)


def complete_list(
    items: Sequence[T],
    window: Window,
    parts: Sequence[UsedCatalogue],
    guidance: str | None = None,
    advice: Advice | None = None,
) -> Hits[T]:
    """Return a window of a complete listing."""
    return windowed(
        items, window, version=version(parts), guidance=guidance, advice=advice, provenance=provenance(parts)
    )


class LocalInteractions(InteractionSource):
    """The source of interactions. Lists also need the file of ligands, which says which medicines are withdrawn."""

    def __init__(self, guide: Guide) -> None:
        self._guide = guide

    async def of(self, side: Side, wanted: WantedInteractions, window: Window) -> Hits[InteractionRecord] | None:
        guide = self._guide
        if (parts := await guide.for_listing(window.version, guide.interactions, guide.ligands)) is None:
            return None
        guide.prefetch()
        interactions, ligands = (part.catalogue for part in parts)
        by_key = await interactions_by_key(interactions, _keys(side))
        rows = [row for several in by_key.values() for row in several if wanted.takes(row)]
        withdrawn = await withdrawn_among((row for row in rows if row.approved), ligands)
        hits = complete_list(ordered(rows, withdrawn, wanted.sort), window, parts)
        # The order depends on approved ligands only; other ligands are looked up for this page alone.
        withdrawn |= await withdrawn_among((item for item in hits.items if not item.approved), ligands)
        return hits.of(tuple(listed_interaction(item, withdrawn) for item in hits.items))

    async def acting_on(self, targets: Collection[Side]) -> ActingOn:
        parts = await self._guide.open(self._guide.interactions, self._guide.ligands)
        interactions, ligands = (part.catalogue for part in parts)
        by_key = await interactions_by_key(interactions, [*map(_acted_on_key, targets)])
        rows = {target: by_key[_acted_on_key(target)] for target in targets}
        withdrawn = await withdrawn_among((row for of in rows.values() for row in of if row.approved), ligands)
        acting = {target: [pair.acting(withdrawn) for pair in ligands_of(of)] for target, of in rows.items()}
        return ActingOn(acting, version(parts), provenance(parts))

    async def numbers_on(self, targets: Collection[Side]) -> Mapping[str, bool]:
        parts = await self._guide.open(self._guide.interactions)
        approvals: dict[str, bool] = {}
        for row_pairs in (await pairs_of(parts[0].catalogue, [*map(_acted_on_key, targets)])).values():
            for pair in row_pairs.pairs:
                identifier = f"IUPHAR:{pair.ligand}"
                approvals[identifier] = pair.approved or approvals.get(identifier, False)
        return approvals

    def prefetch(self) -> None:
        for catalogue in (self._guide.interactions, self._guide.ligands):
            catalogue.prefetch(needed=True)

    async def at_hand(self) -> Presence:
        guide = self._guide
        return await at_hand(guide.interactions, guide.ligands)

    async def acted_on(self, ligands: Collection[LigandId]) -> ActedOnBy:
        parts = await self._guide.open(self._guide.interactions)
        rows = await interactions_by_key(parts[0].catalogue, [of_ligand(ligand.number) for ligand in ligands])
        targets = {
            ligand: [pair.acted_on() for pair in targets_of(rows[of_ligand(ligand.number)])] for ligand in ligands
        }
        return ActedOnBy(targets, version(parts), provenance(parts))


def _acted_on_key(side: Side) -> str:
    return of_target(side.number, "target" if isinstance(side, TargetId) else "ligand")


def _keys(side: Side) -> Sequence[str]:
    """Return the keys of the rows of a target, or of a ligand: rows in which it acts or is acted on."""
    if isinstance(side, TargetId):
        return [of_target(side.number)]
    return [of_ligand(side.number), of_target(side.number, "ligand")]


async def all_facts(targets: Catalogue, numbers: Collection[str]) -> dict[str, TargetFacts]:
    """Return the facts of targets by number, in the given order; unknown numbers are skipped."""
    records = await targets.records(numbers)
    return {number: decode_target(records[number]) for number in numbers if number in records}


async def first_of(
    targets: Catalogue, steps: Sequence[Step], *, of_one_family: bool = False
) -> tuple[Step, Mapping[str, bytes]]:
    """Return the first step that finds targets, and the summaries of these targets by number.

    A group (`NameForm.GROUP`) ends the search even if it has no targets: TNF is a ligand on which others act.
    `of_one_family`: True to ignore subunits that several families have.
    """
    terms = (term for step in steps if not step.subunits for term in (*step.selectors, *_leading(step)))
    listed = await targets.entries((), [*terms])
    for step in steps:
        summaries = {target.key: target.summary for target in listed if not {*step.selectors}.isdisjoint(target.terms)}
        if step.subunits:
            by_family = [*(await subunits_of(targets, step)).values()]
            chosen = () if of_one_family and len(by_family) > 1 else by_family
            summaries = {number: summary for several in chosen for number, summary in several.items()}
        if summaries and step.types:
            of_types = {*await targets.keys(step.types)}
            summaries = {number: summary for number, summary in summaries.items() if number in of_types}
        for term in step.within if summaries else ():
            within = {*await targets.keys([term])}
            summaries = {number: summary for number, summary in summaries.items() if number in within}
        if leading := _leading(step):
            families = {decode_target_summary(target.summary).family for target in listed if leading[0] in target.terms}
            in_families = {
                key: summary for key, summary in summaries.items() if decode_target_summary(summary).family in families
            }
            summaries = in_families or (summaries if step.by is NameForm.ROOT else {})
        summaries = _of_own_name(step, summaries)
        if summaries and len(summaries) >= step.fewest:
            return step, summaries
        if step.by is NameForm.GROUP and not (step.within or step.types):
            return step, {}
    return NO_STEP, {}


def _leading(step: Step) -> Sequence[str]:
    """Return the term of the series to whose families a step is limited; none if it has no `beginning`."""
    return (selectors.series(step.beginning),) if step.beginning else ()


def _of_own_name(step: Step, summaries: dict[str, bytes]) -> dict[str, bytes]:
    """Drop targets that only share a family with the named ones: ARF6 is not RAS, a receptor-like protein not IL-1R.

    Targets without a symbol are dropped if their names have other numbers; the single target of a root is dropped if
    only a synonym begins with the root (`MHC2TA`).
    """
    stem = step.stem
    if not (summaries and (stem or step.beginning)):
        return summaries
    every = {number: decode_target_summary(summary) for number, summary in summaries.items()}
    if step.by is NameForm.ROOT and len(every) == 1:
        names = (fold.compact(name) for target in every.values() for name in (target.name, target.gene_symbol or ""))
        return summaries if any(name.startswith(step.beginning) for name in names) else {}
    if (stem or step.beginning)[-1].isdigit():
        every = {number: target for number, target in every.items() if "receptor-like" not in target.name}
    named, numbers = re.compile(rf"{re.escape(stem)}(?!\d)"), {*_NUMBERS.findall(stem)}
    own = {number for number, target in every.items() if stem and named.search((target.gene_symbol or "").casefold())}
    if len(own) > 1:
        without = [number for number, target in every.items() if not target.gene_symbol]
        own |= {key for key in without if numbers <= {*(_NUMBERS.findall(every[key].name) or numbers)}}
    return {number: summaries[number] for number in every if len(own) <= 1 or number in own}


async def gene_without_target(
    name: str, targets: Catalogue, genes: GeneSynonyms, names: Catalogue | None
) -> GeneFacts | None:
    """Return the gene with this symbol or full name, if it is not a target and the name is not that of a family.

    `names`: the catalogue of gene names, if it is available.
    """
    family = selectors.family(name)
    if names is None or await targets.keys([selectors.gene(name), family]):
        return None
    bearing = await genes.bearing(name, names)
    lacking = [gene for gene in bearing if not await targets.keys([selectors.gene(gene.symbol)])]
    gene = await genes.gene_called(name, names) if lacking else None
    return gene if gene in lacking else None


async def genes_without_target(name: str, targets: Catalogue, genes: GeneSynonyms) -> Sequence[str]:
    """Return the symbols of the genes that a name may mean; none if one is a target, or if a family has the name."""
    names = await genes.catalogue(None)
    reading = await genes.read(name, names) if names else None
    symbols = [meaning.symbol for meaning in reading.all_meanings] if reading and not reading.guess else []
    return () if await targets.keys([selectors.family(name), *map(selectors.gene, symbols)]) else symbols


async def subunits_of(targets: Catalogue, step: Step) -> Mapping[str, Mapping[str, bytes]]:
    """Return the subunits of a channel by family, in the step's order, for every family that has all of them."""
    families: defaultdict[str, dict[str, dict[str, bytes]]] = defaultdict(dict)
    for number, stored in (await targets.with_terms(step.selectors)).items():
        summary = decode_target_summary(stored)
        for word in {*map(fold.literal, summary.name.split())} & {*step.subunits}:
            families[summary.family].setdefault(word, {})[number] = stored
    return {
        family: {number: summary for subunit in step.subunits for number, summary in by_subunit[subunit].items()}
        for family, by_subunit in families.items()
        if len(by_subunit) == len(step.subunits)
    }


async def of_complexes(complexes: Mapping[str, str], targets: Catalogue) -> Mapping[str, str]:
    """Return the subunits of targets that are complexes, by key: the Guide mostly records what acts on a subunit."""
    of_targets = [number for kind, number in map(target_of_key, complexes) if kind == "target"]
    facts = (await all_facts(targets, of_targets)).values()
    numbers = [number for complex_ in facts for number in complex_.subunit_numbers]
    # Of some complexes, such as CK2 and AMPK, the subunits are only members of the same family.
    families = [selectors.family(complex_.families[0]) for complex_ in facts if complex_.is_without_genes]
    relatives = names_by_key(await targets.with_terms(families)) if families and not numbers else {}
    of_family = {key: name for key, name in relatives.items() if "subunit" in fold.tokens(name)}
    return names_by_key(await targets.summaries(numbers)) if numbers else of_family


async def products_of(symbol: str, ligands: Catalogue, genes: GeneSynonyms) -> Mapping[str, bytes]:
    """Return the ligands that are proteins of the gene with this symbol: the Guide has no name EPO or TNF."""
    names = await genes.catalogue(None)
    gene = await genes.gene_called(symbol, names) if names else None
    # `sCT` is salmon calcitonin, not the secretin of the gene SCT.
    if gene is None or not (symbol == gene.symbol or fold.is_in_usual_case(symbol)):
        return {}
    proteins = [value for key, value in pairs(gene.cross_references) if key == "uniprot"]
    return await ligands.with_terms([*selectors.identifiers({"uniprot": proteins})])


def names_by_key(targets: Mapping[str, bytes]) -> dict[str, str]:
    """Return the names of targets by the key of their interactions."""
    return {of_target(number): decode_target_summary(stored).name for number, stored in targets.items()}
