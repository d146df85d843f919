"""What the benchmarks ask a present catalogue: varied arguments for all ten tools, drawn with a fixed seed."""

import json
import os
import random
import sqlite3
from pathlib import Path
from typing import Any

import anyio
import msgspec

from biofacts.adapters.sqlite.index import verified
from biofacts.adapters.sqlite.store import SCHEMA
from biofacts.application.tools import TOOLS, call
from biofacts.container import running
from biofacts.domain.pharmacology.ligand_facts import LigandFacts
from biofacts.domain.pharmacology.target_facts import TargetFacts
from biofacts.settings import Settings

COMPOUNDS = 50
_SEED = 20261121
_CLASSES = {
    "search_ligands": ("NSAID", "beta blocker", "dopamine agonist", "EGFR inhibitor", "proton pump inhibitor", "SSRI"),
    "search_targets": ("dopamine receptor", "GPCR", "ion channel", "kinase", "nuclear receptor", "transporter"),
}

Calls = dict[str, list[dict[str, object]]]


def catalogue() -> Settings:
    """The settings of the environment, offline. Raises: SystemExit when there is no synchronised catalogue."""
    settings = Settings.from_environment({**os.environ, "BIOFACTS_SOURCE": "offline"})
    folder = settings.cache_dir
    if folder is None or not (folder / SCHEMA / "wikipathways-gpml" / "newest.json").exists():
        raise SystemExit("set BIOFACTS_CACHE_DIR (and BIOFACTS_PUBCHEM_URL), then run `biofacts sync`")
    return settings


def varied(folder: Path, number: int) -> Calls:
    """`number` arguments for each tool: names, synonyms, symbols, classes; one in ten words misspelt."""
    draw = random.Random(_SEED)
    terms = json.loads((Path(__file__).parent / "pathway_terms.json").read_text())
    cards = column(folder, "wikipathways-text", "SELECT card FROM entries")
    titles = [json.loads(verified(card))["title"] for card in cards]
    pathways = column(folder, "wikipathways-text", "SELECT key FROM entries")
    symbols = [
        token.partition(":")[2].upper()
        for token in column(folder, "wikipathways-xref", "SELECT DISTINCT token FROM tokens WHERE token LIKE '%:%'")
    ]
    ligands, targets = facts(folder)
    medicines = known_to_pubchem(ligands)
    chosen = draw.sample(medicines, min(COMPOUNDS, len(medicines)))
    values: dict[str, tuple[str, list[str]]] = {
        "search_pathways": ("query", [*(term["query"] for term in terms), *titles]),
        "get_pathway": ("pathway_id", [f"WP:{key}" for key in pathways]),
        "get_pathways_for_gene": ("gene_id", symbols),
        "get_pathway_components": ("pathway_id", [f"WP:{key}" for key in pathways]),
        "search_compounds": ("query", [one.name for one in chosen]),
        "get_compound": ("pubchem_id", [f"PubChem:CID{one.cross_references['pubchem_compound']}" for one in chosen]),
        "search_ligands": ("query", [name for one in ligands for name in (one.name, *one.synonyms)]),
        "get_ligand": ("iuphar_id", [f"IUPHAR:{one.number}" for one in ligands]),
        "search_targets": (
            "query",
            [name for one in targets for name in (one.name, *one.gene_symbols, *one.synonyms)],
        ),
        "get_target": ("iuphar_id", [f"IUPHAR:{one.number}" for one in targets]),
    }
    calls: Calls = {}
    for tool, (argument, known) in values.items():
        fitting = [*_CLASSES.get(tool, ()), *(value for value in known if 2 <= len(value) <= 200)]
        picked = draw.sample(fitting, number) if number <= len(fitting) else draw.choices(fitting, k=number)
        if tool in ("search_pathways", "search_ligands", "search_targets"):
            picked[::10] = [misspelt(value, draw) for value in picked[::10]]
        calls[tool] = [{argument: value} for value in picked]
    return calls


def misspelt(words: str, draw: random.Random) -> str:
    """One letter of the longest word left out."""
    word = max(words.split(), key=len)
    at = draw.randrange(len(word))
    return words.replace(word, word[:at] + word[at + 1 :], 1) if len(word) > 5 else words


def mixed(calls: Calls) -> list[tuple[str, dict[str, object]]]:
    """All of them, the tools in turn."""
    return [(tool, one) for turn in zip(*calls.values(), strict=True) for tool, one in zip(calls, turn, strict=True)]


def warm(settings: Settings, calls: Calls) -> None:
    """Ask the source that BIOFACTS_PUBCHEM_URL names for every compound once, so that the cache has its answers."""

    async def ask() -> None:
        async with running(msgspec.structs.replace(settings, source="live")) as container:
            for tool in ("search_compounds", "get_compound"):
                for asked in {json.dumps(one) for one in calls[tool]}:
                    await call(TOOLS[tool], container.use_cases(), json.loads(asked))

    if settings.pubchem_url == Settings().pubchem_url:
        raise SystemExit("set BIOFACTS_PUBCHEM_URL to a stand-in: some two hundred questions are asked")
    anyio.run(ask)


def facts(folder: Path) -> tuple[list[LigandFacts], list[TargetFacts]]:
    """Every ligand and every target of a catalogue."""
    statement = "SELECT body FROM records ORDER BY document"
    ligands, targets = (column(folder, f"gtopdb-{name}", statement) for name in ("ligands", "targets"))
    return (
        [msgspec.msgpack.decode(verified(row), type=LigandFacts) for row in ligands],
        [msgspec.msgpack.decode(verified(row), type=TargetFacts) for row in targets],
    )


def known_to_pubchem(ligands: list[LigandFacts]) -> list[LigandFacts]:
    """Approved medicines whose number at PubChem is known."""
    return [one for one in ligands if one.approved and "pubchem_compound" in one.cross_references]


def column(folder: Path, name: str, statement: str) -> list[Any]:
    place = folder / SCHEMA / name
    version = json.loads((place / "newest.json").read_text())["version"]
    connection = sqlite3.connect(f"file:{place / version}.sqlite?mode=ro", uri=True)
    try:
        return [row[0] for row in connection.execute(statement)]
    finally:
        connection.close()
