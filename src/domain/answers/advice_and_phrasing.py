"""Advice on the next call, as data, which each interface (tools, command line, library, page) writes in its own way."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Protocol, TypeVar, cast

import msgspec

from biofacts.domain.text.clean import excerpt


class NextCall(msgspec.Struct, frozen=True):
    """A call that the caller may make next."""

    tool: str
    arguments: Mapping[str, object]


class Again(msgspec.Struct, frozen=True):
    """A repetition of the current call with other values for `arguments`, or with the argument `without` left out."""

    arguments: Mapping[str, object] = {}
    without: str = ""


class Choice(msgspec.Struct, frozen=True):
    """Alternative calls of one tool.

    `labels`: the purpose of each call, in order; calls that explain themselves need no label.
    """

    calls: Sequence[NextCall]
    labels: Sequence[str] = ()


AnswerT = TypeVar("AnswerT")

Part = str | NextCall | Again | Choice


class Phrasing(Protocol):
    """A style of writing calls, for one interface. Each phrase begins with a lower-case verb."""

    verb: str = "call"

    def offers(self, tool: str) -> bool:
        """Return True if this caller can call the tool."""
        return True

    def tool(self, name: str) -> str:
        """Write the name of a tool within a sentence."""
        return name

    def written(self, call: NextCall) -> str:
        """Write a call without its verb."""
        ...

    def call(self, call: NextCall) -> str:
        """Write a call with its verb."""
        return f"{self.verb} {self.written(call)}"

    def again(self, change: Again) -> str:
        """Write a repetition of the current call, with its verb."""
        ...

    def choice(self, choice: Choice) -> str:
        """Write a choice between calls, with its verb."""
        return f"{self.verb} {', or '.join(_labelled(choice, self.written))}"


class Advice(str):
    """Sentences that consist of texts and calls. As a `str`, it has the style for tools.

    msgspec refuses to encode it, so every answer must first be written for its caller by `phrased`.
    """

    parts: tuple[Part, ...]

    def __new__(cls, *parts: Part) -> "Advice":
        """Create an advice from its parts; the parts of another advice are added one by one."""
        flat = tuple(piece for part in parts for piece in (part.parts if isinstance(part, Advice) else (part,)))
        advice = super().__new__(cls, _rendered(flat, FOR_TOOLS))
        advice.parts = flat
        return advice

    def phrased(self, phrasing: Phrasing) -> str:
        """Write the advice in a style. A call at the beginning of a sentence is capitalised.

        Sentences that propose a call that the caller cannot make are omitted.
        """
        return _rendered(self.parts, phrasing)

    @property
    def calls(self) -> tuple[NextCall, ...]:
        """The calls that the advice names, in order."""
        return tuple(call for part in self.parts for call in _calls(part))

    def changed(self, change: Callable[[NextCall], NextCall]) -> "Advice":
        """Return a copy with `change` applied to every call."""
        return Advice(*(_changed(part, change) for part in self.parts))


Refusal = tuple[str, str]
"""A message and a hint."""


class ToolPhrasing(Phrasing):
    """The style for agents, which call tools: `call get_pathway with pathway_id='WP:WP534'`."""

    def __init__(self, tools: Collection[str] | None = None) -> None:
        """`tools`: the names of the tools that the server offers; None for all."""
        self._tools = tools

    def offers(self, tool: str) -> bool:  # noqa: D102
        return self._tools is None or tool in self._tools

    def written(self, call: NextCall) -> str:  # noqa: D102
        return f"{call.tool} with {written(call.arguments)}"

    def again(self, change: Again) -> str:  # noqa: D102
        changed = f"without the argument `{change.without}`" if change.without else f"with {written(change.arguments)}"
        return f"repeat the call {changed}"

    def choice(self, choice: Choice) -> str:  # noqa: D102
        options = _labelled(choice, lambda call: written(call.arguments))
        return f"call {choice.calls[0].tool} with {'; with '.join(options)}"


FOR_TOOLS = ToolPhrasing()


def written(arguments: Mapping[str, object]) -> str:
    """Format arguments for a hint. Texts are shortened and quoted; quotes within them are removed."""
    return ", ".join(
        f"{name}='{excerpt(value).replace(chr(39), '')}'" if isinstance(value, str) else f"{name}={value}"
        for name, value in arguments.items()
    )


def _labelled(choice: Choice, write: Callable[[NextCall], str]) -> list[str]:
    """Write each call of a choice with `write`, followed by its label if it has one."""
    labels = [*choice.labels, *[""] * (len(choice.calls) - len(choice.labels))]
    return [
        f"{write(call)} for {label}" if label else write(call) for call, label in zip(choice.calls, labels, strict=True)
    ]


_ABSENT = "\0"
"""A placeholder for a call that cannot be made, until the sentence around it is removed."""
_NO_CALL = "This server does not offer the tool that would help."
_TOOL = re.compile(r"(?<!['\w])(?:search|get|find|resolve|enrich|show)_[a-z_]+")
"""A tool name in a sentence. In quotes, it is text of the caller and does not count."""
_SENTENCES = re.compile(r"(?<=[.?!]) +(?=[A-Z0-9'\0])")


def _rendered(parts: Sequence[Part], phrasing: Phrasing) -> str:
    text = ""
    for part in parts:
        if isinstance(part, str):
            text += _TOOL.sub(lambda named: phrasing.tool(named[0]) if phrasing.offers(named[0]) else _ABSENT, part)
        elif not _is_offered(part, phrasing):
            text += _ABSENT
        else:
            phrase = _phrased(part, phrasing)
            text += phrase[:1].upper() + phrase[1:] if not text or text.endswith((". ", "? ")) else phrase
    return text if _ABSENT not in text else _without_absent(text) or _NO_CALL


def _is_offered(part: Part, phrasing: Phrasing) -> bool:
    return all(phrasing.offers(call.tool) for call in _calls(part))


def _calls(part: Part) -> Sequence[NextCall]:
    return (part,) if isinstance(part, NextCall) else part.calls if isinstance(part, Choice) else ()


def _without_absent(text: str) -> str:
    """Remove the sentences with an absent call; from sentences with alternatives, only the absent ones."""
    sentences: list[str] = []
    for sentence in _SENTENCES.split(text):
        if _ABSENT in sentence:
            left = [clause.strip(" .") for clause in sentence.split("; or ") if _ABSENT not in clause]
            sentence = f"{'; or '.join(left)}." if any(left) else ""
        sentences += [sentence[:1].upper() + sentence[1:]] if sentence else []
    return " ".join(sentences)


def _changed(part: Part, change: Callable[[NextCall], NextCall]) -> Part:
    match part:
        case NextCall():
            return change(part)
        case Choice():
            return Choice([change(call) for call in part.calls], part.labels)
        case _:
            return part


def _phrased(part: NextCall | Again | Choice, phrasing: Phrasing) -> str:
    match part:
        case NextCall():
            return phrasing.call(part)
        case Again():
            return phrasing.again(part)
        case Choice():
            return phrasing.choice(part)


def joined(*sentences: str | None) -> Advice | None:
    """Join sentences into one advice, without duplicates. Returns None if there are no sentences."""
    several = [*dict.fromkeys(filter(None, sentences))]
    return Advice(*[part for sentence in several for part in (" ", sentence)][1:]) if several else None


_HOLDERS: tuple[type[object], ...] = (Advice, msgspec.Struct, dict)


def phrased(answer: AnswerT, phrasing: Phrasing) -> AnswerT:
    """Return an answer with all its advice as plain text, in its fields and in nested records and mappings.

    Lists are not searched, since their items have no advice.
    """
    if isinstance(answer, Advice):
        return cast("AnswerT", answer.phrased(phrasing))
    if isinstance(answer, msgspec.Struct) and (texts := _texts(msgspec.structs.asdict(answer), phrasing)):
        return msgspec.structs.replace(answer, **texts)
    if isinstance(answer, dict):
        fields = cast("dict[str, object]", answer)
        texts = _texts(fields, phrasing)
        return cast("AnswerT", fields | texts if texts else fields)
    return answer


def _texts(fields: Mapping[str, object], phrasing: Phrasing) -> dict[str, object]:
    """Return the fields that contain advice, with the advice in them as plain text."""
    return {
        name: text
        for name, value in fields.items()
        if isinstance(value, _HOLDERS) and (text := phrased(value, phrasing)) is not value
    }


def json_size(answer: object) -> int:
    """Return the size of an answer as JSON in bytes, with its advice in the style for tools."""
    return len(msgspec.json.encode(answer, enc_hook=str))


def either(calls: Sequence[Part], after: str = ".") -> Advice:
    """Propose one of several calls, each written in full. A first call that is already text is capitalised here."""
    first, *others = calls
    first = first[:1].upper() + first[1:] if isinstance(first, str) else first
    parts = [part for other in others for part in (", or ", other)]
    return Advice(first, *parts, after)
