"""GtoPdb's `interactions.csv`: ligands, and the targets on which they act."""

import math
import struct
from collections.abc import Iterator
from functools import cache

import msgspec

from biofacts.adapters.http.columns import Columns, Row
from biofacts.adapters.http.gtopdb import csv_format
from biofacts.domain.pharmacology.interaction import UNTOLD, Affinity, Interaction

INTERACTIONS = Columns(
    required=("Target", "Target ID", "Ligand", "Ligand ID", "Approved", "Type", "Action", "Primary Target"),
    optional=(
        "Target Gene Symbol", "Target Ligand", "Target Ligand ID", "Target Ligand Gene Symbol",
        "Target Ligand UniProt ID", "Target Ligand Ensembl Gene ID", "Target Species", "Ligand Type", "Selectivity",
        "Endogenous", "Affinity Units", "Affinity High", "Affinity Median", "Affinity Low",
        "Original Affinity Relation", "PubMed ID",
    ),
)  # fmt: skip
_NO_UNITS = frozenset({"", "-"})
_DIGITS = 9  # enough to write any 32-bit float exactly


def read_interactions(body: bytes) -> Iterator[Interaction]:
    """Yield the interactions of ligands with targets, or with other ligands. Raises: ValueError."""
    cells = _Cells()
    for row in csv_format.read(body, INTERACTIONS):
        if csv_format.is_number(row["Ligand ID"].strip()):
            if csv_format.is_number(number := row["Target ID"].strip()):
                yield cells.on_target(row, number)
            elif csv_format.is_number(number := row["Target Ligand ID"].strip()):
                yield cells.on_ligand(row, number)


class _Cells:
    """Parser of cells that caches results: a few thousand names and numbers fill hundreds of thousands of cells."""

    def __init__(self) -> None:
        self._plain = cache(csv_format.plain)
        self._names = cache(_names)
        self._affinity = cache(_affinity)

    def on_target(self, row: Row, number: str) -> Interaction:
        return self._interaction(row, number, row["Target"], row["Target Gene Symbol"])

    def on_ligand(self, row: Row, number: str) -> Interaction:
        one = self._interaction(row, number, row["Target Ligand"], row["Target Ligand Gene Symbol"])
        columns = "Target Ligand UniProt ID", "Target Ligand Ensembl Gene ID"
        identifiers = tuple(value for column in columns for value in csv_format.values(row[column]))
        return msgspec.structs.replace(one, target_kind="ligand", target_identifiers=identifiers)

    def _interaction(self, row: Row, target: str, name: str, symbol: str) -> Interaction:
        plain = self._plain
        return Interaction(
            ligand=row["Ligand ID"].strip(),
            ligand_name=plain(row["Ligand"]),
            ligand_type=plain(row["Ligand Type"]),
            approved=csv_format.flag(row["Approved"]),
            target=target,
            target_name=plain(name),
            type=plain(row["Type"]) or UNTOLD,
            action=plain(row["Action"]) or UNTOLD,
            primary=csv_format.flag(row["Primary Target"]),
            species=plain(row["Target Species"]) or UNTOLD,
            gene_symbol=", ".join(self._names(symbol)) or None,
            endogenous=csv_format.flag(row["Endogenous"]),
            affinity=self._affinity(
                row["Affinity Units"], row["Affinity Median"], row["Affinity Low"], row["Affinity High"],
                row["Original Affinity Relation"],
            ),
            selectivity=self._names(row["Selectivity"]),
            references=tuple(value for value in csv_format.values(row["PubMed ID"]) if csv_format.is_number(value)),
        )  # fmt: skip


def _names(cell: str) -> tuple[str, ...]:
    return tuple(csv_format.names(cell))


def _affinity(units: str, median: str, low: str, high: str, relation: str) -> Affinity | None:
    """Return the median, or else the range; None if there is no number."""
    value, least, most = _number(median), _number(low), _number(high)
    if value is None and least is None and most is None:
        return None
    parameter = None if units.strip() in _NO_UNITS else csv_format.plain(units)
    bound = csv_format.plain(relation) or None
    if value is not None:
        return Affinity(parameter=parameter, value=value, relation=bound)
    return Affinity(parameter=parameter, low=least, high=most, relation=bound)


def _number(cell: str) -> float | None:
    """Parse a number and remove the noise of 32-bit floats: `4.800000190734863` is 4.8. None if it is no number."""
    try:
        value = float(cell)
    except ValueError:
        return None
    stored = _in_32_bits(value)
    shorter = (float(f"{value:.{digits}g}") for digits in range(1, _DIGITS))
    return None if stored is None else next((short for short in shorter if _in_32_bits(short) == stored), value)


def _in_32_bits(value: float) -> bytes | None:
    """Encode a number as a 32-bit float; None if it does not fit."""
    try:
        return struct.pack("<f", value) if math.isfinite(value) else None  # native "f" would pack 1e300 as infinity
    except OverflowError:
        return None
