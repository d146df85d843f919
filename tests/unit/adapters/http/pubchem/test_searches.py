"""The requests and answers of searches, as `tests/data/compound_searches.txt` has them: read a difference."""

import msgspec
import pytest

from biofacts.domain.answers.pages import Window
from biofacts.ports.sources import Query
from tests.places import REPOSITORY
from tests.pubchem import PubChem, pubchem
from tests.snapshots import blocks, difference

SEARCHES, MARK = REPOSITORY / "tests" / "data" / "compound_searches.txt", "? "
QUERIES = [*blocks(SEARCHES, MARK)]
PROPERTIES = "/property/Title,MolecularFormula,InChI/JSON"

NAMES = {
    "glucose": [5793, 107526],
    "d-glucose": [5793],
    "glutamate": [33032],
    "glutamic acid": [33032],
    "monosodium glutamate": [23672308],
    "imatinib": [5291],
    "imatinib mesylate": [123596],
    "lactic acid": [612],
    "triiodothyronine": [5920],
    "t3": [5920],
    "estradiol": [5757],
    "β-estradiol": [5757],
    "cholesterol": [5997],
    "ester": [702],
    "compound 7": [5291],
    "[3h]nisoxetine": [4499],
    "nisoxetine": [4499],
    "co": [281, 104730],
}
TITLES = {
    5793: "D-Glucose", 107526: "Glucose", 33032: "Glutamic Acid", 23672308: "Monosodium glutamate", 5291: "Imatinib",
    123596: "Imatinib Mesylate", 612: "Lactic Acid", 5920: "Liothyronine", 5757: "Estradiol", 5997: "Cholesterol",
    4499: "Nisoxetine", 281: "Carbon Monoxide", 104730: "Cobalt",
}  # fmt: skip
COMPLETIONS = {
    "gluco": ["glucose", "glucose 6-phosphate", "glucosamine", "Glucono delta-lactone"],
    "imatinib": ["imatinib", "Imatinib mesylate", "Imatinib-d8", "N-Desmethyl imatinib", "imatinib impurity", "inib"],
    "zimatinib": ["imatinib", "Imatinib mesylate"],
    "imat": ["imatinib", "imatinib mesylate"],
    "cholest": ["cholesterol", "cholestane", "Cholesterol sulfate", "5-cholesten-3-ol"],
    "imatinb": ["imatinib"],
    "retino": [f"retinol {number}" for number in range(1, 12)],
}


def world() -> PubChem:
    upstream = PubChem()
    upstream.names |= NAMES
    upstream.names |= {f"retinol {number}": [7000 + number // 2] for number in range(1, 12)}
    upstream.rows |= {number: {"CID": number, "Title": title} for number, title in TITLES.items()}
    upstream.rows |= {number: {"CID": number, "Title": f"Retinol {number}"} for number in range(7000, 7006)}
    upstream.completions |= COMPLETIONS
    return upstream


async def shown(query: str) -> str:
    """The requests of each page, sorted since they are made at once, and its candidates."""
    upstream, lines, found, version, more = world(), list[str](), 0, None, True
    async with pubchem(upstream) as client:
        while more:
            hits = await client.search(Query(text=query), Window(offset=found, limit=50, version=version))
            assert hits is not None
            lines += sorted(asked.replace(PROPERTIES, "") for asked in upstream.taken())
            lines += [msgspec.json.encode(one).decode() for one in hits.items]
            lines += [f"total {hits.total}, next {hits.version}, {hits.guidance}"]
            found, version, more = found + len(hits.items), hits.version, hits.more
    return "\n".join(lines)


@pytest.mark.parametrize("query", QUERIES)
async def test_a_search_asks_and_answers_as_somebody_has_read(query: str) -> None:
    assert difference(SEARCHES, MARK, {query: await shown(query)}) == []
