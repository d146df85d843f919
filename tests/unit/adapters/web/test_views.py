"""Lists and failures in each form: a page, a table and JSON, with the status of the answer."""

from collections.abc import AsyncGenerator

import httpx
import pytest

from biofacts.adapters.web.views import file, saved
from tests.visiting import Read, visiting

INTERACTIONS = "ligand,target,type,action,primary,species,affinity,references"


@pytest.fixture
async def page() -> AsyncGenerator[httpx.AsyncClient]:
    async with visiting() as client:
        yield client


@pytest.mark.parametrize(
    ("address", "query", "header", "rows"),
    [
        ("/neighbours", "id=TP53", "direction,source,effect,target,pathways,sign,references", 4),
        ("/neighbours", "id=TP53&direction=upstream", "direction,source,effect,target,sign,pathways,references", 2),
        ("/neighbours", "id=zzqq", "", 0),
        ("/paths", "source=TP53&target=BAX", "length,nodes,steps,pathways", 1),
        ("/ligand/IUPHAR:2713/interactions", "", INTERACTIONS, 2),
        ("/ligand/IUPHAR:2713/interactions", "target=IUPHAR:1376", INTERACTIONS, 1),
        ("/target/IUPHAR:1376/interactions", "approved=1", INTERACTIONS, 6),
        ("/pathway/WP:WP254/interactions", "", "id,source,target,type,arrow,references", 8),
        ("/pathway/WP:WP254/components", "", "id,label,type,database,identifier,cross_references", 12),
        ("/compare", "one=WP254&other=WP707", "kind,in,id,name", 21),
        ("/pathways", "gene=TP53", "id,title,organism,description,matched_on", 4),
        ("/pathways", "compound=glucose", "id,title,organism,matched_on", 2),
    ],
)
async def test_a_list_is_a_table_and_json(
    page: httpx.AsyncClient, address: str, query: str, header: str, rows: int
) -> None:
    table, whole = await page.get(f"{address}.csv?{query}"), await page.get(f"{address}.json?{query}")

    assert (table.status_code, whole.status_code) == (200, 200)
    assert (table.headers["content-type"], whole.headers["content-type"]) == (
        "text/csv; charset=utf-8", "application/json",
    )  # fmt: skip
    assert (table.text.splitlines() or [""])[0] == header
    assert len(table.text.splitlines()[1:]) == rows
    assert whole.json()


@pytest.mark.parametrize(
    ("address", "query", "status", "said"),
    [
        ("/neighbours", "", 400, "Interactions of what? The address needs a gene or compound (`id=NFKB1`)."),
        ("/neighbours", "id=TP53&effect=frob", 400, "AMBIGUOUS_QUERY"),
        ("/paths", "source=TP53&target=TP53", 400, "'TP53' and 'TP53' are both TP53"),
        ("/ligand/IUPHAR:99999999/interactions", "", 404, "ENTITY_NOT_FOUND"),
        ("/pathway/WP:WP99999/interactions", "", 404, "ENTITY_NOT_FOUND"),
        ("/pathway/WP:WP99999/components", "", 404, "ENTITY_NOT_FOUND"),
        ("/compare", "one=WP254&other=WP99999", 404, "ENTITY_NOT_FOUND"),
        ("/gene/HGNC:990/interactions", "", 404, "There is nothing at this address."),
    ],
)
async def test_a_failure_has_its_status_in_each_form(
    page: httpx.AsyncClient, address: str, query: str, status: int, said: str
) -> None:
    shown, file = await page.get(f"{address}?{query}"), await page.get(f"{address}.csv?{query}")

    assert (shown.status_code, file.status_code) == (status, status)
    assert said in file.text if file.headers["content-type"] == "application/json" else said in Read(file.text).text
    assert address.startswith("/pathway/") or said in Read(shown.text).text


@pytest.mark.parametrize(
    ("query", "status"),
    [("dpi=-1", 400), ("dpi=0", 400), ("dpi=inf", 400), ("dpi=nan", 400), ("width=x", 400), ("dpi=1", 200), ("", 200)],
)
async def test_a_figure_has_a_size_that_there_is(page: httpx.AsyncClient, query: str, status: int) -> None:
    assert (await page.get(f"/pathway/WP:WP254.png?{query}")).status_code == status


@pytest.mark.parametrize(
    "shape", ["/neighbours?id=zzqq", "/paths?source=zzqq&target=BAX", "/paths?source=TP53", "/compare?one=WP254"]
)
async def test_what_is_not_known_or_half_asked_is_a_page(page: httpx.AsyncClient, shape: str) -> None:
    assert (await page.get(shape)).status_code == 200


def test_a_file_to_save_keeps_its_name() -> None:
    answer = saved(file(b"", "text/csv", "inline.csv"))

    assert answer.headers["Content-Disposition"] == 'attachment; filename="inline.csv"'


async def test_statements_of_templates_leave_no_empty_lines(page: httpx.AsyncClient) -> None:
    assert "\n\n" not in (await page.get("/")).text
