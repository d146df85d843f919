"""The marks on the elements of a picture for highlights and approved drugs, and the legend that explains them."""

from collections.abc import Awaitable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple, TypeVar

import msgspec

from biofacts.application.links.find_links import FindLinks
from biofacts.application.links.link_ends import (
    OF_COMPOUNDS,
    OF_DRAWN_DRUGS,
    OF_SEVERAL_FORMS,
    IdentifierMatch,
    Place,
    identifiers_of,
    match_by_best_key,
    values,
)
from biofacts.application.messages import links as link_messages
from biofacts.application.messages import pathways as picture_messages
from biofacts.application.messages import pharmacology as pharmacology_messages
from biofacts.application.pathways.nodes_by_name import MatchedNodes, NodesOfGenes
from biofacts.domain.answers.entity_kinds import PATHWAY
from biofacts.domain.answers.errors import BiofactsError
from biofacts.domain.answers.records import GUIDE
from biofacts.domain.identifiers.cross_references import pairs
from biofacts.domain.identifiers.curies import PathwayId
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.links.linked_entities import Linked
from biofacts.domain.pathways.drawn_nodes import DrawnNodes
from biofacts.domain.pathways.pathway import PathwayComponents
from biofacts.domain.pharmacology.ligand import LigandCandidate
from biofacts.domain.pictures.highlights import (
    LIT,
    Highlight,
    HighlightValue,
    Legend,
    LegendEntry,
    Look,
    Mark,
    Marks,
    Scale,
)
from biofacts.domain.pictures.highlights import NOT_MEASURED_COLOUR as NOT_MEASURED
from biofacts.domain.pictures.highlights import NOT_SIGNIFICANT_COLOUR as NOT_SIGNIFICANT
from biofacts.domain.text.clean import excerpt, shorten
from biofacts.ports.sources import JoinSource

MOST_DRUGS = 20
"""The maximum number of drugs that are named for one node."""

_MOST_ENTRIES = 12
_LONGEST_MEANING = 60
"""The maximum length of a line of the legend in characters."""


# Approved drugs in a drawing: drugs that act on drawn gene products, and drugs that are drawn as nodes


DrugNames = Mapping[str, tuple[str, ...]]
"""The names of drugs, by the ids of nodes."""


class Medicines(NamedTuple):
    """The approved drugs of a drawing.

    `acting`: the drugs that act on the gene product of a node; `drawn`: the drugs that a node represents; `remarks`:
    sentences about data that are missing.
    """

    acting: DrugNames
    drawn: DrugNames
    remarks: Sequence[str]


def marked(
    wanted: Sequence[Highlight], lit: Mapping[str, MatchedNodes], medicines: Medicines, look: Look, *, remark: str
) -> Marks:
    """Return the marks of elements, and the legend. `lit`: the nodes of each name; `remark`: a text about the picture.

    If several names highlight one element, the name with the number farthest from 0 determines its colours.
    """
    # The values of names that match nothing must not stretch the scale.
    shown = [highlight for highlight in wanted if highlight.name in lit]
    scale = look.scale([number for highlight in shown for number in highlight.numbers])
    count = max((len(highlight.values) for highlight in shown), default=0)
    winning: dict[str, Highlight] = {}
    notes: dict[str, list[str]] = {}
    for highlight in shown:
        for node in lit[highlight.name].ids:
            notes.setdefault(node, []).append(_note(highlight, look.conditions))
            if node not in winning or _weight(highlight) >= _weight(winning[node]):
                winning[node] = highlight
    by_id = {node: _mark(highlight, ", ".join(notes[node]), scale, count) for node, highlight in winning.items()}
    for node, drugs in medicines.acting.items():
        by_id[node] = msgspec.structs.replace(by_id.get(node, Mark()), drugs=_first(drugs))
    for node, drugs in medicines.drawn.items():
        by_id[node] = msgspec.structs.replace(by_id.get(node, Mark()), itself=_first(drugs))
    # The legend explains only the colours that occur in the picture.
    seen = {highlight.name: highlight for highlight in winning.values()}
    values = {value for highlight in seen.values() if highlight.values for value in _padded(highlight, count)}
    legend = Legend(
        entries=_entries([highlight for highlight in shown if not highlight.values and highlight.name in seen]),
        scale=scale,
        caption=look.caption if scale else "",
        conditions=(look.conditions or tuple(map(str, range(1, count + 1)))) if count > 1 else (),
        not_significant="ns" in values,
        cutoff=look.cutoff if "ns" in values else "",
        not_measured="NA" in values or bool(values),
        drugs=bool(medicines.acting),
        itself=bool(medicines.drawn),
    )
    return Marks(by_id=by_id, legend=legend, remark=remark, title=look.title)


