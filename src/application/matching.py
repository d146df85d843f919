"""Which entities are one: by the identifiers that they bear."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from biofacts.application.places import Place
from biofacts.domain.graph import Evidence
from biofacts.ports.joins import Bearer, Identifier

OF_GENES = ("hgnc", "entrez", "ensembl_gene", "uniprot", "hgnc_symbol")
"""By which a gene, a target and what is drawn are one, the surest first."""

_DECIDING = frozenset({"hgnc", "entrez"})
"""Two genes with different ones are two, whatever else they share; of other keys a thing may have several."""

OF_DRAWN = (*OF_GENES, "refseq", "omim", "mirbase", "mgi", "rgd")
"""By which what is drawn is a gene, as `get_pathways_for_gene` has it."""

OF_COMPOUNDS = ("pubchem_compound", "inchikey")
"""By which a compound and a ligand are one."""

OF_DRAWN_COMPOUNDS = (*OF_COMPOUNDS, "chebi")
"""By which what is drawn is a ligand of the Guide."""


OF_DRAWN_DRUGS = ("inchikey", "pubchem_compound", "chebi", "chembl", "drugbank", "cas")
"""By which what is drawn is one ligand of the Guide and no other form of it, the surest first."""

OF_SEVERAL_FORMS = frozenset({"drugbank", "cas"})
"""Of these, those that the Guide states of several structures at once."""


def identifiers_of(places: Iterable[Place], keys: Collection[str]) -> list[Identifier]:
    """The identifiers of some keys: each once, in an order that is the same in every process."""
    return sorted({one for place in places for one in place.identifiers if one[0] in keys})


class Met(NamedTuple):
    """A place and a bearer that are one by an identifier, and the surest one that they share."""

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
    """Which places are which bearers: by the surest key that agrees, unless one that decides disagrees before it."""
    found: list[Met] = []
    bearing = _bearing(bearers)
    for place in places:
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
    """The bearers of each identifier, with their places in the sequence."""
    found: defaultdict[Identifier, list[_Numbered]] = defaultdict(list)
    for numbered in enumerate(bearers):
        for identifier in numbered[1].identifiers:
            found[identifier].append(numbered)
    return found


def values(identifiers: frozenset[Identifier], key: str) -> frozenset[str]:
    """The values of one key."""
    return frozenset(value for one, value in identifiers if one == key)


def carried(
    places: Iterable[Place], bearers: Sequence[Bearer[Any]], keys: Sequence[str], sources: tuple[str, ...]
) -> list[Met]:
    """Which places carry which bearers: by an identifier that no other bearer has."""
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
