"""Mechanisms: the targets of "BRAF inhibitor", and the ligands that act on them in that way."""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from functools import partial

import msgspec

from biofacts.adapters.local.entries.pharmacology import (
    decode_ligand_summary,
    decode_target_summary,
    of_target,
    pairs_of,
)
from biofacts.adapters.local.search.synonyms import GeneSynonyms
from biofacts.domain.answers.bounded_mapping import Recent
from biofacts.domain.genes.facts import GeneFacts
from biofacts.domain.identifiers.cross_references import pairs
from biofacts.domain.pharmacology import search_terms
from biofacts.domain.pharmacology.drug_classes.drug_class import DrugClass
from biofacts.domain.pharmacology.ligand_facts import LigandSummary
from biofacts.domain.pharmacology.mechanism_queries import Acting, Chosen, Mechanism, Plan, Step, choose
from biofacts.ports.catalogue import Catalogue

_LISTS_KEPT = 16


class Catalogues(msgspec.Struct, frozen=True, kw_only=True):
    """The catalogues that answer a plan. `genes`: other names of targets, if they are available."""

    targets: Catalogue
    interactions: Catalogue
    ligands: Catalogue
    genes: Catalogue | None = None


class Listed(msgspec.Struct, frozen=True):
    """A ligand of a list, by its number."""

    number: str
    summary: LigandSummary


class Derived(msgspec.Struct, frozen=True, kw_only=True):
    """The ligands of a plan.

    `members`: how many belong to the class by name. `mechanism`: the reading of the query that was used. `targets`:
    names by key, none if no target matches. `surely`: the targets match by a name of their own. `related`, `unmarked`:
    see `Chosen`.
    """

    ligands: tuple[Listed, ...]
    members: int = 0
    mechanism: Mechanism | None = None
    targets: Mapping[str, str] = {}
    surely: bool = True
    related: bool = False
    unmarked: tuple[str, ...] = ()

    @property
    def score(self) -> float:
        """The confidence in the list: the action matches exactly, and the targets match by a name of their own."""
        if self.members or (self.surely and not self.related):
            return 1.0
        return 0.9 if self.surely else 0.8


class Mechanisms:
    """The answers to plans. The last few lists are cached, since a client pages through them."""

    def __init__(self, genes: GeneSynonyms) -> None:
        self._genes = genes
        self._lists = Recent[tuple[str, str], Derived](_LISTS_KEPT)

    async def derived(self, plan: Plan, of: Catalogues, version: str) -> Derived:
        """Return the ligands of a plan. `version`: of all catalogues together."""
        key = plan.asked.casefold(), version
        if key not in self._lists:
            self._lists[key] = await self._derived(plan, of)
        return self._lists[key]

    async def _derived(self, plan: Plan, of: Catalogues) -> Derived:
        members = await _members(plan, of.ligands)
        acting = await self._acting(plan.mechanisms, of)
        known = {one.number for one in members}
        rest = [one for one in acting.ligands if one.number not in known]
        listed = [one for one in (*_in_order(members, {}), *rest) if one.summary.withdrawn or not plan.withdrawn]
        listed.sort(key=lambda one: one.summary.withdrawn)
        belonging = sum(one.number in known for one in listed)
        return msgspec.structs.replace(acting, ligands=tuple(listed), members=belonging)

    async def _acting(self, mechanisms: Sequence[Mechanism], of: Catalogues) -> Derived:
        """Return the ligands on the first targets that match; by single words, on the first with such a ligand."""
        for mechanism in mechanisms:
            for find in self._surely(mechanism, of):
                if names := await find():
                    return await _derived_from(mechanism, names, await _chosen(mechanism, names, of), of.ligands)
            if await self._is_gene(mechanism.target, of):
                return Derived(ligands=())  # the gene is meant, not another target with this name or a part of it
            for find in self._by_name(mechanism, of):
                if names := await find():
                    return await _derived_from(mechanism, names, await _chosen(mechanism, names, of), of.ligands)
        for mechanism in mechanisms:
            for step in mechanism.loose:
                names = await _found(step, of)
                if (chosen := await _chosen(mechanism, names, of)).ligands:
                    return await _derived_from(mechanism, names, chosen, of.ligands, surely=False)
        return Derived(ligands=())

    def _surely(self, mechanism: Mechanism, of: Catalogues) -> Iterator[Callable[[], Awaitable[Mapping[str, str]]]]:
        """Yield searches for targets by unambiguous names: symbols, and ligands that are targets."""
        yield partial(_found, mechanism.exact[0], of)
        yield partial(_acted_on, mechanism.target, of)

    def _by_name(self, mechanism: Mechanism, of: Catalogues) -> Iterator[Callable[[], Awaitable[Mapping[str, str]]]]:
        """Yield searches for targets by names, and by other names of genes."""
        for step in mechanism.exact[1:]:
            yield partial(_found, step, of)
        yield partial(self._by_gene, mechanism.target, of)

    async def _is_gene(self, target: str, of: Catalogues) -> bool:
        """Return True for the symbol or full name of a gene that is no target, unless it also names a family."""
        if await of.targets.keys([search_terms.family(target)]):
            return False
        gene = await self._genes.called(target, of.genes) if of.genes is not None else None
        return gene is not None and not await _found(Step(tuple(_selectors_of_gene(gene))), of)

    async def _by_gene(self, target: str, of: Catalogues) -> Mapping[str, str]:
        """Return the targets of the gene with this name."""
        gene = await self._genes.named(target, of.genes) if of.genes is not None else None
        return {} if gene is None else await _found(Step(tuple(_selectors_of_gene(gene))), of)


