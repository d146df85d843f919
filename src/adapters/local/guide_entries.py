"""Ligands, targets and interactions as entries: what is searched, found exactly, shown and kept of each file's rows."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

import msgspec

from biofacts.adapters.local.freshness import Indexed
from biofacts.domain.genes.names import gene_term
from biofacts.domain.interaction import Interaction, InteractionView
from biofacts.domain.pharmacology import selectors
from biofacts.domain.pharmacology.ligand_facts import LigandFacts, LigandIdentifiers, LigandSummary
from biofacts.domain.pharmacology.target_facts import TargetFacts, TargetProtein, TargetSummary
from biofacts.domain.search import synonyms
from biofacts.domain.search.index import folded_names
from biofacts.domain.text import fold
from biofacts.ports.catalogue import Catalogue, Entry

LIGANDS, LIGAND_IDS, TARGETS, INTERACTIONS, UNIPROT = (
    "gtopdb-ligands", "gtopdb-ligand-ids", "gtopdb-targets", "gtopdb-interactions", "gtopdb-uniprot",
)  # fmt: skip
"""The catalogues: ligands, their identifiers elsewhere, targets, what acts on what, the targets' proteins."""

References = dict[str, str | tuple[str, ...]]
Proteins = list[tuple[str, str]]
"""Species ("" where it is not told) and accession: the record of an entry of `UNIPROT`."""

T = TypeVar("T")


def _decoder(kind: type[T]) -> Callable[[bytes], T]:
    return msgspec.msgpack.Decoder(kind).decode


decode_ligand, decode_ligand_summary = _decoder(LigandFacts), _decoder(LigandSummary)
decode_target, decode_target_summary = _decoder(TargetFacts), _decoder(TargetSummary)
decode_references, decode_proteins = _decoder(References), _decoder(Proteins)
_decode_interactions = _decoder(tuple[InteractionView, ...])


def index_ligands(rows: Iterable[LigandFacts]) -> Indexed:
    """Names and structures of ligands."""
    ordered = sorted(rows, key=lambda one: one.order)
    called = Counter(one.name.casefold() for one in ordered)
    folded = Counter(fold.compact(one.name) for one in ordered)
    entries = (
        _ligand(
            one,
            shares_name=called[one.name.casefold()] > 1,
            shares_spelling=folded[fold.compact(one.name)] > 1,
        )
        for one in ordered
    )
    return Indexed(entries=entries, synonyms=map(folded_names, synonyms.LIGANDS))


def _ligand(facts: LigandFacts, *, shares_name: bool, shares_spelling: bool) -> Entry:
    """`shares_name`, `shares_spelling`: whether other ligands are called so, or so but for signs and brackets."""
    return Entry(
        key=facts.number,
        category=facts.type,
        prior=facts.prior,
        texts=facts.texts(),
        exact_terms=[*facts.exact_terms(), *([selectors.written_name(facts.name)] if shares_spelling else [])],
        summary=msgspec.msgpack.encode(facts.summary(shares_name=shares_name)),
        record=msgspec.msgpack.encode(facts),
    )


def index_ligand_ids(rows: Iterable[LigandIdentifiers]) -> Indexed:
    """What other databases call each ligand."""
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
    """Names, families and genes of targets."""
    ordered = sorted(rows, key=lambda one: one.order)
    return Indexed(entries=map(_target, ordered), synonyms=map(folded_names, synonyms.TARGETS))


def _target(facts: TargetFacts) -> Entry:
    return Entry(
        key=facts.number,
        category=facts.classes[0],
        prior=facts.prior,
        texts=facts.texts(),
        exact_terms=facts.exact_terms(),
        summary=msgspec.msgpack.encode(facts.summary),
        record=msgspec.msgpack.encode(facts),
    )


def of_ligand(number: str) -> str:
    """The key of a ligand's interactions."""
    return f"ligand:{number}"


def of_target(number: str) -> str:
    """The key of a target's interactions."""
    return f"target:{number}"


def index_interactions(rows: Iterable[Interaction]) -> Indexed:
    """The interactions of every ligand and of every target, each once."""
    sides: defaultdict[str, dict[InteractionView, None]] = defaultdict(dict)
    for row in rows:
        sides[of_target(row.target)][row.of_target()] = None
        sides[of_ligand(row.ligand)][row.of_ligand()] = None
    return Indexed(
        entries=(Entry(key=key, summary=msgspec.msgpack.encode(tuple(views))) for key, views in sides.items())
    )


def index_proteins(rows: Iterable[TargetProtein]) -> Indexed:
    """The proteins of every target; their accessions as exact terms."""
    proteins: defaultdict[str, Proteins] = defaultdict(list)
    for row in rows:
        proteins[row.target].append((row.species, row.accession))
    return Indexed(
        entries=(
            Entry(
                key=key,
                exact_terms=[gene_term("uniprot", accession) for _, accession in pairs],
                record=msgspec.msgpack.encode(pairs),
            )
            for key, pairs in proteins.items()
        )
    )


async def interactions_of(
    interactions: Catalogue, key: Callable[[str], str], numbers: Iterable[str]
) -> Mapping[str, tuple[InteractionView, ...]]:
    """The interactions of ligands or targets (`key`: `of_ligand` or `of_target`) by number, of those that have any."""
    by_key = {key(number): number for number in numbers}
    stored = await interactions.summaries([*by_key])
    return {by_key[one]: _decode_interactions(views) for one, views in stored.items()}
