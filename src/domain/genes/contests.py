"""Contested names: short names of one gene that mean another gene as well, or more often.

A previous symbol or an alias is contested by a gene that has the name in either of these ranks, by the gene that most
drawings label so, and by a gene whose approved symbol is the name with a 1 behind it (`YAP`, `YAP1`), if drawings
contain that gene more often. It is not contested if most drawings use it for the gene to which authority gives it.
Genes without a protein do not contest the name of a gene with one. An alias may also be the name of a family (`GATA`).
"""

from collections.abc import Iterator, Mapping, Sequence

from biofacts.domain.genes.drawn_labels import DrawnLabels
from biofacts.domain.genes.facts import ABBREVIATIONS, GeneFacts, Rank, Standing, spelled

DRAWN_SO = "label under which WikiPathways draws it"
_NUMBERED = "approved symbol without its number"

_LEAD = 4
"""Measured: of HGNC's unshared names 99.6 % stay with their genes, while YAP, GATA and SOCS do not."""

Standings = Mapping[str, Standing]
"""The relation between the name and each gene that has it, by id."""


def contenders(
    text: str, chosen: Sequence[GeneFacts], standings: Standings, known: Sequence[GeneFacts], drawn: DrawnLabels
) -> Sequence[GeneFacts]:
    """Return all genes that a short name may mean, by the authority of the name, then by their number of pathways.

    `chosen`: the genes with the best standing, a previous symbol or an alias. `known`: the genes with one of the terms
    of the name and of its labels.
    """
    usage = drawn.usage(text, known)
    if usage and usage.is_prevalent and [usage.gene] == chosen:
        return chosen
    usual = usage.gene if usage and usage.is_usual else None
    if any(gene.protein_coding for gene in chosen):
        known = [gene for gene in known if gene.protein_coding]
    found = {gene.id: gene for gene in (*chosen, *_named_so(standings[chosen[0].id], standings, known))}
    # `TSC-1` is an alias, although TSC1 is the symbol of another gene.
    if usual and usual in known and not (usual.id in standings and standings[usual.id].rank is Rank.SYMBOL):
        found[usual.id] = usual
    if usual not in chosen:
        is_open = len(found) > 1
        numbered = [gene for gene in known if _is_numbered(text, gene)]
        found |= {
            gene.id: gene for gene in numbered if is_open or not drawn or _are_drawn_more([gene], chosen, drawn, 1)
        }

    def order(gene: GeneFacts) -> tuple[object, ...]:
        rank = standings[gene.id].rank if gene.id in standings else Rank.ALIAS
        return not gene.protein_coding, rank, -drawn.pathways(gene)

    return sorted(found.values(), key=order) if len(found) > 1 else chosen


def is_of_family(text: str, chosen: Sequence[GeneFacts], members: Sequence[GeneFacts], drawn: DrawnLabels) -> bool:
    """Return True if a short name is rather that of a family to which its bearer does not belong.

    `GATA` is also an alias of QRSL1.
    """
    is_outside = not any(gene in members for gene in chosen)
    return is_outside and text.isalnum() and _are_drawn_more(members, chosen, drawn, _LEAD)


def why_without_name(text: str, gene: GeneFacts) -> str:
    """Return the reason why a name may mean a gene that does not have it."""
    return _NUMBERED if _is_numbered(text, gene) else DRAWN_SO


def numbered_terms(text: str) -> Sequence[str]:
    """Return the exact term of a gene whose symbol is the name with a 1; nothing for words, or behind a digit."""
    return [f"name:{spelled(text)}1"] if text.isalnum() and text[-1:].isalpha() else ()


def _named_so(best: Standing, standings: Standings, known: Sequence[GeneFacts]) -> Iterator[GeneFacts]:
    """Yield the genes with the name as a previous symbol or an alias, in the spelling of the best standing."""
    for gene in known:
        standing = standings.get(gene.id)
        if standing and standing.rank in ABBREVIATIONS and standing.folded == best.folded:
            yield gene


def _is_numbered(text: str, gene: GeneFacts) -> bool:
    return text[-1:].isalpha() and spelled(gene.symbol) == f"{spelled(text)}1"


def _are_drawn_more(genes: Sequence[GeneFacts], chosen: Sequence[GeneFacts], drawn: DrawnLabels, least: int) -> bool:
    """Return True if drawings contain genes so much more often than the bearers of a name that authors mean them.

    `least`: by how many pathways, if they do not contain the bearers at all.
    """
    return drawn.pathways(*genes) > least + _LEAD * drawn.pathways(*chosen)
