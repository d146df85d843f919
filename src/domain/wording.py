"""Every sentence that a caller reads: guidance of a list, remark of a record, message and hint of an error.

A refusal is a pair: what is wrong, and which call to make next.
"""

from collections.abc import Mapping, Sequence

import msgspec

from biofacts.domain.kinds import Kind
from biofacts.domain.text.clean import excerpt, plain, shorten

Refusal = tuple[str, str]
"""A message and a hint."""

SHORTEST_QUERY = 2
_LONGEST_NAME = 60
_MOST_TARGETS = 4


class NextCall(msgspec.Struct, frozen=True):
    """A call to propose."""

    tool: str
    arguments: Mapping[str, object]

    def __str__(self) -> str:
        return f"{self.tool} with {written(self.arguments)}"


def written(arguments: Mapping[str, object]) -> str:
    """Arguments as they stand in a hint; a quote inside a text is left out."""
    return ", ".join(
        f"{name}='{excerpt(value).replace(chr(39), '')}'" if isinstance(value, str) else f"{name}={value}"
        for name, value in arguments.items()
    )


def search(kind: Kind, query: str) -> NextCall:
    """The search for one kind of entity."""
    return NextCall(kind.search_tool, {"query": query})


def get(kind: Kind, identifier: str) -> NextCall:
    """The lookup of one entity."""
    return NextCall(kind.get_tool, {kind.id_argument: identifier})


def _name(text: str) -> str:
    """A name that a caller has sent."""
    return shorten(plain(text), _LONGEST_NAME)


# Errors


def unresolved(kind: Kind, given: object, reason: str, suggestion: str | None) -> Refusal:
    """Something that is not an identifier of its kind. `suggestion`: the identifier that was probably meant."""
    query = excerpt(given).replace("'", "") if isinstance(given, str) else ""
    usable = len(query) >= SHORTEST_QUERY
    if suggestion:
        other = search(kind, query if usable else kind.example_query)
        hint = f"Call {get(kind, suggestion)}; if you meant something else, call {other}."
    else:
        hint = f"Call {search(kind, query)}, then pass the returned id." if usable else _by_name(kind)
    return f"'{excerpt(given)}' is not a {kind.id_name} of the form {kind.example_id}: {reason}.", hint


def _by_name(kind: Kind) -> str:
    example = f"e.g. {written({'query': kind.example_query})}"
    return f"Call {kind.search_tool} with words from its name, {example}, then pass the returned id."


def not_found(kind: Kind, identifier: str, other: str | None) -> Refusal:
    """A well-formed identifier of nothing. `other`: a sentence that leads to another kind."""
    return (
        f"{kind.service} has no {kind.name} {excerpt(identifier)}: unknown, deleted or withdrawn.",
        f"{other} Otherwise: {_by_name(kind)}" if other else _by_name(kind),
    )


def rate_limited(service: str, seconds: float, what: str) -> Refusal:
    """A service that may not be asked for so many seconds."""
    return (
        f"{service} cannot be asked now: {what}.",
        f"Wait {max(1, round(seconds))} seconds, then repeat the same call.",
    )


def unavailable(service: str, what: str) -> Refusal:
    """A service that fails."""
    return (
        f"{service} is unavailable: {what}.",
        f"{service} is unavailable for now: repeat the same call in a minute or later.",
    )


def offline(missing: str) -> Refusal:
    """Something that would have to be fetched, in offline mode: why, and what would help."""
    return (
        f"this is offline mode, and {missing} is not kept here",
        "Run `biofacts sync` with BIOFACTS_SOURCE=live, then repeat the same call.",
    )


def short_query(kind: Kind, trimmed: str) -> Refusal:
    """A query of one character or none."""
    return (
        f"The query '{trimmed}' is too short: at least {SHORTEST_QUERY} characters are needed.",
        f"Call {kind.search_tool} with a longer query, e.g. {written({'query': kind.example_query})}.",
    )


def long_query(kind: Kind, length: int, longest: int) -> Refusal:
    """A query of more characters than are read."""
    return (
        f"The query is too long: {length} characters, of which at most {longest} are read.",
        f"Call {kind.search_tool} with a few words, e.g. {written({'query': kind.example_query})}.",
    )


def page_size(given: int, largest: int, default: int) -> Refusal:
    """A page size outside its bounds."""
    return (
        f"page_size {given} is outside 1-{largest}.",
        f"Repeat the call with page_size={default}, and follow pagination.cursor for more.",
    )


def cursor(reason: str) -> Refusal:
    """A cursor that cannot be used."""
    return (
        f"The cursor cannot be used: {reason}.",
        "Repeat the call without a cursor to start again at the first page.",
    )


