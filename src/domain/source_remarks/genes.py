"""Remarks from the gene sources."""

from collections.abc import Sequence

from biofacts.domain.answers import next_calls
from biofacts.domain.answers.advice_and_phrasing import Advice, either
from biofacts.domain.answers.entity_kinds import GENE
from biofacts.domain.source_remarks.any_source import several
from biofacts.domain.text.clean import short


def gene_identifier(identifier: str, *, is_sure: bool) -> str:
    return (
        f"'{short(identifier)}' {'is' if is_sure else 'may also be'} an identifier of a gene:"
        f" pass it to {next_calls.PATHWAYS_OF_GENE}."
    )


def names_unknown(organism: str) -> str:
    which = "" if organism == "Homo sapiens" else f"'{short(organism)}'"
    return (
        f"The gene names of {short(organism)} are not available yet: aliases and other identifiers were not looked up."
        f" {next_calls.command('sync', 'genes', which)} downloads them."
    )


def orthologs_by_id(organism: str) -> str:
    which = f"'{short(organism)}'"
    return (
        f"The gene names of {short(organism)} are not available yet: orthologs are given by their ids, without symbols."
        f" {next_calls.command('sync', 'genes', which)} downloads them."
    )


def also_names(symbols: Sequence[str]) -> str:
    """Say which genes outside of a family also have its name."""
    return f"It is also a name of {several(symbols)}."


PROTEIN_NAMES_UNKNOWN = (
    "The names of human proteins in NCBI Gene are not available yet, and were not looked up."
    f" {next_calls.command('sync', 'genes')} downloads them."
)


def no_gene_names(organism: str) -> str:
    there = "where it has pathways, they are found by symbol and identifier"
    return f"There are no gene names of '{short(organism)}' here; {there}."


def organism_ignored(written: str, organism: str, rest: str) -> Advice:
    """Say that an organism in a query was ignored. `rest`: the query without the organism."""
    call = next_calls.search(GENE, rest, organism=organism)
    return Advice(f"'{short(written)}' was ignored. For genes of {organism}, ", call, ".")


def gene_of_others(name: str, organisms: Sequence[str]) -> Advice:
    """Say that a name is not a human gene. `organisms`: organisms that have a gene of that name."""
    if not organisms:
        return Advice("Only human genes were searched: pass organism to search those of another organism.")
    calls = [next_calls.search(GENE, name, organism=organism) for organism in organisms]
    return Advice(f"'{short(name)}' is a gene of {', '.join(map(short, organisms))}. ", either(calls))
