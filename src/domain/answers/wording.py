"""Sentences for callers: guidance of lists, remarks of records, messages and hints of errors.

A refusal is a pair: the error, and the next call to make.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from biofacts.domain.answers.advice import Advice, Again, Choice, NextCall, Part, joined
from biofacts.domain.answers.kinds import Kind
from biofacts.domain.text.clean import excerpt, plain, shorten

Refusal = tuple[str, Advice | str]
"""A message and a hint."""

SHORTEST_QUERY = 2
_LONGEST_NAME = 60
_LONGEST_PROPOSED = 100
_MOST_TARGETS = 4


def search(kind: Kind, query: str) -> NextCall:
    """Build the call that searches for one kind of entity."""
    return NextCall(kind.search_tool, {"query": query})


def get(kind: Kind, identifier: str) -> NextCall:
    """Build the call that fetches an entity."""
    return NextCall(kind.get_tool, {kind.id_argument: identifier})


def interactions_of(kind: Kind, identifier: str) -> NextCall:
    """Build the call that lists all interactions of a ligand or a target."""
    return NextCall("get_interactions", {f"{kind.name}_id": identifier})


def pathways_of(gene: str, **others: object) -> NextCall:
    """Build the call that lists the pathways of a gene."""
    return NextCall("get_pathways_for_gene", {"gene_id": gene, **others})


def pathways_with(compound: str) -> NextCall:
    """Build the call that lists the pathways of a compound."""
    return NextCall("get_pathways_for_compound", {"compound": compound})


def within(call: NextCall, organism: str | None) -> NextCall:
    """Add the caller's organism to a call whose tool takes an organism and that has none."""
    takes = call.tool in ("search_pathways", "get_pathways_for_gene", "get_pathways_for_compound", "search_genes")
    if organism is None or not takes or "organism" in call.arguments:
        return call
    return NextCall(call.tool, {**call.arguments, "organism": organism})


def _name(text: str) -> str:
    """Shorten a name that a caller has sent."""
    return shorten(plain(text), _LONGEST_NAME)


def beginning(text: str) -> str:
    """Return the first words of a text that is too long to propose again."""
    return shorten(plain(text[: 4 * _LONGEST_PROPOSED]), _LONGEST_PROPOSED).removesuffix("...")


# Errors


EXACTLY_SO = "it must be written exactly so"
OF_ANOTHER_KIND = "it is the identifier of something else"


def missing_id(kind: Kind, calls: Sequence[NextCall]) -> Refusal:
    """Refuse an id argument that is missing or no text. `calls`: the calls that accept the values sent instead."""
    message = f"{kind.id_argument} is missing or not text: send a {kind.id_name} of the form {kind.example_id}."
    return message, either(calls) if calls else _by_example(kind)


def unresolved(
    kind: Kind, given: object, reason: str, suggestion: str | None, elsewhere: Sequence[NextCall] = ()
) -> Refusal:
    """Refuse a value that is not an identifier of its kind.

    `suggestion`: the identifier that was probably meant. `elsewhere`: the calls that accept it as an identifier of
    another kind.
    """
    query = excerpt(given).replace("'", "") if isinstance(given, str) else ""
    named = search(kind, query) if len(query) >= SHORTEST_QUERY else None
    hint = _by_example(kind)
    if elsewhere and (elsewhere[0].tool == kind.search_tool or not named):
        hint = either(elsewhere, ", then pass the returned id.")
    elif elsewhere and named:
        hint = Advice.of(*either(elsewhere, f"; if you meant a {kind.name}, ").parts, named, ".")
    elif suggestion and named:
        hint = Advice.of(get(kind, suggestion), "; if you meant something else, ", named, ".")
    elif suggestion:
        hint = Advice.of(get(kind, suggestion), ".")
    elif named:
        hint = Advice.of(named, ", then pass the returned id.")
    if isinstance(given, str) and given != suggestion and given.strip() == suggestion:
        reason = "it has blanks around it"
    return f"'{excerpt(given)}' is not a {kind.id_name} of the form {kind.example_id}: {reason}.", hint


def of_no_kind(given: str, calls: Sequence[NextCall]) -> Refusal:
    """Refuse a value that identifies no record. `calls`: the searches that find something by it."""
    told = "is the identifier of another database" if calls else "is a name or has another form"
    message = f"'{excerpt(given)}' is not the identifier of a record, such as WP:WP534 or PubChem:CID2244: it {told}."
    by_name = NextCall("resolve_many", {"names": [excerpt(given)]})
    return message, either(calls or [by_name], ", then use the id that it finds.")


def of_several_kinds(given: str, kinds: Sequence[Kind], calls: Sequence[Part]) -> Refusal:
    """Refuse an identifier that records of several kinds may have."""
    named = " and ".join(f"a {kind.name}" for kind in kinds)
    return f"'{excerpt(given)}' may be {named}: each kind has its own numbers.", either(calls)


def links_of(kind: Kind, identifier: str) -> NextCall:
    """Build the call that summarizes the links of a record."""
    return NextCall("find_links", {"id": identifier, "kind": kind.name})


def either(calls: Sequence[Part], after: str = ".") -> Advice:
    """Propose one of several calls, each written in full. A call that is already phrased gets its capital here."""
    first, *others = calls
    first = first[:1].upper() + first[1:] if isinstance(first, str) else first
    parts = [part for other in others for part in (", or ", other)]
    return Advice.of(first, *parts, after)


def _by_example(kind: Kind) -> Advice:
    found = search(kind, kind.example_query)
    return Advice.of("Find its id by words from its name, for example: ", found, "; then pass the returned id.")


def absent(kind: Kind, identifier: str, organism: str | None = None) -> str:
    """Say that no entity has an identifier, or none of the organism `organism`."""
    if identifier.startswith("NCBIGene:"):
        brings = "`biofacts sync genes ORGANISM` downloads those of another organism"
        return f"No gene {excerpt(identifier)} is in the local catalogues; {brings}."
    if organism:
        return f"{kind.service} has no {kind.name} {excerpt(identifier)} of the organism '{_name(organism)}'."
    return f"{kind.service} has no {kind.name} {excerpt(identifier)}: unknown, deleted or withdrawn."


