"""Formats of PubChem's answers, reduced to the fields that biofacts uses."""

import re
import struct
import zlib
from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeVar

import msgspec

from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.compounds.queries import without_isotopes
from biofacts.domain.text.clean import visible

T = TypeVar("T")

_FAULT_AS_TEXT = re.compile(rb"\s*Status: \d{3}\s*\nCode: (PUG\w+\.\w+)\s*\nMessage: ([^\n]*)")
_LONGEST_FAULT = 2000
_UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)  # RecursionError: nested too deeply


class PropertyRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of a property table. PubChem omits missing values, and writes masses as strings.

    Both generations of the SMILES keys are read: PubChem renamed them in 2025.
    """

    cid: int = msgspec.field(name="CID")
    title: str | None = msgspec.field(name="Title", default=None)
    formula: str | None = msgspec.field(name="MolecularFormula", default=None)
    weight: float | None = msgspec.field(name="MolecularWeight", default=None)
    smiles: str | None = msgspec.field(name="SMILES", default=None)
    connectivity: str | None = msgspec.field(name="ConnectivitySMILES", default=None)
    old_isomeric: str | None = msgspec.field(name="IsomericSMILES", default=None)
    old_canonical: str | None = msgspec.field(name="CanonicalSMILES", default=None)
    inchi: str | None = msgspec.field(name="InChI", default=None)
    inchikey: str | None = msgspec.field(name="InChIKey", default=None)
    iupac: str | None = msgspec.field(name="IUPACName", default=None)

    @property
    def exists(self) -> bool:
        """False for the row of a CID that does not exist, which has only the number."""
        return self.cid > 0 and self != PropertyRow(cid=self.cid)

    @property
    def is_unlabelled(self) -> bool:
        """True if the structure is known to have no isotopes."""
        return self.inchi is not None and "/i" not in self.inchi

    @property
    def name(self) -> str:
        """The title, else the IUPAC name, else the CID. Isotope labels are removed if the structure has no isotopes."""
        name = self.title or self.iupac or f"CID {self.cid}"
        return without_isotopes(name) if self.is_unlabelled else name


class _Properties(msgspec.Struct, frozen=True):
    rows: list[PropertyRow] = msgspec.field(name="Properties")


class PropertyTable(msgspec.Struct, frozen=True):
    """The answer to `…/property/…/JSON`."""

    table: _Properties = msgspec.field(name="PropertyTable")


class _Terms(msgspec.Struct, frozen=True):
    compound: list[str] = []


class Completions(msgspec.Struct, frozen=True):
    """The answer to `/rest/autocomplete/compound/…/json`, which omits `dictionary_terms` if there are none."""

    status: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    total: int | msgspec.UnsetType = msgspec.UNSET
    terms: _Terms = msgspec.field(name="dictionary_terms", default_factory=_Terms)

    def __post_init__(self) -> None:
        # PubChem does not document the answer without terms, so each way of stating that there are none is accepted.
        if not self.terms.compound and (self.total or self.status is self.total is msgspec.UNSET):
            raise ValueError("it has no terms, and does not state that there are none")


class _SynonymRow(msgspec.Struct, frozen=True):
    synonyms: list[str] = msgspec.field(name="Synonym", default=[])


class _SynonymRows(msgspec.Struct, frozen=True):
    rows: list[_SynonymRow] = msgspec.field(name="Information")


class SynonymList(msgspec.Struct, frozen=True):
    """The answer to `…/synonyms/JSON`: ranked names, with identifiers of all kinds among them."""

    information: _SynonymRows = msgspec.field(name="InformationList")


class _MarkedText(msgspec.Struct, frozen=True):
    text: str = msgspec.field(name="String", default="")


class _Value(msgspec.Struct, frozen=True):
    texts: list[_MarkedText] = msgspec.field(name="StringWithMarkup", default=[])


class Statement(msgspec.Struct, frozen=True):
    """Values under a heading, and the number of the reference that is their source."""

    reference: int = msgspec.field(name="ReferenceNumber", default=0)
    value: _Value = msgspec.field(name="Value", default_factory=_Value)

    @property
    def texts(self) -> list[str]:
        return [visible(text.text) for text in self.value.texts]


class Section(msgspec.Struct, frozen=True):
    """A heading with its statements and sub-headings."""

    heading: str = msgspec.field(name="TOCHeading", default="")
    sections: list["Section"] = msgspec.field(name="Section", default=[])
    statements: list[Statement] = msgspec.field(name="Information", default=[])

    def under(self, heading: str) -> Iterator["Section"]:
        waiting: list[Section] = [self]  # not recursive, since the upstream determines the depth
        while waiting:
            section = waiting.pop()
            if section.heading == heading:
                yield section
            waiting.extend(reversed(section.sections))


class _RecordReference(msgspec.Struct, frozen=True):
    number: int = msgspec.field(name="ReferenceNumber")
    source: str = msgspec.field(name="SourceName", default="")


class ViewRecord(msgspec.Struct, frozen=True):
    """A PUG View record. Its references are required: they name the source of each identifier."""

    sections: list[Section] = msgspec.field(name="Section")
    references: list[_RecordReference] = msgspec.field(name="Reference")


class RecordView(msgspec.Struct, frozen=True):
    """The answer to `/rest/pug_view/data/compound/…/JSON`."""

    record: ViewRecord = msgspec.field(name="Record")


class _FaultBody(msgspec.Struct, frozen=True):
    code: str = msgspec.field(name="Code", default="")
    message: str = msgspec.field(name="Message", default="")


class Fault(msgspec.Struct, frozen=True):
    """An error that PubChem sends instead of a result. Its code is reliable, unlike the HTTP status."""

    fault: _FaultBody = msgspec.field(name="Fault")

    @property
    def kind(self) -> str:
        """The code without the name of the service: `NotFound` for `PUGREST.NotFound`."""
        return self.fault.code.rpartition(".")[2]


PICTURE = "/PNG"
"""Suffix of the path of a picture."""

ANSWER = "in a form that can be read"

_FORMS: Mapping[str, type[msgspec.Struct]] = {
    "/property/": PropertyTable,
    "/synonyms/": SynonymList,
    "/pug_view/": RecordView,
    "/autocomplete/": Completions,
}


def is_answer(path: str, body: bytes) -> bool:
    """Return True if a body is a valid answer to a request for this path."""
    if path.endswith(PICTURE):
        return size(body) is not None
    form = next((form for part, form in _FORMS.items() if part in path), msgspec.Raw)
    try:
        msgspec.json.decode(body, type=form, strict=False)
    except _UNREADABLE:
        return False
    return True


def read(body: bytes, kind: type[T], service: str) -> T:
    """Decode an answer, in which numbers may be strings. Raises: UpstreamError."""
    try:
        return msgspec.json.decode(body, type=kind, strict=False)
    except _UNREADABLE as error:
        raise UpstreamError.of(service, "its answer has a form that cannot be read") from error


def fault(body: bytes) -> Fault | None:
    """Return the fault in a body, or None. Requests for pictures get it as plain text, all others as JSON."""
    if match := _FAULT_AS_TEXT.match(body[:_LONGEST_FAULT]):
        code, message = (group.decode(errors="replace").strip() for group in match.groups())
        return Fault(_FaultBody(code, message))
    try:
        return msgspec.json.decode(body, type=Fault)
    except _UNREADABLE:
        return None


def is_about_the_key(path: str, body: bytes) -> bool:
    """Return True if PubChem rejects only the identifier: a number too large, or an unreadable structure.

    False for pictures, which are never requested with such an identifier.
    """
    # A request with an unknown property is our mistake: in July 2025, the old names of SMILES were unknown at times.
    reported = None if path.endswith(PICTURE) else fault(body)
    return (
        reported is not None and reported.fault.code.startswith("PUGREST.") and "property" not in reported.fault.message
    )


# Validation of PNG pictures: size, checksums, completeness


LARGEST = 2 * 1024 * 1024
"""The maximum size in bytes of a picture: a hundred times the size of PubChem's."""

