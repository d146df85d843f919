"""The targets that a mechanism like "BRAF inhibitor" names: by exact name, by folded name, by words, by receptor."""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from functools import partial

import msgspec

from biofacts.adapters.local.catalogue_entries.pharmacology import of_target, pairs_of
from biofacts.adapters.local.pharmacology.guide import first_of, gene_without_target, names_by_key
from biofacts.adapters.local.search.thesaurus import Thesaurus
from biofacts.domain.answers.entity_kinds import TARGET
from biofacts.domain.answers.pages import LARGEST_PAGE_SIZE, Window
from biofacts.domain.genes.gene import GeneFacts
from biofacts.domain.identifiers.cross_references import pairs
from biofacts.domain.pharmacology import selectors
from biofacts.domain.pharmacology.queries import target_lookup_steps
from biofacts.domain.pharmacology.queries.plans import Mechanism
from biofacts.domain.pharmacology.queries.target_lookup_steps import NameForm, Step
from biofacts.domain.text import fold
from biofacts.ports.catalogue import Catalogue
from biofacts.ports.sources import Query

Search = Callable[[], Awaitable[Mapping[str, str]]]
"""A search for targets; it returns their names by key."""

_SHORTEST_ROOT = 2


class Catalogues(msgspec.Struct, frozen=True, kw_only=True):
    """The catalogues that answer a plan. `genes`: the catalogue of gene names, if it is available."""

    targets: Catalogue
    interactions: Catalogue
    ligands: Catalogue
    genes: Catalogue | None = None