def not_found(kind: Kind, identifier: str, other: Advice | None) -> Refusal:
    """Refuse a well-formed identifier that has no entity. `other`: a sentence that leads to another kind."""
    by_name = (search(kind, excerpt(identifier)), ", or with words from its name.")
    return (
        absent(kind, identifier),
        Advice.of(*other.parts, " Otherwise ", *by_name) if other else Advice.of(*by_name),
    )


def rate_limited(service: str, seconds: float, what: str) -> Refusal:
    """Refuse a call, since a service accepts no requests for some seconds."""
    return (
        f"{service} cannot be queried now: {what}.",
        f"Wait {max(1, round(seconds))} seconds, then repeat the same call.",
    )


def calls_at_once(most: int) -> str:
    """Explain that a client has too many calls running for another one."""
    calls = "1 other call" if most == 1 else f"{most} other calls"
    return f"{calls} of the same client ran all that time"


def unavailable(service: str, what: str) -> Refusal:
    """Report a service that fails."""
    return (
        f"{service} is unavailable: {what}.",
        f"{service} is unavailable for now: repeat the same call in a minute or later.",
    )


def lacking_columns(file: str, release: str, columns: Sequence[str]) -> str:
    """Say that a file lacks columns that are used but not required."""
    named = ", ".join(f"'{column}'" for column in columns)
    return f"{file} ({release}) has no {'column' if len(columns) == 1 else 'columns'} {named}: their facts are absent"


def untrusted(service: str, host: str, why: str) -> Refusal:
    """Refuse a host whose certificate does not verify."""
    return (
        f"{service} cannot be trusted: the certificate of {host} does not verify ({why}).",
        "Repeating the call does not help. Where a company's proxy opens secure connections, SSL_CERT_FILE must name"
        " its certificates; otherwise the service has to renew its own.",
    )


def replaced(service: str, what: str) -> Refusal:
    """Refuse a service whose address serves something else."""
    return (
        f"{service} cannot be used: {what}.",
        "Repeating the call does not help. A proxy or a login page may be answering in the service's place, or it has"
        " moved: check the network and the service's address. What was fetched before stays in use.",
    )


def unreadable(service: str, file: str, why: str) -> Refusal:
    """Refuse a file in an unexpected format."""
    return (
        f"{file} of {service} cannot be used: {why.rstrip('.')}.",
        "Its format may have changed: repeating the call does not help until biofacts is updated. What was fetched"
        " before stays in use.",
    )


def offline(missing: str, sync: str | None) -> Refusal:
    """Refuse to fetch in offline mode, and say how to get the missing data.

    `sync`: the name of the source in `biofacts sync`; None for a source that is only queried live.
    """
    why = f"this is offline mode, and {missing} is not stored here"
    if sync is None:
        return why, "Make the same call once with BIOFACTS_SOURCE=live: its answer is kept for offline use."
    command = f"biofacts sync {sync}".strip()
    return why, f"Run `{command}` with BIOFACTS_SOURCE=live, then repeat the same call."


def fetches_nothing() -> Refusal:
    """Refuse to synchronise in offline mode."""
    return (
        "Nothing was downloaded: offline mode fetches nothing. Earlier downloads are still there.",
        "Run the same command with BIOFACTS_SOURCE=live; `biofacts status` lists what is stored.",
    )


def no_room(service: str, why: str, sync: str) -> Refusal:
    """Refuse to store a source for lack of space. `sync`: its name in `biofacts sync`."""
    return (
        f"{service} cannot be kept here: {why}.",
        "Make room, or let BIOFACTS_CACHE_DIR name a folder that has it; then run"
        f" `biofacts sync {sync}` again: it goes on from what is there.",
    )


def large_sync(service: str, files: int, size: int, rest: int, room: int) -> str:
    """State the size of a synchronisation.

    `rest`: the bytes that are still missing; `room`: the space needed on the disk.
    """
    here = f", of which {gigabytes(size - rest)} are here already" if rest < size else ""
    return (
        f"{service}: {files} files of {gigabytes(size)} together{here}. They and the catalogues built from them need"
        f" {gigabytes(room)} of disk space, part of which is freed at the end."
    )


def gigabytes(size: int) -> str:
    """Format a number of bytes for people."""
    return f"{size / 1e9:.1f} GB" if size >= 1e8 else f"{size / 1e6:.1f} MB"


def short_query(kind: Kind, trimmed: str) -> Refusal:
    """Refuse an empty query or a query of one character."""
    return (
        f"The query '{trimmed}' is too short: at least {SHORTEST_QUERY} characters are needed.",
        Advice.of("Send a longer query, for example: ", search(kind, kind.example_query), "."),
    )


def long_query(kind: Kind, query: str, longest: int) -> Refusal:
    """Refuse a query with too many characters."""
    return (
        f"The query is too long: {len(query)} characters, of which at most {longest} are allowed.",
        Advice.of(search(kind, beginning(query)), ", or with fewer words."),
    )


def long_name(length: int, longest: int) -> Refusal:
    """Refuse an item of a list that is too long for a name."""
    return f"This is too long for a name: {length} characters, of at most {longest}.", "Send its names one by one."


def many_words(kind: Kind, query: str, most: int) -> Refusal:
    """Refuse a query with too many words."""
    return (
        f"The query has more than {most} words, not counting those such as 'the' and 'of'.",
        Advice.of(search(kind, beginning(query)), ", or with fewer words."),
    )


def page_size(given: int, largest: int, nearest: int) -> Refusal:
    """Refuse a page size outside its limits. `nearest`: a valid page size."""
    return (
        f"page_size {given} is outside 1-{largest}.",
        Advice.of(Again({"page_size": nearest}), ", and follow pagination.cursor for more."),
    )


def cursor(reason: str) -> Refusal:
    """Refuse a cursor, and propose to start again."""
    return (
        f"The cursor cannot be used: {reason}.",
        Advice.of(Again(without="cursor"), " to start again at the first page."),
    )


