"""Resolution of a name by the words of a gene's full name: in another order, or up to a comma."""

from collections.abc import Sequence

from biofacts.domain.genes import name_evidence
from biofacts.domain.genes.gene import GeneFacts
from biofacts.domain.genes.name_resolution import Reading
from biofacts.domain.genes.names import GeneName
from biofacts.domain.text import fold

_FEWEST_WORDS = 3  # e.g. "H3 histamine receptor", "tissue plasminogen activator"
_IN_ANOTHER_ORDER = "full name with its words in another order"
_UP_TO_A_COMMA = "full name up to a comma"
_SAY_LITTLE = frozenset({"protein", "type", "subunit", "homolog"})


def may_be_full(name: GeneName) -> bool:
    """Return True if a name may be a gene's full name in another word order, or the part of it before a comma."""
    return _has_an_order(name) or _may_be_head(name)


def by_words(name: GeneName, genes: Sequence[GeneFacts]) -> Reading:
    """Resolve a name by full names. `genes`: the genes that a search for the words of the name finds."""
    reading = in_another_order(name, genes)
    return reading if reading.has_meaning else before_comma(name, genes)


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
    bearers = [gene for gene in genes if any(_bag(full) == words for full in (gene.name, *gene.other_names))]
    # `alpha smooth muscle actin` is actin alpha 2, smooth muscle. A number at the end would mark one of several genes.
    if not bearers and not any(map(str.isdecimal, words)):
        bearers = [
            gene
            for gene in genes
            if not gene.name[-1].isdecimal() and [word for word in _bag(gene.name) if not word.isdecimal()] == words
        ]
    if len(bearers) != 1:
        return Reading(name=name)
    return Reading(name=name, gene=bearers[0], why=_IN_ANOTHER_ORDER, by_protein=True)


def before_comma(name: GeneName, genes: Sequence[GeneFacts]) -> Reading:
    """Resolve a name that ends in a number or letter, such as `protein Z`, and is one gene's full name up to a comma.

    `genes`: the genes that a search for the words of the name finds.
    """
    heads = [(gene, gene.name.partition(", ")[0]) for gene in genes if ", " in gene.name]
    bearers = [gene for gene, head in heads if fold.is_same(name.text, head)]
    if len(bearers) != 1 or not _may_be_head(name):
        return Reading(name=name)
    return Reading(name=name, gene=bearers[0], why=_UP_TO_A_COMMA, by_protein=True)


def _bag(name: str) -> list[str]:
    return sorted(word for word in fold.tokens(name) if word not in _SAY_LITTLE)