_LARGEST_SIDE = 4096
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_LENGTH, _AROUND, _HEADER = struct.Struct(">I4s"), 12, struct.Struct(">II")  # 12: length, kind, checksum of a chunk


class PixelSize(NamedTuple):
    """Width and height in pixels."""

    width: int
    height: int


def size(body: bytes) -> PixelSize | None:
    """Return the size of a picture; None if it is not a PNG, is damaged or truncated, or is too large."""
    if len(body) > LARGEST or not body.startswith(_SIGNATURE):
        return None
    pixel_size: PixelSize | None = None
    kinds: list[bytes] = []
    at = len(_SIGNATURE)
    while at + _AROUND <= len(body) and kinds[-1:] != [b"IEND"]:
        length, kind = _LENGTH.unpack_from(body, at)
        content, end = body[at + 8 : at + 8 + length], at + _AROUND + length
        if body[end - 4 : end] != zlib.crc32(kind + content).to_bytes(4):
            return None
        if not kinds:
            pixel_size = _size(kind, content)
        kinds.append(kind)
        at = end
    is_whole = kinds[-1:] == [b"IEND"] and b"IDAT" in kinds and at == len(body)
    return pixel_size if is_whole else None


def _size(kind: bytes, content: bytes) -> PixelSize | None:
    """Read the size from the first chunk of a PNG; None if that is not a valid header."""
    if kind != b"IHDR" or len(content) < _HEADER.size:
        return None
    pixel_size = PixelSize(*_HEADER.unpack_from(content))
    return pixel_size if all(0 < side <= _LARGEST_SIDE for side in pixel_size) else None
