"""Hostile input: what a confused model, a broken host or an attacker may send, and what every answer must be."""

import base64
import json
import unicodedata
from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, cast

import jsonschema  # type: ignore[import-untyped]  # has no types of its own; pyright brings some
import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from biofacts.adapters.local.pharmacology.guide import LocalInteractions
from biofacts.adapters.local.pharmacology.ligands import LocalLigands
from biofacts.adapters.local.pharmacology.targets import LocalTargets
from biofacts.adapters.mcp.running_requests import tool_result
from biofacts.adapters.mcp.tool_schemas import tool_entry
from biofacts.adapters.numpy.set_scorer import NumpySetScorer
from biofacts.adapters.plots.plotter import MatplotlibPlotter
from biofacts.adapters.sample.upstreams import NoDepictions
from biofacts.adapters.svg.picture import SvgRenderer
from biofacts.application.answers.sources import Sources
from biofacts.application.tools.all_tools import TOOLS
from biofacts.application.tools.tool import ErrorEnvelope
from biofacts.application.use_cases import UseCases
from biofacts.domain.answers.pages import encode_cursor
from biofacts.domain.links.linked_entities import RECORD_KINDS
from tests import gtopdb, local_pathways, replaying, small_pathways, wikipathways_files
from tests.genes import SAMPLE, genes_over
from tests.pubchem import PubChem, pubchem

MEGABYTE = 1_000_000
LONGEST_TEXT = 1_500
"""Of a message, a hint or a guidance, in characters."""

WORDS: Mapping[str, tuple[str, ...]] = {
    "search_pathways": ("glycolysis", "TCA cycle", "NF-κB", "apoptsis", "tp53 network", "WP:WP534",
                        "programmed cell death"),
    "get_pathway": ("WP:WP534", "WP:WP99999", "WP:WP5316", "WP:WP656"),
    "get_pathways_for_gene": ("tp53", "7157", "ncbigene:7157", "ENSG00000141510", "P04637", "HGNC:11998", "hgnc:1",
                              "HER2", "c-Myc", "COX2", "MAPK", "interleukin 6", "P04637-2", "MGI:98834"),
    "get_pathway_components": ("WP:WP534", "WP:WP707", "WP:WP99999"),
    "show_pathway": ("WP:WP534", "WP:WP707", "WP:WP99999"),
    "search_compounds": ("aspirin", "asprin", "50-78-2", "CCO", "CC(=O)OC1=CC=CC=C1C(=O)O", "CID 2244",
                         "InChI=1S/C2H6O/c1-2-3/h3H,2H2,1H3", "BSYNRYMUTXBXSQ-UHFFFAOYSA-N", "compound 48/80"),
    "get_compound": ("PubChem:CID2244", "PubChem:CID3672", "PubChem:CID999999999999", "PubChem:CID0"),
    "get_pathways_for_compound": ("CHEBI:15361", "citrate", "glucose", "PubChem:CID2244", "IUPHAR:2713", "HMDB00122",
                                  "C00031", "50-78-2", "BSYNRYMUTXBXSQ-UHFFFAOYSA-N", "aspirin", "WP:WP534"),
    "search_ligands": ("ibuprofen", "beta blocker", "NSAID", "dopamine agonist", "CHEMBL25", "DB00945",
                       "COX inhibitor"),
    "get_ligand": ("IUPHAR:2713", "IUPHAR:4139", "IUPHAR:215"),
    "search_targets": ("DRD2", "dopamine receptor", "GPCR", "ion channel", "P14416", "D2 receptor"),
    "get_target": ("IUPHAR:215", "IUPHAR:214", "IUPHAR:2713"),
    "search_genes": ("HER2", "p53", "interleukin 6", "TNF alpha", "7157", "HGNC:11998", "tumor protein"),
    "get_gene": ("HGNC:11998", "NCBIGene:7157", "HGNC:0"),
    "resolve_many": ("TP53, MDM2; HER2", "aspirin", "COX2", "WP:WP534\nDRD2\nzzqqxx", "7157"),
    "enrich_pathways": ("TP53, MDM2, CASP3", "7157\n4193\nCOX2\nglucose", "HGNC:11998; P04637; p53; MAPK"),
    "get_interactions": ("IUPHAR:2713", "IUPHAR:215", "IUPHAR:5074", "antagonist", "PAM", "Human", "IUPHAR:99999999"),
    "get_neighbours": ("TP53", "glucose", "HGNC:990", "PubChem:CID5793", "label:DNA damage", "COX2"),
    "find_paths": ("TP53", "glucose", "HGNC:990", "PubChem:CID5793", "label:DNA damage", "COX2"),
    "find_links": ("IUPHAR:2713", "IUPHAR:86", "WP:WP534", "HGNC:990", "PubChem:CID2244", "IUPHAR:215", "NCBIGene:596"),
}  # fmt: skip
"""Words that find something in the sample or in the replayed upstreams."""