def organism(name: str, scientific: str | None) -> Refusal:
    """An organism that is empty, or goes by a common name."""
    return (
        f"'{name}' is a common name; organisms go by their scientific name." if name else "The organism is empty.",
        f"Repeat the call with organism='{scientific or 'Homo sapiens'}', or without organism for all.",
    )


def gene_id(tool: str) -> Refusal:
    """A gene that is named by one character or none."""
    return (
        "A gene id has at least 2 characters.",
        f"Call {tool} with a name, a symbol or an identifier of a gene, e.g. gene_id='TP53'.",
    )


def several_genes(asked: str, symbols: Sequence[str], calls: Sequence[NextCall]) -> Refusal:
    """A name of several genes. `calls`: one for each."""
    return (
        f"'{_name(asked)}' is a name of several genes: {', '.join(symbols)}.",
        f"Say which is meant: {_calls(symbols, calls)}.",
    )


def gene_family(asked: str, symbols: Sequence[str], calls: Sequence[NextCall], topic: NextCall) -> Refusal:
    """A name of a family or a complex. `calls`: one for each member; `topic`: the search for it as a topic."""
    return (
        f"'{_name(asked)}' is not one gene but a family or a complex; genes in it are {', '.join(symbols)}.",
        f"For the topic call {topic}. For one gene: {_calls(symbols, calls)}.",
    )


def _calls(symbols: Sequence[str], calls: Sequence[NextCall]) -> str:
    """The first call in full, of the others what differs."""
    first, *others = (f"{written(call.arguments)} for {symbol}" for symbol, call in zip(symbols, calls, strict=True))
    return f"call {calls[0].tool} with {'; with '.join([first, *others])}"


def long_argument(name: str, length: int, longest: int, mended: NextCall) -> Refusal:
    """An argument that is too long to be read. `mended`: the call as it would do."""
    return (
        f"The argument {excerpt(name)} is too long: {length} characters, of at most {longest}.",
        f"Call {mended}.",
    )


def unfit_arguments(tool: str, reason: str, mended: NextCall, known: Sequence[str]) -> Refusal:
    """Arguments that do not fit a tool's. `mended`: the call as it would do."""
    return (
        f"The arguments of {tool} do not fit: {excerpt(reason)}.",
        f"Call {mended}; its arguments are: {', '.join(known)}.",
    )


# Guidance of lists


def words(
    plural: str,
    *,
    found: bool,
    unknown: Sequence[str],
    corrected: Mapping[str, str],
    suggested: Mapping[str, str],
) -> str | None:
    """Nothing found and what to try; words left aside; words read as others, or that may be others."""
    remarks = [f"'{_name(word)}' was read as '{other}'." for word, other in corrected.items()]
    listed = ", ".join(f"'{_name(word)}'" for word in unknown)
    if found and unknown:
        remarks.append(f"No {plural} contain {listed}; the rest of the query was used.")
    elif unknown:
        remarks.append(f"No {plural} contain {listed}, which the query is about.")
    remarks += [f"Did you mean '{other}' in the place of '{_name(word)}'?" for word, other in suggested.items()]
    if not found:
        remarks.append("" if unknown else f"No {plural} match.")
        remarks.append("Try another name of the same, a more general one, or another spelling.")
    return " ".join(filter(None, remarks)) or None


def organism_without_match(name: str, pathways: int) -> str:
    """An organism that has pathways, none of which matches."""
    return f"None of the {pathways} pathways of {name} matches; try other words, or all organisms."


def unknown_organism(name: str, near: str | None) -> str:
    """An organism without any pathway. `near`: one that is spelt almost so."""
    meant = f"Did you mean organism='{near}'?" if near else "Leave organism out to search all."
    return f"WikiPathways has no pathway of the organism '{_name(name)}'. {meant}"


MAPPED_IDENTIFIERS = "the index of mapped identifiers"
ONTOLOGY = "the Pathway Ontology"
CITED_WORKS = "the index of cited works"


INCOMPLETE_IDENTIFIERS = (
    "Only the index was read, which leaves out part of what is drawn and cited;"
    " `biofacts sync wikipathways` brings all of it."
)
OTHER_IDENTIFIERS = "A compound may be drawn under another identifier (ChEBI, InChIKey, HMDB), or found by its name."
OTHER_WORKS = "Most works are listed by their PubMed id alone: try that (PMID:22628558), or the title."


def not_carried(asked: str) -> str:
    """An identifier that no pathway carries."""
    return f"'{_name(asked)}' is a well-formed identifier, but no pathway carries it."


def not_looked_up(missing: Sequence[str]) -> str:
    """Catalogues that could not be had, and so were not asked."""
    return f"Not looked up in {' and '.join(missing)}, which could not be had; `biofacts sync wikipathways` brings it."


