"""Orthologs in human, mouse and rat as HGNC states them: a human gene lists the MGI and RGD ids of its orthologs."""

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

import msgspec

from biofacts.domain.answers.errors import Meaning
from biofacts.domain.genes.gene import GeneFacts, spelled
from biofacts.domain.genes.name_readings import Reading
from biofacts.domain.identifiers.organisms import HUMAN

KEYS: Mapping[str, str] = {"Mus musculus": "mgi", "Rattus norvegicus": "rgd"}
"""The registry key of the database of each organism whose orthologs HGNC states."""

ORGANISMS = (HUMAN, *KEYS)


class _Named(Protocol):
    @property
    def symbol(self) -> str | None: ...


NamedT = TypeVar("NamedT", bound=_Named)


def main_ortholog(symbol: str | None, orthologs: Sequence[NamedT]) -> NamedT | None:
    """Return the only ortholog of a gene or, of several, the only ortholog with the same symbol; None if undecided.

    MGI and RGD name a gene after its closest human ortholog.
    """
    if len(orthologs) == 1:
        return orthologs[0]
    alike = [
        ortholog for ortholog in orthologs if symbol and ortholog.symbol and spelled(ortholog.symbol) == spelled(symbol)
    ]
    return alike[0] if len(alike) == 1 else None


def arranged(symbol: str | None, orthologs: Sequence[NamedT]) -> list[NamedT]:
    """Return the orthologs of a gene, the `main_ortholog` one first."""
    first = main_ortholog(symbol, orthologs)
    return [*([first] if first else ()), *(ortholog for ortholog in orthologs if ortholog is not first)]


def stated_terms(gene: GeneFacts, organism: str) -> list[str]:
    """Return the exact terms of a gene's ids in an organism's database; a human gene has the ids of its orthologs."""
    return gene.terms_of(KEYS[organism]) if organism in KEYS else []


def curie(term: str) -> str:
    """Convert an exact term to a CURIE: `MGI:98834` for `mgi:MGI:98834`, `RGD:3889` for `rgd:3889`."""
    key, _, value = term.partition(":")
    return f"{key.upper()}:{value.rpartition(':')[2]}"


def organism_of(identifier: str) -> str | None:
    """Return the organism of an MGI or RGD id; None for any other id."""
    key = identifier.partition(":")[0].casefold()
    return next((organism for organism, other in KEYS.items() if other == key), None)


def translated(human: Reading, orthologs: Mapping[str, Sequence[GeneFacts]]) -> Reading | None:
    """Translate the reading of a human gene name to another organism; None if none of its genes has an ortholog.

    `orthologs`: the orthologs in the other organism, by the human gene's id, with the main ortholog first.
    """
    if human.gene is not None:
        if not (genes := orthologs.get(human.gene.id)):
            return None
        why = _of_ortholog(human.gene.symbol, human.why, genes)
        return msgspec.structs.replace(human, gene=genes[0], why=why, others=())
    meanings = tuple(
        Meaning(id=genes[0].id, symbol=genes[0].symbol, why=_of_ortholog(meaning.symbol, meaning.why, genes))
        for meaning in human.meanings
        if (genes := orthologs.get(meaning.id))
    )
    return msgspec.structs.replace(human, meanings=meanings) if meanings else None


def _of_ortholog(symbol: str, why: str, genes: Sequence[GeneFacts]) -> str:
    others = ", ".join(gene.symbol for gene in genes[1:])
    return f"ortholog of human {symbol} ({why}){f'; others: {others}' if others else ''}"
