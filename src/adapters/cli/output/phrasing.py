"""The phrasing of suggested calls as commands: ``run `biofacts get pathway WP:WP534` ``."""

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

import msgspec

from biofacts.application.tools.all_tools import TOOLS
from biofacts.domain.answers.advice_and_phrasing import Again, NextCall, Phrasing

_COMMANDS: Mapping[str, tuple[str, ...]] = {
    **{tool.kind.search_tool: ("search", tool.kind.plural) for tool in TOOLS.values()},
    **{tool.kind.get_tool: ("get", tool.kind.name) for tool in TOOLS.values()},
    "get_pathways_for_gene": ("genes",),
    "get_pathways_for_compound": ("compounds",),
    "get_pathway_components": ("components",),
    "resolve_many": ("resolve",),
    "enrich_pathways": ("enrich",),
    "show_pathway": ("draw",),
}
"""The commands whose name is not simply the name of their tool without its verb."""

_FIELDS = {field.name: field for tool in TOOLS.values() for field in msgspec.structs.fields(tool.arguments)}
_WORDS = frozenset(name for tool in TOOLS.values() for name in (*tool.either, tool.arguments.__struct_fields__[0]))
"""Arguments that name the subject of a call, which are positional words of a command."""
_OTHERWISE = {"slim": "--full", "direction": "--upstream or --downstream", "target_id": "--with"}
_WITHOUT_OPTION = (_WORDS | {"target", "by", "title", "size"}) - _OTHERWISE.keys()
_LISTS = frozenset({"names", "genes", "compounds", "ids"})
"""Arguments with several values, each of which is a positional word of a command."""


class CommandPhrasing(Phrasing):
    """Phrasing for people at a terminal."""

    verb = "run"

    def written(self, call: NextCall) -> str:
        return _command(call)

    def again(self, change: Again) -> str:
        if change.without:
            return f"repeat the command without {option(change.without)}"
        return f"repeat the command with {_joined(_options(change.arguments))}"


COMMANDS = CommandPhrasing()


def command_of(tool: str) -> str:
    """Return the command that calls a tool."""
    return f"`{shlex.join(['biofacts', *_words_of(tool)])}`"


def _words_of(tool: str) -> Sequence[str]:
    return _COMMANDS.get(tool) or (tool.partition("_")[2],)


def option(argument: str) -> str | None:
    """Return the option for an argument; None if commands take it as words, or not at all."""
    if argument not in _FIELDS or argument in _WITHOUT_OPTION:
        return None
    return _OTHERWISE.get(argument) or _written(argument)


def _written(argument: str) -> str:
    return f"--{argument.replace('_', '-')}"


def _command(call: NextCall) -> str:
    arguments = [name for name in TOOLS[call.tool].arguments.__struct_fields__ if name in call.arguments]
    # A search by filters alone has no words.
    # Although `target_id` has an option, the target is the subject of a call without a ligand.
    main = next((name for name in arguments if option(name) is None or name == "target_id"), "")
    positionals = _words(call.arguments[main]) if main else []
    # The tool names the kind in its argument (`ligand_id`), the command in its first word.
    side = [main.removesuffix("s").removesuffix("_id")] if call.tool == "get_interactions" else []
    named = {main}
    if call.tool == "find_links" and "kind" in call.arguments:
        side, named = [str(call.arguments["kind"])], {main, "kind"}
    if main == "compounds":
        side = ["--compounds"]
    if call.tool == "find_paths" and "target" in call.arguments:
        positionals, named = [*positionals, *_words(call.arguments["target"])], {main, "target"}
    options = _options({name: value for name, value in call.arguments.items() if name not in named})
    # A name that begins with a dash would be parsed as an option.
    words = (
        [*options, "--", *positionals]
        if any(word.startswith("-") for word in positionals)
        else [*positionals, *options]
    )
    return f"`{_joined(['biofacts', *_words_of(call.tool), *side, *words])}`"


def _joined(words: Sequence[str]) -> str:
    """Quote words for the shell. On Windows, some shells know only double quotes."""
    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)


def _words(value: object) -> list[str]:
    return [str(item) for item in cast("list[object]", value)] if isinstance(value, list) else [str(value)]


def _several(values: Sequence[str]) -> str:
    """Join values with commas, or with semicolons if a value contains a comma."""
    return ("," if not any("," in value for value in values) else ";").join(values)