def _weight(highlight: Highlight) -> tuple[bool, float]:
    return bool(highlight.values), max(map(abs, highlight.numbers), default=0)


def _note(highlight: Highlight, conditions: Sequence[str]) -> str:
    """Return a name with its values, each after its condition if there are several, for a tooltip."""
    if not highlight.values:
        return highlight.name
    written = [value if isinstance(value, str) else f"{value:g}" for value in highlight.values]
    named = len(conditions) == len(written) > 1
    return f"{highlight.name}: " + (
        ", ".join(map("{} {}".format, conditions, written)) if named else " | ".join(written)
    )


def _padded(highlight: Highlight, count: int) -> Sequence[HighlightValue]:
    """Return `count` values, one for each condition; missing values are "NA"."""
    missing: list[HighlightValue] = ["NA"] * (count - len(highlight.values))
    return (*highlight.values, *missing)


def _mark(highlight: Highlight, note: str, scale: Scale | None, count: int) -> Mark:
    if not highlight.values:
        return Mark(colour=highlight.colour or LIT, note=note)
    stripes = tuple(_colour(value, scale) for value in _padded(highlight, count))
    return Mark(colour=stripes[0], stripes=stripes if count > 1 else (), note=note)


def _colour(value: HighlightValue, scale: Scale | None) -> str:
    if isinstance(value, str) or scale is None:
        return NOT_SIGNIFICANT if value == "ns" else NOT_MEASURED
    return scale.colour(value)


def _first(drugs: Sequence[str]) -> tuple[str, ...]:
    """Return the first names, followed by a text such as "and 3 more" if there are more."""
    more = len(drugs) - MOST_DRUGS
    return (*drugs[:MOST_DRUGS], *([f"and {more} more"] if more > 0 else []))


def _entries(named: Sequence[Highlight]) -> tuple[LegendEntry, ...]:
    """Return a legend line for each colour, with its first names; the last line may state how many colours follow."""
    by_colour: dict[str, list[str]] = {}
    for highlight in named:
        by_colour.setdefault(highlight.colour or LIT, []).append(excerpt(highlight.name))
    entries = [LegendEntry(colour=colour, meaning=_some(several)) for colour, several in by_colour.items()]
    more = len(entries) - _MOST_ENTRIES
    return (
        *entries[:_MOST_ENTRIES],
        *([LegendEntry(colour="", meaning=picture_messages.more_colours(more))] if more > 0 else []),
    )


def _some(several: Sequence[str]) -> str:
    """Join as many names as fit in a line of the legend, and add the number of the remaining names."""
    shown = list[str]()
    for name in several:
        if shown and len(", ".join([*shown, name])) > _LONGEST_MEANING:
            break
        shown.append(shorten(name, _LONGEST_MEANING))
    more = len(several) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")


T = TypeVar("T")


class _DrawnDrugs(NamedTuple):
    """The drugs that are drawn as nodes.

    `compounds`: the number of drawn compounds; `unknown`: the number of compounds whose identifiers cannot tell whether
    they are drugs.
    """

    names: DrugNames
    compounds: int
    unknown: int


