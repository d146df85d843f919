"""Classes of drugs as a table."""

import msgspec


class DrugClass(msgspec.Struct, frozen=True, kw_only=True):
    """One class."""

    names: tuple[str, ...]
    open_names: tuple[str, ...] = ()
    members: tuple[str, ...] = ()
    stems: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    type: str | None = None


DRUG_CLASSES = (
    DrugClass(names=("statin",), open_names=("HMG-CoA reductase inhibitor",), stems=("vastatin",)),
    DrugClass(names=("NSAID",), stems=("profen", "coxib")),
    DrugClass(names=("beta blocker",), stems=("olol",)),
    DrugClass(names=("monoclonal antibody", "mAb"), type="Antibody"),
)
