"""The list of communities, whole and cut in the middle."""

import pytest

from biofacts.adapters.http.wikipathways.index_files import read_communities, whole_communities
from biofacts.domain.pathways.index_files import Community
from tests.small_pathways import PATHWAYS
from tests.wikipathways_files import communities_file


def test_communities_with_a_tag_and_pathways_are_read() -> None:
    members = tuple(one.local_id for one in PATHWAYS[::2])

    assert [*read_communities(communities_file(*PATHWAYS))] == [
        Community(tag="RareDiseases", name="Rare Diseases", pathways=(*members, "WP1"))
    ]


def test_a_beginning_is_read_wherever_it_is_cut() -> None:
    body = communities_file(*PATHWAYS)
    first = body.index(b"}") + 1
    cut = [len([*read_communities(whole_communities(body[:end]))]) for end in range(first, len(body) + 1)]

    assert cut == [1] * len(cut)


@pytest.mark.parametrize("body", [b"{}", b'{"communities": []}', b"[", b'{"communities": [{"display-name": "x"}]}'])
def test_what_is_no_list_of_communities_is_refused(body: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  # the message is the decoder's
        list(read_communities(body))
