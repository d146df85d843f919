"""Ligands, targets and their interactions, field by field, against the rows of the Guide's files.

    python bench/records_check.py UPSTREAM [BASE_URL] [--number N] [--told N]

UPSTREAM: the folder of the stand-in's data. Without BASE_URL the catalogue that the environment's BIOFACTS_* settings
point to is asked, offline (run `biofacts sync gtopdb` first). N random ligands and as many targets (600; seeded) are
asked of get_ligand, get_target and get_interactions, every page; half of them are among those that have interactions.
The identifiers of the targets' proteins and genes, of three species, are asked of search_targets.

The files are read by other code than biofacts' own. What two careful readers may write differently counts as the same:
the order of names; selectivities that were not determined, told or not; how the actions of a pair are phrased
(`_phrased`). Rows of get_interactions are matched with those of the file by ligand, target, and the fewest differences;
one that is not in the answer is `lost`, one that is not in the file `made up`.
"""

import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, product
from pathlib import Path
from typing import Any, NamedTuple, cast

import msgspec
from _guide import Row, asked, plain, rows, several, walk
from _shared import command_line, spread, table, tell
from _truth import has_form
from mechanisms import contradicts_itself

from biofacts.application.tools.all_tools import TOOLS, call
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.application.use_cases import UseCases

_SEED = 20261122
_ALWAYS = {"ligand": ["2805", "34", "4860", "583"], "target": ["803", "498", "215", "1375"]}
"""Asked whatever is drawn: several types of a pair, a target that is a ligand, several species, genes, families."""

_FAILED = "failed"
_SHOWN = 10  # of the interactions in a record
_SPECIES = {"Human": "HGNC", "Mouse": "MGI", "Rat": "RGD"}
_GENE_COLUMNS = {
    "Entrez Gene": "entrez", "Ensembl Gene": "ensembl_gene", "SwissProt": "uniprot",
    "nucleotide RefSeq": "refseq", "protein RefSeq": "refseq",
}  # fmt: skip
_CLASSES = {
    "gpcr": "GPCR", "nhr": "Nuclear hormone receptor", "lgic": "Ion channel", "vgic": "Ion channel",
    "other_ic": "Ion channel", "catalytic_receptor": "Catalytic receptor", "enzyme": "Enzyme",
    "transporter": "Transporter", "other_protein": "Other protein",
}  # fmt: skip
_FINER = ("partial agonist", "inverse agonist", "positive", "negative")

Record = Mapping[str, Any]


class Difference(NamedTuple):
    """What the file says, and what the answer does."""

    field: str
    right: object
    given: object


class Files(NamedTuple):
    """The Guide's rows, by what they are looked up by."""

    ligands: Mapping[str, Row]
    mapped: Mapping[str, Row]
    targets: Mapping[str, Sequence[Row]]
    proteins: Mapping[str, Sequence[Row]]
    of_ligand: Mapping[str, Sequence[Row]]
    of_target: Mapping[str, Sequence[Row]]
    of_caught: Mapping[str, Sequence[Row]]


def read(upstream: Path) -> Files:
    """`of_caught`: rows whose target is a ligand, by its number."""
    interactions = rows(upstream, "interactions.csv")
    return Files(
        {row["Ligand ID"]: row for row in rows(upstream, "ligands.csv")},
        {row["Ligand id"]: row for row in rows(upstream, "ligand_id_mapping.csv")},
        _grouped(rows(upstream, "targets_and_families.csv"), "Target id"),
        _grouped(rows(upstream, "GtP_to_UniProt_mapping.csv"), "GtoPdb IUPHAR ID"),
        *(_grouped(interactions, column) for column in ("Ligand ID", "Target ID", "Target Ligand ID")),
    )


def _grouped(table_: Iterable[Row], column: str) -> Mapping[str, Sequence[Row]]:
    found: defaultdict[str, list[Row]] = defaultdict(list)
    for row in table_:
        if row[column]:
            found[row[column]].append(row)
    return found


def differing(pairs: Iterable[tuple[str, object, object]]) -> Iterator[Difference]:
    """None, nothing and False are the same: a field that is not told."""
    for field, right, given in pairs:
        if (right or None) != (given or None):
            yield Difference(field, right, given)


# Ligands


