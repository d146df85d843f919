"""The MCP prompts that a server offers, and completions of their arguments.

Calls are written in the style of hints. `<...>` stands for a result of an earlier call: `<ligand id>` is the id of the
candidate that the user means.
"""

import re
from collections.abc import Collection, Mapping, Sequence

import msgspec

from biofacts.application.lists.name_lists import parts_of
from biofacts.domain.answers import scores
from biofacts.domain.answers.entity_kinds import COMPOUND, GENE, LIGAND, PATHWAY, TARGET, Kind
from biofacts.domain.identifiers import organisms
from biofacts.domain.identifiers.organisms import COMMON_NAMES, HUMAN
from biofacts.domain.text.clean import excerpt, plain
from biofacts.ports.sources import Completion, CompletionSource

_ARGUMENT = re.compile(r"\{(\w+)\}")


class Argument(msgspec.Struct, frozen=True, kw_only=True):
    """An argument of a prompt.

    `completed`: the kind whose names are suggested (or `ORGANISM`); `several`: True for a list of names with commas.
    `default`: the value if the user enters none; without a default, the calls omit the argument.
    """

    name: str
    title: str
    description: str
    completed: str
    required: bool = False
    several: bool = False
    default: str | None = None


ORGANISM = "organism"
"""The name of the organism argument, and the source of its completions."""


_ANY_ORGANISM = Argument(
    name=ORGANISM, title="Organism", description="Exact scientific name, e.g. Mus musculus", completed=ORGANISM
)
_ORGANISM = msgspec.structs.replace(
    _ANY_ORGANISM, description=f"Exact scientific name; {HUMAN} by default", default=HUMAN
)

_SURE = (
    f"Take the first candidate if its score is {scores.TRUSTED} or more; if not, or if the error lists several"
    " meanings, ask me which one I mean."
)

_ORDER = "Answer it with the biofacts tools, in this order:"
_PLACES = "Replace <angled brackets> with an id that an earlier call returned."
_RULES = (
    "If a call fails, follow its recovery_hint; if a list is empty, follow its guidance. State only what the calls"
    " returned, each fact with its id. Say also what they did not return: a record that biofacts lacks is no evidence"
    " that something does not exist."
)

_APPROVED: Mapping[str, object] = {"to": LIGAND.name, "approved_only": True, "page_size": 10}


class PromptStep(msgspec.Struct, frozen=True):
    """A call in a prompt, and the facts to take from its answer (`says`).

    `arguments`: the arguments of the call, in which `{name}` stands for the prompt's argument of that name; the call
    omits it if the user entered none. `only_with`: an argument without which the step is dropped. `vital`: True if the
    prompt is useless without this step.
    """

    tool: str
    arguments: Mapping[str, object]
    says: str
    only_with: str = ""
    vital: bool = False


class Prompt(msgspec.Struct, frozen=True, kw_only=True):
    """A question (`asks`), the calls that answer it, and the facts that belong in the `answer`."""

    name: str
    title: str
    description: str
    arguments: Sequence[Argument]
    asks: str
    steps: Sequence[PromptStep]
    answer: str


