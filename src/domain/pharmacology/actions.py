"""Modes of action: names for the Guide's types and actions, and the meaning of words like `agonist` or `blocker`."""

from enum import IntFlag, auto
from functools import cache

import msgspec

from biofacts.domain.pharmacology.interaction import UNTOLD, GuideInteraction
from biofacts.domain.text import clean, fold


class Mode(IntFlag):
    """Modes of action, one bit each; an interaction has several: a partial agonist is also an agonist."""

    AGONIST = auto()
    FULL_AGONIST = auto()
    PARTIAL_AGONIST = auto()
    INVERSE_AGONIST = auto()
    BIASED_AGONIST = auto()
    ANTAGONIST = auto()
    INHIBITOR = auto()
    IRREVERSIBLE = auto()
    CHANNEL_BLOCKER = auto()
    GATING_INHIBITOR = auto()
    ACTIVATOR = auto()
    ALLOSTERIC = auto()
    POSITIVE = auto()
    NEGATIVE = auto()
    ANTIBODY = auto()
    CATCHING = auto()  # an antibody or fusion protein that prevents its target from acting
    BINDING = auto()  # one that, according to the Guide, only binds: it may activate or bridge its target
    UNTOLD = auto()
    CONTRADICTORY = auto()  # type and action contradict each other
    SLOWING = auto()  # a toxin that keeps a channel open, though its type is `Gating inhibitor`


ANY, NONE = ~Mode(0), Mode(0)

_OF_TYPE = {
    "Agonist": Mode.AGONIST,
    "Antagonist": Mode.ANTAGONIST,
    "Inhibitor": Mode.INHIBITOR,
    "Channel blocker": Mode.CHANNEL_BLOCKER,
    "Gating inhibitor": Mode.GATING_INHIBITOR,
    "Activator": Mode.ACTIVATOR,
    "Allosteric modulator": Mode.ALLOSTERIC,
    "Antibody": Mode.ANTIBODY,
    UNTOLD: Mode.UNTOLD,
}
_OF_ACTION = {
    "Full agonist": Mode.FULL_AGONIST,
    "Partial agonist": Mode.PARTIAL_AGONIST,
    "Inverse agonist": Mode.INVERSE_AGONIST,
    "Biased agonist": Mode.BIASED_AGONIST,
    "Irreversible inhibition": Mode.IRREVERSIBLE,
    "Positive": Mode.POSITIVE,
    "Potentiation": Mode.POSITIVE,
    "Negative": Mode.NEGATIVE,
    "Slows inactivation": Mode.SLOWING,
}
_RAISING = frozenset({
    "Agonist", "Activator", "Full agonist", "Partial agonist", "Biased agonist", "Positive", "Potentiation",
    "Activation",
})  # fmt: skip
_LOWERING = frozenset({
    "Antagonist", "Inhibitor", "Channel blocker", "Gating inhibitor", "Inverse agonist", "Negative", "Inhibition",
    "Irreversible inhibition", "Feedback inhibition", "Voltage-dependent inhibition", "Competitive", "Non-competitive",
    "Pore blocker",
})  # fmt: skip
_CATCHERS = frozenset({"Antibody", "Fusion protein"})

_SAYING_NO_MORE = {
    "Agonist": {"Agonist", "Activation"},
    "Antagonist": {"Antagonist", "Inhibition"},
    "Inhibitor": {"Inhibition", "Antagonist"},
    "Channel blocker": {"Antagonist", "Inhibition"},
    "Gating inhibitor": {"Antagonist", "Inhibition"},
    "Activator": {"Activation", "Agonist"},
}
_OPEN = frozenset({UNTOLD, "", "Binding", "Unknown"})
"""Actions that add nothing to the type."""

# Not `Inverse agonist`, which contradicts the type `Agonist`: both terms are shown then.
_KINDS_OF_AGONIST = frozenset({"Full agonist", "Partial agonist", "Biased agonist"})
_TOGETHER = {
    ("Antagonist", "Inverse agonist"): "Inverse agonist",
    ("Inhibitor", "Competitive"): "Competitive inhibitor",
    ("Inhibitor", "Non-competitive"): "Non-competitive inhibitor",
    ("Inhibitor", "Irreversible inhibition"): "Irreversible inhibitor",
    ("Inhibitor", "Feedback inhibition"): "Feedback inhibitor",
    ("Antagonist", "Irreversible inhibition"): "Irreversible antagonist",
    ("Channel blocker", "Pore blocker"): "Pore blocker",
    ("Gating inhibitor", "Pore blocker"): "Pore blocker",
    ("Allosteric modulator", "Positive"): "Positive allosteric modulator",
    ("Allosteric modulator", "Potentiation"): "Positive allosteric modulator",
    ("Allosteric modulator", "Negative"): "Negative allosteric modulator",
    ("Allosteric modulator", "Inhibition"): "Negative allosteric modulator",
    ("Allosteric modulator", "Neutral"): "Neutral allosteric modulator",
    ("Activator", "Potentiation"): "Potentiator",
}  # fmt: skip
"""Terms for a type that an action narrows."""


