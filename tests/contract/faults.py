"""All upstreams on one fake network, and whatever can go wrong with their answers."""

import gzip
import json
from collections.abc import AsyncIterator, Callable, Mapping
from typing import NamedTuple

import httpx

from biofacts.adapters.http.transport.network import NetworkTransport
from biofacts.domain.answers.errors import ErrorCode
from tests import bulk_names, genes
from tests.gtopdb import DATA
from tests.pubchem import PubChem
from tests.replaying import Upstream
from tests.small_pathways import PATHWAYS
from tests.wikipathways_files import ARCHIVE_PATH, RDF_PATH, published

HOSTS = {
    "BIOFACTS_WIKIPATHWAYS_URL": "http://wikipathways.test",
    "BIOFACTS_WIKIPATHWAYS_DATA_URL": "http://data.wikipathways.test",
    "BIOFACTS_ONTOLOGY_URL": "http://ontology.test",
    "BIOFACTS_PUBCHEM_URL": "http://pubchem.test",
    "BIOFACTS_PUBCHEM_BULK_URL": "http://pubchem-bulk.test",
    "BIOFACTS_GTOPDB_URL": "http://gtopdb.test",
    "BIOFACTS_HGNC_URL": "http://hgnc.test",
    "BIOFACTS_NCBI_GENE_URL": "http://ncbi-gene.test",
    "BIOFACTS_COMPLETE": "0",
}
ELSEWHERE = "evil.test"
MOVED = "/moved"
HTML = b"<!DOCTYPE html><html><body>The service is having a rest.</body></html>"
LARGEST_BODY = 1024 * 1024
"""What the tests set the cap on decoded bodies to."""

Answer = httpx.Response
Spoil = Callable[[httpx.Request, Answer, "Question", "World"], Answer]


class Question(NamedTuple):
    """A call whose answer needs the file or service under test.

    `part` of an address is spoiled; `key` is a name in its answer without which it says nothing. `remark`: the answer
    does without the service, and says so.
    """

    name: str
    tool: str
    arguments: Mapping[str, object]
    part: str
    key: bytes
    remark: str | None = None


class Fault(NamedTuple):
    """A way to go wrong, and the error in which a call ends that it happens to again and again.

    `code` None: the answer is right all the same. `passing`: happening once, it is mended by a retry. `inside`: it is
    in what the answer says, so that every reader has to notice it for itself. `static`: only files have it.
    """

    name: str
    spoil: Spoil
    code: ErrorCode | None = "UPSTREAM_ERROR"
    passing: bool = False
    inside: bool = False
    static: bool = False


PICTURE = "the picture of a compound"
"""What is called as a tool is, and is none."""

