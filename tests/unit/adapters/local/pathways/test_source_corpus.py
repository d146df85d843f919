"""The index files of the mirror against counts that are taken without our reader: nothing lost, nothing false."""

import json
import re
from collections.abc import AsyncGenerator, Mapping
from pathlib import Path

import pytest

from biofacts.adapters.http.wikipathways.index_files import read_mapped
from biofacts.adapters.local.pathways.source import LocalPathways
from biofacts.application.resolve import Resolve
from biofacts.domain.answers.entity_kinds import PATHWAY
from biofacts.domain.answers.pages import Window
from biofacts.domain.identifiers.cross_references import REGISTRY, is_valid
from tests.genes import pathways_of
from tests.local_pathways import wikipathways
from tests.replaying import Upstream
from tests.wikipathways_files import OBO_PATH, TEXT_PATH, XREF_PATH

FIELDS = ("ncbigene", "ensembl", "hgnc", "uniprot", "wikidata", "chebi", "inchikey")
KEYS = {
    "ncbigene": "entrez", "ensembl": "ensembl_gene", "hgnc.symbol": "hgnc_symbol", "uniprot": "uniprot",
    "wikidata": "wikidata", "chebi": "chebi", "inchikey": "inchikey",
}  # fmt: skip
GENES = {"BRCA1": "672", "TP53": "7157", "EGFR": "1956", "AKT1": "207", "INS": "3630"}


@pytest.fixture
def json_folder(upstream_dir: Path) -> Path:
    return upstream_dir / "wikipathways" / "json"


@pytest.fixture
async def pathways(upstream_dir: Path, json_folder: Path) -> AsyncGenerator[LocalPathways]:
    upstream = Upstream(
        {
            TEXT_PATH: (json_folder / "findPathwaysByText.json").read_bytes(),
            XREF_PATH: (json_folder / "findPathwaysByXref.json").read_bytes(),
            OBO_PATH: (upstream_dir / "ontology" / "pw.obo").read_bytes(),
        }
    )
    async with wikipathways(upstream, None) as parts:
        yield parts.source


def rows(path: Path) -> list[Mapping[str, str]]:
    found: list[Mapping[str, str]] = json.loads(path.read_bytes())["pathwayInfo"]
    return found


def cells(row: Mapping[str, str]) -> set[tuple[str, str]]:
    """Every documented mapping of a pathway, wherever in its row it stands."""
    found = re.findall(r"(ncbigene|ensembl|hgnc\.symbol|uniprot|wikidata|chebi|inchikey):([^,;]+)",
                       ", ".join(row[field] for field in FIELDS))  # fmt: skip
    return {(KEYS[prefix], f"CHEBI:{value}" if prefix == "chebi" else value.strip()) for prefix, value in found}


pytestmark = pytest.mark.thorough


def test_documented_mappings_are_present_and_valid(json_folder: Path) -> None:
    path = json_folder / "findPathwaysByXref.json"
    mapped = {pathway.local_id: {*pathway.references} for pathway in read_mapped(path.read_bytes())}
    documented = present = 0
    for row in rows(path):
        kept = mapped[row["id"]]
        documented += len(cells(row))
        present += sum(pair in kept and is_valid(*pair) for pair in cells(row))

    assert documented > 100_000
    assert present / documented >= 0.95
    assert set(KEYS.values()) <= set(REGISTRY)


@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_well_studied_genes_have_no_false_negatives_and_no_false_positives(
    pathways: LocalPathways, json_folder: Path
) -> None:
    index = rows(json_folder / "findPathwaysByXref.json")
    labels = {
        row["id"]: set(row["datanodes"].casefold().split(", ")) for row in rows(json_folder / "findPathwaysByText.json")
    }
    for symbol, number in GENES.items():
        by_number = {f"WP:{row['id']}" for row in index if ("entrez", number) in cells(row)}
        by_symbol = {
            f"WP:{row['id']}"
            for row in index
            if symbol.casefold() in labels[row["id"]]
            or symbol.casefold() in {value.casefold() for key, value in cells(row) if key == "hgnc_symbol"}
        }
        found = [
            {item.id for item in (await pathways_of(pathways, gene, window=Window(limit=10_000))).items}
            for gene in (number, symbol)
        ]

        assert found == [by_number, by_symbol], symbol
        assert len(by_symbol) > 10


@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_a_walk_over_hundreds_of_pathways_loses_and_doubles_nothing(pathways: LocalPathways) -> None:
    search = Resolve(PATHWAY, pathways)
    page = await search("signaling", page_size=17)
    walked = [item.id for item in page.items]
    while page.pagination.cursor:
        page = await search("signaling", page_size=17, cursor=page.pagination.cursor)
        walked += [item.id for item in page.items]

    assert len(walked) > 100
    assert len(walked) == len(set(walked)) == page.pagination.total_count


@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_a_broad_query_fills_more_than_a_page(pathways: LocalPathways) -> None:
    page = await Resolve(PATHWAY, pathways)("metabolism")

    assert len(page.items) == 50
    assert page.pagination.cursor
    assert (page.pagination.total_count or 0) > 50
