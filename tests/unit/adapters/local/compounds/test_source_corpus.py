"""Every name of the stand-in's compounds: what names in bulk answer is what PubChem answers."""

import gzip
import json
from collections import defaultdict
from collections.abc import AsyncGenerator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from biofacts.adapters.local.compounds.source import LocalCompounds
from biofacts.adapters.sqlite.compound_names import SqliteCompoundNamesStore
from biofacts.domain.answers.pages import Window
from biofacts.domain.compounds import queries as compound_queries
from biofacts.ports.sources import Query
from biofacts.ports.synchronisation import unseen
from tests.bulk_names import names
from tests.pubchem import PubChem, pubchem

pytestmark = pytest.mark.thorough

FIELDS = {"CID": "cid", "Title": "title", "MolecularFormula": "formula", "SMILES": "smiles", "InChIKey": "inchikey"}


class Corpus(NamedTuple):
    """Names as PubChem compares them, each with its compounds, in its order; and both who answer."""

    bearers: Mapping[str, Sequence[int]]
    live: PubChem
    source: LocalCompounds
    store: SqliteCompoundNamesStore


@pytest.fixture
async def corpus(upstream_dir: Path, tmp_path: Path) -> AsyncGenerator[Corpus]:
    rows: list[dict[str, Any]] = json.loads(gzip.decompress((upstream_dir / "pubchem/standin.json.gz").read_bytes()))
    bearers = defaultdict[str, list[int]](list)
    for row in rows:
        for name in dict.fromkeys(one.lower() for one in (row["title"], *row["synonyms"])):
            bearers[name].append(row["cid"])
    live = PubChem()
    live.rows = {row["cid"]: {field: row[key] for field, key in FIELDS.items()} for row in rows}
    live.names = dict(bearers)
    titles = sorted((row["cid"], row["title"]) for row in rows)
    others = sorted((row["cid"], name) for row in rows for name in row["synonyms"])
    async with SqliteCompoundNamesStore(tmp_path) as store, pubchem(live) as client:
        await store.publish(names(titles, others), unseen)
        yield Corpus(bearers, live, LocalCompounds(client, store), store)


def wanted(name: str, bearers: Mapping[str, Sequence[int]]) -> list[int] | None:
    """Who bears a name, asked as PubChem's client asks; None where the query is no name."""
    exact = compound_queries.parse(name).exact
    if not exact or {key.namespace for key in exact} != {"name"}:
        return None
    return list(dict.fromkeys(cid for key in exact for cid in bearers.get(key.key.lower(), ())))


async def test_every_name_leads_to_the_same_compounds(corpus: Corpus) -> None:
    index = await corpus.store.newest()
    assert index is not None
    compared, wrong, reordered = 0, list[object](), 0
    for name in corpus.bearers:
        if (right := wanted(name, corpus.bearers)) is None:
            continue
        found = [one.number for one in await index.called(name) if one.is_spelled_so]
        compared += 1
        reordered += found != right
        if sorted(found) != sorted(right):
            wrong.append((name, right, found))

    assert wrong == []
    assert compared > 45_000
    assert reordered < 20  # whose title it is stands first, where PubChem has the lower number first


async def test_the_answers_are_those_of_pubchem_but_for_what_names_do_not_tell(corpus: Corpus) -> None:
    different = list[object]()
    async with pubchem(corpus.live) as client:
        for name in list(corpus.bearers)[::150]:
            direct = await client.search(Query(text=name), Window())
            corpus.live.taken()
            found = await corpus.source.search(Query(text=name), Window())
            asked = corpus.live.taken()
            assert direct is not None
            assert found is not None
            pairs = [sorted((one.id, one.name, one.score) for one in hits.items) for hits in (direct, found)]
            if pairs[0] != pairs[1] or (asked and wanted(name, corpus.bearers)):
                different.append((name, pairs, asked))

    assert different == []