PROMPTS: Sequence[Prompt] = (
    Prompt(
        name="drug_mechanism",
        title="How a drug works",
        description="What a drug acts on, how strongly, and which pathways that touches: from the Guide to PHARMACOLOGY"
        " and WikiPathways.",
        arguments=[
            Argument(
                name="drug", title="Drug", description="Name, INN, brand or IUPHAR id of a drug or other ligand",
                completed=LIGAND.name, required=True,
            ),
            _ORGANISM,
        ],
        asks="How does {drug} work?",
        steps=[
            PromptStep(LIGAND.search_tool, {"query": "{drug}"}, _SURE, vital=True),
            PromptStep(
                LIGAND.get_tool, {LIGAND.id_argument: "<ligand id>"},
                "It says what kind of thing it is, whether it is approved or was withdrawn, and its first targets.",
            ),
            PromptStep(
                "get_interactions", {"ligand_id": "<ligand id>"},
                "Each row is one action on one target: primary targets are those through which it is thought to work."
                " Affinities are negative logarithms (pKi, pIC50): 9 is a thousand times stronger than 6. Compare them"
                " within one species.",
                vital=True,
            ),
            PromptStep(
                TARGET.get_tool, {TARGET.id_argument: "<target id>"},
                "Do so for the primary targets. A target id is not a ligand id, even if the number is the same.",
            ),
            PromptStep(
                "find_links",
                {"id": "<ligand id>", "kind": LIGAND.name, "to": PATHWAY.name, "organism": "{organism}",
                 "page_size": 10},
                "The result lists pathways that contain a gene of one of the ligand's targets. It does not show that"
                " the drug changes these pathways.",
            ),
        ],
        answer="State what it is, its primary targets with action, affinity and PubMed ids, what else it hits at"
        " similar strength, and the pathways that the targets are part of. Doses and indications are not in these"
        " sources.",
    ),
    Prompt(
        name="gene_context",
        title="What a gene is part of",
        description="A gene's names, the pathways it is drawn in, and the drugs on its product.",
        arguments=[
            Argument(
                name="gene", title="Gene", description="Symbol, alias, full name or identifier of a gene",
                completed=GENE.name, required=True,
            ),
            _ANY_ORGANISM,
        ],
        asks="What is known about the gene {gene}?",
        steps=[
            PromptStep(GENE.search_tool, {"query": "{gene}", "organism": "{organism}"}, _SURE, vital=True),
            PromptStep(
                GENE.get_tool, {GENE.id_argument: "<gene id>"},
                "It has the names, the identifiers in other databases, and how much is linked to it.", vital=True,
            ),
            PromptStep(
                "get_pathways_for_gene", {GENE.id_argument: "<gene id>", "organism": "{organism}", "slim": True},
                "All of them, by title; follow pagination.cursor where there are more.",
            ),
            PromptStep(
                "find_links", {"id": "<gene id>", "kind": GENE.name, **_APPROVED},
                "They are approved drugs that act on its product.",
            ),
        ],
        answer="State which gene it is (symbol, name, id), group its pathways by theme, and name the approved drugs"
        " with the target through which each is linked.",
    ),
    Prompt(
        name="explain_pathway",
        title="A pathway explained",
        description="What happens in a pathway, along the arrows that its curators have drawn.",
        arguments=[
            Argument(
                name="pathway", title="Pathway", description="Topic, title or WikiPathways id of a pathway",
                completed=PATHWAY.name, required=True,
            ),
            _ANY_ORGANISM,
            Argument(
                name="focus", title="Focus", description="A gene or compound of the pathway to look at closely",
                completed=GENE.name,
            ),
        ],
        asks="Explain the pathway {pathway}.",
        steps=[
            PromptStep(PATHWAY.search_tool, {"query": "{pathway}", "organism": "{organism}"}, _SURE, vital=True),
            PromptStep(
                PATHWAY.get_tool, {PATHWAY.id_argument: "<pathway id>", "detail": "brief"},
                "It has the description, the counts, and how many approved drugs there are on its targets.",
            ),
            PromptStep(
                "get_pathway_components",
                {PATHWAY.id_argument: "<pathway id>", "parts": "interactions,groups", "detail": "brief"},
                "An interaction goes from source to target; type says what it does. Ends are ids of nodes, of groups or"
                " of other interactions (source_kind, target_kind).",
                vital=True,
            ),
            PromptStep(
                "get_pathway_components", {PATHWAY.id_argument: "<pathway id>", "around": "{focus}"},
                "It has what touches {focus}, whole.", only_with="focus",
            ),
            PromptStep(
                "find_links", {"id": "<pathway id>", "kind": PATHWAY.name, **_APPROVED},
                "They are approved drugs on its gene products.",
            ),
        ],
        answer="Describe the course of events in the order of the arrows, name the steps that are regulated and by"
        " what, and say where the drawing shows neither cause nor effect: a node without an arrow is only drawn there.",
    ),
    Prompt(
        name="compare_compounds",
        title="Compounds side by side",
        description="Two or more compounds compared by structure, targets and pathways.",
        arguments=[
            Argument(
                name="compounds", title="Compounds", description="Names or ids of compounds, with commas",
                completed=LIGAND.name, required=True, several=True,
            ),
        ],
        asks="Compare these compounds: {compounds}.",
        steps=[
            PromptStep(
                "resolve_many", {"names": "{compounds}", "kind": COMPOUND.name},
                "Ask me about what is ambiguous; leave out what is not found, and say so.", vital=True,
            ),
            PromptStep(
                COMPOUND.get_tool, {COMPOUND.id_argument: "<compound id>"},
                "Do this for each compound, and note its formula, weight, structure and other names.",
            ),
            PromptStep(
                "resolve_many", {"names": "{compounds}", "kind": LIGAND.name},
                "The Guide to PHARMACOLOGY calls them ligands and has ids of its own for them.",
            ),
            PromptStep(
                "get_interactions", {"ligand_id": "<ligand id>"},
                "Do this for each ligand, and note what it acts on, how, and how strongly.",
            ),
            PromptStep(
                "get_pathways_for_compound", {"compound": "<compound id>", "organism": HUMAN},
                "Do this for each compound, and note the pathways that draw it. Most drugs are drawn nowhere.",
            ),
        ],
        answer="Make a table with a row for each compound: id, formula, weight, primary targets with affinity,"
        " approval. Below it say what they share and what sets them apart. Affinities of different species or"
        " parameters (Ki, IC50) are not comparable: say so where that is all there is.",
    ),
    Prompt(
        name="interpret_gene_list",
        title="A gene list interpreted",
        description="What a list of genes has in common: pathways that contain more of them than expected by chance.",
        arguments=[
            Argument(
                name="genes", title="Genes", description="At least three symbols or ids of genes, with commas",
                completed=GENE.name, required=True, several=True,
            ),
            _ORGANISM,
            Argument(
                name="background", title="Background",
                description="All genes that were measured, with commas; otherwise every gene drawn in a pathway",
                completed=GENE.name, several=True,
            ),
        ],
        asks="What do these genes of {organism} have in common: {genes}?",
        steps=[
            PromptStep(
                "enrich_pathways",
                {"genes": "{genes}", "organism": "{organism}", "background": "{background}", "page_size": 20},
                "Look at adjusted_p_value (0.05 and less is usual) and at genes: pathways that rest on the same few"
                " genes are one finding. ambiguous and not_found are the names that were left out; background says what"
                " it was tested against.",
                vital=True,
            ),
            PromptStep(
                PATHWAY.get_tool, {PATHWAY.id_argument: "<pathway id>", "detail": "brief"},
                "Do so for the pathways that you mention.",
            ),
            PromptStep(
                "find_links", {"id": "<pathway id>", "kind": PATHWAY.name, **_APPROVED},
                "They are approved drugs on the gene products of the first pathway.",
            ),
        ],
        answer="State how many names were recognised, which pathways stand out with overlap and adjusted p-value, and"
        " what they have in common. If none is significant, that is the result.",
    ),
)  # fmt: skip