def contradict(type_: str, action: str) -> bool:
    """Return True if the type raises the target's activity and the action lowers it, or vice versa."""
    return (type_ in _RAISING and action in _LOWERING) or (type_ in _LOWERING and action in _RAISING)


@cache
def labels(type_: str, action: str) -> tuple[str, ...]:
    """Return the terms for a type and an action: one if the action narrows or repeats the type, else both."""
    if type_ in (UNTOLD, ""):
        return ("Unspecified",) if action in (UNTOLD, "") else (action,)
    if action in _OPEN or action in _SAYING_NO_MORE.get(type_, ()):
        return (type_,)
    if action in _KINDS_OF_AGONIST and type_ in ("Agonist", "Activator"):
        return (action,)
    if together := _TOGETHER.get((type_, action)):
        return (together,)
    return type_, action


@cache
def modes(type_: str, action: str) -> Mode:
    """Return all modes of a type and an action."""
    mode = _OF_TYPE.get(type_, NONE) | _OF_ACTION.get(action, NONE)
    if mode & Mode.SLOWING:
        mode &= ~Mode.GATING_INHIBITOR  # no blocker
    # An agonistic antibody neither prevents its target from acting nor only binds.
    if type_ in _CATCHERS and action not in _RAISING:
        mode |= Mode.BINDING if action in _OPEN else Mode.CATCHING
    if type_ == "Allosteric modulator":
        # One that only keeps others away, such as flumazenil, does not lower the target's activity by itself.
        mode |= Mode.ANTAGONIST if action == "Antagonist" else Mode.NEGATIVE if action in _LOWERING else NONE
        mode |= Mode.POSITIVE if action == "Activation" else NONE
    return mode | Mode.CONTRADICTORY if contradict(type_, action) else mode


def modes_of(interaction: GuideInteraction) -> Mode:
    """Return all modes of an interaction. An antibody is marked as such whatever the type of its row.

    What binds a cytokine or another ligand keeps it from its receptor; what binds a receptor or an enzyme may not.
    """
    mode = modes(interaction.type, interaction.action)
    if mode & Mode.BINDING and interaction.target_kind == "ligand":
        mode |= Mode.CATCHING
    return mode | Mode.ANTIBODY if interaction.ligand_type == "Antibody" else mode


class Action(msgspec.Struct, frozen=True):
    """A word for modes of action. `modes`: the modes that it means; `also`: modes that match equally well.

    `behind`: modes that are listed after these, since an inhibitor of a channel is mostly called a blocker. `related`:
    modes to fall back on if nothing matches. `called`: the name for sentences, if it is not the first of `names`.
    """

    names: tuple[str, ...]
    modes: Mode
    also: Mode = NONE
    related: Mode = NONE
    called: str = ""
    behind: Mode = NONE

    @property
    def is_of_receptors(self) -> bool:
        """True for modes of action on receptors only, so that a query may omit the word `receptor`."""
        return self.modes in _AT_RECEPTORS or self.modes == Mode.AGONIST | Mode.ANTAGONIST

    @property
    def is_of_binders(self) -> bool:
        """True for binders: a binder of a substance takes it up, and does not act on its receptors or channels."""
        return "binder" in self.names

    @property
    def plural(self) -> str:
        """The plural of the word for ligands that act so, for a query."""
        return clean.plural("ligand" if self.modes == ANY else self.names[0])

    def or_(self, other: "Action") -> "Action":
        """Return the action of ligands that act in either way."""
        return Action(
            names=(f"{self.names[0]} or {other.names[0]}",),
            modes=self.modes | other.modes,
            also=self.also | other.also,
            related=self.related | other.related,
            called=f"{self.title} or {other.title}",
            behind=(self.behind | other.behind) & ~(self.modes | other.modes),
        )

    @property
    def title(self) -> str:
        """The name for sentences."""
        return self.called or self.names[0]


def _action(
    names: str, modes: Mode, also: Mode = NONE, related: Mode = NONE, called: str = "", behind: Mode = NONE
) -> Action:
    return Action(tuple(names.split(", ")), modes, also, related, called, behind)


_AT_RECEPTORS = (
    Mode.AGONIST, Mode.ANTAGONIST, Mode.PARTIAL_AGONIST, Mode.FULL_AGONIST, Mode.INVERSE_AGONIST, Mode.BIASED_AGONIST,
)  # fmt: skip
_BLOCKING = Mode.CHANNEL_BLOCKER | Mode.GATING_INHIBITOR
HINDERING = Mode.ANTAGONIST | Mode.INHIBITOR | _BLOCKING | Mode.NEGATIVE | Mode.INVERSE_AGONIST | Mode.CATCHING
_RAISED = Mode.ACTIVATOR | Mode.POSITIVE | Mode.FULL_AGONIST | Mode.PARTIAL_AGONIST | Mode.BIASED_AGONIST