QUESTIONS = (
    Question(
        "mouse genes", "search_genes", {"query": "Trp53", "organism": "Mus musculus"}, "gene_info", b"type_of_gene"
    ),
    Question("text index", "search_pathways", {"query": "apoptosis", "slim": False}, "ByText.json", b"datanodes"),
    Question("xref index", "get_pathways_for_gene", {"gene_id": "ncbigene:3098"}, "ByXref.json", b"ncbigene"),
    Question(
        "xref index, for compounds", "get_pathways_for_compound", {"compound": "CHEBI:15361"}, "ByXref.json", b"chebi"
    ),
    Question(
        "gene list",
        "enrich_pathways",
        {"genes": ["ncbigene:3098", "TP53", "MDM2"], "min_size": 1},
        "ByXref.json",
        b"ncbigene",
    ),
    Question(
        "literature index", "search_pathways", {"query": "PMID:22628558", "slim": False}, "ByLiterature.json", b"refs"
    ),
    Question("drawing", "get_pathway_components", {"pathway_id": "WP:WP534"}, ".gpml", b"Version"),
    Question(
        "ontology",
        "get_pathway",
        {"pathway_id": "WP:WP534", "detail": "all"},
        "pw.obo",
        b"\nid",
        remark="Possibly incomplete: kegg_pathway",
    ),
    Question("targets file", "get_target", {"iuphar_id": "IUPHAR:215"}, "targets_and", b"Target name"),
    Question("ligands file", "get_ligand", {"iuphar_id": "IUPHAR:2713"}, "/ligands.csv", b"Synonyms"),
    Question(
        "interactions file",
        "get_target",
        {"iuphar_id": "IUPHAR:1375"},
        "interactions",
        b"Ligand ID",
        remark="Left out: ligands",
    ),
    Question("interactions alone", "get_interactions", {"target_id": "IUPHAR:1375"}, "interactions", b"Ligand ID"),
    Question(
        "links over interactions",
        "find_links",
        {"id": "IUPHAR:215", "kind": "target", "to": "ligand"},
        "interactions",
        b"Ligand ID",
    ),
    Question(
        "links over drawn genes",
        "find_links",
        {"id": "WP:WP534", "kind": "pathway", "to": "gene"},
        "ByXref.json",
        b"ncbigene",
    ),
    Question(
        "links over names of genes",
        "find_links",
        {"id": "HGNC:11998", "kind": "gene", "to": "pathway", "organism": "Homo sapiens"},
        "hgnc_complete",
        b"alias_symbol",
    ),
    Question(
        "mapping file",
        "get_ligand",
        {"iuphar_id": "IUPHAR:2713"},
        "ligand_id_mapping",
        b"Ligand id",
        remark="Possibly incomplete: cross_references",
    ),
    Question("human genes", "get_gene", {"gene_id": "HGNC:11998"}, "hgnc_complete", b"alias_symbol"),
    Question("PubChem names", "search_compounds", {"query": "ibuprofen"}, "/property/", b"PropertyTable"),
    Question("PubChem completions", "search_compounds", {"query": "asprin"}, "autocomplete", b"dictionary_terms"),
    Question("PubChem page", "get_compound", {"pubchem_id": "PubChem:CID2244"}, "pug_view", b"Record", remark="page"),
    Question("PubChem picture", PICTURE, {"pubchem_id": "PubChem:CID2244"}, "/PNG", b"IEND"),
)


class World(NetworkTransport):
    """The network. Answers well, but for the spoiled part of the addresses, so many times."""

    def __init__(self) -> None:
        super().__init__()
        self.files = Upstream(
            published(*PATHWAYS)
            | genes.published()
            | bulk_names.published()
            | {f"/DATA/{file.name}": file.read_bytes() for file in DATA.iterdir()}
        )
        self.compounds = PubChem()
        self.compounds.synonyms[2244] = ["aspirin", "50-78-2", "CHEMBL25"]
        self.hosts: set[str] = set()
        self.paths: list[str] = []
        self.now = 1000.0
        self.spoils_announcements = True
        """Whether the answers to HEAD are spoiled, too."""
        self._question: Question | None = None
        self._spoil: Spoil | None = None
        self._times = 0.0

    def publish_newer_archive(self) -> None:
        """Publish the archive once more, a month later."""
        later = {
            path.replace("20260810", "20260910"): body for path, body in self.files.files.items() if ".zip" in path
        }
        self.files.files |= later
        for folder in (ARCHIVE_PATH, RDF_PATH):
            self.files.files[folder] = self.files.files[folder].replace(b"20260810", b"20260910")

    def clock(self) -> float:
        """The monotonic clock of this world."""
        return self.now

    def spoil(self, question: Question, fault: Fault, times: float = float("inf")) -> None:
        """Spoil the next answers that the question needs."""
        self._question, self._spoil, self._times = question, fault.spoil, times

    def mend(self) -> None:
        """All is well again, and for long enough that everybody dares to ask."""
        self._times = 0
        self.now += 3600

    def prepare(self, request: httpx.Request) -> httpx.AsyncBaseTransport:
        return self

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.hosts.add(request.url.host)
        self.paths.append(request.url.raw_path.decode())
        if request.url.path.startswith(MOVED):
            request.url = request.url.copy_with(raw_path=request.url.raw_path.removeprefix(MOVED.encode()))
            return await self._answer(request)
        good = await self._answer(request)
        if self._question is None or self._spoil is None or self._question.part not in str(request.url):
            return good
        if request.method == "HEAD" and not self.spoils_announcements:
            return good
        self._times -= 1
        return self._spoil(request, good, self._question, self) if self._times >= 0 else good

    async def _answer(self, request: httpx.Request) -> httpx.Response:
        is_pubchem = request.url.host in HOSTS["BIOFACTS_PUBCHEM_URL"]
        return await (self.compounds if is_pubchem else self.files).answer(request)


