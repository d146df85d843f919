"""What several sources have at hand together."""

from biofacts.ports.sources import Presence


def test_catalogues_of_several_sources_are_told_once() -> None:
    genes = Presence({"hgnc": "1"}, settled=("g",))
    both = Presence({"hgnc": "1", "guide": "2"}, incomplete=("drawings",), settled=("g", "t"))

    assert Presence.together([genes, both]) == Presence(
        {"hgnc": "1", "guide": "2"}, incomplete=("drawings",), settled=("g", "g", "t")
    )


def test_where_one_is_missing_or_not_settled_all_are() -> None:
    genes, none = Presence({"hgnc": "1"}, settled=("g",)), Presence(missing=("guide",))

    assert Presence.together([genes, none]) == Presence({"hgnc": "1"}, missing=("guide",))
    assert (genes.version, Presence.together([genes, none]).version) == ("hgnc=1", "")
