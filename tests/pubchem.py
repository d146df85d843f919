"""A PubChem that replays bodies, written by hand in the recorded shapes, and the client over it."""

import gzip
import json
import re
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qs

import httpx

from biofacts.adapters.http.pubchem.client import PubChemClient, PubChemDepictions
from biofacts.adapters.http.pubchem.transports import dialect, max_age
from biofacts.adapters.http.transport.cache import CoalesceTransport, StoredAnswers
from biofacts.adapters.http.transport.queue import LimitTransport, RequestQueue
from biofacts.adapters.http.transport.retry import RetryTransport
from biofacts.adapters.memory.records_and_budgets import MemoryLimiter, MemoryRecordStore
from biofacts.adapters.sqlite.records_and_budgets import SqliteRecordStore
from biofacts.domain.limits.request_rates import Rate
from tests.places import RECORDED
from tests.png import png

HTML = "<!DOCTYPE html><html><body>The service is having a rest.</body></html>"
GREEN = "Request Count status: Green (0%), Request Time status: Green (0%), Service status: Green (20%)"
BUSY = {"Fault": {"Code": "PUGREST.ServerBusy", "Message": "Too many requests or server too busy"}}

ASPIRIN: dict[str, Any] = {
    "CID": 2244,
    "MolecularFormula": "C9H8O4",
    "MolecularWeight": "180.16",
    "SMILES": "CC(=O)OC1=CC=CC=C1C(=O)O",
    "ConnectivitySMILES": "CC(=O)OC1=CC=CC=C1C(=O)O",
    "InChI": "InChI=1S/C9H8O4/c1-6(10)13-8-5-3-2-4-7(8)9(11)12/h2-5H,1H3,(H,11,12)",
    "InChIKey": "BSYNRYMUTXBXSQ-UHFFFAOYSA-N",
    "IUPACName": "2-acetyloxybenzoic acid",
    "Title": "Aspirin",
}
IBUPROFEN: dict[str, Any] = {
    "CID": 3672, "MolecularFormula": "C13H18O2", "MolecularWeight": "206.28", "Title": "Ibuprofen",
    "SMILES": "CC(C)CC1=CC=C(C=C1)C(C)C(=O)O", "ConnectivitySMILES": "CC(C)CC1=CC=C(C=C1)C(C)C(=O)O",
    "InChI": "InChI=1S/C13H18O2/c1-9(2)8-11-4-6-12(7-5-11)10(3)13(14)15/h4-7,9-10H,8H2,1-3H3,(H,14,15)",
    "InChIKey": "HEFNNWSXXWATRW-UHFFFAOYSA-N", "IUPACName": "2-[4-(2-methylpropyl)phenyl]propanoic acid",
}  # fmt: skip
DEXIBUPROFEN: dict[str, Any] = {
    "CID": 39912, "MolecularFormula": "C13H18O2", "MolecularWeight": "206.28", "Title": "Dexibuprofen",
    "SMILES": "CC(C)CC1=CC=C(C=C1)[C@H](C)C(=O)O", "ConnectivitySMILES": "CC(C)CC1=CC=C(C=C1)C(C)C(=O)O",
    "InChIKey": "HEFNNWSXXWATRW-JTQLQIEISA-N",
}  # fmt: skip
ETHANOL: dict[str, Any] = {
    "CID": 702, "MolecularFormula": "C2H6O", "MolecularWeight": "46.07", "Title": "Ethanol", "SMILES": "CCO",
    "ConnectivitySMILES": "CCO", "InChI": "InChI=1S/C2H6O/c1-2-3/h3H,2H2,1H3",
    "InChIKey": "LFQSCWFLJHTTHZ-UHFFFAOYSA-N",
}  # fmt: skip
KETOGLUTARATE: dict[str, Any] = {"CID": 51, "MolecularFormula": "C5H6O5", "Title": "2-Oxoglutaric acid"}
COMPOUND_48_80: dict[str, Any] = {"CID": 104735, "MolecularFormula": "C11H17NO", "Title": "Compound 48/80"}


def fault(code: str, message: str, *details: str) -> dict[str, Any]:
    return {"Fault": {"Code": code, "Message": message, **({"Details": list(details)} if details else {})}}