def organism(name: str, scientific: str | None) -> Refusal:
    """Refuse an organism that is empty or a common name."""
    return (
        f"'{name}' is a common name; organisms go by their scientific name." if name else "The organism is empty.",
        Advice.of(Again({"organism": scientific or "Homo sapiens"}), ", or without organism for all."),
    )


def gene_id() -> Refusal:
    """Refuse a gene id of fewer than two characters."""
    return (
        "A gene id has at least 2 characters.",
        Advice.of("Send a name, a symbol or an identifier of a gene, for example: ", pathways_of("TP53"), "."),
    )


def genes_of(asked: str, symbols: Sequence[str]) -> str:
    """Say which genes a name may mean."""
    return f"'{_name(asked)}' is a name of several genes: {', '.join(symbols)}."


def family_of(asked: str, symbols: Sequence[str]) -> str:
    """Say which genes are in a family or a complex."""
    return f"'{_name(asked)}' is not one gene but a family or a complex; genes in it are {', '.join(symbols)}."


def several_genes(asked: str, symbols: Sequence[str], calls: Sequence[NextCall]) -> Refusal:
    """Refuse a name of several genes. `calls`: a call for each gene."""
    return (
        genes_of(asked, symbols),
        Advice.of("Say which is meant: ", Choice(calls, symbols), "."),
    )


def gene_family(asked: str, symbols: Sequence[str], calls: Sequence[NextCall], topic: NextCall) -> Refusal:
    """Refuse a name of a family or a complex.

    `calls`: a call for each member; `topic`: the search for the name as a topic.
    """
    return (
        family_of(asked, symbols),
        Advice.of("For the topic, ", topic, ". For one gene, ", Choice(calls, symbols), "."),
    )


def unknown_part(part: str, known: Sequence[str], call: NextCall) -> Refusal:
    """Refuse a list that components do not have. `call`: a call with the list that was probably meant."""
    return f"'{_name(part)}' is not a list of components; the lists are {', '.join(known)}.", Advice.of(call, ".")


def nothing_around(
    title: str, asked: str, labels: Sequence[str], call: NextCall, *, is_near: bool, why: str
) -> Refusal:
    """Refuse an element that is not drawn in a pathway.

    `labels`: labels that are drawn; `is_near`: True if they are similar; `why`: the reason for the refusal.
    """
    known = ", ".join(f"'{_name(label)}'" for label in labels)
    what = f"{'similar labels are' if is_near else 'some of its labels are'} {known}" if labels else "nothing is drawn"
    return (
        f"'{_name(asked)}' is not in '{_name(title)}': {why.rstrip('.')}; {what}.",
        Advice.of(call, ", or without around for everything."),
    )


def unfit_arguments(tool: str, reason: str, mended: Sequence[NextCall], known: Sequence[str]) -> Refusal:
    """Refuse arguments that do not match a tool's schema.

    `mended`: calls that would work, one for each value that was sent; `known`: the names of the tool's arguments.
    """
    return (
        f"The arguments of {tool} are not valid: {excerpt(reason)}.",
        Advice.of(Choice(mended), f"; its arguments are: {', '.join(known)}."),
    )


def long_argument(name: str, length: int, longest: int) -> str:
    """Refuse an argument that is too long."""
    return f"{excerpt(name)} is too long: {length} characters, of at most {longest}"


# Guidance of lists


def words(
    plural: str,
    *,
    found: bool,
    unknown: Sequence[str],
    corrected: Mapping[str, str],
    suggested: Mapping[str, str],
) -> str | None:
    """Explain how the words of a query were used: left out, corrected, or doubtful.

    If nothing was found, suggest what to try.
    """
    remarks = [f"'{_name(word)}' was read as '{other}'." for word, other in corrected.items()]
    listed = ", ".join(f"'{_name(word)}'" for word in unknown)
    if found and unknown:
        remarks.append(f"No {plural} contain {listed}; the rest of the query was used.")
    elif unknown:
        remarks.append(f"No {plural} contain {listed}, which the query is about.")
    remarks += [f"Did you mean '{other}' in the place of '{_name(word)}'?" for word, other in suggested.items()]
    if not found:
        remarks.append("" if unknown else f"No {plural} match.")
        remarks.append("Try a synonym, a more general term, or another spelling.")
    return " ".join(filter(None, remarks)) or None


def organism_in_query(written: str, organism: str) -> str:
    """Say that an organism in a query was used as the filter."""
    return f"'{_name(written)}' was read as organism='{organism}'; pathways of other organisms are left out."


def organism_without_match(name: str, pathways: int) -> str:
    """Say that none of an organism's pathways matches."""
    return f"None of the {pathways} pathways of {name} matches; try other words, or all organisms."


def unknown_organism(name: str, near: str | None) -> str:
    """Say that an organism has no pathway. `near`: an organism with a similar spelling."""
    meant = f"Did you mean organism='{near}'?" if near else "Leave organism out to search all."
    return f"WikiPathways has no pathway of the organism '{_name(name)}'. {meant}"


MAPPED_IDENTIFIERS = "the index of mapped identifiers"
ONTOLOGY = "the Pathway Ontology"
CITED_WORKS = "the index of cited works"


INCOMPLETE_IDENTIFIERS = (
    "Only the index was searched, which lacks part of what is drawn and cited;"
    " `biofacts sync wikipathways` downloads the rest."
)
OTHER_IDENTIFIERS = "A compound may be drawn under another identifier: get_pathways_for_compound tries all of them."
OTHER_WORKS = "Most works are listed by their PubMed id alone: try that (PMID:22628558), or the title."


def not_carried(asked: str) -> str:
    """Say that no pathway has an identifier."""
    return f"'{_name(asked)}' is a well-formed identifier, but no pathway has it."


def not_looked_up(missing: Sequence[str]) -> str:
    """Say which catalogues were not searched, since they could not be fetched."""
    return (
        f"Not looked up in {' and '.join(missing)}, which is not available; `biofacts sync wikipathways` downloads it."
    )


