"""Pathways that draw a gene only by nodes whose label and identifier disagree."""

from pathlib import Path

from biofacts.application.pathways.reverse_lookup import ReverseLookup
from biofacts.domain.identifiers.curies import GeneId
from biofacts.ports.synchronisation import unseen
from tests.genes import replayed
from tests.local_pathways import wikipathways
from tests.replaying import Upstream
from tests.small_pathways import HUMAN, MDM2, TP53, Drawn, Node
from tests.wikipathways_files import published

SLIP = TP53._replace(label="MDM2")
REMARK = "Drawn as MDM2, but with the identifier of TP53."


def drawn(number: int, *nodes: Node) -> Drawn:
    lines = ((nodes[0].label, nodes[-1].label, "mim-inhibition"),)
    return Drawn(f"WP{number}", f"Pathway {number}", HUMAN, "Something happens.", {}, nodes, lines)


PATHWAYS = (drawn(1, SLIP), drawn(2, SLIP, MDM2), drawn(3, SLIP, TP53), drawn(4, TP53, MDM2))


async def test_a_pathway_says_that_label_and_identifier_of_a_gene_disagree(tmp_path: Path) -> None:
    async with wikipathways(Upstream(published(*PATHWAYS)), tmp_path) as parts, replayed(parts.store) as genes:
        lookup = ReverseLookup(parts.source, genes)
        await genes.get(GeneId.parse("HGNC:11998"))  # waits for the names
        before = await lookup("TP53")
        await parts.sync.sync(unseen)
        of_p53, of_mdm2 = [await lookup(name, slim=True) for name in ("TP53", "HGNC:6973")]

    assert [one.remark for one in before.items] == [None] * 4
    assert {one.id: one.remark for one in of_p53.items} == {
        "WP:WP1": REMARK, "WP:WP2": REMARK, "WP:WP3": None, "WP:WP4": None,
    }  # fmt: skip
    assert {one.id: one.remark for one in of_mdm2.items} == {
        "WP:WP1": REMARK, "WP:WP2": None, "WP:WP3": REMARK, "WP:WP4": None,
    }  # fmt: skip
