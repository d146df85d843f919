"""Ways of acting: what `agonist`, `blocker` or `inhibitor` means among the Guide's types of interaction and actions."""

import msgspec

AGONIST, ANTAGONIST = ("Agonist",), ("Antagonist",)
INHIBITOR = ("Inhibitor",)
"""As a word of a class of drugs: an antibody against a target is not an "X inhibitor" in the sense of a class."""
BLOCKER = ("Channel blocker", "Gating inhibitor", "Antagonist", "Inhibitor")


class Action(msgspec.Struct, frozen=True):
    """A way of acting: its words, and the interaction types and actions that are it."""

    names: tuple[str, ...]
    types: frozenset[str] = frozenset()
    actions: frozenset[str] = frozenset()


def _action(names: str, types: str = "", actions: str = "") -> Action:
    """`types` and `actions` are alternatives: whichever fits."""
    return Action(
        tuple(names.split(", ")),
        frozenset(filter(None, types.split(", "))),
        frozenset(filter(None, actions.split(", "))),
    )


ACTIONS = (
    _action("partial agonist", "", "Partial agonist"),
    _action("full agonist", "", "Full agonist"),
    _action("inverse agonist", "", "Inverse agonist"),
    _action("biased agonist", "", "Biased agonist"),
    _action("positive allosteric modulator, PAM, potentiator", "", "Positive, Potentiation"),
    _action("negative allosteric modulator, NAM", "", "Negative"),
    _action("allosteric modulator, modulator", "Allosteric modulator"),
    _action("channel blocker", "Channel blocker, Gating inhibitor"),
    _action("agonist, mimetic", "Agonist"),
    _action("antagonist", "Antagonist, Channel blocker"),
    _action("inhibitor, suppressor, inhibit, inhibiting", "Inhibitor, Gating inhibitor, Antibody, Fusion protein"),
    _action("reuptake inhibitor", "Inhibitor"),
    _action("blocker, block, blocking", "Channel blocker, Gating inhibitor, Antagonist, Inhibitor"),
    _action("activator, stimulator, activate, activating, stimulate", "Activator, Agonist", "Activation"),
    _action("opener", "Activator", "Activation"),
    _action("antibody", "Antibody"),
    _action("targeting, acting, binding, ligand, drug",
            "Agonist, Antagonist, Inhibitor, Activator, Channel blocker, Gating inhibitor, Antibody,"
            " Allosteric modulator, Fusion protein"),
)  # fmt: skip
"""In this order: the words of the first that end a query are taken."""
