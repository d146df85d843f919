"""What the benchmarks ask a present catalogue: varied arguments for every tool, drawn with a fixed seed."""

import json
import random
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypeVar

import anyio
import msgspec
from _shared import column, facts, known_to_pubchem

from biofacts.adapters.local.catalogue_entries.genes import HUMAN_GENES, decode_gene
from biofacts.adapters.local.catalogue_entries.pathways import TEXT, XREF, decode_references, decode_summary
from biofacts.adapters.sqlite.catalogue_build import verified
from biofacts.application.tools.all_tools import TOOLS, call
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.composition.container import running
from biofacts.composition.settings import Settings
from biofacts.domain.identifiers.cross_references import pairs

COMPOUNDS = 400
"""The number of different compounds that are asked for: they have no catalogue, only a cache, which `warm` fills."""

_SEED = 20261121
_SHORTEST, _LONGEST, _SHORTEST_MISSPELT = 2, 200, 7
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
_ARGUMENTS = {
    "search_pathways": "query", "get_pathway": "pathway_id", "get_pathway_components": "pathway_id",
    "get_pathways_for_gene": "gene_id", "search_compounds": "query", "get_compound": "pubchem_id",
    "search_ligands": "query", "get_ligand": "iuphar_id", "search_targets": "query", "get_target": "iuphar_id",
    "search_genes": "query", "get_gene": "gene_id", "get_interactions": "target_id",
}  # fmt: skip

Questions = dict[str, list[dict[str, object]]]
"""The arguments of each tool's calls."""

T = TypeVar("T")


