"""Drug classes: their names and their members.

Members are approved ligands of the Guide, including withdrawn ones, under the names of the Guide or the WHO's list of
INNs; of a class without any, they are experimental ligands. Membership follows the WHO's ATC index and the stems of
INNs. A class is mostly narrower or wider than the set of ligands of its target, so targets are not considered.
"""

from collections.abc import Iterable

import msgspec


class DrugClass(msgspec.Struct, frozen=True, kw_only=True):
    """A drug class: its members, and every other medicine whose name has one of the stems.

    `names`: names of the class alone (`statin`). `open_names`: names of a target and a mode of action (`HMG-CoA
    reductase inhibitor`), which also match every other ligand that acts so. `plurals`: names of the class in the plural
    only, since the singular is a ligand (`tetracyclines`). `stems`: endings of INNs, for medicines of later releases.
    `excluded`: medicines with one of the stems that belong to other classes. `type`: the class consists of all approved
    ligands of this type. `experimental`: none of the members is approved.
    """

    names: tuple[str, ...] = ()
    open_names: tuple[str, ...] = ()
    plurals: tuple[str, ...] = ()
    members: tuple[str, ...] = ()
    stems: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    type: str | None = None
    experimental: bool = False

    @property
    def name(self) -> str:
        """The first name of the class."""
        return (*self.names, *self.open_names)[0]


def drugs(
    names: str,
    *members: str,
    opens: str = "",
    plurals: str = "",
    stems: str = "",
    excluded: str = "",
    type: str | None = None,
    experimental: bool = False,
) -> DrugClass:
    """Build one row of a table. Texts are lists with commas; several lists of members are joined.

    `names` is empty if the class has only open names.
    """
    return DrugClass(
        names=tuple(_parts(names)),
        open_names=tuple(_parts(opens)),
        plurals=tuple(_parts(plurals)),
        members=tuple(dict.fromkeys(_parts(",".join(members)))),
        stems=tuple(_parts(stems)),
        excluded=tuple(_parts(excluded)),
        type=type,
        experimental=experimental,
    )


def _parts(text: str) -> Iterable[str]:
    return map(str.strip, text.split(",")) if text else ()
