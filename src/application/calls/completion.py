"""Completions of an argument that is being typed."""

from collections.abc import Sequence

from biofacts.application.lists.splitting import parts_of
from biofacts.application.messages.prompt import LONGEST, ORGANISM, Argument
from biofacts.domain.answers.kinds import Kind
from biofacts.domain.identifiers import organisms
from biofacts.domain.identifiers.organisms import COMMON_NAMES
from biofacts.domain.text.clean import plain
from biofacts.ports.suggestions import Suggestion, SuggestionSource

MOST = 20
"""Suggestions to show; one more is fetched to tell if there are others."""


async def ids(source: SuggestionSource, kind: Kind, text: str) -> Sequence[Suggestion]:
    """Return entities whose name or CURIE begins with a text. Raises: UpstreamError."""
    written = plain(text)
    return await source.beginning(kind, written, MOST + 1) if _is_begun(written) else ()


async def values(
    source: SuggestionSource, kind: Kind | None, argument: Argument, text: str, organism: str = ""
) -> Sequence[str]:
    """Return completed values of a prompt's argument. `kind`: the kind that it names. Raises: UpstreamError."""
    if argument.completed == ORGANISM:
        return _organisms(plain(text))
    before, written = _last(text) if argument.several else ("", plain(text))
    if kind is None or not _is_begun(written):
        return ()
    wanted = organisms.COMMON_NAMES.get(plain(organism).casefold(), plain(organism)) or None
    found = await source.beginning(kind, written, MOST + 1, wanted)
    names: dict[str, str] = {}
    for one in found:
        # Several entities may share a name.
        names.setdefault(one.name.casefold(), one.name)
    return [before + name for name in names.values()]


def _is_begun(written: str) -> bool:
    return 0 < len(written) <= LONGEST


def _organisms(written: str) -> Sequence[str]:
    """Return scientific names that begin with a text or whose common name does; all for an empty text."""
    begun = written.casefold()
    names = {scientific for common, scientific in COMMON_NAMES.items() if common.startswith(begun)}
    names |= {one for one in COMMON_NAMES.values() if one.casefold().startswith(begun)}
    return sorted(names, key=organisms.sort_key)


def _last(text: str) -> tuple[str, str]:
    """Split a list of names into everything before the last name, and the last name."""
    parts = parts_of(text)
    written = "" if text.rstrip(" ").endswith((",", ";", "\n")) else parts[-1].lstrip()
    return text.removesuffix(written), written.rstrip()