def fault_as_text(status: int, code: str, message: str) -> bytes:
    """As it stands in the place of a picture."""
    return f"Status: {status}\nCode: {code}\nMessage: {message}\nDetail: of no use\n".encode()


def statements(*pairs: tuple[str, str]) -> list[dict[str, Any]]:
    """Values with the name of their source in the place of its number."""
    return [{"source": source, "Value": {"StringWithMarkup": [{"String": value}]}} for source, value in pairs]


def page(
    identifiers: Mapping[str, Sequence[tuple[str, str]]], synonyms: Sequence[str] = (), title: str = "Aspirin"
) -> dict[str, Any]:
    """A PUG View record: for each heading of Other Identifiers pairs of source and value."""
    sources = ["PubChem", *dict.fromkeys(source for pairs in identifiers.values() for source, _ in pairs)]

    def numbered(given: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [{"ReferenceNumber": sources.index(one["source"]) + 1, "Value": one["Value"]} for one in given]

    other = [
        {"TOCHeading": heading, "Description": "About it.", "Information": numbered(statements(*pairs))}
        for heading, pairs in identifiers.items()
    ]
    texts = [{"String": name} for name in synonyms]
    inside: list[dict[str, Any]] = [{"TOCHeading": "Other Identifiers", "Section": other}] if other else []
    if synonyms:
        listed = {"ReferenceNumber": 1, "Value": {"StringWithMarkup": texts}}
        removed = {"ReferenceNumber": 1, "Value": {"StringWithMarkup": [{"String": "CHEMBL999"}]}}
        inside.append({
            "TOCHeading": "Synonyms",
            "Section": [
                {"TOCHeading": "Depositor-Supplied Synonyms", "Information": [listed]},
                {"TOCHeading": "Removed Synonyms", "Information": [removed]},
            ],
        })  # fmt: skip
    return {
        "Record": {
            "RecordType": "CID",
            "RecordNumber": 1,
            "RecordTitle": title,
            "Section": [{"TOCHeading": "Names and Identifiers", "Section": inside}],
            "Reference": [
                {"ReferenceNumber": number, "SourceName": source, "SourceID": "x"}
                for number, source in enumerate(sources, start=1)
            ],
        }
    }


ASPIRIN_PAGE = page(
    {
        "CAS": [("CAS Common Chemistry", "50-78-2"), ("ChemIDplus", "50-78-2"), ("DTP/NCI", "2349-94-2")],
        "Related CAS": [("CAS Common Chemistry", "493-53-8")],
        "Deprecated CAS": [("ChemIDplus", "11126-35-5, 11126-37-7")],
        "UNII": [("FDA Global Substance Registration System (GSRS)", "R16CO5Y76E")],
        "ChEBI ID": [("ChEBI", "CHEBI:15365")],
        "ChEMBL ID": [("ChEMBL", "CHEMBL25")],
        "DrugBank ID": [("DrugBank", "DB00945")],
        "HMDB ID": [("Human Metabolome Database (HMDB)", "HMDB0001879")],
        "KEGG ID": [("KEGG", "C01405"), ("KEGG", "D00109")],
        "Wikidata": [("Wikidata", "Q18216")],
        "Wikipedia": [("Wikipedia", "Aspirin")],
    },
    ["aspirin", "ACETYLSALICYLIC ACID", "50-78-2", "Acetylsalicylic acid", "Ecotrin", "CHEMBL25", "R16CO5Y76E"],
)


class Forced(NamedTuple):
    """An answer that is given in the place of the right one."""

    status: int
    body: object = ""
    headers: Mapping[str, str] = {}


class PubChem:
    """Answers as PubChem does, and remembers what it was asked for."""

    def __init__(self) -> None:
        self.rows = {
            row["CID"]: row for row in (ASPIRIN, IBUPROFEN, DEXIBUPROFEN, ETHANOL, KETOGLUTARATE, COMPOUND_48_80)
        }
        self.names: dict[str, list[int]] = {
            **{
                key: [2244] for key in ("aspirin", "acetylsalicylic acid", "50-78-2", "chembl25", "ecotrin", "aspirine")
            },
            **{key: [3672] for key in ("ibuprofen", "advil", "motrin", "brufen", "ibuprofen tablet")},
            **{key: [39912] for key in ("dexibuprofen", "(s)-ibuprofen")},
            "alpha-ketoglutarate": [51],
            "compound 48/80": [104735],
            "racemic things": [3672, 39912],
        }
        self.completions: dict[str, list[str]] = {
            "aspirin": ["aspirin", "Aspirine"],
            "asprin": ["aspirin", "Aspirine", "Dasatinib"],
            "ibuprofen": ["ibuprofen", "Ibuprofen tablet", "(S)-ibuprofen", "Dexibuprofen"],
            "ibupro": ["ibuprofen", "Ibuprofen tablet"],
            "advil": ["advil"],
        }
        self.pages: dict[int, dict[str, Any]] = {2244: ASPIRIN_PAGE}
        self.synonyms: dict[int, list[str]] = {}
        self.pictures = {2244: png(50, 40), 3672: png(60, 60)}
        self.forced: dict[str, list[Forced | Exception]] = {}
        """For a part of a path: what is answered next, in this order; the last one for ever."""
        self.headers: dict[str, str] = {}
        self.asked: list[str] = []
        self.patience = set[float | None]()
        """Seconds that requests wait for an answer."""
        """`GET path` or `POST path name=value`, decoded."""

    def taken(self) -> list[str]:
        """What was asked for since the last time."""
        asked, self.asked = self.asked, []
        return asked

    def force(self, part: str, *answers: Forced | Exception) -> None:
        self.forced[part] = list(answers)

    async def answer(self, request: httpx.Request) -> httpx.Response:
        path = request.url.path
        form = {name: values[0] for name, values in parse_qs((await request.aread()).decode()).items()}
        told = "".join(f" {name}={value}" for name, value in form.items())
        self.asked.append(f"{request.method} {path}{told}")
        if timeout := request.extensions.get("timeout"):
            self.patience.add(timeout["read"])
        for part, answers in self.forced.items():
            if part in path:
                forced = answers.pop(0) if len(answers) > 1 else answers[0]
                if isinstance(forced, Exception):
                    raise forced
                content = forced.body if isinstance(forced.body, str | bytes) else json.dumps(forced.body)
                return httpx.Response(forced.status, headers={**self._headers(), **forced.headers}, content=content)
        if drawn := re.fullmatch(r"/rest/pug/compound/cid/(\d+)/PNG", path):
            return self._picture(int(drawn[1]))
        status, body = self._route(request.url.raw_path.decode(), form)
        return httpx.Response(status, headers=self._headers(), json=body)

    def _picture(self, number: int) -> httpx.Response:
        if body := self.pictures.get(number):
            return httpx.Response(200, headers={**self._headers(), "Content-Type": "image/png"}, content=body)
        body = fault_as_text(404, "PUGREST.NotFound", "No CID found")
        return httpx.Response(404, headers={**self._headers(), "Content-Type": "text/plain"}, content=body)

    def _headers(self) -> dict[str, str]:
        return {
            "X-Throttling-Control": GREEN,
            "Cache-Control": "private",
            "Expires": "Thu, 01 Jan 1970 00:00:00 GMT",
            "Set-Cookie": "ncbi_sid=x",
            **self.headers,
        }

    def _route(self, raw: str, form: Mapping[str, str]) -> tuple[int, object]:
        parts = [httpx.URL(f"http://x/{part}").path[1:] for part in raw.partition("?")[0].strip("/").split("/")]
        match parts:
            case ["rest", "pug", "compound", space, key, "property", wanted, "JSON"]:
                return self._properties(space, key, wanted)
            case ["rest", "pug", "compound", space, "property", wanted, "JSON"] if space in form:
                return self._properties(space, form[space], wanted)
            case ["rest", "pug", "compound", "cid", number, "synonyms", "JSON"] if int(number) in self.synonyms:
                row = {"CID": int(number), "Synonym": self.synonyms[int(number)]}
                return 200, {"InformationList": {"Information": [row]}}
            case ["rest", "pug_view", "data", "compound", number, "JSON"]:
                if "heading=Names+and+Identifiers" not in raw:
                    return 400, fault("PUGVIEW.BadRequest", "Unknown heading")
                if int(number) in self.pages:
                    return 200, self.pages[int(number)]
                said = "No data found" if int(number) in self.rows else "No record found"
                return 404, fault("PUGVIEW.NotFound", said)
            case ["rest", "autocomplete", "compound", words, "json"]:
                terms = self.completions.get(words.casefold(), [])
                found = {"dictionary_terms": {"compound": terms}} if terms else {}
                return 200, {"status": {"code": 0}, "total": len(terms), **found}
            case _:
                return 404, fault("PUGREST.NotFound", "No CID found", "No CID found that matches the given name")

    def _properties(self, space: str, key: str, wanted: str) -> tuple[int, object]:
        if space == "cid":
            if int(key) > 2**31 - 1:
                return 400, fault("PUGREST.BadRequest", "Invalid ID, must be positive integer")
            rows = [self.rows.get(int(key), {"CID": int(key)})]
        elif space == "name":
            rows = [self.rows[cid] for cid in self.names.get(key.casefold(), [])]
        else:
            field = {"smiles": "SMILES", "inchi": "InChI", "inchikey": "InChIKey"}[space]
            rows = [row for row in self.rows.values() if row.get(field) == key]
            if space == "smiles" and not rows:
                return 400, fault(
                    "PUGREST.BadRequest", "Unable to standardize the given structure - perhaps …", "a log"
                )
        if not rows:
            return 404, fault("PUGREST.NotFound", "No CID found", f"No CID found that matches the given {space}")
        names = ["CID", *wanted.split(","), "IsomericSMILES", "CanonicalSMILES"]
        return 200, {"PropertyTable": {"Properties": [{n: row[n] for n in names if n in row} for row in rows]}}


RECORDED_HEADERS = {
    "Content-Encoding": "gzip",
    "Transfer-Encoding": "chunked",
    "X-Throttling-Control": (
        "Request Count status: Green (1%), Request Time status: Green (0%), Service status: Green (20%)"
    ),
    "Access-Control-Allow-Origin": "*",
    "Set-Cookie": "ncbi_sid=0123456789ABCDEF_0001SID; domain=.nih.gov; path=/; expires=Tue, 23 Nov 2027 06:42:00 GMT",
}
"""The headers of answers as two public recordings have them, with another number in the cookie."""


class RecordedPubChem(PubChem):
    """Answers with recorded headers, in packed pieces, and with the recorded pages of a few compounds."""

    def __init__(self) -> None:
        super().__init__()
        for path in sorted((RECORDED / "pubchem").glob("pug_view-*.json")):
            recorded = json.loads(path.read_bytes())
            number = recorded["Record"]["RecordNumber"]
            self.pages[number] = recorded
            self.rows[number] = {"CID": number, "Title": recorded["Record"]["RecordTitle"]}

    async def answer(self, request: httpx.Request) -> httpx.Response:
        plain = await super().answer(request)
        return httpx.Response(
            plain.status_code, headers=RECORDED_HEADERS, content=_pieces(gzip.compress(plain.content))
        )


async def _pieces(body: bytes, size: int = 1000) -> AsyncGenerator[bytes]:
    for start in range(0, len(body), size):
        yield body[start : start + size]


def client_over(
    upstream: PubChem, path: Path | None = None, *, offline: bool = False
) -> tuple[httpx.AsyncClient, StoredAnswers]:
    """What speaks with a replayed upstream, with the rules of the house and no pace that a test would feel."""
    limiter = MemoryLimiter((Rate(1000, 0.001),))
    network = dialect(httpx.MockTransport(upstream.answer), limiter)
    asking = RetryTransport(LimitTransport(network, RequestQueue(limiter)))
    records = SqliteRecordStore(path) if path else MemoryRecordStore()
    answers = StoredAnswers(records, max_age, offline=offline)
    return httpx.AsyncClient(base_url="http://pubchem.test/", transport=CoalesceTransport(asking)), answers


@asynccontextmanager
async def pubchem(
    upstream: PubChem, path: Path | None = None, *, offline: bool = False
) -> AsyncGenerator[PubChemClient]:
    """The client over a replayed upstream."""
    async with PubChemClient(*client_over(upstream, path, offline=offline)) as client:
        yield client


@asynccontextmanager
async def depictions(
    upstream: PubChem, path: Path | None = None, *, offline: bool = False
) -> AsyncGenerator[PubChemDepictions]:
    """The same for pictures."""
    http, answers = client_over(upstream, path, offline=offline)
    async with http:
        yield PubChemDepictions(http, answers)