class FindMedicines:
    """The use case that finds approved drugs for a drawing of a pathway."""

    def __init__(self, graph: FindLinks, nodes: NodesOfGenes, ligands: JoinSource[LigandCandidate]) -> None:
        self._graph = graph
        self._nodes = nodes
        self._ligands = ligands

    async def __call__(self, identifier: PathwayId, drawn: PathwayComponents) -> Medicines:
        """Return the drugs by node, with remarks on data that could not be looked up."""
        acting, failed = await _tried(self._acting(identifier, drawn), {})
        itself, also_failed = await _tried(self._drawn(drawn), _DrawnDrugs({}, 0, 0))
        remarks = [failed, also_failed]
        if not (acting or itself.names or failed or also_failed):
            remarks.append(picture_messages.no_drugs(drawn.title))
        if drawn.organism != HUMAN:
            remarks.append(link_messages.by_orthologs(drawn.organism))
        if itself.unknown:
            remarks += [picture_messages.possible_drugs(itself.unknown, itself.compounds), drawn.remark]
        # If both searches failed for the same reason, report it once.
        return Medicines(acting, itself.names, [*dict.fromkeys(filter(None, remarks))])

    async def _acting(self, identifier: PathwayId, drawn: PathwayComponents) -> DrugNames:
        """Find the drugs that act on products of the pathway's human genes. Raises: any BiofactsError."""
        by_node: dict[str, dict[str, None]] = {}
        nodes = DrawnNodes(drawn)
        for symbol, names in (await self._graph.medicines(str(identifier))).items():
            for node in sorted((await self._nodes.called(symbol, nodes)).ids):
                by_node.setdefault(node, {}).update(dict.fromkeys(names))
        return {node: tuple(names) for node, names in by_node.items()}

    async def _drawn(self, drawn: PathwayComponents) -> _DrawnDrugs:
        """Find nodes that are drugs, by their drawn and mapped identifiers. Raises: RateLimited, UpstreamError."""
        carried = {node.id: frozenset(pairs(node.cross_references)) for node in drawn.nodes}
        # Whatever the type of a node, its identifiers decide whether the node is a drug.
        everything = (Place(Linked(id=node, kind="compound"), carried[node]) for node in carried)
        places = [place for place in everything if identifiers_of([place], OF_DRAWN_DRUGS)]
        found_entities = (
            await self._ligands.with_identifiers(identifiers_of(places, OF_DRAWN_DRUGS)) if places else None
        )
        matches = match_by_best_key(
            places,
            found_entities.entities if found_entities else (),
            OF_DRAWN_DRUGS,
            (PATHWAY.service, GUIDE),
            # Different InChIKeys mean different structures, even if other identifiers agree.
            deciding=("inchikey",),
        )
        by_node = {
            node: _approved([*several]) for (_, node), several in groupby(matches, key=lambda match: match.source)
        }
        # Only a PubChem CID or an InChIKey can rule out that a compound is a drug of the Guide to PHARMACOLOGY.
        open_ones = [
            node.id
            for node in drawn.metabolites
            if by_node.get(node.id) is None and not any(values(carried[node.id], key) for key in OF_COMPOUNDS)
        ]
        names = {node: several for node, several in by_node.items() if several}
        return _DrawnDrugs(names, len(drawn.metabolites), len(open_ones))


async def _tried(looked: Awaitable[T], otherwise: T) -> tuple[T, str | None]:
    """Await a search. Return its result and None or, if it fails, `otherwise` and a remark on the failure."""
    try:
        return await looked, None
    except BiofactsError as error:
        return otherwise, picture_messages.drugs_unavailable(error.message)


def _approved(matches: Iterable[IdentifierMatch]) -> tuple[str, ...] | None:
    """Return the approved drugs that share a node's most reliable identifier; None if several structures have it."""
    by_key: dict[str, list[IdentifierMatch]] = {}
    for match in matches:
        by_key.setdefault(match.why.via, []).append(match)
    surest = min(by_key, key=OF_DRAWN_DRUGS.index)
    # e.g. DB00571, which the Guide gives to propranolol and to (-)-propranolol
    if surest in OF_SEVERAL_FORMS and len(by_key[surest]) > 1:
        return None
    approved = [match.identified.entity for match in by_key[surest] if match.identified.entity.approved]
    return tuple(sorted({pharmacology_messages.medicine(drug.name, drug.withdrawn) for drug in approved}))
