"""Matches between entities that share identifiers."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from biofacts.application.links.steps import Place
from biofacts.domain.links.graph import Evidence
from biofacts.ports.shared_identifiers import Bearer, Identifier

OF_GENES = ("hgnc", "entrez", "ensembl_gene", "uniprot", "hgnc_symbol")
"""Keys that match genes, targets and data nodes, the most reliable first."""

_DECIDING = frozenset({"hgnc", "entrez"})
"""Keys of which a gene has one value: genes that differ in them are two, whatever else they share."""

OF_DRAWN = (*OF_GENES, "refseq", "omim", "mirbase", "mgi", "rgd")
"""Keys that match data nodes and genes, as in `get_pathways_for_gene`."""

OF_COMPOUNDS = ("pubchem_compound", "inchikey")
"""Keys that match compounds and ligands."""

OF_DRAWN_COMPOUNDS = (*OF_COMPOUNDS, "chebi")
"""Keys that match data nodes and ligands of the Guide."""


OF_DRAWN_DRUGS = ("inchikey", "pubchem_compound", "chebi", "chembl", "drugbank", "cas")
"""Keys that match a data node and one ligand of the Guide, not another form of it, the most reliable first."""

OF_SEVERAL_FORMS = frozenset({"drugbank", "cas"})
"""Keys of which the Guide states one value for several structures."""


def identifiers_of(places: Iterable[Place], keys: Collection[str]) -> list[Identifier]:
    """Return the identifiers of some keys, each once, in an order that does not depend on the process."""
    return sorted({one for place in places for one in place.identifiers if one[0] in keys})


class Met(NamedTuple):
    """A place and a bearer that share an identifier; `why`: the most reliable one."""

    source: tuple[str, str]
    bearer: Bearer[Any]
    why: Evidence


def same(
    places: Iterable[Place],
    bearers: Sequence[Bearer[Any]],
    keys: Sequence[str],
    sources: tuple[str, ...],
    deciding: Collection[str] = _DECIDING,
) -> list[Met]:
    """Match places with bearers by the most reliable key that agrees, unless a deciding key before it differs."""
    found: list[Met] = []
    bearing = _bearing(bearers)
    for place in places:
        # By position, so that each bearer is compared once and in order.
        met = {number: bearer for one in sorted(place.identifiers) for number, bearer in bearing.get(one, ())}
        for _, bearer in sorted(met.items(), key=itemgetter(0)):
            if (why := _why(place.identifiers, bearer.identifiers, keys, sources, deciding)) is not None:
                found.append(Met(place.key, bearer, why))
    return found


def _why(
    ours: frozenset[Identifier],
    theirs: frozenset[Identifier],
    keys: Sequence[str],
    sources: tuple[str, ...],
    deciding: Collection[str],
) -> Evidence | None:
    for key in keys:
        of_ours, of_theirs = values(ours, key), values(theirs, key)
        if common := of_ours & of_theirs:
            return Evidence(via=key, value=min(common), sources=sources)
        if of_ours and of_theirs and key in deciding:
            return None
    return None


_Numbered = tuple[int, Bearer[Any]]


def _bearing(bearers: Sequence[Bearer[Any]]) -> Mapping[Identifier, Sequence[_Numbered]]:
    """Index the bearers by identifier, with their positions in the sequence."""
    found: defaultdict[Identifier, list[_Numbered]] = defaultdict(list)
    for numbered in enumerate(bearers):
        for identifier in numbered[1].identifiers:
            found[identifier].append(numbered)
    return found


def values(identifiers: frozenset[Identifier], key: str) -> frozenset[str]:
    """Return the values of one key."""
    return frozenset(value for one, value in identifiers if one == key)


def carried(
    places: Iterable[Place], bearers: Sequence[Bearer[Any]], keys: Sequence[str], sources: tuple[str, ...]
) -> list[Met]:
    """Match places with bearers by identifiers that only one bearer has."""
    bearing = _bearing(bearers)
    found: list[Met] = []
    for place in places:
        met: dict[str, Met] = {}
        for key in keys:
            for value in sorted(values(place.identifiers, key)):
                several = bearing.get((key, value), ())
                if len(several) == 1 and (one := several[0][1]).entity.id not in met:
                    met[one.entity.id] = Met(place.key, one, Evidence(via=key, value=value, sources=sources))
        found += met.values()
    return found