def gene_identifier(asked: str, *, is_sure: bool) -> str:
    """Say that a query for a topic is, or may be, an identifier of a gene."""
    return (
        f"'{_name(asked)}' {'is' if is_sure else 'may also be'} an identifier of a gene:"
        " get_pathways_for_gene takes those."
    )


def gene_elsewhere(gene: str, asked: str, organisms: Sequence[str]) -> str:
    """Say that a gene is drawn in other organisms only."""
    where = ", ".join(organisms)
    return f"No pathway of {_name(asked)} contains '{_name(gene)}'; there are pathways with it of: {where}."


def gene_nowhere(gene: str, topic: NextCall) -> Advice:
    """Say that a known gene is drawn nowhere. `topic`: the search for it as a topic."""
    return Advice.of(
        f"{_name(gene)} is a known gene, but no pathway contains it, in any organism. As a topic, ", topic, "."
    )


def not_a_gene(asked: str) -> str:
    """Say that a name is neither a known gene nor the label of a drawn gene."""
    return f"'{_name(asked)}' is not the name of a gene that is known here, and no pathway has it as a gene."


def no_gene(asked: str, *, genes: NextCall, compounds: NextCall, topic: NextCall) -> Advice:
    """Say that a name is neither a known gene nor any other entity. `genes`, `compounds`, `topic`: searches to try."""
    said = f"{not_a_gene(asked)} For a compound, "
    return Advice.of(said, compounds, "; as a topic, ", topic, "; to check the spelling, ", genes, ".")


def drawn_so_there(asked: str, organism: str, other: str, tool: str) -> Advice:
    """Say that a name was read as it is drawn in an organism, and means another gene elsewhere.

    `tool`: the tool that lists the pathways of the other gene.
    """
    said = (
        f"Read as it is drawn in {_name(organism)}. Elsewhere '{_name(asked)}' is {other}; for the pathways of that, "
    )
    return Advice.of(said, NextCall(tool, {"gene_id": other, "organism": organism}), ".")


def other_genes_so(asked: str, organisms: Sequence[str], tool: str) -> Advice:
    """Say that other organisms use a name for another gene. `tool`: the tool that lists its pathways."""
    calls = [NextCall(tool, {"gene_id": _name(asked), "organism": one}) for one in organisms[:_MOST_TARGETS]]
    return joined(f"In {_names(organisms)} that is the name of an unrelated gene.", either(calls)) or Advice(())


def gene_without_target(asked: str, symbol: str, name: str) -> str:
    """Say that a gene is no target, and that the targets listed only have similar names.

    `symbol`, `name`: of the gene.
    """
    return (
        f"'{_name(asked)}' is the gene {symbol} ({name}), of which the Guide to PHARMACOLOGY has no target: these have"
        " names like it. Its protein may be a ligand there (search_ligands); its pathways: get_pathways_for_gene."
    )


def gene_label_only(asked: str, genes: NextCall) -> Advice:
    """Say that a name is drawn but belongs to no known gene. `genes`: the search for one."""
    return Advice.of(
        f"'{_name(asked)}' is not the name of a gene that is known here: these pathways have it as it is written, and"
        " others may draw the gene under its usual name. To find that, ", genes, ".",
    )  # fmt: skip


def genes_of_protein(asked: str) -> str:
    """Say that a name is no gene's, but a protein's."""
    return f"No gene is called '{_name(asked)}'; the Guide to PHARMACOLOGY uses that name for the protein."


def no_gene_but(asked: str, ways: Sequence[tuple[Kind, NextCall]], compounds: NextCall) -> Advice:
    """Say that a name is no gene, but known as another kind (`ways`), and may be a compound (`compounds`)."""
    others = known_elsewhere(asked, [way for way in ways if way[0].name != "compound"])
    return Advice.of(f"{not_a_gene(asked)} For a compound, ", compounds, ". ", *others.parts)


def also_called_so(asked: str, symbol: str, others: Sequence[str]) -> str:
    """Say how a name was read. `others`: its other meanings, each with the reason."""
    return f"'{_name(asked)}' was read as {symbol}; it may also mean {', '.join(others)}."


def names_unknown(organism: str) -> str:
    """Say that the names of an organism's genes are not available yet."""
    which = "" if organism == "Homo sapiens" else f" '{_name(organism)}'"
    return (
        f"The gene names of {_name(organism)} are not available yet: aliases and other identifiers were not looked up."
        f" `biofacts sync genes{which}` downloads them."
    )


def no_gene_names(organism: str) -> str:
    """Say that no names of an organism's genes are published in the sources."""
    return f"There are no gene names of '{_name(organism)}' here; its pathways are found by symbol and identifier."


INCOMPLETE_BACKGROUND = (
    "The background is provisional: drawn genes whose identifier WikiPathways could not map are missing from its index;"
    " `biofacts sync wikipathways` makes it complete, and changes the p-values."
)
INCOMPLETE_GENES = (
    "Drawn genes whose identifier WikiPathways could not map are missing from its index, and so from this list;"
    " `biofacts sync wikipathways` makes it complete."
)

# Pathways of compounds

LIGAND_OF_THAT_NAME = "a ligand of the Guide to PHARMACOLOGY with that name"
READ_BY_LIGAND: Mapping[str, str] = {
    "ligand": "this ligand of the Guide to PHARMACOLOGY, by the identifiers that the Guide states",
    "name": "a name in the Guide to PHARMACOLOGY",
    "identifier": "the ligand of the Guide to PHARMACOLOGY with that identifier",
}
READ_BY_RECORD: Mapping[str, str] = {
    "name": "a name or a structure at PubChem",
    "identifier": "the compound of PubChem with that identifier",
}
MOSTLY_DRAWN_SO = "the name under which it is mostly drawn"
INCOMPLETE_COMPOUNDS = (
    "Only part of the nodes' identifiers is available yet, so pathways may be missing from this list;"
    " `biofacts sync wikipathways` makes it complete."
)


