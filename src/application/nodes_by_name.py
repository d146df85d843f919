"""The nodes of a drawing that bear a name: an id, a label, a gene by any name, a compound by any name."""

from typing import NamedTuple

from biofacts.application.compound_identity import CompoundNames, Meant, named
from biofacts.application.nodes_of_genes import FoundNodes, NodesOfGenes
from biofacts.domain import drawing_wording, selection
from biofacts.domain.cross_references import pairs
from biofacts.domain.drawn_compound import CompoundNode, identity, inchikeys, of_compounds, skeleton, skeletons, tied
from biofacts.domain.errors import AmbiguousQuery, BiofactsError, EntityNotFound
from biofacts.domain.pathway import PathwayComponents
from biofacts.domain.text.clean import plain


class Bearing(NamedTuple):
    """The ids of nodes. `read_as`: what the name was read as, where that is not what it says; `why`: there is none."""

    ids: frozenset[str] = frozenset()
    read_as: tuple[str, ...] = ()
    why: str = drawing_wording.UNKNOWN


class NodesByName:
    """Finds what is called so in a drawing."""

    def __init__(self, genes: NodesOfGenes, compounds: CompoundNames) -> None:
        self._genes = genes
        self._compounds = compounds

    async def of_gene(self, symbol: str, drawn: PathwayComponents) -> FoundNodes:
        """The nodes of a gene. Raises: RateLimited, UpstreamError."""
        return await self._genes.called(symbol, drawn)

    async def called(self, name: str, drawn: PathwayComponents) -> Bearing:
        """What is drawn under a name, with every other node of the same gene; else a compound.

        A failure to look a name up is why there is nothing.
        """
        asked = plain(name)
        labelled = selection.named(drawn, asked)
        try:
            genes = await self._genes.called(asked, drawn)
        except BiofactsError as error:
            return Bearing(labelled, why=error.message)
        if labelled or genes.nodes:
            read_as = tuple(genes.nodes) if genes.ids - labelled else ()
            return Bearing(labelled | genes.ids, read_as if read_as != (asked,) else ())
        if genes.known:
            return Bearing(why=_not_drawn(genes))
        return await self._compound(asked, drawn, genes)

    async def _compound(self, asked: str, drawn: PathwayComponents, genes: FoundNodes) -> Bearing:
        reference, other = named(asked)
        if other is not None:
            return Bearing(why=drawing_wording.UNKNOWN)
        try:
            meant = await (
                self._compounds.by_identifier(reference, strict=False)
                if reference
                else self._compounds.by_name(asked, strict=False)
            )
        except EntityNotFound:
            return Bearing()
        except AmbiguousQuery as error:
            return Bearing(why=drawing_wording.several([one.symbol for one in error.candidates]))
        except BiofactsError as error:
            return Bearing(why=error.message)
        if not meant.known:
            return Bearing(why=str(meant.remark or genes.lacking or drawing_wording.UNKNOWN))
        called = meant.read_as.name if meant.read_as else asked
        ids = _nodes_of(meant, drawn)
        return Bearing(ids, (called,) if called != asked else (), f"{called} {drawing_wording.NOT_HERE}")


def _not_drawn(genes: FoundNodes) -> str:
    if len(genes.known) == 1:
        return f"{genes.known[0]} {drawing_wording.NOT_HERE}"
    return drawing_wording.several(genes.known)


def _nodes_of(meant: Meant, drawn: PathwayComponents) -> frozenset[str]:
    """The metabolites that are a compound, by the identifiers that both have; else its charge and stereo forms."""
    nodes = {
        one.id: CompoundNode(one.label, of_compounds(pairs(one.cross_references)), ()) for one in drawn.metabolites
    }
    asked = meant.sought.asked
    stated = (*meant.sought.stated, *(meant.found.references if meant.found else ()))
    carrying = [one for one in nodes.values() if not {*asked}.isdisjoint(one.references)]
    keys = tied(asked, carrying) | inchikeys(stated)
    sought = identity(asked, stated, keys, carrying)
    if found := frozenset(node for node, one in nodes.items() if sought.is_in(one)):
        return found
    forms = {*map(skeleton, keys)}
    return frozenset(node for node, one in nodes.items() if not forms.isdisjoint(skeletons(one.references)))