class PromptRefused(ValueError):
    """The error for a prompt with unusable arguments. Its message states the valid ones."""


def offered(tools: Collection[str]) -> Mapping[str, Prompt]:
    """Return the prompts that work with these tools, without steps of other tools and without unused arguments."""
    chosen = (_within(prompt, tools) for prompt in PROMPTS)
    return {prompt.name: prompt for prompt in chosen if prompt is not None}


def _within(prompt: Prompt, tools: Collection[str]) -> Prompt | None:
    if any(step.vital and step.tool not in tools for step in prompt.steps):
        return None
    steps = [step for step in prompt.steps if step.tool in tools]
    texts = [prompt.asks, *(str(value) for step in steps for value in step.arguments.values())]
    # The user must not be asked for arguments that only dropped steps use.
    used = {name for text in texts for name in _ARGUMENT.findall(text)}
    arguments = [argument for argument in prompt.arguments if argument.name in used]
    return msgspec.structs.replace(prompt, steps=steps, arguments=arguments)


def text(prompt: Prompt, arguments: Mapping[str, str]) -> str:
    """Return the text of a prompt. Raises: PromptRefused."""
    by_name = {argument.name: argument for argument in prompt.arguments}
    for name in arguments:
        if name not in by_name:
            raise PromptRefused(unknown_argument(prompt, name))
    values = {name: _value(prompt, argument, arguments.get(name, "")) for name, argument in by_name.items()}
    question = _ARGUMENT.sub(lambda match: _spoken(values[match[1]]), prompt.asks)
    steps = [(_call(step, values), _says(step, values)) for step in prompt.steps if _is_wanted(step, values)]
    return _prompt_text(prompt, question, steps)


ArgumentValue = str | Sequence[str] | None


def _value(prompt: Prompt, argument: Argument, sent: str) -> ArgumentValue:
    most = LONGEST_LIST if argument.several else LONGEST
    if len(sent) > most:
        raise PromptRefused(f"'{argument.name}' may have {most} characters; ask in several prompts.")
    cleaned = plain(sent, lines=argument.several)
    if not cleaned:
        if argument.required:
            raise PromptRefused(f"The prompt {prompt.name} needs '{argument.name}': {argument.description}.")
        return argument.default
    if argument.several:
        return [part.strip() for part in parts_of(cleaned) if part.strip()]
    return (organisms.scientific_name(cleaned) or cleaned) if argument.completed == ORGANISM else cleaned


