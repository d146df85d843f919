"""Synonyms for names of genes in any query: `HER2` also finds `ERBB2`."""

from collections.abc import Mapping, Sequence

from biofacts.adapters.local.catalogues.local_catalogue import LocalCatalogue, OpenCatalogue
from biofacts.adapters.local.entries.genes import genes_with
from biofacts.domain.genes import name_resolution
from biofacts.domain.genes.facts import ABBREVIATIONS, GeneFacts, name_terms
from biofacts.domain.genes.names import GeneName
from biofacts.domain.search.index import folded_names
from biofacts.domain.search.query import runs
from biofacts.domain.text import fold
from biofacts.ports.catalogue import Catalogue

_SHORTEST_NAME = 6
"""Letters of the shortest single word that may be a gene's full name (`huntingtin`); others need a digit."""

# Characters of other names that are searched for, at least, and of a part that is no word, at most.
_SHORTEST_OTHER, _LONGEST_PART = 3, 2


class GeneSynonyms:
    """The other names of human genes, if they are available; a search never waits for them."""

    def __init__(self, human: LocalCatalogue[GeneFacts]) -> None:
        self._human = human

    @property
    def name(self) -> str:
        """The name of the catalogue."""
        return self._human.name

    async def catalogue(self, opened: Mapping[str, OpenCatalogue] | None) -> Catalogue | None:
        """Return the names of a listing's version (`opened`), or the newest; None if they are not available."""
        if opened is None:
            self._human.prefetch()
            return await self._human.present()
        return opened[self.name].catalogue if self.name in opened else None

    async def in_query(self, query: str, names: Catalogue | None) -> Mapping[str, Sequence[str]]:
        """Map each run of words that names one gene to that gene's other names, as `Catalogue.synonyms_in` does."""
        if names is None:
            return {}
        genes = await _genes_in(query, names)
        return {run: [run, *folded_names([gene.symbol, *await _unshared(gene, names)])] for run, gene in genes.items()}

    async def called(self, phrase: str, names: Catalogue) -> GeneFacts | None:
        """Return the only gene with this approved symbol or full name, or None."""
        gene = await self.named(phrase, names)
        standing = gene.standing(phrase) if gene else None
        return gene if standing and not standing.folded and standing.rank not in ABBREVIATIONS else None

    async def named(self, phrase: str, names: Catalogue) -> GeneFacts | None:
        """Return the only gene that a whole phrase can mean, or None."""
        name = GeneName(phrase, phrase, ())
        return name_resolution.read(name, await genes_with(names, name_resolution.terms(name))).gene


async def _genes_in(query: str, names: Catalogue) -> Mapping[str, GeneFacts]:
    """Map each run of a query's words that surely names one gene to that gene."""
    asked = [run for run in dict.fromkeys(runs(query)) if _may_be_meant(run)]
    known = await genes_with(names, [term for run in asked for term in name_terms(_joined(run))])
    readings = {run: name_resolution.read(GeneName(run, _joined(run), ()), known).gene for run in asked}
    return {run: gene for run, gene in readings.items() if gene is not None and _is_sure(run, gene)}


def _joined(run: str) -> str:
    return run.replace(" ", "")


def _may_be_meant(run: str) -> bool:
    """Return True if a run of words may be a gene's name.

    A symbol has a digit, or a part that is no word (`c-Myc`, `TNF-α`); full names are found without synonyms.
    """
    words = run.split()
    if any(char.isdigit() for char in run):
        return True
    return len(run) >= _SHORTEST_NAME if len(words) == 1 else min(map(len, words)) <= _LONGEST_PART


def _is_sure(run: str, gene: GeneFacts) -> bool:
    """Return True if a word without a digit is a gene's full name or symbol: `fat` and `rest` are also plain words."""
    standing = gene.standing(_joined(run))
    return not run.isalpha() or (standing is not None and standing.rank not in ABBREVIATIONS)


async def _unshared(gene: GeneFacts, names: Catalogue) -> Sequence[str]:
    """Return the gene's short names that no other gene has. They need a digit or a sign, or may be plain words."""
    chosen = [
        name
        for name in (*gene.previous_symbols, *gene.aliases)
        if not name.isalpha() and len(fold.compact(name)) >= _SHORTEST_OTHER
    ]
    others = await genes_with(names, [term for name in chosen for term in name_terms(name)])
    return [name for name in chosen if not any(one.id != gene.id and one.standing(name) for one in others)]