class MechanismTargets:
    """The searches for the targets of mechanisms, the surest first."""

    def __init__(self, thesaurus: Thesaurus) -> None:
        self._thesaurus = thesaurus
        self._genes = thesaurus.genes

    async def is_sure(self, mechanisms: Sequence[Mechanism], catalogues: Catalogues) -> bool:
        """Return True if a target has exactly the name that one of the mechanisms states."""
        for mechanism in mechanisms:
            for find in self.surely(mechanism, catalogues):
                if await find():
                    return True
        return False

    async def by_words(self, words: str, catalogues: Catalogues, least: float) -> Mapping[str, str]:
        """Return the targets that a search for words finds with at least the score `least`."""
        window = Window(limit=LARGEST_PAGE_SIZE)
        ranked, _ = await self._thesaurus.search(Query(text=words), window, TARGET.name, catalogues.targets, None)
        names = names_by_key({hit.key: hit.summary for hit in ranked.hits if hit.score >= least and not hit.unmatched})
        # An enzyme's name often begins with its substrate: histone H3 is not a histone methyltransferase.
        is_whole = " " not in words or _is_enzyme(words)
        sure = {key: name for key, name in names.items() if is_whole or not _is_enzyme(name)}
        letters = fold.greek_letters(words)  # α1-AR is not the A1 receptor
        sure = {key: name for key, name in sure.items() if letters <= fold.greek_letters(name)}
        return sure if not ranked.corrected else {}

    def surely(self, mechanism: Mechanism, catalogues: Catalogues) -> Iterator[Search]:
        """Yield searches for targets by exact name: by symbol, by name, and as ligands that are themselves targets."""
        symbol, *names = mechanism.sure
        by_name = [partial(_targets_of, step, catalogues) for step in names]
        acted_on = partial(_acted_on, mechanism.target, catalogues)
        yield partial(_targets_of, symbol, catalogues)
        # A GIP agonist acts on the GIP receptor, but an IL-6 inhibitor on IL-6.
        yield from (*by_name, acted_on) if mechanism.action.is_of_receptors else (acted_on, *by_name)

    def by_name(self, mechanism: Mechanism, catalogues: Catalogues, *, of_ligand: bool) -> Iterator[Search]:
        """Yield searches for targets by folded name, and by synonyms of genes."""
        for step in target_lookup_steps.on_receptors(mechanism.exact) if of_ligand else mechanism.exact:
            if step.by is NameForm.SERIES:
                yield partial(self._of_series, step, mechanism.target, catalogues)
            elif step.by is NameForm.ROOT:
                yield partial(self._of_root, step, mechanism.target, catalogues)
            elif any(map(selectors.is_other_name, step.selectors)):
                yield partial(self._of_synonym, step, mechanism.target, catalogues)
            else:
                yield partial(_targets_of, step, catalogues)
        if mechanism.exact:
            yield partial(self._by_gene, mechanism.target, catalogues)

    def by_receptor(self, mechanism: Mechanism, catalogues: Catalogues) -> Iterator[Search]:
        """Yield searches for the receptors of a ligand with this name, if the mode of action is one on receptors."""
        if mechanism.action.is_of_receptors:
            for step in target_lookup_steps.receptors_of(mechanism.target):
                yield partial(_targets_of, step, catalogues)
            yield partial(self._by_gene, f"{mechanism.target} receptor", catalogues)

    async def _of_root(self, step: Step, root: str, catalogues: Catalogues) -> Mapping[str, str]:
        """Return the targets with a root and a number as synonym; if the root names a gene, the target of that gene.

        MTP is microsomal triglyceride transfer protein, which is not a target, although ferroportin is called MTP1.
        """
        # Two letters and a number are ambiguous: HD3 is a histone deacetylase, but HD is an illness.
        if len(root) <= _SHORTEST_ROOT:
            return {}
        targets = await _targets_of(step, catalogues)
        gene = (
            await self._genes.gene_called(root, catalogues.genes) if targets and catalogues.genes is not None else None
        )
        return targets if gene is None else await _of_gene(gene, catalogues)

    async def _of_series(self, step: Step, name: str, catalogues: Catalogues) -> Mapping[str, str]:
        """Return the targets of a series; if the name is that of a gene outside the series, the target of that gene.

        CTR is the calcitonin receptor, not the copper transporters CTR1 and CTR2.
        """
        targets = await _targets_of(step, catalogues)
        if not targets:
            return targets
        of_gene = await self._by_gene(name, catalogues)
        return targets if not of_gene.keys().isdisjoint(targets) else of_gene or targets

    async def _of_synonym(self, step: Step, name: str, catalogues: Catalogues) -> Mapping[str, str]:
        """Return the targets with a synonym, and the target of the gene with this name: MK2 is Kv1.2 and MAPKAPK2."""
        targets = await _targets_of(step, catalogues)
        return {**targets, **await self._by_gene(name, catalogues)} if targets else {}

    async def is_gene(self, target: str, catalogues: Catalogues) -> bool:
        """Return True for the symbol or full name of a gene that encodes neither a target nor an acted-on ligand."""
        gene = await gene_without_target(target, catalogues.targets, self._genes, catalogues.genes)
        return gene is not None and not await _of_gene(gene, catalogues)

    async def _by_gene(self, target: str, catalogues: Catalogues) -> Mapping[str, str]:
        """Return the targets of the gene with this name."""
        gene = await self._genes.gene_called(target, catalogues.genes) if catalogues.genes is not None else None
        return {} if gene is None else await _of_gene(gene, catalogues)


async def _of_gene(gene: GeneFacts, catalogues: Catalogues) -> Mapping[str, str]:
    """Return the target of a gene, and its protein if that is a ligand on which others act."""
    proteins = [value for key, value in pairs(gene.cross_references) if key in ("uniprot", "ensembl_gene")]
    return await _targets_of(Step((selectors.gene(gene.symbol), *map(selectors.acted_on, proteins))), catalogues)


async def _targets_of(step: Step, catalogues: Catalogues) -> Mapping[str, str]:
    """Return the targets that a step selects, and the ligands on which others act that it selects."""
    _, summaries = await first_of(catalogues.targets, [step], of_one_family=True)
    names = names_by_key(summaries)
    if acted_on := [term for term in step.selectors if selectors.is_acted_on(term)]:
        keys = await catalogues.interactions.keys(acted_on)
        names |= {key: target.name for key, target in (await pairs_of(catalogues.interactions, keys)).items()}
    return names


def _is_enzyme(name: str) -> bool:
    return any(token.endswith("ase") for token in fold.tokens(name))


async def _acted_on(name: str, catalogues: Catalogues) -> Mapping[str, str]:
    """Return the ligands with a name that are themselves targets."""
    numbers = await catalogues.ligands.keys([selectors.name(name)])
    keys = [of_target(number, "ligand") for number in numbers]
    return {key: target.name for key, target in (await pairs_of(catalogues.interactions, keys)).items()}