BESIDE: Mapping[str, Mapping[str, object]] = {
    "find_links": {"kind": "ligand", "to": "target"}, "find_paths": {"target": "BAX"},
}  # fmt: skip
"""What a word needs beside it."""

JUNK = (
    # nothing, blanks, control characters, bidi overrides, zero-width characters, surrogates, private, unassigned, odd
    "", " ", "\t", "\r\n", "\x00", "\x1b[31m", "\x7f", "\x85", "\u202e", "\u2066", "\u200b", "\u200d", "\ufeff",
    "\u2028", "\ud800", "\udfff", "\ue000", "\uffff", "\U0010ffff", "\xad", "a\u0301\u0301\u0301", "ﬁ", "İ", "ß", "ﷺ",
    "𝕿𝖕𝟝𝟛", "٣", "²",
    # SQL, FTS5
    "' OR 1=1 --", '"; DROP TABLE entries; --', "%' UNION SELECT card FROM entries --", '" OR "', "NEAR(a b, 10)",
    "title : x", "{title text} : (", "glyco*", "^tp53", "a AND NOT b", "rowid:1", "-x", '""', "0fence0", "*", "(((",
    # regular expressions
    ".*", "(a+)+$", "[", "\\", "(?P<x>", "a{99999}", "|", "$^", "\\1", "(?i)",
    # paths and addresses
    "../", "..", "/etc/passwd", "..%2f..%2f", "%2e%2e", "C:\\Windows", "//evil.test/", "http://evil.test/",
    "@evil.test", "?x=1", "#fragment", ";x=1", "\r\nHost: evil.test", "file:///etc/passwd", "%00", "%", "&x=1", "+",
    "a/b", "http://[::1", ":99999/",
    # markup, entities, templates, prompts
    "<script>", "<![CDATA[", "&amp;amp;amp;lt;", "&#0;", "&#xD800;", "&#99999999999;", "&#" + "9" * 5000 + ";",
    "{{7*7}}", "${x}", "%s%n", "{0}", "[a](javascript:b)", "](", "`$.query`", "Ignore all previous instructions",
    "null", "NaN", "true", "\"",
)  # fmt: skip

UNITS = (
    "a", " ", ":", "0", "9", "-", "#", "_", "&", "&amp;", "&#9", "(", "[", "](", "<", "'", "ENS", "cid", "wp", "\x00",
    "\u200b", "α", "İ", "\U0001f600", "aem", "our", "IL-", "n f ", "a-", "ab ", "CC(", "[13C]", "InChI=", "%2e",
    "../", "é", "e\u0301", "\n",
)  # fmt: skip
"""What a text of a megabyte repeats: whatever some pattern of ours could try again at every place."""

NEARLY = (
    "wp:wp534", "WP534", "WP:534", "WP:WP", "WP:WP534 ", " WP:WP534", "WP:WP534\n", "WP:WP-1", "WP:WP5.34",
    "WP:WP٥٣٤", "WP::WP534", "WP:WP" + "9" * 5000, "WP:WP0", "WP:WP534_r1", "pubchem:cid2244", "PubChem:CID",
    "PubChem:2244", "CID2244", "2244", "PubChem:CID" + "0" * 5000, "PubChem:CID-1", "PubChem:CID2147483648",
    "hgnc:11998", "HGNC:", "HGNC:11998\n", "NCBIGene:-1", "NCBIGene:" + "7" * 5000, "7157", "GeneID: 7157",
    "PubChem:CID1e3", "iuphar:215", "IUPHAR:", "IUPHAR:-1", "IUPHAR:00215", "IUPHAR:" + "7" * 5000, "IUPHAR:２１５",
    "gtopdb ligand: 2713", "https://pubchem.ncbi.nlm.nih.gov/compound/2244",
)  # fmt: skip