def _options(arguments: Mapping[str, object]) -> list[str]:
    return [word for name, value in arguments.items() for word in _option(name, value)]


def _option(name: str, value: object) -> Iterator[str]:
    if name in _LISTS:
        yield from _words(value)
    elif name == "direction":
        yield from () if value == "both" else (f"--{value}",)
    elif name == "slim":
        yield from ("--full",) if value in (False, "false") else ()
    elif (spelled := option(name)) and _FIELDS[name].default is False:
        yield from (spelled,) if value in (True, "true") else ()
    elif spelled and value != []:
        yield from (spelled, _several(cast("list[str]", value)) if isinstance(value, list) else str(value))


# Translation of sentences that name tools and arguments into commands and options


_ARGUMENTS = [*filter(option, _FIELDS)]
_ANY = "|".join(_ARGUMENTS)


# The order matters: commands, arguments with values and quoted texts match first, so that names within them are kept.
_TOKENS = re.compile(
    r"(?P<kept>`biofacts [^`]*`)"
    rf"|\b(?P<argument>{_ANY})=(?P<value>'[^']*'|\[[^\]]*\]|\w+)"
    rf"|(?P<at>`\$\.(?P<field>{_ANY})[^`]*`|unknown argument `(?P<unknown>\w+)`)"
    r"|its arguments are: (?P<list>\w+(?:, \w+)*)"
    r"|(?P<quoted>(?<!\w)'[^']*')"
    rf"|\b(?P<tool>{'|'.join(TOOLS)})\b"
    r"|\b(?P<cursor>pagination\.cursor)\b"
    rf"|\b(?P<word>{'|'.join(name for name in _ARGUMENTS if '_' in name)})\b"
    r"|\b(?P<same>(?:Make the )?same call)\b"
)


def in_commands(text: str) -> str:
    """Replace tools and arguments in a sentence by commands and options."""
    return _TOKENS.sub(_phrase_term, text)


def _phrase_term(term: re.Match[str]) -> str:
    match term.lastgroup:
        case "value":
            return _set(term["argument"], term["value"])
        case "at":
            name = term["field"] or term["unknown"]
            spelled = option(name) or _written(name)
            return f"unknown option {spelled}" if term["unknown"] else spelled
        case "list":
            options = filter(None, map(option, term["list"].split(", ")))
            return f"its options are: {', '.join(options) or 'none'}"
        case "tool":
            return command_of(term["tool"])
        case "cursor":
            return "--cursor"
        case "word":
            return option(term["word"]) or term["word"]
        case "same":
            return "Run the same command" if term["same"].startswith("M") else "same command"
        case _:
            return term[0]


def _set(argument: str, value: str) -> str:
    """Return the option for an argument with a value: `whole=true`, `parts=['interactions']`."""
    spelled = option(argument) or argument
    if value in ("true", "false"):
        return spelled
    listed = ",".join(re.findall(r"'([^']*)'", value)) if value.startswith("[") else re.sub(r"^'(\w+)'$", r"\1", value)
    return f"{spelled} {listed}"


def hint_in_commands(text: str) -> str:
    """Return a hint with commands instead of tools. Several commands get a line each, so that people can copy them."""
    text = in_commands(text)
    head, *commands = _CHOICES.split(text)
    choices = [choice for command in commands if (choice := _CHOSEN.fullmatch(command))]
    if 1 < len(choices) == len(commands):
        labels = [choice["of"] or "" for choice in choices]
        for place, choice in enumerate(choices[:-1]):
            labels[place + 1] = choice["next"] or labels[place + 1]
        pairs = zip(labels, choices, strict=True)
        lines = [f"\n  {label}{': ' if label else ''}{choice['command']}" for label, choice in pairs]
        return f"{head.strip()}{''.join(lines)}"
    return text


# e.g. "run `biofacts genes PTGS2` for PTGS2, or `biofacts genes MT-CO2` for MT-CO2. For all of them, run `...`."
_CHOICES = re.compile(r"(?:, or |\brun )(?=`biofacts )")
_CHOSEN = re.compile(r"`(?P<command>[^`]+)`(?: for (?P<of>[^`]+?))?(?:\. (?P<next>[A-Z][^`]+?),? ?)?\.?")