class _Body(httpx.AsyncByteStream):
    """A body that breaks off with an error, or that drips."""

    def __init__(self, body: bytes, error: Exception | None = None, drips_in: World | None = None) -> None:
        self._body = body
        self._error = error
        self._world = drips_in

    async def __aiter__(self) -> AsyncIterator[bytes]:
        step = 1 if self._world else max(1, len(self._body))
        for start in range(0, len(self._body), step):
            if self._world:
                self._world.now += 1
            yield self._body[start : start + step]
        if self._error:
            raise self._error


def _raising(kind: type[httpx.TransportError]) -> Spoil:
    def spoil(request: httpx.Request, *_: object) -> Answer:
        raise kind("as the test wants it", request=request)

    return spoil


def _answering(status: int, body: bytes = HTML, **headers: str) -> Spoil:
    named = {name.replace("_", "-"): value for name, value in headers.items()}

    def spoil(*_: object) -> Answer:
        return Answer(status, headers={"Content-Type": "text/html", **named}, content=body)

    return spoil


def _changed(change: Callable[[bytes, Question], bytes]) -> Spoil:
    """The right answer, ETag and all, with another body; an upstream that spoils its body knows no 304."""

    def spoil(request: httpx.Request, good: Answer, question: Question, world: World) -> Answer:
        if good.status_code == 304:
            good = Answer(200, headers=good.headers, content=world.files.files[request.url.path])
        kept = {
            name: value for name, value in good.headers.items() if name in ("etag", "last-modified", "content-type")
        }
        return Answer(good.status_code, headers=kept, content=change(good.content, question))

    return spoil