ACTIONS = (
    _action("partial agonist", Mode.PARTIAL_AGONIST),
    _action("full agonist", Mode.FULL_AGONIST),
    _action("inverse agonist", Mode.INVERSE_AGONIST),
    _action("biased agonist", Mode.BIASED_AGONIST),
    _action("positive allosteric modulator, positive modulator, PAM, potentiator, potentiate", Mode.POSITIVE),
    _action("negative allosteric modulator, negative modulator, NAM", Mode.NEGATIVE),
    _action("allosteric modulator", Mode.ALLOSTERIC),
    _action("modulator, modulate, modulating", Mode.ALLOSTERIC, NONE, ANY, "allosteric modulator"),
    _action("channel blocker", _BLOCKING, NONE, Mode.ANTAGONIST | Mode.INHIBITOR | Mode.NEGATIVE,
            behind=Mode.ANTAGONIST | Mode.INHIBITOR),
    _action("agonist, mimetic, agonism, agonise, agonize", Mode.AGONIST, NONE, _RAISED),
    _action("RA", Mode.AGONIST | Mode.ANTAGONIST, called="agonist or antagonist, as 'RA' stands for either"),
    _action("antagonist, antagonism, antagonise, antagonize", Mode.ANTAGONIST, Mode.CHANNEL_BLOCKER, HINDERING,
            behind=Mode.NEGATIVE | Mode.BINDING),
    _action("inhibitor, TKI, suppressor, poison, inhibit, inhibiting, inhibition", Mode.INHIBITOR,
            Mode.CATCHING, HINDERING, behind=_BLOCKING | Mode.NEGATIVE | Mode.BINDING),
    _action("reuptake inhibitor", Mode.INHIBITOR),
    _action("blocker, block, blocking, blockade", _BLOCKING, Mode.ANTAGONIST | Mode.INHIBITOR | Mode.CATCHING,
            HINDERING, behind=Mode.BINDING),
    _action("activator, stimulator, activate, activating, activation, stimulate", Mode.ACTIVATOR, Mode.AGONIST,
            Mode.POSITIVE),
    _action("opener, open, opening", Mode.ACTIVATOR, NONE, Mode.POSITIVE),
    _action("antibody, monoclonal antibody, monoclonal, mAb", Mode.ANTIBODY),
    _action("biologic", Mode.ANTIBODY, Mode.CATCHING | Mode.BINDING, called="antibody or fusion protein"),
    _action("degrader, PROTAC, PROTAC degrader, molecular glue, molecular glue degrader", NONE),
    _action("ligand trap", NONE),
    _action("anti", HINDERING, Mode.BINDING, ANY, "antagonist, inhibitor, blocker or antibody"),
    _action("binder, binding, binding to", ANY, called="ligand"),
    _action("targeting, acting, acting on, ligand, drug, medicine", ANY, called="ligand"),
)  # fmt: skip
"""Words for modes of action, in the order in which queries are compared with them; the Guide has no mode for some."""

# The Guide's types and actions come last, so that their exact meaning wins.
_BY_NAME = {
    "".join(fold.tokens(name)): mode
    for name, mode in (
        *((name, action.modes | action.also) for action in ACTIONS if action.modes for name in action.names),
        *((type_, mode) for type_, mode in _OF_TYPE.items() if type_ != UNTOLD),
        ("Gating inhibitor", Mode.GATING_INHIBITOR | Mode.SLOWING),
        *_OF_ACTION.items(),
    )
}

_INHIBITING = (("Antibody or fusion protein that inhibits", Mode.CATCHING),)

_WRITTEN = {
    "".join(fold.tokens(word)): word
    for word in (
        *_OF_TYPE, *_OF_ACTION, *_RAISING, *_LOWERING, *_CATCHERS, "Binding", "Biphasic", "Mixed", "Neutral",
        "Unknown",
    )
}  # fmt: skip
"""Every word of the Guide's type and action columns, folded."""


def written(word: str) -> str | None:
    """Return the Guide's own word for a type or action that no mode of action expresses; None for other words."""
    folded = "".join(fold.tokens(word))
    return _WRITTEN.get(folded) if _BY_NAME.get(folded, ANY) == ANY else None


def readings(modes: Mode) -> list[str]:
    """Return the Guide's words for modes of action; an empty list for `ANY`."""
    if modes == ANY:
        return []
    return [word for word, mode in (*_OF_TYPE.items(), *_OF_ACTION.items(), *_INHIBITING) if mode & modes]


def modes_named(word: str) -> Mode | None:
    """Return the modes of action that a word means as a filter; None for unknown words."""
    return _BY_NAME.get("".join(fold.tokens(word)))
