"""Sentences about names of genes: ambiguous or unknown names, families, and genes of other organisms."""

from collections.abc import Sequence

from biofacts.application.messages.names import matches_other_kinds, none_called
from biofacts.domain.answers import next_calls
from biofacts.domain.answers.advice_and_phrasing import Advice, Choice, NextCall, Refusal, either
from biofacts.domain.answers.entity_kinds import GENE, Kind
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.source_remarks import genes as remarks
from biofacts.domain.source_remarks.any_source import MOST_NAMED, quoted, several
from biofacts.domain.text.clean import short


def genes_of(name: str, symbols: Sequence[str]) -> str:
    return f"'{short(name)}' names several genes: {', '.join(symbols)}."


def family_of(name: str, symbols: Sequence[str], others: Sequence[str]) -> str:
    """Say that a name means a family. `others`: genes outside the family that also have the name."""
    also = f" {remarks.also_names(others)}" if others else ""
    return f"'{short(name)}' is not one gene but a family or a complex; its genes include {', '.join(symbols)}.{also}"


def several_genes(name: str, symbols: Sequence[str], calls: Sequence[NextCall]) -> Refusal:
    """Refuse a name of several genes. `calls`: a call for each gene."""
    return (genes_of(name, symbols), Advice("Say which is meant: ", Choice(calls, symbols), "."))


def gene_family(
    name: str, symbols: Sequence[str], others: Sequence[str], calls: Sequence[NextCall], topic: NextCall
) -> Refusal:
    """Refuse a name of a family or a complex.

    `others`: see `family_of`; `calls`: a call for each member; `topic`: the search for the name as a topic.
    """
    return (
        family_of(name, symbols, others),
        Advice("To search for it as a topic, ", topic, ". For one gene, ", Choice(calls, symbols), "."),
    )


def of_orthologs(
    gene: str, gene_organism: str, organism: str, symbols: Sequence[str], calls: Sequence[NextCall]
) -> Advice:
    """Name the orthologs that a gene has in the requested organism. `calls`: the calls for the first of them."""
    which = "its ortholog there is" if len(symbols) == 1 else "its orthologs there are"
    sentence = f"{gene} is a gene of {short(gene_organism)}, and no pathway of {short(organism)} contains it; {which} "
    return Advice(f"{sentence}{several(symbols)}. ", either(calls))


def gene_nowhere(gene: str, topic: NextCall) -> Advice:
    """Say that a known gene is drawn nowhere. `topic`: the search for it as a topic."""
    return Advice(
        f"{short(gene)} is a known gene, but no pathway of any organism contains it. To search for it as a topic, ",
        topic,
        ".",
    )


def not_a_gene(name: str) -> str:
    return f"{none_called(GENE, name)}, and no pathway draws it as a gene."


def no_gene(name: str, *, genes: NextCall, compounds: NextCall, topic: NextCall) -> Advice:
    """Say that a name is neither a known gene nor any other entity. `genes`, `compounds`, `topic`: searches to try."""
    sentence = f"{not_a_gene(name)} For a compound, "
    return Advice(
        sentence, compounds, "; to search for it as a topic, ", topic, "; to check the spelling, ", genes, "."
    )


def of_that_number(other: str, symbol: str, gene: str) -> Advice:
    """Name the gene whose NCBI Gene number was sent as an HGNC id. `other`: its identifier in NCBI Gene."""
    return Advice(f"{other} is {symbol}: ", next_calls.get(GENE, gene), ".")


def drawn_so_there(name: str, organism: str, other: str, tool: str) -> Advice:
    """Say that a name was read as the gene drawn under it in an organism, and means another gene elsewhere.

    `tool`: the tool that lists the pathways of the other gene.
    """
    sentence = (
        f"Read as the gene drawn under this name in {short(organism)}. In human, '{short(name)}' is {other}; for its"
        " pathways, "
    )
    return Advice(sentence, NextCall(tool, {"gene_id": other, "organism": HUMAN}), ".")


def names_other_genes(name: str, organisms: Sequence[str], tool: str) -> Advice:
    """Say that other organisms use a name for another gene. `tool`: the tool that lists its pathways."""
    calls = [NextCall(tool, {"gene_id": short(name), "organism": organism}) for organism in organisms[:MOST_NAMED]]
    return Advice(f"'{short(name)}' names a different gene in {quoted(organisms)}. ", either(calls))


def gene_label_only(name: str, genes: NextCall) -> Advice:
    """Say that a name is drawn but belongs to no known gene. `genes`: the search for its usual name."""
    return Advice(
        f"{none_called(GENE, name)}: these pathways use it as a label, and others may draw the gene"
        " under its usual name. To find that name, ", genes, ".",
    )  # fmt: skip


def name_read_as(name: str, symbol: str, why: str) -> str:
    """Say which gene a name was read as, although no gene has it in this form. `why`: the reason."""
    return f"'{short(name)}' was read as {symbol} ({why})."


def no_gene_but(name: str, ways: Sequence[tuple[Kind, NextCall]], compounds: NextCall) -> Advice:
    """Say that a name is no gene's, but known among other kinds (`ways`) and maybe a compound's (`compounds`)."""
    others = matches_other_kinds(name, [way for way in ways if way[0].name != "compound"])
    return Advice(f"{not_a_gene(name)} For a compound, ", compounds, ". ", others)


def also_names(name: str, symbol: str, others: Sequence[str]) -> str:
    """Say how a name was read. `others`: its other meanings, each with the reason."""
    return f"'{short(name)}' was read as {symbol}; it may also mean {', '.join(others)}."


INCOMPLETE_GENES = (
    "WikiPathways could not map the identifiers of some drawn genes, so pathways may be missing from this list;"
    f" {next_calls.command('sync', 'wikipathways')} makes it complete."
)


def gene_of_another_organism(gene_organism: str, organism: str) -> str:
    return f"It is the name of a gene of {gene_organism}, not of {short(organism)}."


BY_NAME_ONLY = "Genes are found by their names and identifiers, not by diseases or functions."
"""A remark on queries whose words match no gene name, or only some by chance."""


def a_date(name: str) -> Advice:
    call = NextCall(next_calls.RESOLVE_MANY, {"names": [short(name)], "kind": GENE.name})
    return Advice(
        f"'{short(name)}' is a date: spreadsheets turn gene symbols into dates. For the genes that it may mean, ",
        call,
        ".",
    )


def not_searched(what: str) -> str:
    """Say that genes cannot be searched by something. `what`: a plural noun."""
    return f"Genes are found by their names and identifiers; {what} are not searched."


NO_SUCH_GENE = "No gene of this name was found."
