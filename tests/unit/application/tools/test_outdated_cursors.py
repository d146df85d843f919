"""A cursor names the releases of which its listing is made: without any of them it cannot be used."""

import base64
import re
from collections.abc import Mapping

import pytest

from biofacts.application.tools.all_tools import TOOLS, call
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.composition.container import Container
from biofacts.domain.answers import pages
from biofacts.domain.answers.pages import Page, encode_cursor

RANKED = [
    "APAF1=0", "CASP9=1", "CASP8=2", "CASP3=3", "BID=4", "FAS=5", "BCL2=6", "BAX=7", "MDM2=8",
    "TP53=9", "HK1=10", "GPI=11", "PKM=12",
]  # fmt: skip
LISTINGS: list[tuple[str, Mapping[str, object]]] = [
    ("search_pathways", {"query": "apoptosis"}),
    ("search_pathways", {"query": "TP53"}),
    ("search_pathways", {"query": "", "organism": "Homo sapiens"}),
    ("search_pathways", {"query": "human pathways"}),
    ("search_pathways", {"community": "CPTAC"}),
    ("search_pathways", {"changed_since": "2020-01-01"}),
    ("search_genes", {"query": "kinase"}),
    ("search_genes", {"query": "genes for kinase"}),
    ("search_genes", {"query": "protein", "organism": "Mus musculus"}),
    ("search_targets", {"query": "receptor"}),
    ("search_targets", {"query": "GPCR"}),
    ("search_targets", {"query": "dopamine receptors"}),
    ("search_ligands", {"query": "COX-2 inhibitors"}),
    ("search_ligands", {"query": "beta blocker"}),
    ("search_ligands", {"query": "peptide"}),
    ("search_ligands", {"approved_only": True}),
    ("get_pathways_for_gene", {"gene_id": "TP53"}),
    ("get_pathways_for_gene", {"gene_id": "BAX"}),
    ("get_pathways_for_compound", {"compound": "glucose"}),
    ("get_interactions", {"target_id": "DRD2"}),
    ("get_interactions", {"ligand_id": "ibuprofen"}),
    ("get_interactions", {"ligand_ids": ["ibuprofen", "aspirin"]}),
    ("get_neighbours", {"id": "TP53"}),
    ("get_neighbours", {"id": "glucose"}),
    ("find_links", {"id": "WP:WP254", "kind": "pathway", "to": "gene"}),
    ("find_links", {"id": "WP:WP254", "kind": "pathway", "to": "ligand"}),
    ("find_links", {"id": "CPTAC", "kind": "community", "to": "pathway"}),
    ("find_links", {"id": "aspirin", "kind": "ligand", "to": "target"}),
    ("find_links", {"id": "TP53", "kind": "gene", "to": "pathway"}),
    ("find_links", {"ids": ["TP53", "BAX"], "kind": "gene", "to": "pathway"}),
    ("enrich_pathways", {"genes": ["TP53", "MDM2", "CASP3", "BAX"], "min_size": 1}),
    ("enrich_pathways", {"compounds": ["pyruvate", "citrate", "lactate"], "min_size": 1}),
    (
        "enrich_pathways",
        {"genes": ["TP53", "MDM2", "HK1"], "compounds": ["pyruvate", "citrate", "lactate"], "min_size": 1},
    ),
    ("enrich_pathways", {"ranked": RANKED, "min_size": 2, "permutations": 20}),
]


@pytest.mark.parametrize(("tool", "given"), LISTINGS, ids=lambda one: str(one))
async def test_a_listing_without_one_of_its_releases_is_begun_again(
    sample: Container, tool: str, given: Mapping[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "_digest", unsigned)
    asked = {**given, "page_size": 1}
    first = await call(TOOLS[tool], sample.use_cases(), asked)
    assert isinstance(first, Page), first
    assert first.pagination.cursor is not None
    offset, releases = unpacked(first.pagination.cursor)
    for place, release in enumerate(releases):
        gone = re.sub(r"(?<==).*|^[^=]+$", "0", release)
        others = " ".join([*releases[:place], gone, *releases[place + 1 :]])
        answer = await call(TOOLS[tool], sample.use_cases(), {**asked, "cursor": encode_cursor(offset, others, ())})

        assert isinstance(answer, ErrorEnvelope), release
        assert answer.error.message == "The cursor cannot be used: the catalogue has been refreshed since."


def unsigned(_text: str, _listing: tuple[str, ...]) -> bytes:
    """The digest of any cursor, so that a forged one is valid."""
    return b"1234"


def unpacked(cursor: str) -> tuple[int, list[str]]:
    """The offset in a cursor, and the releases that it names."""
    raw = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
    text = pages._unpacked(raw[len(unsigned("", ())) :])  # pyright: ignore[reportPrivateUsage]
    offset, _, version = text.partition("/")
    return int(offset), version.split()