def drawn_so(pathways: int, total: int) -> str:
    """Say in how many pathways a compound is drawn under a name, of `total` with any InChIKey."""
    of_all = f" of {total}" if total > pathways else ""
    return f"drawn under that name in {pathways}{of_all} pathways"


def compound_of_that_name(formula: str | None) -> str:
    """Describe one of several compounds with a name."""
    return f"a compound of PubChem with that name{f', {formula}' if formula else ''}"


def several_compounds(asked: str, names: Sequence[str], calls: Sequence[NextCall]) -> Refusal:
    """Refuse a name of several compounds. `calls`: a call for each compound."""
    return (
        f"'{_name(asked)}' is a name of several compounds: {', '.join(map(_name, names))}.",
        Advice.of("Say which is meant: ", Choice(calls, [*map(_name, names)]), "."),
    )


def not_asked(service: str, why: str) -> str:
    """Say that a service did not supply the other identifiers of a compound."""
    return f"Other identifiers and names could not be fetched from {service}: {excerpt(why)}"


def also_drawn_as(asked: str, pathways: int, calls: Sequence[NextCall]) -> Advice:
    """Say that a few pathways use a name for other compounds. `calls`: a call for each of these."""
    said = f"In {pathways} pathways '{_name(asked)}' is drawn with the identifier of another compound."
    return joined(Advice.of(said), either(calls)) or Advice(())


def drawn_with(asked: str, inchikeys: Sequence[str]) -> str:
    """Say by which InChIKeys the drawings of an identifier were matched."""
    return f"Found by the InChIKey that drawings have for '{_name(asked)}': {', '.join(inchikeys)}."


def by_identifier_only(by_name: NextCall) -> Advice:
    """Say that drawings with only the name of a compound are left out. `by_name`: the call that includes them."""
    return Advice.of("Drawings that write only its name are not listed: for those, too, ", by_name, ".")


def label_only(asked: str) -> str:
    """Say that a name is drawn as a label, but is no known compound."""
    return f"No compound called '{_name(asked)}' is known here: these pathways have it as a label only."


def elsewhere_only(asked: str, organism: str, organisms: Sequence[str]) -> str:
    """Say that a compound is drawn in other organisms only."""
    where = ", ".join(organisms)
    return f"No pathway of {_name(organism)} contains '{_name(asked)}'; there are pathways with it of: {where}."


def compound_nowhere(asked: str, name: str, topic: NextCall, *, is_known: bool) -> Advice:
    """Say that a compound, or its identifier, is drawn nowhere. `topic`: the search for it as a topic."""
    if not is_known:
        return Advice.of(
            f"'{_name(asked)}' is a well-formed identifier, but no available pathway has it, and no"
            " source that was queried has another name for it: send the name of the compound."
        )
    what = f"{_name(name)} is a known compound, but no available pathway contains it, in any organism."
    return Advice.of(f"{what} As a topic, ", topic, ".")


def no_compound(asked: str, ways: Sequence[tuple[Kind, NextCall]], search: NextCall, topic: NextCall) -> Advice:
    """Say that a name is no known compound.

    `ways`: searches for the name among other kinds; `search`: the search to check the spelling; `topic`: the search as
    a topic.
    """
    said = f"'{_name(asked)}' is not the name of a compound that is known here, and no pathway has it as a label. "
    spelling = Advice.of("To check the spelling, ", search, "; as a topic, ", topic, ".")
    return joined(said.strip(), known_elsewhere(asked, ways) if ways else None, spelling) or Advice(())


NO_SUCH_STRUCTURE = (
    "No ligand has this structure as it is written, and one structure can be written in many ways: search for its"
    " InChIKey, or for its name."
)


def shown(name: str) -> str:
    """Shorten a name that a caller has sent, for an answer; an empty name gets a placeholder."""
    return _name(name) or "(nothing)"


def number_of_names(argument: str, given: int, fewest: int, most: int) -> Refusal:
    """Refuse a list with too few or too many names."""
    wanted = f"at least {fewest}" if given < fewest else f"at most {most}"
    hint: Advice | str = f"Send the first {most} names, then the others in another call."
    if given < fewest:
        hint = Advice.of(Again({argument: ["TP53", "CDKN1A", "MDM2"]}), ", or with other names.")
    return f"{argument} has {given} name{'' if given == 1 else 's'}: {wanted} are allowed in one call.", hint


GENES, COMPOUNDS, LABELS = "genes", "compounds", "labels (of genes and of compounds)"
"""The contents of lists."""


def one_list() -> Refusal:
    """Refuse a list of genes and a list of compounds in one call, or neither."""
    return (
        "Exactly one of genes and compounds is required.",
        "Send one of the two lists, and the other in another call of enrich_pathways.",
    )


def background(what: str, organism: str, tested: int, *, given: bool) -> str:
    """Describe the background of a test, and the number of pathways that were tested."""
    which = f"{what} of the given background" if given else what
    return f"{which} drawn in the {tested} pathways of {_name(organism)} that were tested"


def outside_background(what: str, inside: int, resolved: int, organism: str, *, restricted: bool) -> str:
    """Say how many members of a list are not in the background."""
    where = "outside the given background, or in no pathway" if restricted else "in no pathway"
    return f"{resolved - inside} of {resolved} {what} are {where} of {_name(organism)}: {inside} were tested."


def not_counted(kind: Kind, names: Sequence[str], organism: str | None = None) -> Advice:
    """Say which names were left out, since each means several genes or compounds."""
    asked: dict[str, object] = {"names": [_name(one) for one in names[:_MOST_TARGETS]], "kind": kind.name}
    call = NextCall("resolve_many", asked | ({"organism": organism} if organism else {}))
    return Advice.of(f"Not counted, since they name several {kind.plural}: {_names(names)}. To see which, ", call, ".")


def not_genes(number: int, organism: str) -> str:
    """Count the names that are no genes."""
    return f"{_so_many(number)} of no known gene of {_name(organism)} (not_found); compounds are sent as compounds."