def _is_wanted(step: PromptStep, values: Mapping[str, ArgumentValue]) -> bool:
    return not step.only_with or values.get(step.only_with) is not None


def _call(step: PromptStep, values: Mapping[str, ArgumentValue]) -> str:
    """Write a call with its arguments as Python literals, so that a quote in a name cannot end the argument."""
    arguments = {name: _written(value, values) for name, value in step.arguments.items()}
    return f"{step.tool} with {', '.join(f'{name}={value}' for name, value in arguments.items() if value)}"


def _written(value: object, values: Mapping[str, ArgumentValue]) -> str:
    """Write a value; "" for an argument that was not sent. A placeholder such as `<ligand id>` is not quoted."""
    if not isinstance(value, str) or not (match := _ARGUMENT.fullmatch(value)):
        return value if isinstance(value, str) and value.startswith("<") else repr(value)
    argument = values[match[1]]
    # Quoted, so that a name such as `<ligand id>` cannot pass for an id to come.
    return "" if argument is None else repr(argument)


def _says(step: PromptStep, values: Mapping[str, ArgumentValue]) -> str:
    return _ARGUMENT.sub(lambda match: _spoken(values[match[1]]), step.says)


def _spoken(value: ArgumentValue) -> str:
    return value if isinstance(value, str) else ", ".join(value or ())


def _prompt_text(prompt: Prompt, question: str, steps: Sequence[tuple[str, str]]) -> str:
    """Build a prompt's text: the question, the calls with the facts to take from each, and the expected answer."""
    calls = "\n".join(f"{number}. Call {call}. {says}" for number, (call, says) in enumerate(steps, start=1))
    return "\n\n".join([question, _ORDER, calls, f"{_PLACES} {prompt.answer}", _RULES])


def no_prompt(name: str, names: Sequence[str]) -> str:
    """Write the refusal of an unknown prompt. `names`: the names of all prompts."""
    return f"There is no prompt '{excerpt(name)}'. The prompts are: {', '.join(names) or 'none'}."


def unknown_argument(prompt: Prompt, name: str) -> str:
    """Write the refusal of an unknown argument."""
    names = ", ".join(argument.name for argument in prompt.arguments)
    return f"The prompt {prompt.name} has no argument '{excerpt(name)}'; it has: {names}."


LONGEST, LONGEST_LIST = 500, 40_000
"""The maximum number of characters in an argument with a single name, and in an argument with several."""


# Completions of an argument that is being typed


MOST = 20
"""The number of suggestions to show. One more is fetched, to know if there are others."""


async def ids(source: CompletionSource, kind: Kind, text: str) -> Sequence[Completion]:
    """Return the entities whose name or CURIE begins with a text. Raises: UpstreamError."""
    written = plain(text)
    return await source.beginning(kind, written, MOST + 1) if _is_begun(written) else ()


async def values(
    source: CompletionSource, kind: Kind | None, argument: Argument, text: str, organism: str = ""
) -> Sequence[str]:
    """Return completions of a prompt's argument. `kind`: the kind of entity that it names. Raises: UpstreamError."""
    if argument.completed == ORGANISM:
        return _organisms(plain(text))
    before, written = _last(text) if argument.several else ("", plain(text))
    if kind is None or not _is_begun(written):
        return ()
    wanted = organisms.scientific_name(organism) or plain(organism) or None
    completions = await source.beginning(kind, written, MOST + 1, wanted)
    names: dict[str, str] = {}
    for completion in completions:
        # Several entities may share a name.
        names.setdefault(completion.name.casefold(), completion.name)
    return [before + name for name in names.values()]


def _is_begun(written: str) -> bool:
    return 0 < len(written) <= LONGEST


def _organisms(written: str) -> Sequence[str]:
    """Return the organisms whose scientific or common name begins with a text; all for an empty text."""
    begun = written.casefold()
    names = {scientific for common, scientific in COMMON_NAMES.items() if common.startswith(begun)}
    names |= {scientific for scientific in COMMON_NAMES.values() if scientific.casefold().startswith(begun)}
    return sorted(names, key=organisms.sort_key)


def _last(text: str) -> tuple[str, str]:
    """Split a list of names into everything before the last name, and the last name."""
    parts = parts_of(text)
    # `parts_of` leaves out the empty name that begins after a separator.
    written = "" if text.rstrip(" ").endswith((",", ";", "\n")) else parts[-1].lstrip()
    return text.removesuffix(written), written.rstrip()