def ligand(record: Record, number: str, files: Files) -> Iterator[Difference]:
    row = files.ligands[number]
    smiles, names = row["SMILES"].strip(), several(row["INN"])
    given = {record["name"], record.get("approved_name"), *record.get("synonyms", ())} - {None}
    yield from differing([
        ("id", f"IUPHAR:{number}", record["id"]),
        ("kind", "ligand", record["kind"]),
        ("name", plain(row["Name"]), record["name"]),
        ("approved_name", bool(names), record.get("approved_name") in names),
        ("names", {plain(row["Name"]), *names, *several(row["Synonyms"])}, given),
        ("type", plain(row["Type"]), record["type"]),
        ("approved", bool(row["Approved"]), record["approved"]),
        ("withdrawn", bool(row["Withdrawn"]), record.get("withdrawn")),
        ("species", plain(row["Species"]), record.get("species")),
        ("iupac_name", plain(row["IUPAC name"]), record.get("iupac_name")),
        ("isomeric_smiles", smiles, record.get("isomeric_smiles")),
        ("canonical_smiles: flat", False, bool(re.search(r"[@/\\]", record.get("canonical_smiles") or ""))),
        ("inchi", row["InChI"].strip(), record.get("inchi")),
        ("inchikey", row["InChIKey"].strip(), record.get("inchikey")),
        ("url", True, record["url"].endswith(f"ligandId={number}")),
    ])  # fmt: skip
    yield from references(_of_ligand(row, files.mapped.get(number, {})), record.get("cross_references", {}))
    yield from associations(record, "targets", "target_count", files.of_ligand.get(number, ()), files)


def _of_ligand(row: Row, mapped: Row) -> dict[str, list[str]]:
    columns = {
        "PubChem CID": "pubchem_compound", "PubChem SID": "pubchem_substance", "ChEMBL ID": "chembl",
        "ChEMBl ID": "chembl", "Chebi ID": "chebi", "UniProt ID": "uniprot", "UniProt id": "uniprot",
        "Ensembl ID": "ensembl_gene", "CAS": "cas", "DrugBank ID": "drugbank", "InChIKey": "inchikey",
    }  # fmt: skip
    found: defaultdict[str, list[str]] = defaultdict(list)
    for source in (row, mapped):
        for column, key in columns.items():
            found[key] += [_uppercase(one, key) for one in source.get(column, "").split("|") if one.strip()]
    return found


def _uppercase(value: str, key: str) -> str:
    return value.strip().upper() if key in ("chembl", "chebi", "drugbank") else value.strip()


def references(in_file: Mapping[str, Iterable[str]], given: Record) -> Iterator[Difference]:
    """Values that match their pattern: all of them in a list, one of them as a text; a human gene before others."""
    for key, values in in_file.items():
        right = {one for one in values if has_form(key, one)}
        told = given.get(key) or ()
        listed = {told} if isinstance(told, str) else set(told)
        if not (right == listed or (isinstance(told, str) and listed <= right)):
            yield Difference(f"cross_references: {key}", right, told)
        first = next(iter([told] if isinstance(told, str) else told), "")
        if key == "ensembl_gene" and any(one.startswith("ENSG") for one in right) and not first.startswith("ENSG"):
            yield Difference("cross_references: human gene first", right, told)


# Targets


def target(record: Record, number: str, files: Files) -> Iterator[Difference]:
    of_families = files.targets[number]
    row = of_families[0]
    families = [*dict.fromkeys(plain(one["Family name"]) for one in of_families)]
    classes = [*dict.fromkeys(_CLASSES[one["Type"]] for one in of_families)]
    species = next((one for one in _SPECIES if _has_gene(row, one)), None)
    symbols = several(row[f"{_SPECIES[species]} symbol"]) if species else []
    given = {record["name"], record.get("abbreviation"), *record.get("synonyms", ())} - {None}
    formal = ("Target name", "Target abbreviated name", "Target systematic name", "HGNC name", "synonyms")
    yield from differing([
        ("id", f"IUPHAR:{number}", record["id"]),
        ("kind", "target", record["kind"]),
        ("name", plain(row["Target name"]), record["name"]),
        ("families", families, [record["target_family"], *record.get("other_families", ())]),
        ("classes", classes, [record["target_class"], *record.get("other_classes", ())]),
        ("species", species, record.get("species") if species else None),
        ("gene_symbol", set(symbols), set(_told_symbols(record.get("gene_symbols", record.get("gene_symbol"))))),
        ("names", {name for column in formal for name in several(row[column])}, given),
        ("subunits", set(several(row["Subunit name"])), set(record.get("subunits", ()))),
        ("url", True, record["url"].endswith(f"objectId={number}")),
    ])  # fmt: skip
    told = record.get("cross_references", {})
    yield from references(_of_gene(row, species, files.proteins.get(number, ())), told)
    for key in ("hgnc", "hgnc_symbol", "entrez", "ensembl_gene") if len(symbols) > 1 else ():
        yield from differing([(f"cross_references: each gene's {key}", len(symbols), len(_listed(told.get(key))))])
    for other in ("Mouse", "Rat"):
        if species != other:
            yield from _ortholog(row, other, record.get("orthologs", {}).get(other.lower(), {}))
    yield from associations(record, "ligands", "ligand_count", files.of_target.get(number, ()), files)


