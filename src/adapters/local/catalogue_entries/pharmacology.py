"""Ligands, targets and interactions as catalogue entries: texts, exact terms, summaries and records."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TypeVar

import msgspec

from biofacts.adapters.local.catalogues.refreshed_catalogue import Indexed
from biofacts.domain.genes.names import bare_accession
from biofacts.domain.pharmacology import selectors
from biofacts.domain.pharmacology.interaction import GuideInteraction, TargetKind
from biofacts.domain.pharmacology.interaction_lists import Pair, ordered, pairs
from biofacts.domain.pharmacology.ligand import LigandFacts, LigandIdentifiers, LigandSummary
from biofacts.domain.pharmacology.target import TargetFacts, TargetProtein, TargetSummary, misleading_names
from biofacts.domain.search import synonyms
from biofacts.domain.search.index import folded_names
from biofacts.ports.catalogue import Catalogue, Entry

LIGANDS, LIGAND_IDS, TARGETS, INTERACTIONS, UNIPROT = (
    "gtopdb-ligands", "gtopdb-ligand-ids", "gtopdb-targets", "gtopdb-interactions", "gtopdb-uniprot",
)  # fmt: skip
"""The names of the catalogues: ligands, their cross references, targets, interactions, and the targets' proteins."""

References = dict[str, str | tuple[str, ...]]
Proteins = list[tuple[str, str]]
"""The (species, accession) pairs of a target's proteins, "" for an unknown species: the record of a `UNIPROT` entry."""

T = TypeVar("T")


class OfTarget(msgspec.Struct, frozen=True, array_like=True):
    """The ligands that act on one target, and the target's name in the file of interactions."""

    name: str
    pairs: tuple[Pair, ...]


def _decoder(kind: type[T]) -> Callable[[bytes], T]:
    return msgspec.msgpack.Decoder(kind).decode


decode_ligand, decode_ligand_summary = _decoder(LigandFacts), _decoder(LigandSummary)
decode_target, decode_target_summary = _decoder(TargetFacts), _decoder(TargetSummary)
decode_references, decode_proteins = _decoder(References), _decoder(Proteins)
_decode_interactions = _decoder(tuple[GuideInteraction, ...])
_decode_of_target = _decoder(OfTarget)


def index_ligands(rows: Iterable[LigandFacts]) -> Indexed:
    """Index the names and structures of ligands."""
    ordered = sorted(rows, key=lambda ligand: ligand.order)
    # Names are not unique (331 peptides share theirs): candidates of one name need a summary that tells them apart.
    called = Counter(ligand.name.casefold() for ligand in ordered)
    entries = (_ligand(ligand, shares_name=called[ligand.name.casefold()] > 1) for ligand in ordered)
    return Indexed(entries=entries, synonyms=map(folded_names, synonyms.LIGANDS))


def _ligand(facts: LigandFacts, *, shares_name: bool) -> Entry:
    """Return the entry of a ligand. `shares_name`: True if another ligand has the same name."""
    return Entry(
        key=facts.number,
        category=facts.type,
        prior=facts.prior,
        texts=facts.texts(),
        exact_terms=facts.exact_terms(),
        summary=msgspec.msgpack.encode(facts.summary(shares_name=shares_name)),
        record=msgspec.msgpack.encode(facts),
    )


def index_ligand_ids(rows: Iterable[LigandIdentifiers]) -> Indexed:
    """Index the cross references of ligands."""
    return Indexed(
        entries=(
            Entry(
                key=row.number,
                exact_terms=selectors.identifiers(row.cross_references),
                record=msgspec.msgpack.encode(row.cross_references),
            )
            for row in rows
        )
    )


def index_targets(rows: Iterable[TargetFacts]) -> Indexed:
    """Index the names, families and genes of targets."""
    ordered = sorted(rows, key=lambda target: target.order)
    misleading = misleading_names(ordered)
    return Indexed(
        entries=(_target(target, misleading) for target in ordered), synonyms=map(folded_names, synonyms.TARGETS)
    )


