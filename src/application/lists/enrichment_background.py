"""The background of enrichment: all genes or compounds in an organism's pathways; and readers of lists against it."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Protocol

import msgspec

from biofacts.application.messages import lists as list_messages
from biofacts.domain.answers.advice_and_phrasing import Advice
from biofacts.domain.answers.entity_kinds import GENE, Kind
from biofacts.domain.answers.records import Provenance
from biofacts.domain.lists.enrichment import ContestedName, NameRead
from biofacts.domain.source_remarks.any_source import shortened_name


class Universe(msgspec.Struct, frozen=True, kw_only=True):
    """All genes or compounds (members) in an organism's pathways, and the pathways that contain each of them.

    `pathways`: ids and titles of pathways; `places`: indices into `pathways` by member id; `names`: names by member id,
    where known; `version`: the version of all catalogues used.
    """

    pathways: Sequence[tuple[str, str]]
    places: Mapping[str, AbstractSet[int]]
    names: Mapping[str, str]
    version: str
    provenance: Provenance


class NamesRead(msgspec.Struct, frozen=True, kw_only=True):
    """The meanings of the names in a list.

    `members`: sent names by member id; `ids`: member ids by sent name; `names`: readings of names that are not their
    member's own symbol or name; `elsewhere`: names of other organisms' members; `without_ortholog`: names of genes
    without an ortholog in the organism of the background; `missing`: cells that mean "no value", such as `NA`; `mark`:
    a hash that differs if the names were read differently, even with the same version of the universe.
    """

    members: dict[str, str] = msgspec.field(default_factory=dict[str, str])
    ids: dict[str, str] = msgspec.field(default_factory=dict[str, str])
    names: list[NameRead] = msgspec.field(default_factory=list[NameRead])
    ambiguous: list[ContestedName] = msgspec.field(default_factory=list[ContestedName])
    unknown: list[str] = msgspec.field(default_factory=list[str])
    elsewhere: list[str] = msgspec.field(default_factory=list[str])
    without_ortholog: list[str] = msgspec.field(default_factory=list[str])
    missing: list[str] = msgspec.field(default_factory=list[str])
    remarks: list[str] = msgspec.field(default_factory=list[str])
    mark: str = ""


class ListReader(Protocol):
    """A reader of lists of genes or of compounds, for one organism and one version of its pathways."""

    @property
    def universe(self) -> Universe:
        """The background of the lists."""
        ...

    async def read(self, names: Iterable[str]) -> NamesRead:
        """Return the meanings of the names. Raises: RateLimited, UpstreamError."""
        ...

    @property
    def members(self) -> str:
        """The words for the members of the background, in sentences."""
        ...

    def advice(self, reading: NamesRead, inside: int, *, restricted: bool) -> Advice | None:
        """Return advice on ignored names and missing data. `inside`: number of the list's members in the background."""
        ...


def names_of(reads: Iterable[NamesRead]) -> dict[str, Any]:
    """Return the fields of an answer that explain how the names of its lists were read."""
    parts = [*reads]
    # Readings of words come first: an identifier is exact and needs no check by the reader.
    names = sorted((name for part in parts for name in part.names), key=lambda name: name.why.startswith("identifier"))
    return {
        "names": tuple(names),
        "ambiguous": tuple(ambiguou for part in parts for ambiguou in part.ambiguous),
        "not_found": tuple(shortened_name(text) for part in parts for text in (*part.unknown, *part.elsewhere)),
        "without_ortholog": tuple(text for part in parts for text in part.without_ortholog),
    }


def advice_on(kind: Kind, what: str, reading: NamesRead, inside: int, organism: str, *, restricted: bool) -> list[str]:
    """Return advice on a list; see `ListReader`. `what`: a noun for its members."""
    number = len(reading.members)
    outside = list_messages.outside_background(what, inside, number, organism, restricted=restricted)
    return [*([outside] if inside < number else []), *advice_on_names(kind, reading, organism)]


def advice_on_names(kind: Kind, reading: NamesRead, organism: str, to_organism: str | None = None) -> list[str]:
    """Return advice on the names of a list that were not counted. `to_organism`: the organism of their orthologs."""
    parts: list[str] = []
    if reading.ambiguous:
        names = [ambiguou.input for ambiguou in reading.ambiguous]
        parts.append(list_messages.not_counted(kind, names, organism if kind is GENE else None, to_organism))
    if reading.unknown and kind is GENE:
        parts.append(list_messages.not_genes(len(reading.unknown), organism))
    elif reading.unknown:
        parts.append(list_messages.unknown_names(kind, len(reading.unknown)))
    if reading.elsewhere:
        parts.append(list_messages.genes_elsewhere(len(reading.elsewhere), organism))
    if reading.missing:
        parts.append(list_messages.missing(reading.missing))
    return [*parts, *dict.fromkeys(reading.remarks)]
