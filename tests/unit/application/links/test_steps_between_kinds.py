"""How pathways are joined: by human orthologs, which is said, and to compounds by what tells them."""

import pytest

from biofacts.application.links import steps_between_kinds
from biofacts.application.links.find_links import LinkPage
from biofacts.application.tools.all_tools import TOOLS, call
from biofacts.composition.container import opened
from biofacts.domain.identifiers.cross_references import KeyedId
from biofacts.domain.pathways.compound_nodes import CompoundNode
from biofacts.domain.pharmacology.ligand import LigandCandidate
from biofacts.ports.sources import IdentifiedEntity
from tests.containers import sample_in_dictionaries

BY_ORTHOLOGS = "Found through the human orthologs to which WikiPathways maps the drawn genes of Mus musculus."
KEY, OTHER_KEY = ("inchikey", "A"), ("inchikey", "B")
CHEBI, CAS, CID = ("chebi", "CHEBI:1"), ("cas", "1"), ("pubchem_compound", "7")


@pytest.mark.parametrize(
    ("pathway", "to", "numbers", "said"),
    [
        ("WP:WP254", "target", ["2844"], None),
        ("WP:WP1254", "target", ["2844"], BY_ORTHOLOGS),
        ("WP:WP1254", "ligand", ["8318", "8319"], BY_ORTHOLOGS),
        (
            "WP:WP1254", "gene", [],
            "The sources link no gene to the pathway Apoptosis, which does not mean that there is none. The gene names"
            " of Mus musculus are not available yet, so its genes have no ids here: get_pathway_components lists what"
            " is drawn.",
        ),
    ],
)  # fmt: skip
async def test_what_is_found_by_orthologs_says_so(pathway: str, to: str, numbers: list[str], said: str | None) -> None:
    container = sample_in_dictionaries()  # other tests fetch the genes of mice for the sample that all share
    async with opened(container):
        found = await call(TOOLS["find_links"], container.use_cases(), {"id": pathway, "kind": "pathway", "to": to})

    assert isinstance(found, LinkPage)
    assert [one.id.partition(":")[2] for one in found.items] == numbers
    assert found.guidance == said


@pytest.mark.parametrize(
    ("ligand", "node", "telling", "why"),
    [
        ([CHEBI, CID], None, [CHEBI], ("chebi", ("WikiPathways", "Guide to PHARMACOLOGY"))),
        ([CHEBI, CID, KEY], None, [KEY, CHEBI], ("chebi", ("WikiPathways", "Guide to PHARMACOLOGY"))),
        ([CAS, CID, KEY], None, [OTHER_KEY], ("inchikey", ("WikiPathways", "Guide to PHARMACOLOGY"))),
        ([CAS, CID], None, [CHEBI], None),
        ([CHEBI], None, [CHEBI], None),
        (None, [CHEBI, CID], [CHEBI], ("chebi", ("WikiPathways",))),
        (None, [CAS, CID, KEY], [CHEBI], ("inchikey", ("WikiPathways",))),
        (None, [CAS, CID], [CHEBI], None),
        ([CHEBI, CID], [CHEBI, CID], [CHEBI], ("chebi", ("WikiPathways",))),
    ],
)
def test_a_compound_may_be_drawn_by_an_identifier_that_tells_or_its_structure(
    ligand: list[KeyedId] | None,
    node: list[KeyedId] | None,
    telling: list[KeyedId],
    why: tuple[str, tuple[str, ...]] | None,
) -> None:
    entity = LigandCandidate(id="IUPHAR:1", score=1.0, name="a", type="Peptide", approved=False)
    found = steps_between_kinds._candidates(  # pyright: ignore[reportPrivateUsage]
        [CompoundNode("a", tuple(node), ())] if node else [],
        [IdentifiedEntity(entity, frozenset(ligand))] if ligand else [],
        {*telling},
    )

    assert {cid: (one.via, one.sources) for cid, one in found.items()} == ({"7": why} if why else {})
