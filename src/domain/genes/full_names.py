"""Resolution of a name by the words of a gene's full name: in another order, up to a comma, or with a number."""

from collections.abc import Iterator, Sequence

from biofacts.domain.genes import name_evidence
from biofacts.domain.genes.gene import GeneFacts
from biofacts.domain.genes.name_readings import Reading, of_class
from biofacts.domain.genes.names import GeneName
from biofacts.domain.text import fold
from biofacts.domain.text.patterns import late_pattern

_FEWEST_WORDS = 3  # e.g. "H3 histamine receptor", "tissue plasminogen activator"
_IN_ANOTHER_ORDER = "full name with its words in another order"
_UP_TO_A_COMMA = "full name up to a comma"
_WITH_NUMBER = "full name, with the number of the approved symbol"
_SAY_LITTLE = frozenset({"chain", "homolog", "protein", "subunit", "type"})
_TWO_NAMES = late_pattern(r"\S+ \(([^()]+)\)")  # `5-hydroxytryptamine (serotonin) receptor 2C`


def may_be_full(name: GeneName) -> bool:
    """Return True if a name may be a gene's full name in another word order, or the part of it before a comma."""
    return _has_an_order(name) or _may_be_head(name)


def by_words(name: GeneName, genes: Sequence[GeneFacts]) -> Reading:
    """Resolve a name by full names. `genes`: the genes that a search for the words of the name finds."""
    for resolve in (in_another_order, numbered, before_comma):
        reading = resolve(name, genes)
        if reading.has_meaning:
            return reading
    return Reading(name=name)


def _has_an_order(name: GeneName) -> bool:
    """Return True if a name has enough words to identify a gene in any order."""
    return len(_bag(name.text)) >= _FEWEST_WORDS


def _may_be_head(name: GeneName) -> bool:
    """Return True for several words of which the last is a number or letter."""
    return " " in name.text and name_evidence.is_ordinal(name.text.split()[-1])


def in_another_order(name: GeneName, genes: Sequence[GeneFacts]) -> Reading:
    """Resolve a name that has the words of one gene's full name, such as `H3 histamine receptor`.

    `genes`: the genes that a search for the words of the name finds.
    """
    words = _bag(name.text)
    if not _has_an_order(name):
        return Reading(name=name)
    bearers = [gene for gene in genes if words in map(_bag, _wordings(gene))]
    # `alpha smooth muscle actin` is actin alpha 2, smooth muscle. A number at the end would mark one of several genes.
    if not bearers and not any(map(str.isdecimal, words)):
        bearers = [gene for gene in genes if not gene.name[-1].isdecimal() and _without_numbers(gene.name) == words]
    return _of(name, bearers, _IN_ANOTHER_ORDER)


def numbered(name: GeneName, genes: Sequence[GeneFacts]) -> Reading:
    """Resolve a full name with the number at the end of the gene's symbol: `8-oxoguanine DNA glycosylase 1` is OGG1.

    `genes`: the genes that a search for the words of the name finds.
    """
    words, _, last = name.text.rpartition(" ")
    if not last.isdecimal():
        return Reading(name=name)
    bearers = [
        gene
        for gene in genes
        if gene.symbol.endswith(last)
        and gene.symbol.removesuffix(last)[-1:].isalpha()
        and any(fold.is_same(words, full) for full in gene.full_names)
    ]
    return _of(name, bearers, _WITH_NUMBER)


def before_comma(name: GeneName, genes: Sequence[GeneFacts]) -> Reading:
    """Resolve a name that is full names up to a comma: `protein Z` is one gene's, `DNA polymerase gamma` two subunits'.

    `genes`: the genes that a search for the words of the name finds.
    """
    heads = [(gene, gene.name.partition(", ")[0]) for gene in genes if ", " in gene.name]
    words = _bag(name.text)
    if _has_an_order(name) and not any(map(str.isdecimal, words)):
        subunits = [gene for gene, head in heads if _without_numbers(head) == words]
        if len(subunits) > 1:
            return of_class(name, subunits)
    bearers = [gene for gene, head in heads if fold.is_same(name.text, head)] if _may_be_head(name) else []
    return _of(name, bearers, _UP_TO_A_COMMA)


def _of(name: GeneName, bearers: Sequence[GeneFacts], why: str) -> Reading:
    """Return the reading as the only bearer of a name; an empty reading if there are none or several."""
    return Reading(name=name, gene=bearers[0], why=why, by_protein=True) if len(bearers) == 1 else Reading(name=name)


def _wordings(gene: GeneFacts) -> Iterator[str]:
    """Yield the full names of a gene, also with the second of two names for one thing, and without a remark behind."""
    for full in gene.full_names:
        yield full
        if "(" in full:
            yield from (_TWO_NAMES.sub(r"\1", part) for part in dict.fromkeys((full, full.partition(", ")[0])))


def _bag(name: str) -> list[str]:
    return sorted(word for word in fold.tokens(name) if word not in _SAY_LITTLE)


def _without_numbers(name: str) -> list[str]:
    return [word for word in _bag(name) if not word.isdecimal()]
