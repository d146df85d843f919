"""Sentences about links between records: none, filtered or incomplete ones, and what they are based on."""

from collections.abc import Sequence

from biofacts.domain.answers.advice_and_phrasing import Advice, Again, NextCall, Refusal
from biofacts.domain.answers.entity_kinds import COMPOUND, GENE, Kind
from biofacts.domain.answers.next_calls import COMPONENTS, LINKS, command, pathways_with, search
from biofacts.domain.text.clean import counted, excerpt, short


def links_to(identifier: str, kind: str, to: str | None) -> NextCall:
    """Build the call that lists an entity's links to a kind or, without `to`, counts its links to every kind."""
    return NextCall(LINKS, {"id": identifier, "kind": kind, **({"to": to} if to else {})})


def approved_on_pathway(identifier: str) -> NextCall:
    """Build the call that lists the approved ligands on the targets of a pathway."""
    return NextCall(LINKS, {"id": identifier, "kind": "pathway", "to": "ligand", "approved_only": True})


def id_or_ids() -> Refusal:
    return "Exactly one of id and ids is required.", "Send id for one record, or ids for a list of up to 200."


def list_without_kind(kinds: Sequence[str]) -> Refusal:
    """Refuse a list of ids without the kind to which links are wanted. `kinds`: the kinds to choose from."""
    first, *others = kinds
    return (
        "A list of ids needs the argument `to`: the kind of the records to list.",
        Advice(Again({"to": first}), f", or with {', '.join(others)}."),
    )


def no_way(kind: Kind, to: Kind) -> Refusal:
    """Refuse links between two kinds that are never linked."""
    return f"There are no links from a {kind.name} to a {to.name}.", Advice(
        "To see which links there are, ", Again(without="to"), "."
    )


def links_from(identifier: str, kind: Kind, of: Kind, to: str | None) -> NextCall:
    """Build the call for links from an identifier of the kind `of`, if the caller said it was of `kind`.

    Never links a kind to itself: if `to` is that kind, the call links to `kind`.
    """
    call = NextCall(LINKS, {"id": identifier, "kind": of.name})
    return links_to(identifier, of.name, kind.name) if to == of.name else call


def no_links(kind: Kind, name: str, to: Kind) -> str:
    return f"The sources link no {to.name} to the {kind.name} {excerpt(name)}, which does not mean that there is none."


def no_such_links(kind: Kind, identifier: str, name: str, to: Kind, others: int) -> Advice:
    """Explain why a filtered list of links is empty. `others`: the number of links without the filter."""
    number = f"{others} {to.plural if others > 1 else to.name}"
    return Advice(
        f"No {to.name} linked to the {kind.name} {excerpt(name)} passes the filter."
        f" Without it, links lead to {number}: ",
        links_to(identifier, kind.name, to.name), ".",
    )  # fmt: skip


def none_of_list(kind: Kind, number: int, to: Kind, others: int, *, is_shared: bool) -> str:
    """Explain why no links were found for a list of records. `others`: the number of links without the filter.

    `is_shared`: True if only what is linked to every record of the list was wanted.
    """
    filtered = f" Without the filter, {others} {'is' if others == 1 else 'are'} linked." if others else ""
    if is_shared:
        return f"No {to.name} is linked to all {number} {kind.plural}.{filtered} counts has the number of each."
    passing = " that passes the filter" if others else ""
    return f"The sources link no {to.name}{passing} to any of the {number} {kind.plural}.{filtered}"


def no_compound_stated(name: str, inchikey: str | None) -> Advice:
    sentence = f"The Guide to PHARMACOLOGY gives no PubChem CID for {excerpt(name)}."
    if inchikey is None:
        return Advice(f"{sentence} It has no structure there either.")
    return Advice(f"{sentence} To find it by its structure, ", search(COMPOUND, inchikey), ".")


def other_structure(ligand: str, name: str, compound: str, via: str, key: str, ours: str, theirs: str) -> str:
    return (
        f"{excerpt(name)} ({ligand}) and {compound} have the same {via}, but not the same {key}: {theirs} in the Guide"
        f" to PHARMACOLOGY, {ours} in PubChem."
    )


RELATED = (
    "First come pathways of which one is drawn in the other, then pathways that share at least 3 genes and a tenth of"
    " all genes of the two. shared: genes in both; either: genes in at least one."
)
INCOMPLETE_RELATED = (
    "Some pathways have not been downloaded yet, so linked pathways may be missing;"
    f" {command('sync', 'wikipathways')} downloads them."
)
NO_COMMUNITIES = "The communities of WikiPathways are not available now."


def evidence_of_first(number: int) -> str:
    some = f"Only the first {number} items of this page have" if number else "No item of this page has"
    return f"{some} evidence; a smaller page_size leaves room for all of it."


def names_of_first(number: int) -> str:
    return f"Each item names only the first {number} of the records to which it is linked; of_count is the total."


STATED_COMPOUNDS = Advice(
    f"Only compounds whose PubChem CID is known are listed; {COMPONENTS} lists everything that is drawn."
)


def other_forms(number: int, compound: str | None) -> Advice:
    """Count the pathways that draw other forms of compounds. `compound`: the compound; None for several."""
    drawn = counted(number, "more pathway draws", "more pathways draw")
    if compound is None:
        return Advice(f"{drawn} other charge or stereo forms of these compounds.")
    return Advice(f"{drawn} another charge or stereo form of it; for these, ", pathways_with(compound), ".")


def drawn_itself(ligand: str) -> Advice:
    sentence = "Pathways of the genes that it acts on are listed here. For pathways that draw the ligand itself, "
    return Advice(sentence, pathways_with(ligand), ".")


def acting_on_genes(call: NextCall) -> Advice:
    """Point to the pathways of the genes on which a compound acts. `call`: lists its ligands."""
    sentence = (
        "Pathways in which it is drawn are listed here. Those of the genes that it acts on are listed for the ligand: "
    )
    return Advice(sentence, call, ".")


def joined_by_human_genes(gene: str, organism: str) -> Advice:
    sentence = f"{gene} is a gene of {organism}: targets are linked to human genes only. For the human gene, "
    return Advice(sentence, search(GENE, gene.upper()), ".")


def by_orthologs(organism: str) -> str:
    return f"Found through the human orthologs to which WikiPathways maps the drawn genes of {short(organism)}."


def names_of_genes_lacking(organism: str) -> Advice:
    return Advice(
        f"The gene names of {short(organism)} are not available yet, so its genes have no ids here:"
        f" {COMPONENTS} lists what is drawn."
    )  # fmt: skip


def of_two_organisms(organisms: Sequence[str]) -> str:
    named = ", ".join(map(short, organisms))
    return f"The pathways are of different organisms ({named}): orthologous genes do not count as shared."


def by_number_alone(compounds: Sequence[str]) -> str:
    if len(compounds) == 1:
        return f"PubChem did not answer: {compounds[0]} was matched by its CID alone, not by its InChIKey."
    return f"PubChem did not answer: {len(compounds)} compounds were matched by CID alone, not by InChIKey."