def _has_gene(row: Row, species: str) -> bool:
    columns = (f"{_SPECIES[species]} symbol", *(f"{species} {column}" for column in _GENE_COLUMNS))
    return any(row[column].strip() for column in columns)


def _listed(value: Any) -> list[Any]:
    return [value] if isinstance(value, str) else [*(value or ())]


def _of_gene(row: Row, species: str | None, proteins: Iterable[Row]) -> dict[str, list[str]]:
    """The gene of one species, with its orthologs' numbers in their own databases."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    found["hgnc"] = [f"HGNC:{one}" for one in several(row["HGNC id"])]
    found["hgnc_symbol"] = several(row["HGNC symbol"])
    found["rgd"], found["mgi"] = several(row["RGD id"]), several(row["MGI id"])
    for column, key in _GENE_COLUMNS.items():
        found[key] += several(row[f"{species} {column}"]) if species else []
    found["uniprot"] += [one["UniProtKB ID"].strip() for one in proteins if species and one["Species"] == species]
    if not species:
        del found["uniprot"]  # of other organisms' proteins, by another file
    return found


def _ortholog(row: Row, species: str, given: Record) -> Iterator[Difference]:
    """Every identifier of the species' gene is there, whatever its key, and no other."""
    right = {
        value
        for column, key in _GENE_COLUMNS.items()
        for value in several(row[f"{species} {column}"])
        if has_form(key, value)
    }
    also = {one for column in ("id", "symbol", "name") for one in several(row[f"{_SPECIES[species]} {column}"])}
    told = {str(one) for value in given.values() for one in (_listed(value))}
    if not right <= told <= right | also:
        yield Difference(f"orthologs: {species.lower()}", right, told)


# What acts on what, in a record


def associations(record: Record, field: str, count: str, counted: Sequence[Row], files: Files) -> Iterator[Difference]:
    """The first ten, and how many there are."""
    pairs: defaultdict[str, list[Row]] = defaultdict(list)
    for row in counted:
        pairs[_other(row, field)].append(row)
    listed = record.get(field, ())
    yield from differing([
        (count, len(pairs), record.get(count, 0)),
        (f"{field}: number", min(_SHOWN, len(pairs)), len(listed)),
        (f"{field}: repeated", len(listed), len({(one["id"], one.get("kind")) for one in listed})),
    ])  # fmt: skip
    for one in listed:
        number = str(one["id"]).removeprefix("IUPHAR:")
        if of_pair := pairs.get(f"ligand {number}" if one.get("kind") == "ligand" else number):
            yield from _association(one, field, of_pair, files)
        else:
            yield Difference(f"{field}: made up", None, one)
    # No approved ligand, and no primary target, stands behind the cut while another is shown.
    first = [number for number, of_pair in pairs.items() if _comes_first(of_pair, field, files)]
    shown = {str(one["id"]).removeprefix("IUPHAR:") for one in listed}
    seen = sum(number.removeprefix("ligand ") in shown for number in first)
    if seen < min(_SHOWN, len(first)):
        yield Difference(f"{field}: hidden", min(_SHOWN, len(first)), seen)


def _other(row: Row, field: str) -> str:
    if field == "ligands":
        return row["Ligand ID"]
    return row["Target ID"] or f"ligand {row['Target Ligand ID']}"