def not_compounds(number: int) -> str:
    """Count the names that are no compounds."""
    return f"{_so_many(number)} of no known compound (not_found)."


def _so_many(names: int) -> str:
    return f"{names} {'name is' if names == 1 else 'names are'}"


def genes_elsewhere(number: int, organism: str) -> str:
    """Count the names that are genes of other organisms."""
    which = "name is of a gene" if number == 1 else "names are of genes"
    return f"{number} {which} of another organism than {_name(organism)}: name theirs as organism to test them."


SEVERAL_AS_GOOD = "Several match equally well: add a word, or use the id of one."


def several_genes_shown(number: int, shown: int) -> str:
    """Say that a name has several genes, of which some are listed."""
    cut = f": {shown} of {number} are listed here, more by get_pathways_for_gene" if number > shown else ""
    return f"It is a name of several genes{cut}."


A_FAMILY = "It is no gene but a family or a complex; these are genes in it."
SEVERAL_KINDS = "It is a name of several kinds of record: pass the kind."


def gene_of_another_organism(its: str, asked: str) -> str:
    """Say that a name is a gene of another organism than the caller's."""
    return f"It is the name of a gene of {its}, not of {_name(asked)}."


NO_SUCH_GENE = "It is not the name of a gene that is known here."


def none_trusted(best: float | None) -> str:
    """Say that a name has no reliable match. `best`: the highest score."""
    return "Nothing matches." if best is None else f"No match can be trusted: the best one scores {best:.2f}."


def no_turn(seconds: float) -> str:
    """Explain that a list was too long, so that a name was not looked up."""
    return f"it did not get its turn within {seconds:.0f} seconds"


def first_build(catalogue: str) -> str:
    """Name the catalogue for which a call waits, because it is the first to need it."""
    return f"the catalogue {catalogue}, which is fetched and built for the first time"


def turn(host: str) -> str:
    """Name the queue in which a request waits before it is sent."""
    return f"a turn at {host}"


def answer(host: str) -> str:
    """Name the host whose answer a request awaits."""
    return f"the answer of {host}"


def progress(seconds: int, done: int | None, total: float, waits: Sequence[str]) -> str:
    """Report the progress of a call.

    `done`: the names of a list that are done, None if there is no list; `waits`: the things that the call waits for.
    """
    far = f"{done} of {total:g} names are done" if done is not None else f"{seconds} of at most {total:g} seconds"
    return f"{far}; waiting for {': '.join(waits)}" if waits else far


def late_names(number: int, seconds: float) -> str:
    """Count the names of a list that were not looked up in time."""
    return (
        f"{number} names were not looked up within {seconds:.0f} seconds (RATE_LIMITED): send them again in"
        " another call; the answers so far are cached."
    )


def members_of_first(number: int) -> str:
    """Say that only the first items of a long page list their members."""
    return f"Shared members are listed for the first {number} items of the page; a smaller page_size lists more."


def _names(names: Sequence[str]) -> str:
    return _several([f"'{shown(one)}'" for one in names])


NO_SUCH_LIGAND = "No ligand has that identifier. Search by name instead."


class Acting(NamedTuple):
    """The derivation of a list of ligands from a mechanism.

    `targets`: the names of the targets; `first`: the call for all ligands of the first target; `action`: the way of
    acting; `found`: the number of ligands that act so. `surely`: True if the targets matched by a name of their own;
    `related`: True if no ligand acts exactly so.
    """

    targets: Sequence[str]
    first: NextCall
    action: str
    found: int
    surely: bool
    related: bool


def derived_ligands(asked: str, members: int | None, acting: Acting | None, aside: Sequence[str]) -> Advice:
    """Explain how a list of ligands was derived.

    `members`: the number of members of a class of drugs; `aside`: words that made no difference.
    """
    parts: list[str] = []
    if members is not None:
        parts.append(f"{members} medicines by a checked list of members and name stems of INNs, withdrawn ones last")
    if acting is not None and acting.found:
        parts.append(_acting(acting, goes_on=members is not None))
    told: list[Part] = []
    if parts:
        told.append(f"'{_name(asked)}' is derived, not a label of the Guide to PHARMACOLOGY: {'; then '.join(parts)}.")
    elif acting is not None:
        told.append(f"The Guide to PHARMACOLOGY has {_several(acting.targets)}, but nothing that acts there as")
        told += [f" {acting.action}. For what does, ", acting.first, "."]
    if left := ", ".join(filter(None, aside)):
        told.append(f" Not taken into account: {left} (the Guide does not say it of a ligand as a whole).")
    return Advice.of(*told)


def _acting(acting: Acting, *, goes_on: bool) -> str:
    how = f"a way related to {acting.action} (none acts just so)" if acting.related else acting.action
    by = "" if acting.surely else ", found by single words"
    others = "other ligands" if goes_on else "ligands"
    return f"{acting.found} {others} with an interaction as {how} on {_several(acting.targets)}{by}, approved first"


def _several(names: Sequence[str]) -> str:
    shown = ", ".join(names[:_MOST_TARGETS])
    return f"{shown} and {len(names) - _MOST_TARGETS} more" if len(names) > _MOST_TARGETS else shown


def links_to(identifier: str, kind: str, to: str) -> NextCall:
    """Build the call that lists an entity's links to a kind."""
    return NextCall("find_links", {"id": identifier, "kind": kind, "to": to})


def approved_on_pathway(identifier: str) -> NextCall:
    """Build the call that lists the approved ligands on the targets of a pathway."""
    return NextCall("find_links", {"id": identifier, "kind": "pathway", "to": "ligand", "approved_only": True})


def links_to_itself(kind: Kind, other: str) -> Refusal:
    """Refuse links from a kind to itself. `other`: a kind to which there are links."""
    return (
        f"Links lead to another kind, not from a {kind.name} to a {kind.name}.",
        Advice.of(Again({"to": other}), ", or leave it out to see what there is."),
    )