def gene_identifier(asked: str, *, is_sure: bool) -> str:
    """An identifier of a gene, given to the search by topic."""
    call = NextCall("get_pathways_for_gene", {"gene_id": asked})
    return f"'{_name(asked)}' {'is' if is_sure else 'may also be'} an identifier of a gene: call {call}."


def gene_elsewhere(gene: str, asked: str, organisms: Sequence[str]) -> str:
    """A gene that is drawn in other organisms only."""
    where = ", ".join(organisms)
    return f"No pathway of {_name(asked)} contains '{_name(gene)}'; there are pathways with it of: {where}."


def gene_nowhere(gene: str, topic: NextCall) -> str:
    """A known gene that is drawn nowhere. `topic`: the search for it as a topic."""
    return f"{_name(gene)} is a known gene, but no pathway contains it, in any organism. As a topic: {topic}."


def no_gene(asked: str, *, genes: NextCall, compounds: NextCall, topic: NextCall) -> str:
    """What is neither the name of a known gene nor drawn as one. `genes`, `compounds`, `topic`: searches for it."""
    return (
        f"'{_name(asked)}' is not the name of a gene that is known here, and no pathway has it as a gene. Check the"
        f" spelling with {genes}; for a compound call {compounds}; as a topic: {topic}."
    )


def also_called_so(asked: str, symbol: str, others: Sequence[str]) -> str:
    """A name that was read as one gene. `others`: what else it may mean, each with the reason."""
    return f"'{_name(asked)}' was read as {symbol}; it may also mean {', '.join(others)}."


def names_unknown(organism: str) -> str:
    """Names of genes that could not be had, or not yet."""
    return (
        f"Names of genes of {_name(organism)} are not at hand: aliases and other identifiers were not looked up."
        " Repeat the call later, or run `biofacts sync genes`."
    )


def no_gene_names(organism: str) -> str:
    """An organism of which no names are published where they are looked for."""
    return f"Names of genes of '{_name(organism)}' are not known here; its pathways are found by symbol and identifier."


INCOMPLETE_GENES = (
    "Drawn genes whose identifier WikiPathways could not map are missing from its index, and so from this list;"
    " `biofacts sync wikipathways` makes it complete."
)

NO_SUCH_LIGAND = "No ligand has that identifier. Search by name instead."


def derived_ligands(
    asked: str, targets: Sequence[str], kinds: Sequence[str], *, is_class: bool, by_name: bool, found: int
) -> str:
    """How a list of ligands was derived. `targets`: their names; `kinds`: types of interaction.

    `is_class`: of a class of drugs, not of a mechanism; `by_name`: medicines belong to it by their names, too.
    """
    shown = ", ".join(targets[:_MOST_TARGETS])
    several = f"{shown} and {len(targets) - _MOST_TARGETS} more" if len(targets) > _MOST_TARGETS else shown
    parts: list[str] = []
    if targets:
        primary = " as their primary target" if is_class else ""
        parts.append(f"ligands with an interaction of type {', '.join(kinds)} on {several}{primary}")
    if by_name:
        parts.append("medicines that carry the class's name stem or are listed as its members")
    which = "approved ones only" if is_class else "approved ones first"
    how = " and ".join(parts)
    return f"'{_name(asked)}' is derived, not a label of the Guide to PHARMACOLOGY: {how}; {which} ({found} found)."


def whole_class(name: str, found: int) -> str:
    """A list that is a whole class of targets."""
    return f"All {found} targets of the class '{name}', human ones first, by family. Follow the cursor for more."


def other_kind(kind: Kind, identifier: str) -> str:
    """The way to the other kind that has the same number."""
    return f"There is a {kind.name} of that number: call {get(kind, identifier)}."


NO_COMPLETIONS = "PubChem's completion service did not answer: only exact matches are listed."
NO_COMPOUNDS = (
    "No compounds match. Try another spelling, a synonym or brand name, or an identifier: CAS number, InChIKey,"
    " ChEMBL id, SMILES, CID."
)


def similar_compounds(asked: str) -> str:
    """Compounds with names that are like the one that was asked for."""
    return f"No compound is called '{_name(asked)}': these have names like it."


# Remarks of records

NO_KEGG_EQUIVALENTS = "The Pathway Ontology could not be had: equivalent pathways of KEGG are missing."
UNATTRIBUTED_REFERENCES = (
    "PubChem's annotated page could not be had: cross references were recognised among the synonyms, without their"
    " sources, and may be incomplete."
)
NO_REFERENCES = "PubChem's annotated page could not be had: synonyms and cross references are missing."