def _target(facts: TargetFacts, misleading: AbstractSet[str]) -> Entry:
    """Return the entry of a target, without those of its synonyms that are `misleading`."""
    # e.g. `myosin`, which the Guide has cut off a synonym of the kinase MYLK at a comma
    names = tuple(synonym for synonym in facts.synonyms if synonym.casefold() not in misleading)
    named = msgspec.structs.replace(facts, synonyms=names)
    return Entry(
        key=facts.number,
        category=facts.classes[0],
        prior=facts.prior,
        texts=named.texts(),
        exact_terms=named.exact_terms(),
        summary=msgspec.msgpack.encode(facts.summary),
        record=msgspec.msgpack.encode(facts),
    )


def of_ligand(number: str) -> str:
    """Return the key of a ligand's interactions with its targets."""
    return f"ligand:{number}"


def of_target(number: str, kind: TargetKind = "target") -> str:
    """Return the key of the interactions on a target, or, with the kind `ligand`, on the ligand with that number."""
    return f"{'target' if kind == 'target' else 'acted-on'}:{number}"


def target_of_key(key: str) -> tuple[TargetKind, str]:
    """Split a key made by `of_target` into the kind and the number."""
    kind, _, number = key.partition(":")
    return ("target" if kind == "target" else "ligand"), number


def index_interactions(rows: Iterable[GuideInteraction]) -> Indexed:
    """Index the sorted interactions of each ligand and of each target, and the ligands that act on each target."""
    of_ligands: defaultdict[str, list[GuideInteraction]] = defaultdict(list)
    of_targets: defaultdict[str, list[GuideInteraction]] = defaultdict(list)
    for row in rows:
        of_ligands[of_ligand(row.ligand)].append(row)
        of_targets[of_target(row.target, row.target_kind)].append(row)
    return Indexed(entries=_interactions(of_ligands, of_targets))


def _interactions(
    of_ligands: Mapping[str, Sequence[GuideInteraction]], of_targets: Mapping[str, Sequence[GuideInteraction]]
) -> Iterator[Entry]:
    for key, several in of_ligands.items():
        yield Entry(key=key, record=msgspec.msgpack.encode(ordered(several)))
    for key, several in of_targets.items():
        yield Entry(
            key=key,
            exact_terms=_names_of_acted_on(several[0]),
            summary=msgspec.msgpack.encode(OfTarget(several[0].target_name, pairs(several))),
            record=msgspec.msgpack.encode(ordered(several)),
        )


def _names_of_acted_on(interaction: GuideInteraction) -> Iterator[str]:
    """Yield the exact terms of a target that is itself a ligand; all other targets are found in their own catalogue."""
    if interaction.target_kind == "ligand":
        yield from map(
            selectors.acted_on, (interaction.target, interaction.target_name, *interaction.target_identifiers)
        )


def index_proteins(rows: Iterable[TargetProtein]) -> Indexed:
    """Index the proteins of each target."""
    proteins: defaultdict[str, Proteins] = defaultdict(list)
    for row in rows:
        proteins[row.target].append((row.species, row.accession))
    return Indexed(
        entries=(
            Entry(
                key=key,
                accessions=[bare_accession(accession) for _, accession in pairs],
                record=msgspec.msgpack.encode(pairs),
            )
            for key, pairs in proteins.items()
        )
    )


async def pairs_of(interactions: Catalogue, keys: Sequence[str]) -> Mapping[str, OfTarget]:
    """Return the ligands that act on the targets with these keys (see `of_target`); omit targets without ligands."""
    return {key: _decode_of_target(stored) for key, stored in (await interactions.summaries(keys)).items()}


async def interactions_of(interactions: Catalogue, key: str) -> tuple[GuideInteraction, ...]:
    """Return the sorted interactions with the key of a ligand (see `of_ligand`) or of a target (see `of_target`)."""
    return (await interactions_by_key(interactions, [key]))[key]


async def interactions_by_key(
    interactions: Catalogue, keys: Collection[str]
) -> Mapping[str, tuple[GuideInteraction, ...]]:
    """Return the interactions for each of the keys; a key without interactions has an empty tuple."""
    stored = await interactions.records(keys)
    return {key: _decode_interactions(stored[key]) if key in stored else () for key in keys}


async def withdrawn_among(rows: Iterable[GuideInteraction], ligands: Catalogue) -> frozenset[str]:
    """Return the numbers of those ligands in the interactions that are withdrawn medicines."""
    numbers = {row.ligand for row in rows}
    stored = await ligands.summaries([*numbers])
    return frozenset(number for number, summary in stored.items() if decode_ligand_summary(summary).withdrawn)
