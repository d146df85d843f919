"""Steps to find the targets that a query names."""

from biofacts.domain.pharmacology import selectors
from biofacts.domain.pharmacology.queries import target_lookup_steps


def test_a_family_may_have_one_member_by_its_whole_name_and_more_by_its_beginning() -> None:
    words = ("bile", "acid", "receptor")
    fewest = [(step.selectors, step.fewest) for step in target_lookup_steps.exact(words, words, "Bile acid receptor")]
    by_name, by_stem = (next(n for selectors, n in fewest if selectors == (term,)) for term in (
        selectors.family_name("bileacidreceptor"), selectors.family_stem("bileacidreceptor"),
    ))  # fmt: skip

    assert by_name <= 1 < by_stem
