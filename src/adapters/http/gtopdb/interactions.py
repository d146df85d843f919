"""GtoPdb's `interactions.csv`: what acts on what."""

from collections.abc import Iterator
from functools import cache

from biofacts.adapters.http.gtopdb import table
from biofacts.domain.interaction import Interaction

_COLUMNS = (
    "Target", "Target ID", "Target Species", "Ligand ID", "Ligand", "Ligand Type", "Approved", "Type", "Action",
    "Primary Target",
)  # fmt: skip


def read_interactions(body: bytes) -> Iterator[Interaction]:
    """Every row between a ligand and a target; not those of a ligand that acts on a ligand. Raises: ValueError."""
    plain = cache(table.plain)  # a few thousand names and words, a hundred thousand cells
    for row in table.read(body, _COLUMNS):
        target, ligand = row["Target ID"].strip(), row["Ligand ID"].strip()
        if table.is_number(target) and table.is_number(ligand):
            yield Interaction(
                ligand=ligand,
                ligand_name=plain(row["Ligand"]),
                ligand_type=plain(row["Ligand Type"]),
                approved=table.flag(row["Approved"]),
                target=target,
                target_name=plain(row["Target"]),
                type=plain(row["Type"]) or "None",
                action=plain(row["Action"]),
                primary=table.flag(row["Primary Target"]),
                human=row["Target Species"].strip() == "Human",
            )