def links_from(identifier: str, asked: Kind, of: Kind, to: str | None) -> NextCall:
    """Build the call for the links of an identifier's actual kind `of`, if the caller named the kind `asked`.

    Never links a kind to itself: if `to` is that kind, the call links to `asked`.
    """
    call = NextCall("find_links", {"id": identifier, "kind": of.name})
    return links_to(identifier, of.name, asked.name) if to == of.name else call


def no_links(kind: Kind, name: str, to: Kind) -> str:
    """Explain why a list of links is empty."""
    return f"The sources link no {to.name} to the {kind.name} {excerpt(name)}: that does not mean that there is none."


def no_such_links(kind: Kind, identifier: str, name: str, to: Kind, others: int) -> Advice:
    """Explain why a filtered list of links is empty. `others`: the number of links without the filter."""
    number = f"{others} {to.plural if others > 1 else to.name}"
    return Advice.of(
        f"No {to.name} that is joined to the {kind.name} {excerpt(name)} passes the filter; without one: {number}, ",
        links_to(identifier, kind.name, to.name), ".",
    )  # fmt: skip


def no_compound_stated(name: str, inchikey: str | None) -> Advice:
    """Say that the Guide states no PubChem CID for a ligand."""
    said = f"The Guide to PHARMACOLOGY states no CID of {excerpt(name)}."
    if inchikey is None:
        return Advice.of(f"{said} It has no structure there either.")
    return Advice.of(f"{said} By its structure: ", NextCall("search_compounds", {"query": inchikey}), ".")


def other_structure(ligand: str, name: str, compound: str, via: str, key: str, ours: str, theirs: str) -> str:
    """Say that a ligand and a compound share one identifier, but differ in another."""
    return (
        f"{excerpt(name)} ({ligand}) and {compound} have the same {via}, but not the same {key}: {theirs} in the Guide"
        f" to PHARMACOLOGY, {ours} in PubChem."
    )


def evidence_of_first(number: int) -> str:
    """Say that only the first links of a long page have their evidence."""
    return f"Evidence is given for the first {number} items of the page; a smaller page_size gives more."


STATED_COMPOUNDS = Advice.of(
    "Compounds are listed whose CID is drawn or mapped, or that are ligands of the Guide to PHARMACOLOGY; "
    " get_pathway_components lists everything that is drawn."
)


def drawn_itself(ligand: str) -> Advice:
    """Point to the pathways in which a ligand is drawn itself, beside those of its genes."""
    said = "Pathways of the genes that it acts on are listed here. For those in which it is drawn itself, "
    return Advice.of(said, pathways_with(ligand), ".")


def acting_on_genes(call: NextCall) -> Advice:
    """Point to the pathways of the genes on which a compound acts. `call`: lists the ligands that it is."""
    said = "Pathways in which it is drawn are listed here. Those of the genes that it acts on are links of a ligand: "
    return Advice.of(said, call, ".")


def joined_by_human_genes(gene: str, organism: str) -> Advice:
    """Say that targets are joined by human genes, so that a gene of another organism has none."""
    said = f"{gene} is a gene of {organism}: targets are joined by human genes. For the human one, "
    return Advice.of(said, NextCall("search_genes", {"query": gene.upper()}), ".")


def by_orthologs(organism: str) -> str:
    """Say that the links of a pathway were derived through human orthologs."""
    return f"Found through the human orthologs to which WikiPathways maps the drawn genes of {_name(organism)}."


def names_of_genes_lacking(organism: str) -> Advice:
    """Say that a pathway's genes have no ids, since their names are not available."""
    return Advice.of(
        f"The gene names of {_name(organism)} are not available yet, so its genes have no ids here:"
        " get_pathway_components lists what is drawn."
    )  # fmt: skip


def by_number_alone(compound: str) -> str:
    """Say that a compound was joined by its CID alone, since PubChem did not answer."""
    return f"PubChem did not answer: {compound} was joined by its number alone, not by its InChIKey."


def one_side(sides: Sequence[tuple[Kind, object]]) -> Refusal:
    """Refuse both or neither of ligand and target. `sides`: both kinds, each with the value that was sent for it."""
    is_sent = any(given is not None for _, given in sides)
    wrong = "Both ligand_id and target_id were given" if is_sent else "Neither ligand_id nor target_id was given"
    calls = [interactions_of(kind, excerpt(given) if is_sent else kind.example_id) for kind, given in sides]
    return (
        f"{wrong}: send exactly one of them.",
        Advice.of(Choice(calls, ["what a ligand acts on", "what acts on a target"]), "."),
    )


def unknown_action(given: str) -> Refusal:
    """Refuse a word that is not a known action."""
    return (
        f"'{excerpt(given)}' is not a known action.",
        Advice.of(Again({"action": "antagonist"}), ", or agonist, partial agonist, inverse agonist, inhibitor, channel"
                  " blocker, gating inhibitor, activator, allosteric modulator, PAM, NAM or antibody."),
    )  # fmt: skip


def without_interactions(kind: Kind, name: str) -> str:
    """Say that the Guide has no interaction of a ligand or a target."""
    return (
        f"The Guide to PHARMACOLOGY has no interaction of the {kind.name} {excerpt(name)}: that does not mean that"
        " there is none."
    )


def more_interactions(kind: Kind, identifier: str, cut: Sequence[tuple[str, int, int]]) -> Advice:
    """Say how much a record shows. `cut`: for each list, its contents, the number shown, and the number of all."""
    shown = " and ".join(f"{number} of {count} {what}" for what, number, count in cut)
    return Advice.of(f"{shown}: ", interactions_of(kind, identifier), " for all.")


def no_interactions(kind: Kind, identifier: str, name: str, others: int, species: Sequence[str]) -> Advice:
    """Explain why a list of interactions is empty.

    `others`: the number of interactions without the filter; `species`: the species of these.
    """
    if not others:
        return Advice.of(without_interactions(kind, name))
    measured = f" (measured on proteins of {', '.join(species)})" if species else ""
    return Advice.of(f"No interaction passes the filter; without one there are {others}{measured}: ",
                     interactions_of(kind, identifier), ".")  # fmt: skip