def _association(one: Record, field: str, of_pair: Sequence[Row], files: Files) -> Iterator[Difference]:
    """The fields of the rows, which are alike but for the affinity, and primary if one of them is."""
    rows = [fields_of_row(row, files) for row in of_pair]
    affinities = [row["affinity"] for row in rows if row["affinity"]]
    own = [("approved", one.get("approved")), ("withdrawn", one.get("withdrawn"))] if field == "ligands" else [
        ("gene_symbol", frozenset(_told_symbols(one.get("gene_symbol"))))
    ]  # fmt: skip
    yield from differing([
        (f"{field}: name", rows[0][f"{field[:-1]} name"], one["name"]),
        *((f"{field}: {name}", rows[0][name], given) for name, given in own),
        (f"{field}: primary", any(row["primary"] for row in rows), one.get("primary")),
        (f"{field}: affinity", bool(affinities), (one.get("affinity") or None) in affinities),
    ])  # fmt: skip
    if wrong := _phrased([str(each) for each in one.get("actions", ())], of_pair):
        yield Difference(f"{field}: actions", sorted({(each["Type"], each["Action"]) for each in of_pair}), wrong)


def _phrased(actions: Sequence[str], of_pair: Sequence[Row]) -> str | None:
    """What is wrong with the actions of a pair: a row of which none tells, or one of which no row does."""
    if not actions:
        return "nothing"
    told = [one.casefold() for one in actions]
    for row in of_pair:
        if not contradicts_itself(row) and not any(_tells(one, row) for one in told):
            return f"{actions} without {row['Type']}, {row['Action']}"
    for one in told:
        if not any(_tells(one, row, loosely=True) for row in of_pair):
            return f"{one!r} of {actions}"
    return None


def _tells(phrase: str, row: Row, *, loosely: bool = False) -> bool:
    """The phrase tells of the row: of its action where that is more exact than its type.

    `loosely`: of either of them. A row without a type is told by any phrase.
    """
    type_, action = row["Type"].casefold(), row["Action"].casefold()
    is_modulator = type_ == "allosteric modulator"
    if loosely and (finer := next((one for one in _FINER if one in phrase), None)):
        return action == finer or (finer in ("positive", "negative") and is_modulator)
    if not loosely and action in _FINER and (is_modulator or "agonist" in action):
        return action in phrase
    if type_ == "none" or (is_modulator and "modulator" in phrase):
        return True
    words = (one.replace("potentiation", "potentiat") for one in (type_, action) if one != "none")
    return any(re.search(rf"\b{re.escape(word)}", phrase) for word in words)


def _comes_first(of_pair: Sequence[Row], field: str, files: Files) -> bool:
    if all(map(contradicts_itself, of_pair)):
        return False
    if field == "targets":
        return any(row["Primary Target"] == "true" for row in of_pair)
    facts = files.ligands[of_pair[0]["Ligand ID"]]
    return bool(facts["Approved"]) and not facts["Withdrawn"]


# Interactions


def affinity(row: Row) -> dict[str, object]:
    """As the file states it, without the noise of its 32-bit numbers; nothing without a number, or what it measures."""
    columns = {"value": "Affinity Median", "low": "Affinity Low", "high": "Affinity High"}
    numbers: dict[str, object] = {name: float(f"{float(row[one]):.6g}") for name, one in columns.items() if row[one]}
    if "value" in numbers:
        numbers = {"value": numbers["value"]}
    relation = {"relation": row["Original Affinity Relation"]} if row["Original Affinity Relation"] in "<>~" else {}
    if not numbers or row["Affinity Units"] in ("-", ""):
        return {}
    return {"parameter": row["Affinity Units"], **numbers, **({key: one for key, one in relation.items() if one})}


def _target_name(row: Row) -> str:
    return plain(row["Target"] or row["Target Ligand"])


def _symbols(row: Row) -> list[str]:
    return several(row["Target Gene Symbol"] if row["Target ID"] else row["Target Ligand Gene Symbol"])


def _told_symbols(value: object) -> list[str]:
    return [one for part in _listed(value) for one in re.split(r"[|,;] *", part)]


def _selectivity(texts: Iterable[str]) -> set[str]:
    words = {part.strip().casefold() for text in texts for part in re.split(r"[|;,]", text)}
    return words - {"", "not determined"}


