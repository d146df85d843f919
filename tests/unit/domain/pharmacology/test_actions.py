"""What the Guide's types and actions are called, what they are, and what a word for a way of acting asks for."""

import csv

import pytest

from biofacts.domain.pharmacology.actions import ACTIONS, NONE, Mode, contradict, labels, modes, modes_named
from tests.places import UPSTREAM

REAL = UPSTREAM / "gtopdb" / "reconstructed" / "DATA" / "interactions.csv"

KNOWN = [
    # type, action, labels, modes
    ("Agonist", "Agonist", "Agonist", Mode.AGONIST),
    ("Agonist", "None", "Agonist", Mode.AGONIST),
    ("Agonist", "Activation", "Agonist", Mode.AGONIST),
    ("Agonist", "Binding", "Agonist", Mode.AGONIST),
    ("Agonist", "Unknown", "Agonist", Mode.AGONIST),
    ("Agonist", "Full agonist", "Full agonist", Mode.AGONIST | Mode.FULL_AGONIST),
    ("Agonist", "Partial agonist", "Partial agonist", Mode.AGONIST | Mode.PARTIAL_AGONIST),
    ("Agonist", "Biased agonist", "Biased agonist", Mode.AGONIST | Mode.BIASED_AGONIST),
    ("Agonist", "Inverse agonist", "Agonist, Inverse agonist",
     Mode.AGONIST | Mode.INVERSE_AGONIST | Mode.CONTRADICTORY),
    ("Agonist", "Antagonist", "Agonist, Antagonist", Mode.AGONIST | Mode.CONTRADICTORY),
    ("Agonist", "Negative", "Agonist, Negative", Mode.AGONIST | Mode.NEGATIVE | Mode.CONTRADICTORY),
    ("Agonist", "Mixed", "Agonist, Mixed", Mode.AGONIST),
    ("Antagonist", "Antagonist", "Antagonist", Mode.ANTAGONIST),
    ("Antagonist", "Inhibition", "Antagonist", Mode.ANTAGONIST),
    ("Antagonist", "Binding", "Antagonist", Mode.ANTAGONIST),
    ("Antagonist", "Mixed", "Antagonist, Mixed", Mode.ANTAGONIST),
    ("Antagonist", "Inverse agonist", "Inverse agonist", Mode.ANTAGONIST | Mode.INVERSE_AGONIST),
    ("Antagonist", "Irreversible inhibition", "Irreversible antagonist", Mode.ANTAGONIST | Mode.IRREVERSIBLE),
    ("Antagonist", "Agonist", "Antagonist, Agonist", Mode.ANTAGONIST | Mode.CONTRADICTORY),
    ("Antagonist", "Partial agonist", "Antagonist, Partial agonist",
     Mode.ANTAGONIST | Mode.PARTIAL_AGONIST | Mode.CONTRADICTORY),
    ("Inhibitor", "Inhibition", "Inhibitor", Mode.INHIBITOR),
    ("Inhibitor", "None", "Inhibitor", Mode.INHIBITOR),
    ("Inhibitor", "Binding", "Inhibitor", Mode.INHIBITOR),
    ("Inhibitor", "Unknown", "Inhibitor", Mode.INHIBITOR),
    ("Inhibitor", "Antagonist", "Inhibitor", Mode.INHIBITOR),
    ("Inhibitor", "Competitive", "Competitive inhibitor", Mode.INHIBITOR),
    ("Inhibitor", "Non-competitive", "Non-competitive inhibitor", Mode.INHIBITOR),
    ("Inhibitor", "Irreversible inhibition", "Irreversible inhibitor", Mode.INHIBITOR | Mode.IRREVERSIBLE),
    ("Inhibitor", "Feedback inhibition", "Feedback inhibitor", Mode.INHIBITOR),
    ("Inhibitor", "Agonist", "Inhibitor, Agonist", Mode.INHIBITOR | Mode.CONTRADICTORY),
    ("Channel blocker", "None", "Channel blocker", Mode.CHANNEL_BLOCKER),
    ("Channel blocker", "Binding", "Channel blocker", Mode.CHANNEL_BLOCKER),
    ("Channel blocker", "Antagonist", "Channel blocker", Mode.CHANNEL_BLOCKER),
    ("Channel blocker", "Inhibition", "Channel blocker", Mode.CHANNEL_BLOCKER),
    ("Channel blocker", "Pore blocker", "Pore blocker", Mode.CHANNEL_BLOCKER),
    ("Channel blocker", "Activation", "Channel blocker, Activation", Mode.CHANNEL_BLOCKER | Mode.CONTRADICTORY),
    ("Gating inhibitor", "None", "Gating inhibitor", Mode.GATING_INHIBITOR),
    ("Gating inhibitor", "Antagonist", "Gating inhibitor", Mode.GATING_INHIBITOR),
    ("Gating inhibitor", "Inhibition", "Gating inhibitor", Mode.GATING_INHIBITOR),
    ("Gating inhibitor", "Pore blocker", "Pore blocker", Mode.GATING_INHIBITOR),
    ("Gating inhibitor", "Slows inactivation", "Gating inhibitor, Slows inactivation", Mode.SLOWING),
    ("Gating inhibitor", "Voltage-dependent inhibition", "Gating inhibitor, Voltage-dependent inhibition",
     Mode.GATING_INHIBITOR),
    ("Gating inhibitor", "Agonist", "Gating inhibitor, Agonist", Mode.GATING_INHIBITOR | Mode.CONTRADICTORY),
    ("Activator", "None", "Activator", Mode.ACTIVATOR),
    ("Activator", "Activation", "Activator", Mode.ACTIVATOR),
    ("Activator", "Agonist", "Activator", Mode.ACTIVATOR),
    ("Activator", "Binding", "Activator", Mode.ACTIVATOR),
    ("Activator", "Positive", "Activator, Positive", Mode.ACTIVATOR | Mode.POSITIVE),
    ("Activator", "Potentiation", "Potentiator", Mode.ACTIVATOR | Mode.POSITIVE),
    ("Activator", "Full agonist", "Full agonist", Mode.ACTIVATOR | Mode.FULL_AGONIST),
    ("Activator", "Partial agonist", "Partial agonist", Mode.ACTIVATOR | Mode.PARTIAL_AGONIST),
    ("Activator", "Antagonist", "Activator, Antagonist", Mode.ACTIVATOR | Mode.CONTRADICTORY),
    ("Allosteric modulator", "None", "Allosteric modulator", Mode.ALLOSTERIC),
    ("Allosteric modulator", "Binding", "Allosteric modulator", Mode.ALLOSTERIC),
    ("Allosteric modulator", "Positive", "Positive allosteric modulator", Mode.ALLOSTERIC | Mode.POSITIVE),
    ("Allosteric modulator", "Potentiation", "Positive allosteric modulator", Mode.ALLOSTERIC | Mode.POSITIVE),
    ("Allosteric modulator", "Negative", "Negative allosteric modulator", Mode.ALLOSTERIC | Mode.NEGATIVE),
    ("Allosteric modulator", "Inhibition", "Negative allosteric modulator", Mode.ALLOSTERIC | Mode.NEGATIVE),
    ("Allosteric modulator", "Neutral", "Neutral allosteric modulator", Mode.ALLOSTERIC),
    ("Allosteric modulator", "Activation", "Allosteric modulator, Activation", Mode.ALLOSTERIC | Mode.POSITIVE),
    ("Allosteric modulator", "Agonist", "Allosteric modulator, Agonist", Mode.ALLOSTERIC),
    ("Allosteric modulator", "Full agonist", "Allosteric modulator, Full agonist",
     Mode.ALLOSTERIC | Mode.FULL_AGONIST),
    ("Allosteric modulator", "Partial agonist", "Allosteric modulator, Partial agonist",
     Mode.ALLOSTERIC | Mode.PARTIAL_AGONIST),
    ("Allosteric modulator", "Biased agonist", "Allosteric modulator, Biased agonist",
     Mode.ALLOSTERIC | Mode.BIASED_AGONIST),
    ("Allosteric modulator", "Antagonist", "Allosteric modulator, Antagonist",
     Mode.ALLOSTERIC | Mode.ANTAGONIST),
    ("Allosteric modulator", "Inverse agonist", "Allosteric modulator, Inverse agonist",
     Mode.ALLOSTERIC | Mode.INVERSE_AGONIST | Mode.NEGATIVE),
    ("Allosteric modulator", "Mixed", "Allosteric modulator, Mixed", Mode.ALLOSTERIC),
    ("Allosteric modulator", "Biphasic", "Allosteric modulator, Biphasic", Mode.ALLOSTERIC),
    ("Antibody", "None", "Antibody", Mode.ANTIBODY | Mode.BINDING),
    ("Antibody", "Binding", "Antibody", Mode.ANTIBODY | Mode.BINDING),
    ("Antibody", "Inhibition", "Antibody, Inhibition", Mode.ANTIBODY | Mode.CATCHING),
    ("Antibody", "Antagonist", "Antibody, Antagonist", Mode.ANTIBODY | Mode.CATCHING),
    ("Antibody", "Agonist", "Antibody, Agonist", Mode.ANTIBODY),
    ("Fusion protein", "Binding", "Fusion protein", Mode.BINDING),
    ("Fusion protein", "Inhibition", "Fusion protein, Inhibition", Mode.CATCHING),
    ("None", "None", "Unspecified", Mode.UNTOLD),
    ("None", "Binding", "Binding", Mode.UNTOLD),
    ("None", "Inhibition", "Inhibition", Mode.UNTOLD),
    ("None", "Competitive", "Competitive", Mode.UNTOLD),
    ("None", "Potentiation", "Potentiation", Mode.UNTOLD | Mode.POSITIVE),
]  # fmt: skip
"""Every pair of a type and an action in the Guide's file."""


