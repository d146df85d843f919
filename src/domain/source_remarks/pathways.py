"""Remarks from the pathway source, including those about its drawings."""

from collections.abc import Mapping, Sequence

from biofacts.domain.answers import next_calls
from biofacts.domain.answers.advice_and_phrasing import Advice, Again, NextCall, Refusal
from biofacts.domain.answers.entity_kinds import PATHWAY
from biofacts.domain.text import fold, similar_names
from biofacts.domain.text.clean import counted, short


def organism_in_query(written: str, organism: str, others: Sequence[tuple[str, str]] = ()) -> str:
    """Say that a word was read as an organism. `others`: further organisms of the query, as written and scientific."""
    apart = "".join(f" For '{short(word)}', search again with organism='{other}'." for word, other in others)
    return f"'{short(written)}' was read as organism='{organism}'; pathways of other organisms are left out.{apart}"


def community_in_query(written: str, tag: str) -> str:
    return f"'{short(written)}' was read as community='{tag}'."


def author(written: str, user: str) -> str:
    return (
        f"'{short(written)}' may be the author with the user name '{user}': WikiPathways lists authors by their user"
        " names."
    )


def also_an_author(user: str, pathways: int) -> str:
    listed = f"search for 'pathways by {short(user)}'"
    return f"'{short(user)}' is also the user name of an author of {counted(pathways, 'pathway')}: {listed}."


def organism_without_match(name: str, pathways: int) -> str:
    return f"None of the {pathways} pathways of {name} matches."


def in_other_organisms(words: str) -> Advice:
    return Advice("For all organisms, ", next_calls.search(PATHWAY, words), ".")


def unknown_organism(name: str, near: str | None) -> str:
    """Say that an organism has no pathway. `near`: an organism with a similar spelling."""
    meant = f"Did you mean organism='{near}'?" if near else "Leave organism out to search all."
    return f"WikiPathways has no pathways for the organism '{short(name)}'. {meant}"


def nothing_to_test(organism: str) -> str:
    """Say that nothing was tested for enrichment, since WikiPathways has no pathways for the organism."""
    return (
        f"WikiPathways has no pathways for the organism '{short(organism)}', so nothing was tested."
        " By default, human pathways are tested."
    )


def unchanged(since: str, number: int) -> str:
    return f"None of the {number} matching pathways has changed since {since}; give an earlier day."


def unknown_community(name: str, communities: Mapping[str, str], argument: str) -> Refusal:
    """Refuse a community that does not exist, and propose the nearest one, or name all.

    `communities`: the names of communities by tag; `argument`: the argument that states the community.
    """
    sentence = f"WikiPathways has no community '{short(name)}' with pathways."
    spelled = {fold.compact(text): tag for tag, called in communities.items() for text in (called, tag)}
    if near := similar_names.most_similar(fold.compact(name), spelled, similar_names.POSSIBLE):
        return sentence, Advice(f"Did you mean {spelled[near]}? ", Again({argument: spelled[near]}), ".")
    return sentence, f"Its communities are: {', '.join(communities)}."


def community_without_match(name: str, pathways: int) -> str:
    return f"None of the {pathways} pathways of the community {name} matches; try other words, or leave them out."


MAPPED_IDENTIFIERS = "the index of mapped identifiers"
ONTOLOGY, DISEASES = "the Pathway Ontology", "the Disease Ontology"
CITED_WORKS = "the index of cited works"

TAGGED_LIKE_KEGG = (
    "WikiPathways does not number its pathways as KEGG does: these are all pathways with the ontology term for this"
    " map, not ordered by similarity."
)

INCOMPLETE_IDENTIFIERS = (
    "Only the index was searched, which lacks part of what is drawn and cited;"
    f" {next_calls.command('sync', 'wikipathways')} downloads the rest."
)
OTHER_IDENTIFIERS = (
    f"A compound may be drawn under another identifier: {next_calls.PATHWAYS_OF_COMPOUND} tries all of them."
)
OTHER_WORKS = "Most works are listed by their PubMed id alone: try that (PMID:22628558), or the title."


def not_carried(identifier: str) -> str:
    return f"'{short(identifier)}' is a well-formed identifier, but no pathway has it."


NO_MAPPINGS = "the identifiers to which WikiPathways maps its nodes are not available"

_MOST_TOGETHER = 6


def not_drawable(identifier: str, why: str) -> tuple[str, Advice]:
    listed = NextCall(next_calls.COMPONENTS, {"pathway_id": identifier})
    return f"{identifier} cannot be drawn: {why.rstrip('.')}", Advice("For what is drawn, ", listed, ".")


def together(labels: Sequence[str]) -> str:
    """Label a group without a name by its members."""
    more = f" and {len(labels) - _MOST_TOGETHER} more" if len(labels) > _MOST_TOGETHER else ""
    return " + ".join(labels[:_MOST_TOGETHER]) + more
