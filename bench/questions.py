"""What the benchmarks ask: a hundred different arguments for each tool, drawn with a fixed seed from what is there."""

import json
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from _calls import catalogue, column, facts, known_to_pubchem

EACH = 100
_SEED = 20261121
_MECHANISMS = (
    "NSAID", "COX inhibitor", "dopamine agonist", "beta blocker", "statin", "SSRI", "opioid", "proton pump inhibitor",
    "ACE inhibitor", "antihistamine", "PPAR gamma agonist", "EGFR inhibitor", "kinase inhibitor", "GPCR agonist",
    "ion channel blocker", "calcium channel blocker", "adrenergic agonist", "HDAC inhibitor", "muscarinic antagonist",
    "tyrosine kinase inhibitor",
)  # fmt: skip
_FAMILIES = (
    "dopamine receptor", "GPCR", "ion channel", "kinase", "nuclear receptor", "transporter", "GABA-A alpha 1", "5-HT",
    "mu opioid receptor", "beta 2 adrenoceptor", "serotonin transporter", "potassium channel", "chemokine receptor",
    "cytochrome P450", "voltage-gated sodium channel", "phosphodiesterase", "adrenoceptor", "histone deacetylase",
    "solute carrier", "interleukin receptor",
)  # fmt: skip


def misspelt(word: str, chance: random.Random) -> str:
    """One letter of a word left out."""
    at = chance.randrange(1, len(word) - 1)
    return word[:at] + word[at + 1 :]


def _one_word(names: Sequence[str]) -> list[str]:
    return [name for name in names if name.isascii() and name.isalpha() and len(name) > 6]


def questions() -> dict[str, list[dict[str, str]]]:
    """The arguments of `EACH` calls for every tool. Names, synonyms, classes, misspellings: what people ask."""
    chance = random.Random(_SEED)
    terms = json.loads((Path(__file__).parent / "pathway_terms.json").read_text())
    folder = catalogue().cache_dir or Path()
    pathways = column(folder, "wikipathways-text", "SELECT key FROM entries")
    genes = column(folder, "wikipathways-xref", "SELECT token FROM tokens WHERE token LIKE 'symbol:%'")
    often = Counter(token.partition(":")[2] for token in genes)
    drawn = sorted(often, key=lambda symbol: (-often[symbol], symbol))
    ligands, targets = facts(folder)
    medicines = known_to_pubchem(ligands)
    compounds = chance.sample(medicines, EACH)
    ligand_names, ligand_synonyms = [one.name for one in ligands], [name for one in ligands for name in one.synonyms]
    target_names, target_synonyms = [one.name for one in targets], [name for one in targets for name in one.synonyms]
    symbols = [symbol for one in targets for symbol in one.gene_symbols]
    ids = chance.sample(pathways, EACH)
    arguments = {
        "search_pathways": ("query", [term["query"] for term in chance.sample(terms, EACH)]),
        "get_pathway": ("pathway_id", [f"WP:{key}" for key in ids]),
        "get_pathway_components": ("pathway_id", [f"WP:{key}" for key in ids]),
        "get_pathways_for_gene": ("gene_id", [*drawn[: EACH // 2], *chance.sample(drawn, EACH // 2)]),
        "search_compounds": ("query", [one.name for one in compounds]),
        "get_compound": (
            "pubchem_id",
            [f"PubChem:CID{one.cross_references['pubchem_compound']}" for one in compounds],
        ),
        "search_ligands": (
            "query",
            [
                *chance.sample(ligand_names, 40),
                *chance.sample(ligand_synonyms, 20),
                *_MECHANISMS,
                *(misspelt(name, chance) for name in chance.sample(_one_word(ligand_names), 20)),
            ],
        ),
        "get_ligand": ("iuphar_id", [f"IUPHAR:{one.number}" for one in chance.sample(ligands, EACH)]),
        "search_targets": (
            "query",
            [
                *chance.sample(target_names, 30),
                *chance.sample(target_synonyms, 20),
                *chance.sample(symbols, 20),
                *_FAMILIES,
                *(misspelt(word, chance) for word in chance.sample(_one_word(" ".join(target_names).split()), 10)),
            ],
        ),
        "get_target": ("iuphar_id", [f"IUPHAR:{one.number}" for one in chance.sample(targets, EACH)]),
    }
    asked: dict[str, list[dict[str, str]]] = {}
    for tool, (argument, values) in arguments.items():
        chance.shuffle(values)
        asked[tool] = [{argument: value} for value in values if len(value) <= 500]
    return asked