def whole_class(name: str, found: int) -> str:
    """Say that a list is a whole class of targets."""
    return f"All {found} targets of the class '{name}', human ones first, by family. Follow the cursor for more."


def other_kind(kind: Kind, identifier: str) -> Advice:
    """Point to the entity of another kind with that number."""
    return Advice.of(f"There is a {kind.name} of that number: ", get(kind, identifier), ".")


def read_from_link(identifier: str) -> str:
    """Say which identifier a link was read as."""
    return f"The link was read as {excerpt(identifier)}."


def unread_link(site: str) -> str:
    """Refuse a link to a page that is not understood."""
    return (
        f"This link to {_name(site)} is not understood, and a link is never searched for by its words. Links to a"
        " pathway, compound, ligand, target or gene are read where they are of WikiPathways, PubChem, the Guide to"
        " PHARMACOLOGY, HGNC, NCBI Gene, Ensembl, UniProt or identifiers.org. Send a name or an identifier instead."
    )


def its_targets(identifier: str) -> Advice:
    """Point to the record that lists the targets of a ligand."""
    return Advice.of("Its targets are in its record: ", NextCall("get_ligand", {"iuphar_id": identifier}), ".")


def its_ligands(mechanism: str) -> Advice:
    """Point to the search for the ligands of a target."""
    return Advice.of("For ligands that act on it, ", NextCall("search_ligands", {"query": mechanism}), ".")


def of_another_kind(asked: str, kind: Kind, calls: Sequence[NextCall]) -> Advice:
    """Say that an identifier is of no entity of this kind. `calls`: the calls that accept it."""
    return joined(f"'{_name(asked)}' is not the identifier of a {kind.name}.", either(calls)) or Advice(())


def malformed(asked: str, prefix: str) -> str:
    """Say that a text has a database's prefix, but is none of its identifiers."""
    return (
        f"'{_name(asked)}' has the prefix of a database, {prefix}, and is none of its identifiers: correct it, or"
        " search for a name without a prefix."
    )


def enzyme_number(asked: str, kind: Kind) -> str:
    """Say that nothing is found by EC numbers."""
    return f"'{_name(asked)}' is an EC number, by which no {kind.name} is found here: give the enzyme's name or gene."


def gene_of_others(asked: str, organisms: Sequence[str]) -> Advice:
    """Say that a name is no human gene. `organisms`: organisms that have a gene of that name."""
    if not organisms:
        return Advice.of("Only human genes were searched: pass organism to search those of another one.")
    calls = [NextCall("search_genes", {"query": asked, "organism": organism}) for organism in organisms]
    return joined(f"'{_name(asked)}' is a gene of {', '.join(map(_name, organisms))}.", either(calls)) or Advice(())


def known_elsewhere(asked: str, ways: Sequence[tuple[Kind, NextCall]]) -> Advice:
    """Say which other kinds know a name. `ways`: the calls that find it there."""
    said = [Advice.of(f"'{_name(asked)}' finds {kind.plural}: ", call, ".") for kind, call in ways]
    return joined(*said) or Advice(())


ENGLISH_ONLY = "The sources are in English: give names and words in English, or an identifier."
NO_INDICATIONS = (
    "What a medicine is used for is not in the Guide to PHARMACOLOGY: name a medicine, a class of medicines or a"
    " mechanism ('beta blocker', 'COX inhibitor')."
)


NO_COMPLETIONS = "PubChem's completion service did not answer: only exact matches are listed."


def no_such_compound(release: str) -> str:
    """Say that the downloaded names lack a compound, and that offline mode does not query PubChem."""
    return (
        f"No compound bears that name among PubChem's names of {release}, which are stored here. Only"
        " PubChem itself finds misspellings, parts of names and structures, and offline mode does not query it."
    )


def only_names(release: str) -> str:
    """Say that a record has nothing but names, since PubChem did not answer."""
    return f"PubChem did not answer: this record holds only what its downloaded names of {release} say."


NO_COMPOUNDS = (
    "No compounds match. Try another spelling, a synonym or brand name, or an identifier: CAS number, InChIKey,"
    " ChEMBL id, SMILES, CID."
)


def bare_compound(asked: str, bare: str, left_aside: Sequence[str]) -> str:
    """Say that a name was looked up without its salt or form."""
    listed = ", ".join(left_aside)
    return f"No compound is called '{_name(asked)}'; '{_name(bare)}' was looked up, without {listed}."


def similar_compounds(asked: str) -> str:
    """Say that no compound has a name, and that the listed compounds have similar names."""
    return f"No compound is called '{_name(asked)}': these have names like it."


def read_as(asked: str, symbols: Sequence[str]) -> str:
    """Say which genes a name was read as; there are several for an ambiguous name or a family."""
    return f"'{_name(asked)}' was read as {', '.join(symbols)}."


def cut_lists(tool: str) -> str:
    """Say that lists are cut, and how to get less or everything."""
    return (
        f"Lists are cut, and totals says how long they are. For less call {tool} with detail='brief',"
        " parts=['interactions'] or around='<label or gene>'; for everything whole=true."
    )


# Remarks of records

PUBCHEM_PAGE = "PubChem's annotated page is not available"
RECOGNISED_REFERENCES = f"{PUBCHEM_PAGE}: they were recognised among the synonyms, without their sources"
NO_MAPPINGS = "the identifiers to which WikiPathways maps its nodes are not available"


def lacking(parts: Sequence[str], catalogues: Sequence[str], reasons: Sequence[str], *, partly: bool) -> str:
    """Say which parts of a record are missing or incomplete, and why."""
    whys = [reason.rstrip(".") for reason in reasons]
    if len(catalogues) > 1:
        whys.insert(0, f"the catalogues {', '.join(catalogues[:-1])} and {catalogues[-1]} are not available")
    elif catalogues:
        whys.insert(0, f"the catalogue {catalogues[0]} is not available")
    return f"{'Possibly incomplete' if partly else 'Left out'}: {', '.join(parts)}, because {', and '.join(whys)}."
