"""How sentences are written as mechanisms, and which slips are corrected."""

import pytest

from biofacts.domain.pharmacology.actions import ACTIONS
from biofacts.domain.pharmacology.queries import rephrasing


@pytest.mark.parametrize(
    ("sentence", "mechanism"),
    [
        ("agents which stimulate soluble guanylate cyclase", "soluble guanylate cyclase stimulator"),
        ("what antagonises the P2X3 receptor?", "P2X3 receptor antagonist"),
        ("molecules that stop COMT from working", "COMT inhibitor"),
        ("drugs that reduce the activity of JAK2", "JAK2 inhibitor"),
        ("drugs which prevent the re-uptake of noradrenaline", "noradrenaline reuptake inhibitor"),
        ("hormone that activates the oxytocin receptor", "endogenous oxytocin receptor activator"),
        ("which of BRAF, KRAS and TP53 have approved drugs", "approved drugs of any of BRAF, KRAS and TP53"),
        ("what blocks hERG most potently?", "most potent hERG blocker"),
        ("which drugs inhibit CK2 selectively", "selective CK2 inhibitor"),
        ("what blocks hERG most strongly", "strongest hERG blocker"),
        # An effect is no target, and a name is no sentence.
        ("drugs that lower LDL", "drugs that lower LDL"),
        ("Bruton tyrosine kinase inhibitor", "Bruton tyrosine kinase inhibitor"),
    ],
)
def test_sentences_are_written_as_mechanisms(sentence: str, mechanism: str) -> None:
    assert rephrasing.as_mechanism(sentence) == mechanism


@pytest.mark.parametrize(
    ("query", "corrected"),
    [
        ("dopamin antagonists", "dopamine antagonists"),
        ("serotonine reuptake inhibtors", "serotonin reuptake inhibitor"),
        ("anti-TNF antibdies", "anti-TNF antibodies"),
        ("opiod agonist", "opioid agonist"),
        # Symbols, short words, and words that may be two others stay.
        ("EGFRX inhibitor", "EGFRX inhibitor"),
        ("protin pump inhibitors", "protin pump inhibitors"),
        ("zorkinase blockers", "zorkinase blockers"),
    ],
)
def test_slips_in_words_of_mechanisms_are_corrected(query: str, corrected: str) -> None:
    text, slips = rephrasing.respelt(query)

    assert text == corrected
    assert bool(slips) == (text != query)


@pytest.mark.parametrize(
    "verb",
    ["inhibits", "blocks", "antagonises", "agonises", "activates", "stimulates", "opens", "potentiates", "modulates",
     "degrades", "targets", "binds", "dances"],
)  # fmt: skip
def test_the_noun_for_a_verb_is_a_mode_of_action(verb: str) -> None:
    assert rephrasing.noun_of(verb) in {name for action in ACTIONS for name in action.names}
