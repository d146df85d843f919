"""Lines of GMT files."""

from biofacts.domain.links.export_formats import MemberSet, gmt, sets_of


def test_a_set_has_name_page_and_members_in_order() -> None:
    pathways = [("WP254", "Apoptosis"), ("WP1", "Empty")]

    assert sets_of(pathways, {"WP254": ["TP53", "BAX", "TP53"], "WP1": []}) == [
        MemberSet(local_id="WP254", title="Apoptosis", members=("BAX", "TP53"))
    ]


def test_a_line_is_named_as_wikipathways_names_it() -> None:
    apoptosis = MemberSet(local_id="WP254", title="Apoptosis", members=("BAX", "TP53"))

    assert [*gmt([apoptosis], "Homo sapiens", "2026-08-10")] == [
        "Apoptosis%WikiPathways_20260810%WP254%Homo sapiens\thttps://www.wikipathways.org/instance/WP254\tBAX\tTP53"
    ]


def test_a_title_cannot_break_a_line_or_a_name() -> None:
    odd = MemberSet(local_id="WP1", title="50%\tof\n all ", members=("BAX",))

    assert [*gmt([odd], "Mus musculus", None)] == [
        "50 percent of all%WikiPathways%WP1%Mus musculus\thttps://www.wikipathways.org/instance/WP1\tBAX"
    ]