_CHARACTERS = st.one_of(st.characters(), st.characters(categories=["Cc", "Cf", "Cs", "Co", "Cn", "Zs", "Zl", "Zp"]))
_SOUP = st.text(_CHARACTERS, max_size=60)
_JUNK = st.sampled_from(JUNK)
_LONG = st.tuples(st.sampled_from(UNITS), st.integers(1, 3_000)).map(lambda pair: pair[0] * pair[1])
_NUMBERS = st.one_of(
    st.integers(-2, 102),
    st.integers(),
    st.sampled_from([10**30, -(10**30), 10**4000, 2**63, 2**64, -(2**63) - 1]),
    st.floats(),
)
_SCALARS = st.one_of(st.none(), st.booleans(), _NUMBERS, _SOUP, _JUNK)
ANYTHING = st.recursive(
    _SCALARS, lambda inside: st.lists(inside, max_size=3) | st.dictionaries(_SOUP, inside, max_size=3), max_leaves=8
)
"""Whatever JSON can say, and a little more: NaN, infinities, lone surrogates, numbers of thousands of digits."""


def _spliced(whole: str, at: int, junk: str) -> str:
    place = at % (len(whole) + 1)
    return whole[:place] + junk + whole[place:]


def texts(tool: str) -> st.SearchStrategy[str]:
    """Texts for the main argument of a tool: its words, spliced with junk or not, and everything else."""
    word = st.sampled_from(WORDS[tool])
    spliced = st.tuples(word, st.integers(0, 60), _JUNK | _SOUP).map(lambda parts: _spliced(*parts))
    other = st.sampled_from([word for words in WORDS.values() for word in words])
    several = st.lists(_JUNK | word | other, min_size=1, max_size=6).map(" ".join)
    return st.one_of(word, spliced, several, _SOUP, _JUNK, st.sampled_from(NEARLY), _LONG)


def _encoded(token: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(token).encode()).decode().rstrip("=")


_DAMAGED = st.one_of(
    _SOUP, _JUNK, _LONG, st.binary(max_size=40).map(lambda raw: base64.urlsafe_b64encode(raw).decode()),
    st.lists(st.one_of(st.integers(), st.text(max_size=5), st.floats(allow_nan=False)), max_size=5).map(_encoded),
    st.integers(1, 20_000).map(lambda depth: base64.urlsafe_b64encode(b'[0,"","",' + b"[" * depth).decode()),
)  # fmt: skip


@st.composite
def _arguments(draw: st.DrawFn, tool: str) -> dict[str, object]:
    given: dict[str, object] = {}
    for field in msgspec.structs.fields(TOOLS[tool].arguments):
        if draw(st.integers(0, 9)) >= (9 if field.required else 3):
            continue  # left out
        match field.name:
            case "page_size":
                value = draw(_NUMBERS | ANYTHING)
            case "slim" | "approved_only" | "primary_only":
                value = draw(st.booleans() | ANYTHING)
            case "organism":
                value = draw(
                    st.sampled_from(["Homo sapiens", "human", "Homo sapien", "Danio rerio"]) | _SOUP | _LONG | ANYTHING
                )
            case "kind" | "to":
                value = draw(st.one_of(*[st.sampled_from(RECORD_KINDS)] * 4, _JUNK, ANYTHING))
            case "cursor":
                value = draw(_DAMAGED | _forged(tool, given) | ANYTHING)
            case _:
                value = draw(st.one_of(*[texts(tool)] * 7, ANYTHING))
        given[field.name] = value
    if draw(st.integers(0, 9)) == 0:
        given[draw(_SOUP | _JUNK | _LONG)] = draw(ANYTHING)
    return given


def _forged(tool: str, given: Mapping[str, object]) -> st.SearchStrategy[str]:
    """Cursors whose digest is right: it is no secret how one is made."""
    query = str(given.get("query", ""))[:100].casefold().encode(errors="ignore").decode()
    versions = st.sampled_from(
        [
            "",
            "sample",
            "round-1",
            "round-99",
            "round-0",
            ".",
            "..",
            "../../x",
            "a.b.c.d",
            "\x00",
            "\x00=1",
            "../../x=1",
            "wikipathways-text=1",
            "wikipathways-text=\x00",
            "gtopdb-ligands=../../x",
            "gtopdb-targets=1 ../../x=1",
        ]
    )
    offsets = st.integers(-5, 5) | st.integers(-(2**63), 2**63 - 1)
    parts = st.tuples(offsets, versions, st.sampled_from([query, "other"]))
    return parts.map(lambda part: encode_cursor(part[0], part[1], (tool, part[2], "")))