async def _chosen(mechanism: Mechanism, targets: Mapping[str, str], of: Catalogues) -> Chosen:
    """Choose the ligands that act on targets in the way of the mechanism."""
    on_targets = await pairs_of(of.interactions, [*targets])
    return choose(mechanism, {key: one.pairs for key, one in on_targets.items()})


async def _derived_from(
    mechanism: Mechanism, targets: Mapping[str, str], chosen: Chosen, ligands: Catalogue, *, surely: bool = True
) -> Derived:
    """Return the chosen ligands, with what they were derived from."""
    summaries = await ligands.summaries([*chosen.ligands])
    listed = [Listed(number, decode_ligand_summary(stored)) for number, stored in summaries.items()]
    return Derived(
        ligands=_in_order(listed, chosen.ligands),
        mechanism=mechanism,
        targets=targets,
        surely=surely,
        related=chosen.related,
        unmarked=chosen.unmarked,
    )


async def _found(step: Step, of: Catalogues) -> Mapping[str, str]:
    """Return the targets with any of a step's selectors, or with all of them."""
    if step.every:
        several = [await of.targets.with_terms([term]) for term in step.selectors]
        common = {number: stored for number, stored in several[0].items() if all(number in one for one in several)}
    else:
        common = dict(await of.targets.with_terms(step.selectors))
    names = {of_target(number): decode_target_summary(stored).name for number, stored in common.items()}
    if acted_on := [term for term in step.selectors if search_terms.is_acted_on(term)]:
        keys = await of.interactions.keys(acted_on)
        names |= {key: one.name for key, one in (await pairs_of(of.interactions, keys)).items()}
    return names


async def _acted_on(name: str, of: Catalogues) -> Mapping[str, str]:
    """Return the ligands with a name that are themselves targets."""
    numbers = await of.ligands.keys([search_terms.name(name)])
    keys = [of_target(number, "ligand") for number in numbers]
    return {key: one.name for key, one in (await pairs_of(of.interactions, keys)).items()}


def _selectors_of_gene(gene: GeneFacts) -> Iterator[str]:
    """Yield the selectors of a gene as a target, and of its protein as a ligand that is a target."""
    yield search_terms.gene(gene.symbol)
    for key, value in pairs(gene.cross_references):
        if key in ("uniprot", "ensembl_gene"):
            yield search_terms.acted_on(value)


async def _members(plan: Plan, ligands: Catalogue) -> Sequence[Listed]:
    """Return the medicines that belong to a class by name, stem or type."""
    if (drug_class := plan.drug_class) is None:
        return ()
    excluded = await ligands.keys([*map(search_terms.medicine, drug_class.excluded)])
    found = await ligands.with_terms([*_selectors_of_class(drug_class)])
    listed = [Listed(number, decode_ligand_summary(stored)) for number, stored in found.items()]
    return [one for one in listed if one.summary.approved and one.number not in excluded]


def _selectors_of_class(one: DrugClass) -> Iterator[str]:
    yield from map(search_terms.medicine, one.members)
    yield from map(search_terms.stem, one.stems)
    if one.type is not None:
        yield search_terms.ligand_type(one.type)


def _in_order(ligands: Sequence[Listed], acting: Mapping[str, Acting]) -> tuple[Listed, ...]:
    """Sort ligands: approved ones first, then by primary targets, number of targets and name; withdrawn ones last."""

    def order(one: Listed) -> tuple[object, ...]:
        known, summary = acting.get(one.number), one.summary
        how = (known.contradictory, not known.primary, -known.targets) if known else (False, False, 0)
        return summary.withdrawn, not summary.approved, *how, summary.name.casefold(), int(one.number)

    return tuple(sorted(ligands, key=order))