def fields_of_row(row: Row, files: Files) -> dict[str, object]:
    """A row of the file as the answer should have it."""
    facts = files.ligands[row["Ligand ID"]]
    return {
        "ligand": f"IUPHAR:{row['Ligand ID']}",
        "target": f"IUPHAR:{row['Target ID'] or row['Target Ligand ID']}",
        "target kind": "target" if row["Target ID"] else "ligand",
        "ligand name": plain(facts["Name"]),
        "approved": bool(facts["Approved"]),
        "withdrawn": bool(facts["Withdrawn"]),
        "target name": _target_name(row),
        "gene_symbol": frozenset(_symbols(row)),
        "type": row["Type"],
        "action": row["Action"],
        "primary": row["Primary Target"] == "true",
        "endogenous": row["Endogenous"] == "true",
        "species": plain(row["Target Species"]) or "None",
        "affinity": affinity(row),
        "selectivity": _selectivity([row["Selectivity"]]),
        "references": frozenset(f"PMID:{one}" for one in several(row["PubMed ID"])),
    }


def fields_of_item(item: Record) -> dict[str, object]:
    """An item of the answer in the same fields."""
    one, other = item["ligand"], item["target"]
    return {
        "ligand": one["id"],
        "target": other["id"],
        "target kind": other.get("kind"),
        "ligand name": one["name"],
        "approved": one.get("approved"),
        "withdrawn": one.get("withdrawn", False),
        "target name": other["name"],
        "gene_symbol": frozenset(_told_symbols(other.get("gene_symbol"))),
        "type": item.get("type") or "None",
        "action": item.get("action") or "None",
        "primary": item.get("primary", False),
        "endogenous": item.get("endogenous", False),
        "species": item.get("species") or "None",
        "affinity": item.get("affinity") or {},
        "selectivity": _selectivity(_listed(item.get("selectivity"))),
        "references": frozenset(item.get("references", ())),
    }


def compared(right: Sequence[dict[str, object]], given: Sequence[dict[str, object]]) -> Iterator[Difference]:
    """Each row with the item that is most like it, the best pairs first."""
    rest = [*given]
    left: list[dict[str, object]] = []
    for row in right:
        if row in rest:
            rest.remove(row)
        else:
            left.append(row)
    while left and rest:
        row, item = min(((row, item) for row in left for item in rest), key=lambda both: _distance(*both))
        if any(row[key] != item[key] for key in ("ligand", "target")):
            break
        left.remove(row)
        rest.remove(item)
        yield from (Difference(field, row[field], item[field]) for field in row if row[field] != item[field])
    yield from (Difference("lost", row, None) for row in left)
    yield from (Difference("made up", None, item) for item in rest)


def _distance(row: Mapping[str, object], item: Mapping[str, object]) -> tuple[bool, int]:
    other = any(row[key] != item[key] for key in ("ligand", "target", "target kind"))
    return other, sum(row[field] != item[field] for field in row)


def order(given: Sequence[Record], files: Files) -> Iterator[Difference]:
    """Approved ones first, then primary ones, then by affinity.

    Withdrawn ligands and rows that contradict themselves may stand anywhere, a range of affinities by its middle.
    """
    ranks = [
        (not one["approved"], not one["primary"], -_strength(one["affinity"]))
        for one in given
        if not one["withdrawn"] and not contradicts_itself({"Type": one["type"], "Action": one["action"]})
    ]
    wrong = [(before, behind) for before, behind in pairwise(ranks) if behind < before]
    if wrong:
        yield Difference("order", "approved, primary, affinity", wrong[:3])


def _strength(told: Mapping[str, Any]) -> float:
    numbers = [told[one] for one in ("low", "high") if one in told]
    return told["value"] if "value" in told else sum(numbers) / len(numbers) if numbers else 0.0


# All of it


class Tally:
    """How often each field was right, and what was not."""

    def __init__(self) -> None:
        self._asked: Counter[str] = Counter()
        self._differences: defaultdict[tuple[str, str], list[tuple[str, Difference]]] = defaultdict(list)
        self.seconds: defaultdict[str, list[float]] = defaultdict(list)

    def add(self, tool: str, id_: str, found: Iterable[Difference]) -> None:
        self._asked[tool] += 1
        for one in found:
            self._differences[tool, one.field].append((id_, one))

    def report(self, told: int) -> None:
        numbers = {key: len(found) for key, found in self._differences.items()}
        print(table(("tool", "asked", "failed", "differences"), [
            (tool, asked, numbers.get((tool, _FAILED), 0), sum(n for key, n in numbers.items() if key[0] == tool))
            for tool, asked in self._asked.items()
        ]))  # fmt: skip
        differing = {(tool, id_) for (tool, _), found in self._differences.items() for id_, _ in found}
        asked, failed = self._asked.total(), sum(n for key, n in numbers.items() if key[1] == _FAILED)
        tell("records", asked, asked - len(differing), len(differing) - failed)
        for tool, seconds in self.seconds.items():
            print(f"{tool:<24} first page: {spread(seconds)}")
        for (tool, field), found in sorted(self._differences.items()):
            print(f"\n{tool}: {field}: {len(found)} in {len({id_ for id_, _ in found})} records")
            for id_, one in found[:told]:
                print(f"  {id_}  right {_short(one.right)}  given {_short(one.given)}")


