"""A class of drugs: what it is called, and which medicines belong to it.

Members are approved ligands of the Guide, withdrawn ones too, named as the Guide or the WHO's list of INNs names them.
Which medicine belongs where follows the WHO's ATC index and the stems of INNs. A class is more often narrower or wider
than what acts on its target, so targets play no part.
"""

from collections.abc import Iterable

import msgspec


class DrugClass(msgspec.Struct, frozen=True, kw_only=True):
    """One class. Its answer is the members, and every other medicine whose name has one of the stems.

    `names`: asked by one of these, the class is the whole answer (`statin`). `open_names`: these name a target and a
    way of acting (`HMG-CoA reductase inhibitor`), so the answer goes on with every other ligand that acts so.
    `plurals`: names of the class in the plural only, since the singular is a ligand (`tetracyclines`).
    `stems`: last letters of INNs, which take the medicines of later releases. `excluded`: medicines whose names have
    one of the stems and that belong elsewhere. `type`: the class is every approved ligand of this type, not a list.
    """

    names: tuple[str, ...] = ()
    open_names: tuple[str, ...] = ()
    plurals: tuple[str, ...] = ()
    members: tuple[str, ...] = ()
    stems: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    type: str | None = None

    @property
    def name(self) -> str:
        """What the class is called first."""
        return (*self.names, *self.open_names)[0]


def drugs(
    names: str,
    *members: str,
    opens: str = "",
    plurals: str = "",
    stems: str = "",
    excluded: str = "",
    type: str | None = None,
) -> DrugClass:
    """One row of a table. Every text is a list with commas; several lists of members make one class together.

    `names` is empty where the class has only open ones.
    """
    return DrugClass(
        names=tuple(_parts(names)),
        open_names=tuple(_parts(opens)),
        plurals=tuple(_parts(plurals)),
        members=tuple(dict.fromkeys(_parts(",".join(members)))),
        stems=tuple(_parts(stems)),
        excluded=tuple(_parts(excluded)),
        type=type,
    )


def _parts(text: str) -> Iterable[str]:
    return map(str.strip, text.split(",")) if text else ()