@pytest.mark.parametrize(("type_", "action", "said", "_"), KNOWN)
def test_a_type_and_an_action_are_told_in_as_few_terms_as_say_it(type_: str, action: str, said: str, _: Mode) -> None:
    assert ", ".join(labels(type_, action)) == said


@pytest.mark.parametrize(("type_", "action", "_", "ways"), KNOWN)
def test_a_type_and_an_action_have_their_ways_of_acting(type_: str, action: str, _: str, ways: Mode) -> None:
    assert modes(type_, action) == ways


@pytest.mark.skipif(not REAL.is_file(), reason=f"there is no {REAL}")
def test_every_pair_of_the_real_file_is_in_the_table() -> None:
    with REAL.open(newline="") as file:
        _, header, *rows = csv.reader(file)
    type_, action = header.index("Type"), header.index("Action")

    assert {(row[type_], row[action]) for row in rows} - {(one, other) for one, other, *_ in KNOWN} == set()


@pytest.mark.parametrize(("type_", "action"), [("Agonist", "Something new"), ("Something new", "Binding")])
def test_words_that_are_not_known_are_told_as_they_stand(type_: str, action: str) -> None:
    assert labels(type_, action)[0] == type_
    assert not contradict(type_, action)


def test_no_label_is_empty_or_the_text_none() -> None:
    said = {label for type_, action, *_ in KNOWN for label in labels(type_, action)}

    assert said.isdisjoint({"", "None"})


@pytest.mark.parametrize(
    ("word", "ways"),
    [
        ("antagonist", Mode.ANTAGONIST), ("Partial Agonist", Mode.PARTIAL_AGONIST),
        ("partial-agonist", Mode.PARTIAL_AGONIST), ("PAM", Mode.POSITIVE), ("nam", Mode.NEGATIVE),
        ("inhibitors", Mode.INHIBITOR), ("channel blocker", Mode.CHANNEL_BLOCKER), ("frob", None),
        ("", None), ("None", None), ("Irreversible inhibition", Mode.IRREVERSIBLE), ("antibody", Mode.ANTIBODY),
        ("Allosteric modulator", Mode.ALLOSTERIC),
    ],
)  # fmt: skip
def test_a_word_names_its_ways_of_acting(word: str, ways: Mode | None) -> None:
    assert modes_named(word) == ways


def test_every_word_of_the_table_and_of_the_guide_names_something() -> None:
    assert [
        name for action in ACTIONS if action.modes for name in action.names if modes_named(name) in (None, NONE)
    ] == []
    assert [
        type_ for type_, *_ in KNOWN if type_ not in ("None", "Fusion protein") and modes_named(type_) is None
    ] == []
