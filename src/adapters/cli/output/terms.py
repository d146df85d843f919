"""Translation of sentences that name tools and arguments into commands and options.

Suggested calls are phrased elsewhere (`phrasing.py`); this handles names within sentences. Quoted text is unchanged.
"""

import re

from biofacts.adapters.cli.output.phrasing import named, option
from biofacts.application.tools.registry import TOOLS

_ARGUMENTS = [
    name
    for name in dict.fromkeys(name for tool in TOOLS.values() for name in tool.arguments.__struct_fields__)
    if option(name)
]
_ANY = "|".join(_ARGUMENTS)
# The order matters: commands, arguments with values and quoted texts match first, so that names within them stay.
_TOKENS = re.compile(
    r"(?P<kept>`biofacts [^`]*`)"
    rf"|\b(?P<argument>{_ANY})=(?P<value>'[^']*'|\[[^\]]*\]|\w+)"
    rf"|(?P<at>`\$\.(?P<field>{_ANY})[^`]*`|unknown field `(?P<unknown>\w+)`)"
    r"|its arguments are: (?P<list>\w+(?:, \w+)*)"
    r"|(?P<quoted>(?<!\w)'[^']*')"
    rf"|\b(?P<tool>{'|'.join(TOOLS)})\b"
    r"|\b(?P<cursor>pagination\.cursor)\b"
    rf"|\b(?P<word>{'|'.join(name for name in _ARGUMENTS if '_' in name)})\b"
    r"|\b(?P<same>(?:Make the )?same call)\b"
)


def in_commands(text: str) -> str:
    """Replace tools and arguments in a sentence by commands and options."""
    return _TOKENS.sub(_said, text)


def _said(found: re.Match[str]) -> str:
    match found.lastgroup:
        case "value":
            return _set(found["argument"], found["value"])
        case "at":
            name = found["field"] or found["unknown"]
            spelled = option(name) or f"--{name.replace('_', '-')}"
            return f"unknown option {spelled}" if found["unknown"] else spelled
        case "list":
            options = filter(None, map(option, found["list"].split(", ")))
            return f"its options are: {', '.join(options) or 'none'}"
        case "tool":
            return named(found["tool"])
        case "cursor":
            return "--cursor"
        case "word":
            return option(found["word"]) or found["word"]
        case "same":
            return "Run the same command" if found["same"].startswith("M") else "same command"
        case _:
            return found[0]


def _set(argument: str, value: str) -> str:
    """Return the option for an argument with a value: `whole=true`, `parts=['interactions']`."""
    spelled = option(argument) or argument
    if value in ("true", "false"):
        return spelled
    listed = ",".join(re.findall(r"'([^']*)'", value)) if value.startswith("[") else re.sub(r"^'(\w+)'$", r"\1", value)
    return f"{spelled} {listed}"