def questions(folder: Path, number: int) -> Questions:
    """`number` arguments for each tool, different ones as long as there are enough.

    Half of the searches for pathways are phrases of `pathway_terms.json`, half are titles. One in five searches for
    ligands or targets is for a mechanism or a family, the others are for names, synonyms and gene symbols. (Where more
    is asked than there are phrases, mechanisms or families, each of them is asked once.) One in ten of these searches
    is misspelt. Half of the genes are the most often drawn ones. The compounds are always the same.
    """
    draw = _Draw()
    ligands, targets = facts(folder)
    compounds = draw.some(draw.some(known_to_pubchem(ligands), COMPOUNDS), number)
    terms = json.loads((Path(__file__).parent / "pathway_terms.json").read_text())
    titles = (decode_summary(verified(one)).title for one in column(folder, TEXT, "SELECT summary FROM entries"))
    pathways = draw.some([f"WP:{key}" for key in column(folder, TEXT, "SELECT key FROM entries")], number)
    genes = most_often_drawn(folder)
    human = [decode_gene(verified(one)) for one in column(folder, HUMAN_GENES, "SELECT summary FROM entries")]
    values = {
        "search_pathways": draw.searches(number, 2, [term["query"] for term in terms], titles),
        "get_pathway": pathways,
        "get_pathway_components": pathways,
        "get_pathways_for_gene": [*genes[: number // 2], *draw.some(genes[number // 2 :], number - number // 2)],
        "search_compounds": [one.name for one in compounds],
        "get_compound": [f"PubChem:CID{one.cross_references['pubchem_compound']}" for one in compounds],
        "search_ligands": draw.searches(
            number,
            5,
            _MECHANISMS,
            (one.name for one in ligands),
            (name for one in ligands for name in one.synonyms),
        ),
        "get_ligand": [f"IUPHAR:{one.number}" for one in draw.some(ligands, number)],
        "search_targets": draw.searches(
            number,
            5,
            _FAMILIES,
            (one.name for one in targets),
            (name for one in targets for name in one.synonyms),
            (symbol for one in targets for symbol in one.gene_symbols),
        ),
        "get_target": [f"IUPHAR:{one.number}" for one in draw.some(targets, number)],
        "search_genes": draw.searches(
            number, 20, ("HER2", "p53", "interleukin 6", "TNF alpha"),
            (one.symbol for one in human), (alias for one in human for alias in one.aliases),
        ),
        "get_interactions": [f"IUPHAR:{one.number}" for one in draw.some(targets, number)],
        "get_gene": [one.id for one in draw.some(human, number)],
    }  # fmt: skip
    questions: Questions = {
        tool: [{_ARGUMENTS[tool]: value} for value in draw.shuffled(asked)] for tool, asked in values.items()
    }
    of_targets = (symbol for one in targets for key, symbol in pairs(one.cross_references) if key == "hgnc")
    links: list[dict[str, object]] = [{"id": one, "kind": "gene", "to": "ligand"} for one in of_targets]
    return questions | {"find_links": draw.some(links, number)}


class _Draw:
    """Draws with a fixed seed."""

    def __init__(self) -> None:
        self._chance = random.Random(_SEED)

    def shuffled(self, values: Sequence[T]) -> list[T]:
        return self._chance.sample(values, len(values))

    def some(self, values: Sequence[T], number: int) -> list[T]:
        """So many of them, none twice before each is there once."""
        rounds, rest = divmod(number, len(values))
        return [*[*values] * rounds, *self._chance.sample(values, rest)]

    def searches(self, number: int, one_in: int, phrases: Sequence[str], *names: Iterable[str]) -> list[str]:
        """One in so many is a phrase, the others are as many names of each kind. One in ten is a misspelt name."""
        known = dict.fromkeys(phrases)
        asked = self.some([*known], min(number // one_in, len(known)))
        found: list[str] = []
        for before, kind in enumerate(names):
            fitting = [name for name in dict.fromkeys(kind) if _SHORTEST <= len(name) <= _LONGEST and name not in known]
            found += self.some(fitting, (number - len(asked) - len(found)) // (len(names) - before))
            known |= dict.fromkeys(found)
        found = self.shuffled(found)
        spelt = [misspelt(name, self._chance) for name in found]
        changed = [place for place, name in enumerate(found) if spelt[place] != name]
        for place in changed[: number // 10]:
            found[place] = spelt[place]
        return [*asked, *found]


def misspelt(words: str, chance: random.Random) -> str:
    """One letter of the longest word left out; unchanged where no word is long enough."""
    word = max((word for word in words.split() if word.isalpha()), key=len, default="")
    if len(word) < _SHORTEST_MISSPELT:
        return words
    at = chance.randrange(1, len(word) - 1)
    return words.replace(word, word[:at] + word[at + 1 :], 1)


def most_often_drawn(folder: Path) -> list[str]:
    """The symbols of all genes, those of most pathways first."""
    records = (decode_references(verified(one)) for one in column(folder, XREF, "SELECT body FROM records"))
    often = Counter(value.upper() for one in records for key, value in one if key == "hgnc_symbol")
    return sorted(often, key=lambda symbol: (-often[symbol], symbol))


def mixed(asked: Questions) -> list[tuple[str, dict[str, object]]]:
    """All calls, the tools in turn."""
    return [(tool, one) for turn in zip(*asked.values(), strict=True) for tool, one in zip(asked, turn, strict=True)]


def warm(settings: Settings, asked: Questions) -> None:
    """Ask for every compound once, so that the cache has its answers; complains of those that fail.

    Raises: SystemExit when BIOFACTS_PUBCHEM_URL names no stand-in.
    """
    wanted = {
        json.dumps(one): (tool, one) for tool in ("search_compounds", "get_compound") for one in asked.get(tool, ())
    }

    async def ask() -> None:
        async with running(msgspec.structs.replace(settings, source="live")) as container:
            for tool, arguments in wanted.values():
                outcome = await call(TOOLS[tool], container.use_cases(), arguments)
                if isinstance(outcome, ErrorEnvelope):
                    print(f"{tool} {arguments}: {outcome.error.message}", file=sys.stderr)

    if wanted and settings.pubchem_url == Settings().pubchem_url:
        raise SystemExit("set BIOFACTS_PUBCHEM_URL to a stand-in: hundreds of questions are asked")
    anyio.run(ask)
