"""Texts with the identifiers that they mean, made of the files at hand: every name there is."""

import json
import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
from _gold import Text
from _shared import facts
from _truth import NamedGene, compound_rows, named_genes, names_of_ligand, names_of_target

from biofacts.domain.answers.entity_kinds import KindName
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.pharmacology.ligand import LigandFacts
from biofacts.domain.text import fold

SEED = 20261123
OF_RECORDS = ("HGNC:", "Guide:", "PubChem:")
"""How the names of those sets begin that are the records' own names as they stand there."""
GREEK = {"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "kappa": "κ", "mu": "μ", "omega": "ω"}
_LONGEST = 200

_FORMS = (
    "sodium", "hydrochloride", "HCl", "mesylate", "maleate", "tartrate", "besylate", "phosphate", "acetate", "sulfate",
    "potassium", "citrate", "fumarate", "monohydrate", "hydrobromide", "ER", "XR", "succinate", "calcium", "anhydrous",
)  # fmt: skip
_RESIDUES = re.compile(r"[\s-]*[(\[]\s*\d+\s*[-–]\s*\d+[^()\[\]]*[)\]]$")
_PRODUCT = re.compile(r"(.+?)\s*\(([^()]*\s\+\s[^()]*)\)")
_CODE = re.compile(r"[A-Z]{2,5}[- ]?\d{3,8}")
_NUMERAL = re.compile(r"(.*[a-z]{3}[ -])(\d{1,2}|[IVX]+)")

Holders = Mapping[str, set[str]]
"""The CURIEs of those who bear a name, by its folded spelling."""


class Name(NamedTuple):
    """A name of an entity. `status`: gilda's word for what it is to the entity."""

    text: str
    curie: str
    preferred: str
    status: str


def vocabulary(kind: KindName, upstream: Path, folder: Path) -> Iterator[Name]:
    """Every name that biofacts has of a kind. `folder`: of the catalogues, which has the Guide."""
    if kind == "gene":
        for gene in named_genes(upstream):
            yield from _names(gene.id, gene.symbol, (gene.name, *gene.aliases, *gene.other_names), gene.previous)
        return
    ligands, targets = facts(folder)
    if kind == "target":
        for target in targets:
            yield from _names(f"IUPHAR:{target.number}", target.name, (text for _, text in names_of_target(target)))
        return
    for ligand in ligands:
        number = ligand.cross_references.get("pubchem_compound")
        curie = f"IUPHAR:{ligand.number}" if kind == "ligand" else f"PubChem:CID{number}" if number else None
        if curie:
            yield from _names(curie, ligand.name, (text for _, text in names_of_ligand(ligand)))
    for row in compound_rows(upstream) if kind == "compound" else ():
        yield from _names(f"PubChem:CID{row['cid']}", row["title"], row["synonyms"])


def _names(curie: str, preferred: str, synonyms: Iterable[str], former: Iterable[str] = ()) -> Iterator[Name]:
    yield Name(preferred, curie, preferred, "name")
    yield from (Name(text, curie, preferred, "synonym") for text in synonyms)
    yield from (Name(text, curie, preferred, "former_name") for text in former)


def built(upstream: Path, folder: Path, most: int | None) -> dict[str, list[Text]]:
    """All sets by their names, a sample of so many texts of each. `folder`: of the catalogues, which has the Guide."""
    sets = _of_hgnc(upstream) | _written(upstream) | _of_the_guide(folder) | _of_pubchem(upstream)
    return {name: sample(texts, most) for name, texts in sets.items()}


def sample(texts: Sequence[Text], most: int | None) -> list[Text]:
    """So many of them, drawn with a fixed seed; all, without a number."""
    fitting = [one for one in texts if 2 <= len(one.text) <= _LONGEST]
    chosen = random.Random(SEED).sample(fitting, min(most or len(fitting), len(fitting)))
    return sorted(chosen, key=lambda one: one.text)


def holders(names: Iterable[tuple[str, str]]) -> Holders:
    """Who bears each of these names; the pairs are a CURIE and a name."""
    held: defaultdict[str, set[str]] = defaultdict(set)
    for identifier, name in names:
        held[fold.compact(name)].add(identifier)
    return held


def _texts(
    names: Iterable[str], held: Holders, kind: KindName, organism: str | None = None, *, several: bool = False
) -> list[Text]:
    """A text for each name that one entity bears, or several do."""
    return [
        Text(text=name, expected=tuple(sorted(bearers)), kind=kind, organism=organism, contested=several)
        for name in sorted({*names})
        if (bearers := held[fold.compact(name)]) and (len(bearers) > 1) is several
    ]


# Genes


def _of_hgnc(upstream: Path) -> dict[str, list[Text]]:
    """The names of HGNC. Another gene's approved symbol is asked as what it is, never as an alias."""
    genes = list(named_genes(upstream))
    approved = {fold.compact(gene.symbol) for gene in genes}
    symbols = holders((gene.id, gene.symbol) for gene in genes)
    held = holders((gene.id, name) for gene in genes for name in names_of_gene(gene))

    def texts(read: Callable[[NamedGene], Iterable[str]], *, several: bool = False) -> list[Text]:
        names = (name for gene in genes for name in read(gene) if fold.compact(name) not in approved)
        return _texts(names, held, "gene", HUMAN, several=several)

    return {
        "HGNC: approved symbols": _texts((gene.symbol for gene in genes), symbols, "gene", HUMAN),
        "HGNC: approved names": texts(lambda gene: (gene.name,)),
        "HGNC: aliases": texts(lambda gene: gene.aliases),
        "HGNC: previous symbols": texts(lambda gene: gene.previous),
        "HGNC: contested names": texts(lambda gene: gene.names, several=True),
        "Full names of genes with the other numerals": _in_other_numerals(
            ((gene.id, name) for gene in genes if gene.coding for name in (gene.name, *gene.other_names)),
            held,
            "gene",
            HUMAN,
        ),
    }


def _in_other_numerals(
    names: Iterable[tuple[str, str]], held: Holders, kind: KindName, organism: str | None = None
) -> list[Text]:
    """Names that end in a number, with a Roman one for an Arabic one or the other way round, which nothing bears."""
    turned: defaultdict[str, set[str]] = defaultdict(set)
    for identifier, name in names:
        if (match := _NUMERAL.fullmatch(name)) is None:
            continue
        number = fold.ARABIC.get(match[2]) or (
            fold.ROMAN[int(match[2]) - 1] if match[2].isdecimal() and 0 < int(match[2]) <= len(fold.ROMAN) else None
        )
        if number and fold.compact(f"{match[1]}{number}") not in held:
            turned[f"{match[1]}{number}"].add(identifier)
    return [
        Text(text=text, expected=tuple(bearers), kind=kind, organism=organism)
        for text, bearers in sorted(turned.items())
        if len(bearers) == 1
    ]


def names_of_gene(gene: NamedGene) -> tuple[str, ...]:
    """Everything that HGNC calls a gene."""
    return gene.symbol, gene.name, *gene.names, *gene.other_names


def _written(upstream: Path) -> dict[str, list[Text]]:
    """Genes as papers and clinics write them, each with the symbol that is meant: written down from memory."""
    ids = {gene.symbol: gene.id for gene in named_genes(upstream)}
    names: dict[str, str] = json.loads((Path(__file__).parent / "written_names.json").read_text())
    texts = [
        Text(text=name, expected=(ids[symbol],), kind="gene", organism=HUMAN)
        for name, symbol in names.items()
        if symbol in ids
    ]
    return {"Genes as papers and clinics write them": texts}


# Ligands, targets, compounds


def _of_the_guide(folder: Path) -> dict[str, list[Text]]:
    """The names of the Guide, by biofacts' own reading of its files."""
    ligands, targets = facts(folder)
    held = holders((f"IUPHAR:{one.number}", name) for one in ligands for _, name in names_of_ligand(one))
    names = [name for one in ligands for _, name in names_of_ligand(one)]
    held_by_target = holders((f"IUPHAR:{one.number}", name) for one in targets for _, name in names_of_target(one))
    return {
        "Guide: names of ligands": _texts((one.name for one in ligands), held, "ligand"),
        "Guide: INNs": _texts((name for one in ligands for name in one.approved_names), held, "ligand"),
        "Guide: synonyms of ligands": _texts((name for one in ligands for name in one.synonyms), held, "ligand"),
        "Approved ligands with a salt, hydrate or formulation": list(_forms(ligands, held)),
        "Peptides without their residue numbers": list(
            _residues(names, held, {f"IUPHAR:{one.number}": one.species for one in ligands})
        ),
        "Combination products": list(_products(names, held)),
        "Code numbers that no ligand has": list(_codes(names, held)),
        "Guide: names of targets": _texts((one.name for one in targets), held_by_target, "target"),
        "Guide: symbols and synonyms of targets": _texts(
            (name for one in targets for of, name in names_of_target(one) if of != "target: name"),
            held_by_target,
            "target",
        ),
        "Names of targets with the other numerals": _in_other_numerals(
            ((f"IUPHAR:{one.number}", name) for one in targets for _, name in names_of_target(one)),
            held_by_target,
            "target",
        ),
    }


def _residues(names: Iterable[str], held: Holders, species: Mapping[str, str | None]) -> Iterator[Text]:
    """Names that end in residue numbers, as `calcitonin (8-32)`, without these: right is only whoever has the words,
    and for `human neuropeptide Y` the peptide of that species."""
    words: defaultdict[frozenset[str], set[str]] = defaultdict(set)
    for name in names:
        words[_words(name)] |= held[fold.compact(name)]
    for name in dict.fromkeys(_RESIDUES.sub("", name) for name in names if _RESIDUES.search(name)):
        if name and fold.compact(name) not in held:
            of, _, peptide = name.casefold().replace("porcine", "pig").partition(" ")
            own = {
                one for one in held.get(fold.compact(peptide), ()) if of in (species[one] or "").casefold().split(", ")
            }
            meant = tuple(sorted(words[_words(name)] or own))
            yield Text(text=name, expected=meant, kind="ligand", contested=not meant)


def _words(name: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", name.casefold()))


def _products(names: Iterable[str], held: Holders) -> Iterator[Text]:
    """Brand names of combinations, as `X (a + b)`: X is ambiguous and offers all parts."""
    parts: defaultdict[str, set[str]] = defaultdict(set)
    for name in names:
        if found := _PRODUCT.fullmatch(name):
            own = (held.get(fold.compact(one), set()) for one in (name, *found[2].split(" + ")))
            parts[found[1]] |= set[str]().union(*own)
    for name, meant in parts.items():
        yield Text(text=name, expected=tuple(sorted(meant)), kind="ligand", contested=len(meant) > 1)


def _forms(ligands: Iterable[LigandFacts], held: Holders) -> Iterator[Text]:
    """Approved names with a salt, hydrate or formulation word, unless the Guide has that very name."""
    chance = random.Random(SEED)
    for one in ligands:
        name = f"{one.name} {chance.choice(_FORMS)}"
        if one.approved and fold.compact(name) not in held:
            yield Text(text=name, expected=tuple(sorted(held[fold.compact(one.name)])), kind="ligand")


def _codes(names: Iterable[str], held: Holders) -> Iterator[Text]:
    """Code numbers of which one digit was changed, so that no ligand has them."""
    chance = random.Random(SEED)
    for name in sorted({one for one in names if _CODE.fullmatch(one)}):
        at = chance.choice([place for place, one in enumerate(name) if one.isdigit()])
        other = name[:at] + str((int(name[at]) + chance.randrange(1, 10)) % 10) + name[at + 1 :]
        if fold.compact(other) not in held:
            yield Text(text=other, expected=(), kind="ligand")


def _of_pubchem(upstream: Path) -> dict[str, list[Text]]:
    rows = compound_rows(upstream)
    held = holders((f"PubChem:CID{row['cid']}", name) for row in rows for name in (row["title"], *row["synonyms"]))
    names = [name for row in rows for name in row["synonyms"] if not is_number(name)]
    return {
        "PubChem: titles": _texts((row["title"] for row in rows), held, "compound"),
        "PubChem: synonyms": _texts(names, held, "compound"),
    }


def is_number(name: str) -> bool:
    """True for an identifier among the synonyms of a compound."""
    return bool(re.fullmatch(r"[\d-]+|(CHEBI:|CHEMBL|DB|GTPL|SCHEMBL|UNII-)\w+|[A-Z]{14}-[A-Z]{10}-[A-Z]", name))


# Slips and habits of writing


def typo(name: str, chance: random.Random) -> str | None:
    """One letter of the longest word dropped, doubled, replaced or swapped."""
    word = max(name.split(), key=len)
    if len(word) < 6 or not word.isalpha():
        return None
    at = chance.randrange(1, len(word) - 1)
    wrong = chance.choice([
        word[:at] + word[at + 1 :],
        word[:at] + word[at] + word[at:],
        word[:at] + chance.choice("abcdefghijklmnopqrstuvwxyz") + word[at + 1 :],
        word[: at - 1] + word[at] + word[at - 1] + word[at + 1 :],
    ])  # fmt: skip
    return name.replace(word, wrong, 1) if wrong != word else None


def case(name: str, chance: random.Random) -> str | None:
    """The name in other capitals."""
    return chance.choice([name.upper(), name.lower(), name.title()])


def hyphen(name: str, chance: random.Random) -> str | None:
    """Hyphens for blanks, or the other way round."""
    changed = chance.choice([name.replace("-", " "), name.replace("-", "")]) if "-" in name else name.replace(" ", "-")
    return changed if changed != name else None


def greek(name: str, chance: random.Random) -> str | None:
    """A Greek letter for its name, or its name for the letter."""
    for word, letter in GREEK.items():
        if letter in name:
            return name.replace(letter, word)
        if re.search(rf"(?<![a-z]){word}(?![a-z])", name, re.I):
            return re.sub(rf"(?<![a-z]){word}(?![a-z])", letter, name, flags=re.I)
    return None


def part(name: str, chance: random.Random) -> str | None:
    """A name of three words or more without one of them."""
    words = name.split()
    if len(words) < 3:
        return None
    del words[chance.randrange(len(words))]
    return " ".join(words)


VARIANTS = (typo, case, hyphen, greek)


class Bearers:
    """Who bears a name, and who bears its words among others."""

    def __init__(self, names: Iterable[Name]) -> None:
        known = list(names)
        self.whole = holders((name.curie, name.text) for name in known)
        self._words = [(frozenset(name.text.casefold().split()), name.curie) for name in known]

    def within(self, text: str) -> set[str]:
        """Those of whose names one has all the words of the text."""
        words = frozenset(text.casefold().split())
        return {curie for of, curie in self._words if words <= of}


def changed(
    texts: Sequence[Text], change: Callable[[str, random.Random], str | None], most: int, bearers: Bearers
) -> list[Text]:
    """So many of the texts in another form. They mean what they did, and those who bear that form as a name.

    What is left of a name is asked only if it is no part of another's: `aurora kinase` is not Aurora kinase B.
    """
    chance = random.Random(SEED)
    found: list[Text] = []
    for one in chance.sample(texts, len(texts)):
        if len(found) < most and (new := change(one.text, chance)):
            meant = {*one.expected, *bearers.whole.get(fold.compact(new), ())}
            if change is not part or bearers.within(new) <= meant:
                found.append(msgspec.structs.replace(one, text=new, expected=tuple(sorted(meant)), contested=False))
    return found