def _short(value: object) -> str:
    text = str(sorted(map(str, cast("set[object]", value))) if isinstance(value, set | frozenset) else value)
    return text if len(text) <= 300 else f"{text[:297]}..."


async def check_record(use_cases: UseCases, tool: str, number: str, files: Files, tally: Tally) -> None:
    answer = await call(TOOLS[tool], use_cases, {"iuphar_id": f"IUPHAR:{number}"})
    if isinstance(answer, ErrorEnvelope):
        return tally.add(tool, number, [Difference(_FAILED, None, answer.error.message)])
    tally.add(tool, number, (ligand if tool == "get_ligand" else target)(msgspec.to_builtins(answer), number, files))


async def check_interactions(use_cases: UseCases, kind: str, number: str, files: Files, tally: Tally) -> None:
    """Of a ligand also the rows in which it is the target may be told, since a target's id cannot ask for them."""
    tool = f"get_interactions ({kind})"
    walked = await walk(use_cases, "get_interactions", {f"{kind}_id": f"IUPHAR:{number}"})
    tally.seconds[tool].append(walked.seconds)
    if walked.error:
        return tally.add(tool, number, [Difference(_FAILED, None, walked.error)])
    counted = (files.of_ligand if kind == "ligand" else files.of_target).get(number, ())
    caught = [fields_of_row(row, files) for row in files.of_caught.get(number, ())] if kind == "ligand" else []
    given = [one for one in map(fields_of_item, walked.items) if one not in caught]
    found = [*compared([fields_of_row(row, files) for row in counted], given), *order(given, files)]
    if walked.total is not None and walked.total != len(walked.items):
        found.append(Difference("total_count", len(walked.items), walked.total))
    if not counted and not walked.guidance:
        found.append(Difference("silent", "that the Guide has none", None))
    tally.add(tool, number, found)


async def check_found(use_cases: UseCases, number: str, files: Files, tally: Tally) -> None:
    """The identifiers of a target's proteins and genes lead to it, or to another that has them: of every species."""
    for species, column in product(_SPECIES, ("SwissProt", "Ensembl Gene")):
        name = f"{species} {column}"
        for value in several(files.targets[number][0][name]):
            if not has_form(_GENE_COLUMNS[column], value):
                continue
            walked = await walk(use_cases, "search_targets", {"query": value})
            first = files.targets.get(walked.numbers[0]) if walked.items else None
            is_right = first is not None and value in several(first[0][name])
            tally.seconds["search_targets"].append(walked.seconds)
            wrong = [] if is_right else [Difference(f"by {name}", value, walked.numbers[:3])]
            tally.add("search_targets", number, wrong)


def drawn(kind: str, everything: Iterable[str], acting: Iterable[str], number: int) -> list[str]:
    """Half of them among those that have interactions."""
    draw = random.Random(_SEED)
    always = _ALWAYS[kind]
    first = draw.sample(sorted(set(acting).difference(always), key=int), number // 2)
    rest = draw.sample(sorted(set(everything).difference(always, first), key=int), number - number // 2)
    return [*always, *first, *rest][:number]


async def main(upstream: Path, base: str | None = None, *, number: int = 600, told: int = 3) -> None:
    files = read(upstream)
    tally = Tally()
    chosen = {
        "ligand": drawn("ligand", files.ligands, files.of_ligand, number),
        "target": drawn("target", files.targets, files.of_target, number),
    }
    async with asked(base) as use_cases:
        for kind, numbers in chosen.items():
            for one in numbers:
                await check_record(use_cases, f"get_{kind}", one, files, tally)
                await check_interactions(use_cases, kind, one, files, tally)
        for one in chosen["target"]:
            await check_found(use_cases, one, files, tally)
    tally.report(told)


if __name__ == "__main__":
    command_line(__doc__, main)