def arguments(tool: str) -> st.SearchStrategy[dict[str, object]]:
    """Argument sets for a tool, from nearly right to absurd."""
    return _arguments(tool)


def megabytes(tool: str) -> Iterator[dict[str, object]]:
    """Argument sets with a text of a megabyte: as the main argument, as another one, as the name of an unknown one."""
    fields = msgspec.structs.fields(TOOLS[tool].arguments)
    required = {one.name: WORDS[tool][0] for one in fields if one.required}
    for number, unit in enumerate(UNITS):
        huge = unit * (MEGABYTE // len(unit))
        places = ["an unknown argument", *(one.name for one in fields[1:])]
        yield {fields[0].name: huge}
        yield {**required, places[number % len(places)]: huge}
        yield {**required, huge: number}


def examples(tool: str, number: int) -> list[dict[str, object]]:
    """So many argument sets, always the same."""
    drawn: list[dict[str, object]] = []

    @settings(max_examples=number, suppress_health_check=[HealthCheck.too_slow])
    @given(arguments(tool))
    def draw(given: dict[str, object]) -> None:
        drawn.append(given)

    draw()
    return drawn


def is_json(given: object) -> bool:
    """True when a client could send it."""
    try:
        return bool(json.dumps(given, allow_nan=False).encode()) and bool(
            json.dumps(given, ensure_ascii=False).encode()
        )
    except ValueError:  # NaN, a lone surrogate, a number of too many digits
        return False


# What every answer must be

_VALIDATORS: Mapping[str, Any] = {
    name: jsonschema.Draft202012Validator(tool_entry(tool).output_schema or {}) for name, tool in TOOLS.items()
}
_FORBIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


def check(tool: str, outcome: object) -> str:
    """Assert what holds of every outcome. Returns: its kind (`page`, `record` or the error's code)."""
    result = tool_result(outcome)
    assert result["isError"] == isinstance(outcome, ErrorEnvelope)
    return check_content(tool, result["structuredContent"])


def check_content(tool: str, content: Any) -> str:
    """The same of a result's structured content."""
    _VALIDATORS[tool].validate(content)
    check_texts(content)
    assert len(content.get("guidance", "")) <= LONGEST_TEXT
    if "error" not in content:
        return "page" if "items" in content else "record"
    error = content["error"]
    for text in (error["message"], error["recovery_hint"], error.get("invalid_input", "x")):
        assert 0 < len(text) <= LONGEST_TEXT
    return str(error["code"])


def check_texts(node: object, path: str = "") -> None:
    """Assert that no text, however deep, has a character that a person does not see."""
    match node:
        case str():
            hidden = [f"U+{ord(char):04X}" for char in node if unicodedata.category(char) in _FORBIDDEN]
            if path.endswith(".description"):
                hidden = [one for one in hidden if one != "U+000A"]
            assert not hidden, f"{path or 'a text'} has {hidden[:5]}"
        case dict():
            for key, value in cast("dict[str, object]", node).items():
                check_texts(key, f"{path} key")
                check_texts(value, f"{path}.{key}")
        case list():
            for value in cast("list[object]", node):
                check_texts(value, f"{path}[]")
        case _:
            pass


# What answers


@asynccontextmanager
async def replayed(
    files: Mapping[str, bytes] | None = None, compound: PubChem | None = None, wire: gtopdb.Wire | None = None
) -> AsyncGenerator[UseCases]:
    """The use cases over the real adapters, and these over replayed upstreams."""
    upstream = replaying.Upstream(files or wikipathways_files.published(*small_pathways.PATHWAYS))
    async with (
        local_pathways.wikipathways(upstream, None) as parts,
        pubchem(compound or PubChem()) as compounds,
        gtopdb.guide_over(wire or gtopdb.Wire()) as guide,
        genes_over(SAMPLE) as genes,
    ):
        yield UseCases.over(
            Sources(
                pathways=parts.source,
                edges=parts.edges,
                compounds=compounds,
                depictions=NoDepictions(),
                ligands=LocalLigands(guide),
                targets=LocalTargets(guide),
                interactions=LocalInteractions(guide),
                genes=genes,
            ),
            renderer=SvgRenderer(),
            scorer=NumpySetScorer(),
            plotter=MatplotlibPlotter(),
        )