def _broken(kind: type[httpx.TransportError]) -> Spoil:
    def spoil(request: httpx.Request, good: Answer, *_: object) -> Answer:
        half = good.content[: len(good.content) // 2] or b"{"
        return Answer(200, stream=_Body(half, kind("as the test wants it", request=request)))

    return spoil


def _drip(_: httpx.Request, good: Answer, __: Question, world: World) -> Answer:
    return Answer(200, headers={"ETag": '"drip"'}, stream=_Body(good.content or b"drip" * 50, drips_in=world))


def _bomb(*_: object) -> Answer:
    packed = gzip.compress(b" " * 4 * LARGEST_BODY, 9)
    return Answer(200, headers={"Content-Encoding": "gzip"}, stream=_Body(packed))


def _packed(*codings: str) -> Spoil:
    """A body that is said to be packed so, and is not."""

    def spoil(_: httpx.Request, good: Answer, *__: object) -> Answer:
        body = _Body(gzip.compress(good.content)[:-20] + b"x" * 20)
        return Answer(200, headers={"Content-Encoding": ", ".join(codings)}, stream=body)

    return spoil


def _moved(request: httpx.Request, *_: object) -> Answer:
    return Answer(301, headers={"Location": f"http://{request.url.host}{MOVED}{request.url.raw_path.decode()}"})


def _redirected(request: httpx.Request, *_: object) -> Answer:
    return Answer(302, headers={"Location": f"http://{ELSEWHERE}{request.url.raw_path.decode()}"})


def _unchanged(request: httpx.Request, good: Answer, *_: object) -> Answer:
    """Says "not changed" to whoever asks with a validator."""
    return Answer(304, headers={"ETag": '"x"'}) if "if-none-match" in request.headers else good


def _always_new(_: httpx.Request, good: Answer, question: Question, world: World) -> Answer:
    """Never says the same validator twice, and never "not changed"."""
    world.now += 1
    answer = _changed(lambda body, _: body)(_, good, question, world)
    answer.headers["ETag"] = f'"{world.now}"'
    return answer


FAULTS = (
    Fault("connection refused", _raising(httpx.ConnectError), passing=True),
    Fault("no connection in time", _raising(httpx.ConnectTimeout), passing=True),
    Fault("slow first byte", _raising(httpx.ReadTimeout), passing=True),
    Fault("reset in the middle", _broken(httpx.ReadError), passing=True),
    Fault("closed in the middle", _broken(httpx.RemoteProtocolError), passing=True),
    Fault("slow drip", _drip),
    Fault("429", _answering(429), "RATE_LIMITED", passing=True),
    Fault("429, a second", _answering(429, Retry_After="1"), "RATE_LIMITED", passing=True),
    Fault("429, an hour", _answering(429, Retry_After="3600"), "RATE_LIMITED"),
    Fault("500", _answering(500)),
    Fault("502", _answering(502), passing=True),
    Fault("503", _answering(503), passing=True),
    Fault("504", _answering(504), passing=True),
    Fault("524", _answering(524), passing=True),
    Fault("403", _answering(403)),
    Fault("200 with a web page", _answering(200), inside=True),
    Fault("200 with nothing", _answering(200, b""), inside=True),
    Fault("204", _answering(204, b"")),
    Fault("304 to a question without a validator", _answering(304, b""), inside=True),
    Fault("cut off", _changed(lambda body, _: body[: len(body) * 2 // 3]), inside=True),
    Fault("wrong charset", _changed(lambda body, _: body.decode("latin-1").encode("utf-16")), inside=True),
    Fault("other bytes", _changed(lambda _, __: bytes(range(256)) * 20), inside=True),
    Fault("a key missing", _changed(lambda body, question: _without(body, question.key)), inside=True),
    Fault("empty tables", _changed(lambda _, question: _emptied(question)), inside=True),
    Fault("deep nesting", _changed(lambda _, __: b"[" * 200_000), inside=True),
    Fault("redirect to another host", _redirected),
    Fault("redirect on the same host", _moved, None, static=True),
    Fault("gzip bomb", _bomb),
    Fault("broken gzip", _packed("gzip"), passing=True),
    Fault("gzip in gzip", _packed("gzip", "gzip"), passing=True),
    Fault("a validator that always fits", _unchanged, None),
    Fault("a validator that never fits", _always_new, None),
)


ONE_OF_EACH = ("text index", "drawing", "ontology", "mapping file", "PubChem names", "PubChem page")
"""Questions that go through all the code that faults of the wire go through."""

CASES = [
    (question, fault)
    for fault in FAULTS
    for question in QUESTIONS
    if (fault.inside or question.name in ONE_OF_EACH) and not (fault.static and "PubChem" in question.name)
]


def _without(body: bytes, key: bytes) -> bytes:
    """A body in which a key has another name; also inside a gzipped file."""
    if body.startswith(b"\x1f\x8b"):
        return gzip.compress(_without(gzip.decompress(body), key))
    return body.replace(key, b"Something else")


def _emptied(question: Question) -> bytes:
    """A body in the right form with nothing in it."""
    if ".json" in question.part:
        return json.dumps({"pathwayInfo": []}).encode()
    if question.part == ".gpml":
        return b'<Pathway xmlns="http://pathvisio.org/GPML/2013a"/>'
    if question.part == "pw.obo":
        return b"format-version: 1.2\n"
    if question.part == "CID-":
        return gzip.compress(b"")
    if question.part == "hgnc_complete":
        return genes.hgnc_file([])
    if question.part == "gene_info":
        return genes.info_file([])
    if "pubchem" in question.name.lower():
        return b"{}"
    return b'"# GtoPdb Version: 2099.1 - published: 2099-01-01"\n"Type","Ligand ID"\n'
