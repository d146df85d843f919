"""Lists of compounds, resolved as in get_pathways_for_compound, and all compounds in an organism's pathways."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import anyio.to_thread

from biofacts.application.compounds.named_compounds import CompoundNameResolver, ResolvedCompound, compound_reference
from biofacts.application.lists import name_lists
from biofacts.application.lists.name_lists import NamesRead, Universe, advice_on
from biofacts.application.messages import compounds as compound_messages
from biofacts.application.messages import lists as list_messages
from biofacts.domain.answers.advice_and_phrasing import Advice, joined
from biofacts.domain.answers.bounded_caches import Recent
from biofacts.domain.answers.entity_kinds import COMPOUND
from biofacts.domain.answers.errors import AmbiguousQuery, EntityNotFound
from biofacts.domain.answers.pages import mark_of
from biofacts.domain.identifiers import identifiers_in_text
from biofacts.domain.limits import time_limits
from biofacts.domain.lists import resolution
from biofacts.domain.lists.enrichment_statistics import ContestedName, NameRead
from biofacts.domain.lists.input_tables import is_missing
from biofacts.domain.lists.resolution import MOST_OPTIONS, Option
from biofacts.domain.pathways.compound_nodes import DrawnCompounds, form, inchikeys, of_compounds
from biofacts.ports.pathways import CompoundsDrawn, PathwaysOfCompounds

_KEPT = 3
"""The number of organisms whose compounds stay in memory."""


class _IndexedCompounds(NamedTuple):
    """The compounds of an organism."""

    organism: str
    drawn: CompoundsDrawn
    compounds: DrawnCompounds
    universe: Universe


class _CompoundsMeant(NamedTuple):
    """The meaning of a name.

    `compounds`: ids of the compounds that it may mean; `read_as`: how it was read; `candidates`: options if ambiguous.
    """

    compounds: frozenset[str]
    read_as: tuple[NameRead, ...] = ()
    candidates: Sequence[Option] = ()


_UNKNOWN = _CompoundsMeant(frozenset())


class CompoundSets:
    """The compounds of each organism; the last few organisms stay in memory."""

    def __init__(self, pathways: PathwaysOfCompounds, compounds: CompoundNameResolver) -> None:
        self._pathways = pathways
        self._names = compounds
        self._kept = Recent[tuple[str, str], _IndexedCompounds](_KEPT)

    async def open(self, organism: str, version: str | None) -> "CompoundsOfOrganism | None":
        """Return the compounds of an organism; None if the version is gone. Raises: RateLimited, UpstreamError."""
        drawn = await self._pathways.compounds_drawn(organism, version)
        if drawn is None:
            return None
        key = organism, drawn.version
        if (indexed := self._kept.get(key)) is None:
            indexed = self._kept[key] = await anyio.to_thread.run_sync(_indexed, organism, drawn)  # 0.2 s
        return CompoundsOfOrganism(self._names, indexed)


def _indexed(organism: str, drawn: CompoundsDrawn) -> _IndexedCompounds:
    compounds = DrawnCompounds(drawn.nodes)
    number = {local_id: place for place, (local_id, _) in enumerate(drawn.pathways)}
    places = {
        compound: {number[pathway] for node in nodes for pathway in node.pathways if pathway in number}
        for compound, nodes in compounds.nodes.items()
    }
    universe = Universe(
        pathways=drawn.pathways,
        places={compound: where for compound, where in places.items() if where},
        names=compounds.names,
        version=drawn.version,
        provenance=drawn.provenance,
    )
    return _IndexedCompounds(organism, drawn, compounds, universe)


class CompoundsOfOrganism:
    """The compounds in one organism's pathways, as a `ListReader`."""

    def __init__(self, compounds: CompoundNameResolver, indexed: _IndexedCompounds) -> None:
        self.universe = indexed.universe
        """All compounds drawn in the organism's pathways."""
        self._names = compounds
        self._known = indexed

    async def read(self, names: Iterable[str]) -> NamesRead:
        """Read the names; those that local sources lack are looked up in PubChem, within the time limit."""
        several = [*names]
        missing = [text for text in several if is_missing(text)]
        wanted = [*dict.fromkeys(text for text in several if not is_missing(text))]
        meant = dict[str, _CompoundsMeant]()
        remarks = dict[str, str]()

        async def look(text: str) -> None:
            meant[text] = await self._look_up(text, remarks)

        await name_lists.each(wanted, look, seconds=time_limits.LIST)
        if late := len(wanted) - len(meant):
            remarks["late"] = list_messages.late_names(late, time_limits.LIST)
        reading = NamesRead(missing=missing, remarks=[*remarks.values()], mark=_mark(meant))
        # If a compound has several names in the list, the first is shown.
        for text in wanted:
            resolved = meant.get(text, _UNKNOWN)
            match [*resolved.compounds]:
                case []:
                    reading.unknown.append(text)
                case [compound]:
                    reading.ids[text] = compound
                    reading.members.setdefault(compound, text)
                    reading.names.extend(resolved.read_as)
                case meanings:
                    options = resolved.candidates or [
                        Option(id=meaning, name=self._name(meaning)) for meaning in sorted(meanings)
                    ]
                    reading.ambiguous.append(ContestedName(input=text, candidates=tuple(options[:MOST_OPTIONS])))
        return reading

    async def _look_up(self, text: str, remarks: dict[str, str]) -> "_CompoundsMeant":
        """Return the compounds that a name may mean."""
        if not name_lists.may_be_name(text):
            return _UNKNOWN
        reference, other = compound_reference(text)
        if other is not None:
            return _UNKNOWN
        if reference and (
            compounds := self._known.compounds.of(of_compounds(identifiers_in_text.carried(reference.text)))
        ):
            label = self._name(min(compounds))
            return _CompoundsMeant(
                compounds, read_as=(NameRead(input=text, id=reference.text, label=label, why="identifier"),)
            )
        try:
            meant = await self._names.resolved(text, reference, strict=False)
        except AmbiguousQuery as error:
            meanings = error.candidates or ()
            return _CompoundsMeant(
                frozenset(meaning.id for meaning in meanings), candidates=resolution.of_meanings(meanings)
            )
        except EntityNotFound:
            return _UNKNOWN
        if not meant.exists:
            if meant.remark:
                remarks[str(meant.remark)] = meant.remark
            return _UNKNOWN
        compounds = self._known.compounds.of([*meant.sought.in_query, *meant.sought.in_records]) or _undrawn(meant)
        read_as = meant.read_as
        names = (NameRead(input=text, id=read_as.id, label=read_as.name, why=read_as.why),) if read_as else ()
        return _CompoundsMeant(compounds, read_as=names)

    def _name(self, compound: str) -> str:
        return self.universe.names.get(compound, compound)

    @property
    def members(self) -> str:
        """The words for the members of the background, in sentences."""
        return list_messages.COMPOUNDS

    def advice(self, reading: NamesRead, inside: int, *, restricted: bool) -> Advice | None:
        """Return advice on the list; see `ListReader`."""
        organism, is_complete = self._known.organism, self._known.drawn.complete
        parts = advice_on(COMPOUND, list_messages.COMPOUNDS, reading, inside, organism, restricted=restricted)
        return joined(*parts, None if is_complete else compound_messages.INCOMPLETE_COMPOUNDS)


def _undrawn(meant: ResolvedCompound) -> frozenset[str]:
    """Return the id of a compound that is known but in no pathway; it is the id of no drawn compound."""
    keys = inchikeys([*meant.sought.in_query, *meant.sought.in_records])
    return frozenset([min(map(form, keys))] if keys else [meant.read_as.id] if meant.read_as else [])


def _mark(meant: Mapping[str, _CompoundsMeant]) -> str:
    """Hash the meanings of all names: a cursor is valid for one reading, and PubChem may resolve more names later."""
    readings = sorted((text, sorted(resolved.compounds)) for text, resolved in meant.items())
    return mark_of(readings)
