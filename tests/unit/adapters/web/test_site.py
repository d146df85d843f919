"""The page for people: what it shows, that it reads without scripts, and that nothing in it is taken for markup."""

import csv
import logging
import re
from collections.abc import AsyncGenerator

import httpx
import pytest

from biofacts.application.answers import pages
from biofacts.application.tools.all_tools import TOOLS
from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.answers.pages import Page, Pagination
from biofacts.domain.answers.records import Provenance
from biofacts.domain.genes.gene import Gene, GeneCandidate
from biofacts.domain.pathways.pathway import DataNode, PathwayComponents
from tests.drawing import TWINS
from tests.visiting import Read, answering, harmful, visiting

PAGES = [
    "/", "/?q=apoptosis", "/?q=apoptosis&kind=pathway", "/pathway/WP:WP254",
    "/pathway/WP:WP254?highlight=TP53%0ABAX=1.5&drugs=1", "/gene/HGNC:990", "/target/IUPHAR:2844",
    "/ligand/IUPHAR:2713", "/compound/PubChem:CID2244", "/pathway/WP:WP254/links", "/pathway/WP:WP254/gene",
    "/pathway/WP:WP254/ligand?approved=1", "/pathway/WP:WP254/components", "/ligand/IUPHAR:2713/interactions",
    "/target/IUPHAR:1376/interactions?approved=1", "/pathways?gene=TP53", "/pathways?compound=glucose",
    "/neighbours?id=TP53", "/neighbours?id=glucose&direction=upstream", "/gene/HGNC:11998/neighbours",
    "/paths", "/paths?source=TP53&target=BAX", "/pathway/WP:WP254?path=FAS,BID",
    "/enrich", "/enrich?genes=TP53,BAX,BCL2,APAF1", "/pathway/WP:WP254/node/BCL2",
]  # fmt: skip
DRAWN = "TP53,MDM2,BAX,BCL2,BID,CYCS,APAF1,CASP9,CASP8,CASP3,FAS,FASLG"
HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(2)> [x](javascript:alert(3)) [y](//evil.example)'


@pytest.fixture
async def page() -> AsyncGenerator[httpx.AsyncClient]:
    async with visiting() as client:
        yield client


async def test_every_page_is_there_and_has_no_script_of_its_own(page: httpx.AsyncClient) -> None:
    answers = {path: await page.get(path) for path in PAGES}

    assert {path: answer.status_code for path, answer in answers.items()} == dict.fromkeys(PAGES, 200)
    assert {path: harmful(Read(answer.text)) for path, answer in answers.items()} == {path: [] for path in PAGES}


@pytest.mark.parametrize("path", ["/", "/nothing/here", "/static/page.css", "/pathway/WP534"])
async def test_every_answer_says_what_browsers_may_do_with_it(page: httpx.AsyncClient, path: str) -> None:
    headers = (await page.get(path)).headers

    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
    assert "unsafe" not in policy
    assert (headers["x-content-type-options"], headers["referrer-policy"]) == ("nosniff", "same-origin")


async def test_results_come_by_kind_with_scores_and_reasons(page: httpx.AsyncClient) -> None:
    read = Read((await page.get("/?q=apoptosis")).text)

    assert "/pathway/WP:WP254" in read.links
    assert "Apoptosis WP:WP254 1.00 Homo sapiens" in read.text
    assert "matched by its title" in read.text
    assert "Nothing among ligands, compounds" in read.text


@pytest.mark.parametrize(
    ("query", "kind", "why"),
    [
        ("p53", "gene", "TP53 HGNC:11998 1.00 tumor protein p53, Homo sapiens matched by its alias p53"),
        ("Advil", "ligand", "ibuprofen IUPHAR:2713 1.00 Synthetic organic, approved matched by its synonym Advil"),
        ("dopamine receptor", "target", "Dopamine receptors, DRD2 matched by its family"),
        ("aspirin", "compound", "C9H8O4 matched by its name"),
        ("acetylsalicylic acid", "compound", "C9H8O4 PubChem has it under that name, or a similar one"),
        ("NSAID", "ligand", "approved matched by more than its names: see the note on the list"),
    ],
)
async def test_every_kind_says_what_made_it_match(page: httpx.AsyncClient, query: str, kind: str, why: str) -> None:
    assert why in Read((await page.get("/", params={"q": query, "kind": kind})).text).text


async def test_who_types_has_local_catalogues_first(page: httpx.AsyncClient) -> None:
    first = Read((await page.get("/?q=aspirin&at_once=1")).text)
    everything = Read((await page.get("/?q=aspirin")).text)

    assert "/ligand/IUPHAR:4139" in first.links
    others = [link for link in everything.links if link not in first.links]
    assert others == ["#of-ligand", "#of-compound", "/compound/PubChem:CID2244"]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("apoptosis", "Results of 3 kinds"), ("HER2", "Results of 1 kind"), ("qqzzxx", "No results"),
        ("a", "The query &#39;a&#39; is too short"), ("", ""),
    ],
)  # fmt: skip
async def test_who_hears_the_page_is_told_what_came_of_a_search(page: httpx.AsyncClient, query: str, said: str) -> None:
    assert f'data-said="{said}' in (await page.get("/", params={"q": query})).text


@pytest.mark.parametrize("query", ["a", "apoptosis " * 60, "x" * 5000], ids=["short", "long", "endless"])
async def test_what_is_no_query_is_told_once(page: httpx.AsyncClient, query: str) -> None:
    answer = await page.get("/", params={"q": query})

    assert answer.status_code == 400
    assert answer.text.count('class="failure"') == 1


async def test_a_kind_that_fails_leaves_the_others(page: httpx.AsyncClient) -> None:
    async with visiting(answering(search_compounds=UpstreamError.of("PubChem", "it is away"))) as visitor:
        read = Read((await visitor.get("/?q=aspirin")).text)

    assert "/ligand/IUPHAR:4139" in read.links
    assert "PubChem is unavailable" in read.text


async def test_links_lead_from_a_pathway_to_a_compound(page: httpx.AsyncClient) -> None:
    path = "/pathway/WP:WP254"
    ways = ("/pathway/WP:WP254/gene", "/gene/HGNC:990", r"/target/[^/]+", r"/ligand/[^/]+", r"/compound/[^/]+")
    for way in ways:
        links = Read((await page.get(path)).text).links
        path = next(link for link in links if re.fullmatch(way, link))

    assert path.startswith("/compound/PubChem:CID")


async def test_a_record_says_where_it_comes_from(page: httpx.AsyncClient) -> None:
    read = Read((await page.get("/ligand/IUPHAR:2713")).text)

    assert "Source: Guide to PHARMACOLOGY, release built-in sample, retrieved 2026-11-20" in read.text
    assert "https://identifiers.org/cas:15687-27-1" in read.links
    assert "older" not in read.text


async def test_what_is_stale_is_called_so() -> None:
    stale = Provenance(name="HGNC", release="2020-01-01", retrieved="2020-01-02T00:00:00Z", mode="cache", stale=True)
    gene = Gene(
        id="HGNC:1", symbol="A1BG", name="alpha", organism="Homo sapiens", locus_type="gene", url="", source=stale
    )
    async with visiting(answering(get_gene=gene)) as visitor:
        read = Read((await visitor.get("/gene/HGNC:1")).text)

    assert "release 2020-01-01, retrieved 2020-01-02" in read.text
    assert "could not be reached: this is older" in read.text


async def test_what_an_upstream_says_is_text_and_never_markup() -> None:
    gene = Gene(
        id=HOSTILE, symbol=HOSTILE, name=HOSTILE, organism=HOSTILE, locus_type=HOSTILE, aliases=(HOSTILE,),
        cross_references={"hgnc": HOSTILE, "uniprot": (HOSTILE,), HOSTILE: HOSTILE}, url="javascript:alert(4)",
        source=Provenance(name=HOSTILE, release=HOSTILE, retrieved=HOSTILE, mode="live", licence=HOSTILE),
    )  # fmt: skip
    async with visiting(answering(get_gene=gene)) as visitor:
        answer = await visitor.get("/gene/HGNC:990", params={"highlight": HOSTILE, "q": HOSTILE})
    read = Read(answer.text)

    assert answer.status_code == 200
    assert harmful(read) == []
    assert [tag for tag, _ in read.elements if tag == "img"] == []
    assert "<script>alert(1)</script>" in read.text
    assert not [link for link in read.links if link.startswith(("//", "javascript"))]


async def test_what_visitors_send_is_text_and_never_markup(page: httpx.AsyncClient) -> None:
    asked = [
        await page.get("/", params={"q": HOSTILE, "organism": HOSTILE, "kind": HOSTILE}),
        await page.get("/pathway/WP:WP254", params={"highlight": HOSTILE}),
        await page.get("/enrich", params={"genes": f"{HOSTILE}\nTP53\nBAX", "organism": HOSTILE}),
        await page.get("/pathways", params={"gene": HOSTILE}),
        await page.get("/pathway/WP:WP254/node/%3Cscript%3Ealert(1)%3C%2Fscript%3E"),
        await page.get("/gene/%22%3E%3Cscript%3Ealert(1)"),
    ]

    assert [harmful(Read(answer.text)) for answer in asked] == [[]] * len(asked)
    assert not [link for answer in asked for link in Read(answer.text).links if link.startswith("//")]


@pytest.mark.parametrize(
    ("path", "status", "next_step"),
    [
        ("/ligand/2713", 404, "/ligand/IUPHAR:2713"),
        ("/pathway/WP:WP999999", 404, "/?q=WP%3AWP999999&kind=pathway"),
        ("/pathways?gene=COX2", 400, "/pathways?gene=HGNC%3A9605"),
    ],
)
async def test_a_failure_leads_on(page: httpx.AsyncClient, path: str, status: int, next_step: str) -> None:
    answer = await page.get(path)

    assert answer.status_code == status
    assert next_step in Read(answer.text).links or next_step == "/?q=WP%3AWP999999&kind=pathway"


@pytest.mark.parametrize(
    "path", ["/nothing", "/nothing/WP:WP254", "/pathway/WP:WP254/nothing", "/gene/HGNC:990/interactions"]
)
async def test_elsewhere_there_is_nothing(page: httpx.AsyncClient, path: str) -> None:
    answer = await page.get(path)

    assert (answer.status_code, "Nothing here" in answer.text) == (404, True)


async def test_a_bug_is_logged_and_not_shown(caplog: pytest.LogCaptureFixture) -> None:
    async with visiting(answering(get_gene=RuntimeError("secret"))) as visitor:
        with caplog.at_level(logging.ERROR):
            answer = await visitor.get("/gene/HGNC:990")

    assert (answer.status_code, "secret" in answer.text) == (500, False)
    assert "a page failed" in caplog.text
    assert answer.headers["content-security-policy"]


async def test_links_are_there_although_the_record_is_not() -> None:
    async with visiting(answering(get_compound=UpstreamError.of("PubChem", "it is away"))) as visitor:
        answer = await visitor.get("/compound/PubChem:CID2244")

    assert answer.status_code == 503
    assert "/ligand/IUPHAR:4139" in Read(answer.text).links


async def test_what_a_server_does_not_offer_is_not_there() -> None:
    tools = {name: tool for name, tool in TOOLS.items() if name in ("search_pathways", "get_pathway")}
    async with visiting(tools) as visitor:
        found = Read((await visitor.get("/?q=apoptosis")).text)
        record = await visitor.get("/pathway/WP:WP254")
        others = [
            await visitor.get(path) for path in ("/gene/HGNC:990", "/pathway/WP:WP254.svg", "/enrich?genes=A,B,C")
        ]

    assert "Genes" not in found.text
    assert record.status_code == 200
    assert 'class="paper"' not in record.text
    assert [answer.status_code for answer in others] == [404, 404, 404]


async def test_who_is_not_asked_says_nothing() -> None:
    tools = {name: tool for name, tool in TOOLS.items() if name == "get_gene"}
    async with visiting(tools) as visitor:
        read = Read((await visitor.get("/gene/HGNC:990")).text)

    assert "Linked to" not in read.text
    assert "/enrich" not in read.links


@pytest.mark.parametrize(
    ("path", "said"),
    [
        (
            "/?q=dopamine&organism=Mus+musculus",
            "does not apply to targets, ligands and compounds, which are listed for all",
        ),
        ("/?q=dopamine&organism=Mus+musculus&kind=target", "'Mus musculus' does not apply to targets, which"),
        ("/pathway/WP:WP254/ligand?organism=Mus+musculus", "'Mus musculus' does not apply to ligands, which"),
    ],
)
async def test_kinds_without_organisms_say_so(page: httpx.AsyncClient, path: str, said: str) -> None:
    assert said in Read((await page.get(path)).text).text


@pytest.mark.parametrize(
    "path", ["/?q=p53&organism=Homo+sapiens&kind=gene", "/pathways?gene=TP53&organism=Homo+sapiens"]
)
async def test_kinds_with_organisms_say_nothing_of_them(page: httpx.AsyncClient, path: str) -> None:
    assert "does not apply to" not in (await page.get(path)).text


@pytest.mark.parametrize("name", ["path", "given", "self", "_Context__obj", "_loop_vars"])
async def test_what_an_address_has_besides_does_no_harm(page: httpx.AsyncClient, name: str) -> None:
    answers = [
        await page.get(path, params={"gene": "TP53", name: "x"}) for path in ("/pathways", "/gene/HGNC:990/ligand")
    ]

    assert [one.status_code for one in answers] == [200, 200]


@pytest.mark.parametrize(
    ("path", "other"),
    [("/ligand/IUPHAR:4860", "/ligand/IUPHAR:5074"), ("/pathways?compound=IUPHAR:2713", "/ligand/IUPHAR:2713")],
)
async def test_a_ligand_in_the_place_of_another_kind_leads_to_the_ligand(
    page: httpx.AsyncClient, path: str, other: str
) -> None:
    links = Read((await page.get(path)).text).links

    assert other in links
    assert not {other.replace("/ligand/", f"/{kind}/") for kind in ("target", "compound")} & {*links}


@pytest.mark.parametrize("given", ["0", "", "false", "No"])
async def test_a_choice_may_be_no(page: httpx.AsyncClient, given: str) -> None:
    drawn = await page.get("/pathway/WP:WP254", params={"drugs": given})
    listed = await page.get("/target/IUPHAR:1376/interactions", params={"approved": given})

    assert [one.text.count(" checked") for one in (drawn, listed)] == [0, 0]


@pytest.mark.parametrize(
    ("path", "own"), [("/gene/HGNC:000990", "HGNC:990"), ("/compound/PubChem:CID02244", "PubChem:CID2244")]
)
async def test_a_record_is_shown_under_its_own_id(page: httpx.AsyncClient, path: str, own: str) -> None:
    answer = await page.get(path, follow_redirects=True)

    assert answer.url.path == f"{path.rpartition('/')[0]}/{own}"
    assert path.rpartition("/")[2] not in answer.text


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("/pathways?gene=TP53&organism=mouse", "/pathways?gene=TP53&organism=Mus+musculus"),
        ("/?q=apoptosis&kind=pathway&at_once=1&cursor=x", "/?q=apoptosis&kind=pathway"),
        ("/pathway/WP:WP254/gene?organism=mouse", "/pathway/WP:WP254/gene?organism=Mus+musculus"),
    ],
)
async def test_what_is_to_be_asked_again_is_a_link(page: httpx.AsyncClient, path: str, place: str) -> None:
    answer = await page.get(path)

    assert (answer.status_code, place in Read(answer.text).links) == (400, True)


async def test_what_was_sent_has_no_address_to_be_asked_again(page: httpx.AsyncClient) -> None:
    sent = await page.post("/enrich", data={"genes": "\n".join(["TP53"] * 2000), "organism": "mouse"})
    read = Read(sent.text)

    assert (sent.status_code, "Ask again with organism 'Mus musculus'" in read.text) == (400, True)
    assert [one for one in read.links if "organism" in one] == []


async def test_pathways_of_nothing_say_what_an_address_has(page: httpx.AsyncClient) -> None:
    answer = await page.get("/pathways")

    assert (answer.status_code, "Pathways of what?" in answer.text) == (400, True)


async def test_another_method_is_told_those_that_there_are(page: httpx.AsyncClient) -> None:
    answer = await page.put("/enrich")

    assert (answer.status_code, {*answer.headers["allow"].split(", ")}) == (405, {"GET", "HEAD", "POST"})


async def test_a_slash_at_the_end_is_left_out_below_a_prefix() -> None:
    async with visiting(prefix="/bio") as visitor:
        answers = [await visitor.get(path) for path in ("/gene/HGNC:990/?x=1", "//evil.example/", "/%5Cevil.example/")]

    assert [one.headers.get("location") for one in answers] == ["/bio/gene/HGNC:990?x=1", None, None]


async def test_below_a_prefix_all_links_have_it() -> None:
    async with visiting(prefix="/biofacts/") as visitor:
        pages = [await visitor.get(path) for path in PAGES]
    links = [link for page in pages for link in Read(page.text).links if link.startswith("/")]

    assert links
    assert [link for link in links if not link.startswith("/biofacts/")] == []


async def test_the_drawing_is_in_the_page_with_what_is_lit_up(page: httpx.AsyncClient) -> None:
    read = Read((await page.get("/pathway/WP:WP254?highlight=p53%0ABAX=1.5%0Anobody&drugs=1")).text)

    lit = [given.get("data-label") for tag, given in read.elements if tag == "g" and "lit" in str(given.get("class"))]
    assert {"TP53", "BAX"} <= {*lit}
    assert "Highlighted: p53, BAX." in read.text
    assert "nobody:" in read.text
    assert "venetoclax" in read.text


async def test_a_list_that_cannot_be_lit_up_leaves_the_drawing(page: httpx.AsyncClient) -> None:
    names = "\n".join(f"gene{number}" for number in range(501))
    read = Read((await page.get("/pathway/WP:WP254", params={"highlight": names})).text)

    assert "a call takes at most 500" in read.text
    assert "/pathway/WP:WP254.svg" in read.links
    assert "svg" in {tag for tag, _ in read.elements}


async def test_a_node_leads_to_its_records(page: httpx.AsyncClient) -> None:
    read = Read((await page.get("/pathway/WP:WP254/node/BCL2")).text)

    assert "/gene/HGNC:990" in read.links
    assert "/target/IUPHAR:2844" in read.links
    assert "https://identifiers.org/uniprot:P10415" in read.links


@pytest.mark.parametrize("name", ["bcl2", "Bcl-2"])
async def test_a_name_leads_to_its_node(page: httpx.AsyncClient, name: str) -> None:
    answer = await page.get(f"/pathway/WP:WP254/node/{name}")

    assert (answer.status_code, answer.headers["location"]) == (302, "/pathway/WP:WP254/node/BCL2")


async def test_a_name_of_several_nodes_leads_to_all() -> None:
    async with visiting(drawings=[TWINS]) as visitor:
        answer = await visitor.get("/pathway/WP:WP9990/node/bax")
    read = Read(answer.text)

    assert (answer.status_code, harmful(read)) == (200, [])
    assert [one for one in read.links if "/node/" in one] == [
        f"/pathway/WP:WP9990/node/{one}" for one in ("one", "two")
    ]


async def test_a_name_of_nothing_leads_on(page: httpx.AsyncClient) -> None:
    answer = await page.get("/pathway/WP:WP254/node/nobody")

    assert (answer.status_code, "/pathway/WP:WP254" in Read(answer.text).links) == (400, True)


async def test_a_record_that_is_not_here_is_no_link() -> None:
    async with visiting(drawings=[TWINS]) as visitor:
        read = Read((await visitor.get("/pathway/WP:WP9990/node/far")).text)

    assert "Mapped to, and not here: gene NCBIGene:99999999" in read.text
    assert [one for one in read.links if one.startswith("/gene/")] == []


async def test_a_group_without_a_style_is_a_group() -> None:
    async with visiting(drawings=[TWINS]) as visitor:
        read = Read((await visitor.get("/pathway/WP:WP9990/node/gg")).text)

    assert "BAX + Bid Group See it" in read.text


async def test_pictures_come_as_files(page: httpx.AsyncClient) -> None:
    svg = await page.get("/pathway/WP:WP254.svg?highlight=TP53")
    png = await page.get("/pathway/WP:WP254.png")

    assert (svg.headers["content-type"], svg.text[:4]) == ("image/svg+xml", "<svg")
    assert (png.headers["content-type"], png.content[:4]) == ("image/png", b"\x89PNG")
    assert svg.headers["content-disposition"] == 'inline; filename="WP254.svg"'


async def test_an_address_has_the_look_of_a_figure(page: httpx.AsyncClient) -> None:
    look = "range=-2,2&palette=blue-red&caption=log2FC&conditions=6+h,24+h&title=0"
    svg = await page.get(f"/pathway/WP:WP254.svg?highlight=TP53=1|3;BAX=ns|-1&{look}")
    wrong = await page.get("/pathway/WP:WP254.svg?highlight=TP53=1&palette=rainbow")

    assert "from left to right: 6 h, 24 h" in svg.text
    assert "≥ 2" in svg.text
    assert "log2FC" in svg.text
    assert 'class="info"' not in svg.text
    assert wrong.status_code == 400
    assert "There is no palette" in wrong.text


async def test_a_figure_has_the_size_that_its_address_says(page: httpx.AsyncClient) -> None:
    svg = await page.get("/pathway/WP254.svg?width=90mm")
    pdf = await page.get("/pathway/WP254.pdf?title=0", follow_redirects=True)
    png = await page.get("/pathway/WP:WP254.png?width=50mm&dpi=100")
    wrong = await page.get("/pathway/WP:WP254.svg?width=wide")

    assert 'width="90mm"' in (await page.get(svg.headers["location"])).text
    assert (pdf.content[:4], pdf.headers["Content-Type"]) == (b"%PDF", "application/pdf")
    assert int.from_bytes(png.content[16:20]) == 197  # 50 mm of 100 dots an inch
    assert b"pHYs" in png.content
    assert (wrong.status_code, "180mm" in wrong.text) == (400, True)


async def test_the_form_of_a_figure_holds_what_its_address_says(page: httpx.AsyncClient) -> None:
    look = {"highlight": "TP53=2", "range": "-3,3", "palette": "purple-green", "caption": "fold", "title": "0"}
    read = Read((await page.get("/pathway/WP:WP254", params=look)).text)
    shown = {given.get("name"): given.get("value") for tag, given in read.elements if tag == "input"}
    chosen = [given.get("value") for tag, given in read.elements if tag == "option" and "selected" in given]

    assert (shown["range"], shown["caption"], chosen) == ("-3,3", "fold", ["purple-green", "0"])
    assert any("caption=fold" in link and "range=-3%2C3" in link for link in read.links if ".pdf?" in link)


async def test_a_table_colours_what_is_drawn(page: httpx.AsyncClient) -> None:
    table = "symbol\t6 h\t24 h\tpadj\nTP53\t1.5\t2\t0.01\nBAX\t-1\t0.5\t0.6\nNOSUCHGENE9\t1\t1\t1"
    one = await page.post("/pathway/WP:WP254", data={"table": table, "value": "6 h"})
    two = await page.post("/pathway/WP254", data={"table": table, "value": "6 h,24 h"}, follow_redirects=True)
    sure = await page.post("/pathway/WP:WP254", data={"table": table.replace("0.6", "0.04"), "value": "24 h"})
    none = await page.post("/pathway/WP:WP254", data={"table": "NOSUCHGENE9"})

    assert one.headers["location"] == "/pathway/WP:WP254?highlight=TP53%3D1.5%0ABAX%3Dns&caption=6+h&cutoff=0.05"
    assert sure.headers["location"] == "/pathway/WP:WP254?highlight=TP53%3D2.0%0ABAX%3D0.5&caption=24+h"
    assert "highlight=TP53%3D1.5%7C2.0" in str(two.url)
    assert "conditions=6+h%2C+24+h" in str(two.url)
    assert "The name is not drawn in this pathway." in Read(none.text).text


async def test_a_record_is_drawn_although_its_look_cannot_be(page: httpx.AsyncClient) -> None:
    answer = await page.get("/pathway/WP:WP254?range=2,-2&drugs=1")

    assert answer.status_code == 200
    assert "is not a range for the colour scale" in answer.text
    assert "<svg" in answer.text


async def test_a_remark_is_told_with_its_places() -> None:
    drawn = PathwayComponents(
        id="WP:WP254", title="Apoptosis", organism="Homo sapiens", genes=(DataNode(id="a", label="TP53", type="Gene"),),
        remark="Part of it: open [gene HGNC:1](/gene/HGNC:1).",
    )  # fmt: skip
    async with visiting(answering(get_pathway_components=drawn)) as visitor:
        read = Read((await visitor.get("/pathway/WP:WP254/components")).text)

    assert {"/gene/HGNC:1", "/pathway/WP:WP254/node/a"} <= {*read.links}


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/pathway/WP:WP254/gene", "Genes linked to Apoptosis (WP:WP254)"),
        ("/ligand/IUPHAR:2713/interactions", "Interactions of ibuprofen (IUPHAR:2713)"),
        ("/compound/PubChem:CID2244/ligand", "Ligands linked to PubChem:CID2244"),
    ],
)
async def test_a_list_says_of_what_it_is(page: httpx.AsyncClient, path: str, title: str) -> None:
    assert title in Read((await page.get(path)).text).text


async def test_drawn_interactions_open_the_drawing_with_both_ends_highlighted(page: httpx.AsyncClient) -> None:
    listed = Read((await page.get("/neighbours?id=p53&direction=upstream")).text)

    assert "Read as TP53 (HGNC:11998): alias" in listed.text
    assert "MDM2 inhibits (-) TP53" in listed.text
    assert "/gene/HGNC:6973" in listed.links
    lit = await page.get("/pathway/WP:WP254?highlight=HGNC%3A6973%0AHGNC%3A11998")
    assert "/pathway/WP:WP254?highlight=HGNC%3A6973%0AHGNC%3A11998" in listed.links
    assert lit.text.count('class="node lit"') == 2


async def test_the_record_of_a_gene_has_the_first_drawn_interactions_of_each_direction(page: httpx.AsyncClient) -> None:
    record = Read((await page.get("/gene/HGNC:11998")).text)
    part = Read((await page.get("/gene/HGNC:11998/neighbours")).text)

    assert ("section", "/gene/HGNC:11998/neighbours") in [
        (tag, given.get("data-from")) for tag, given in record.elements
    ]
    assert {"/neighbours?id=HGNC%3A11998&direction=upstream", "/neighbours?id=HGNC%3A11998&direction=downstream"} <= {
        *part.links
    }
    assert "MDM2 inhibits (-) TP53" in part.text
    assert (await page.get("/pathway/WP:WP254/neighbours")).status_code == 404
    assert (await page.get("/neighbours")).status_code == 400


@pytest.mark.parametrize("path", ["/ligand/IUPHAR:2893/interactions", "/target/IUPHAR:1376", "/?q=rofecoxib"])
async def test_a_withdrawn_medicine_says_so_wherever_it_stands(page: httpx.AsyncClient, path: str) -> None:
    assert "approved, withdrawn" in Read((await page.get(path)).text).text


async def test_files_of_lists_leave_nothing_out_for_its_size(
    page: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "MOST_BYTES", 0)
    links = (await page.get("/pathway/WP:WP254/gene.json")).json()
    table = (await page.get("/enrich.csv", params={"genes": DRAWN})).text.splitlines()

    assert [one["id"] for one in links["items"] if "evidence" not in one] == []
    assert next(csv.DictReader(table))["genes"] == "; ".join(sorted(DRAWN.split(",")))


@pytest.mark.parametrize(
    ("path", "source"),
    [("/pathway/WP:WP254/ligand.json", "Guide to PHARMACOLOGY"), (f"/enrich.json?genes={DRAWN}", "WikiPathways")],
)
async def test_a_list_as_json_says_where_it_comes_from(page: httpx.AsyncClient, path: str, source: str) -> None:
    told = (await page.get(path)).json()

    assert (told["source"]["name"], "pagination" in told) == (source, False)


@pytest.mark.parametrize("kind", ["target", "ligand"])
async def test_a_search_of_the_guide_says_where_it_comes_from(page: httpx.AsyncClient, kind: str) -> None:
    said = Read((await page.get(f"/?q=dopamine&kind={kind}")).text).text

    assert "Source: Guide to PHARMACOLOGY, release built-in sample" in said


async def test_lists_come_whole_as_files(page: httpx.AsyncClient) -> None:
    rows = [*csv.DictReader((await page.get("/pathway/WP:WP254/gene.csv")).text.splitlines())]
    told = (await page.get("/pathway/WP:WP254/gene.json")).json()["items"]
    nodes = [*csv.DictReader((await page.get("/pathway/WP:WP254/components.csv")).text.splitlines())]

    assert [row["id"] for row in rows] == [one["id"] for one in told]
    assert "HGNC:990" in {row["id"] for row in rows}
    assert {"TP53", "BCL2"} <= {row["label"] for row in nodes}


async def test_results_and_drawn_interactions_come_as_files(page: httpx.AsyncClient) -> None:
    read = Read((await page.get("/?q=apoptosis&kind=pathway")).text)
    link = next(one for one in read.links if one.startswith("/results.csv?"))
    drawn = (await page.get("/pathway/WP:WP254/interactions.csv")).text.splitlines()

    assert "WP:WP254,1.0,Apoptosis" in (await page.get(link)).text
    assert (await page.get("/results.csv?q=aspirin&kind=compound")).status_code == 404
    assert {"source", "target", "type"} <= {*drawn[0].split(",")}
    assert len(drawn) > 5
    assert (await page.get("/pathway/WP:WP999999/interactions.csv")).status_code == 404


async def test_a_node_leads_back_to_its_place(page: httpx.AsyncClient) -> None:
    node = await page.get("/pathway/WP:WP254/node/BCL2", follow_redirects=True)

    assert f"/pathway/WP:WP254#node={node.url.path.rpartition('/')[2]}" in Read(node.text).links


async def test_records_come_as_their_tools_give_them(page: httpx.AsyncClient) -> None:
    assert (await page.get("/gene/HGNC:990.json")).json()["symbol"] == "BCL2"
    assert (await page.get("/gene/HGNC:990x.json")).json()["error"]["code"] == "UNRESOLVED_ENTITY"


async def test_a_list_that_was_sent_gets_an_address(page: httpx.AsyncClient) -> None:
    sent = await page.post("/enrich", data={"highlight": "TP53=2.1\nBAX=red\nBCL2", "organism": "Homo sapiens"})

    assert sent.status_code == 303
    assert sent.headers["location"] == "/enrich?genes=TP53%0ABAX%0ABCL2&organism=Homo+sapiens"
    assert "/pathway/WP:WP254?highlight=" in (await page.get(sent.headers["location"])).text


async def test_each_pathway_of_a_list_opens_with_the_whole_list(page: httpx.AsyncClient) -> None:
    read = Read((await page.get("/enrich?genes=TP53,BAX,BCL2,nobody")).text)

    assert "/pathway/WP:WP254?highlight=TP53%0ABAX%0ABCL2%0Anobody" in read.links


async def test_of_many_members_the_first_are_named_and_the_others_counted(page: httpx.AsyncClient) -> None:
    assert "FASLG and 2 more" in Read((await page.get("/enrich", params={"genes": DRAWN})).text).text


async def test_a_background_stays_with_its_list(page: httpx.AsyncClient) -> None:
    fields = {"given": "TP53,BAX,BCL2", "background": "TP53,BAX,BCL2,MDM2,CASP3,ATM,APAF1"}
    sent = await page.post("/enrich", data=fields)
    read = Read((await page.get(sent.headers["location"])).text)

    assert "compared with 7 genes from your background" in read.text
    assert "background" in [given.get("name") for tag, given in read.elements if tag == "textarea"]
    assert (await page.get("/enrich.json", params=again(read))).json()["background"]["size"] == 7


def again(read: Read) -> dict[str, str]:
    """The fields of the form that asks for the same list again."""
    at = next(place for place, (_, given) in enumerate(read.elements) if given.get("id") == "again")
    fields = [given for tag, given in read.elements[at:] if tag == "input" and given.get("type") == "hidden"]
    return {str(given["name"]): str(given["value"]) for given in fields}


def buttons(read: Read, name: str) -> list[str]:
    """What the buttons of a name send."""
    return [given["value"] or "" for tag, given in read.elements if tag == "button" and given.get("name") == name]


async def test_a_dot_plot_leads_where_the_table_leads(page: httpx.AsyncClient) -> None:
    read = Read((await page.get("/enrich?genes=TP53,MDM2,CASP3")).text)
    dots = [given for tag, given in read.elements if tag == "circle" and given.get("cy")]
    lit = [link for link in read.links if link.startswith("/pathway/") and "highlight=" in link]

    assert "adjusted p 0.022" in read.text
    assert len(lit) == 2 * len({*lit})
    assert len(dots) > len({*lit})  # those of the legend, too


async def test_plots_are_files(page: httpx.AsyncClient) -> None:
    read = Read((await page.get("/enrich?genes=TP53,MDM2,CASP3")).text)
    kinds = buttons(read, "plot")
    starts = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}
    made = {form: await page.get(f"/enrich.{form}", params={**again(read), "plot": "dot"}) for form in starts}

    assert kinds == [kind for kind in ("dot", "bar", "map") for _ in starts]
    assert {form: one.content[: len(starts[form])] for form, one in made.items()} == starts
    assert made["pdf"].headers["Content-Disposition"] == 'attachment; filename="enrichment-dot.pdf"'


async def test_a_plot_of_nothing_says_why(page: httpx.AsyncClient) -> None:
    refused = await page.get("/enrich.svg?genes=TP53,MDM2,CASP3&plot=pie")

    assert refused.status_code == 400
    assert refused.json()["error"]["code"] == "AMBIGUOUS_QUERY"


TABLE = "gene,baseMean,log2FoldChange,padj\n" + "\n".join(
    f"{gene},10,{(-1) ** number * (9 - number)},{0.001 if number < 5 else 0.5}"
    for number, gene in enumerate([*DRAWN.split(","), "GAPDH", "HK1"])
)


@pytest.mark.parametrize("separator", [",", "\t", ";"])
async def test_a_table_of_results_is_a_list_and_its_background(page: httpx.AsyncClient, separator: str) -> None:
    read = Read((await page.post("/enrich", data={"given": TABLE.replace(",", separator)})).text)
    number = TABLE.count("\n")

    assert f"Read 5 names from the column 'gene' ({number} rows), with 'padj' below 0.05." in read.text
    assert f"compared with {number} genes from your background" in read.text
    assert again(read)["genes"].split("\n") == DRAWN.split(",")[:5]
    assert {"padj", "log2FoldChange"} <= {given.get("placeholder") for _, given in read.elements}


async def test_the_columns_of_a_table_can_be_chosen(page: httpx.AsyncClient) -> None:
    fields = {"given": TABLE, "direction": "up", "cutoff": "0.9", "against": "drawn"}
    up = Read((await page.post("/enrich", data=fields)).text)
    ranked = Read((await page.post("/enrich", data={"given": TABLE, "members": "ranked", "value": "baseMean"})).text)
    without = Read((await page.post("/enrich", data={"given": TABLE.replace("padj", "chance")})).text)

    assert "with 'padj' below 0.9 and 'log2FoldChange' above 0" in up.text
    assert "from your background" not in up.text
    assert again(ranked)["ranked"].startswith(f"{DRAWN.split(',')[0]}=10.0\n")
    assert "It is unclear which column has the p-values." in without.text
    assert "log2FoldChange,chance" in without.text  # it stays in its box


async def test_r_gives_the_names_of_rows_no_heading(page: httpx.AsyncClient) -> None:
    with_names = TABLE.removeprefix("gene,")
    read = Read((await page.post("/enrich", data={"given": with_names})).text)
    uneven = Read((await page.post("/enrich", data={"given": f"{TABLE}\nTP53,1"})).text)

    assert "from the column without a heading" in read.text
    assert f"Row {TABLE.count(chr(10)) + 2} has 2 cells, but the table has 4 columns" in uneven.text


async def test_a_cutoff_is_a_number(page: httpx.AsyncClient) -> None:
    refused = await page.post("/enrich", data={"given": TABLE, "cutoff": "small"})

    assert refused.status_code == 400
    assert "'small' is not a number." in Read(refused.text).text


async def test_of_a_list_too_long_to_light_up_the_members_are(page: httpx.AsyncClient) -> None:
    genes = "\n".join(["TP53", "BAX", "BCL2", *(f"x{number}" for number in range(600))])
    read = Read((await page.post("/enrich", data={"genes": genes}, follow_redirects=True)).text)

    assert "/pathway/WP:WP254?highlight=BAX%0ABCL2%0ATP53" in read.links
    assert "too long for one link" in read.text


async def test_a_list_too_long_for_an_address_is_answered_at_once(page: httpx.AsyncClient) -> None:
    genes = "\n".join(["TP53", "BAX", "BCL2", *(f"nothing{number}" for number in range(800))])
    answer = await page.post("/enrich", data={"genes": genes})
    table = await page.post("/enrich.csv", data={"genes": genes})

    assert (answer.status_code, "too long for a link" in answer.text) == (200, True)
    assert again(Read(answer.text))["genes"] == genes
    assert table.text.startswith("id,title,overlap")


@pytest.mark.parametrize(("length", "status"), [(6000, 303), (6001, 200)])
async def test_a_list_of_at_most_6000_characters_gets_an_address(
    page: httpx.AsyncClient, length: int, status: int
) -> None:
    genes = "TP53\nBAX\n".ljust(length, "x")

    assert (await page.post("/enrich", data={"genes": genes})).status_code == status


@pytest.mark.parametrize(("number", "is_lit"), [(500, True), (501, False)])
async def test_a_link_lights_up_500_names_at_most(page: httpx.AsyncClient, number: int, is_lit: bool) -> None:
    genes = "\n".join(["TP53", "BAX", "BCL2", *(f"x{one}" for one in range(number - 3))])
    read = Read((await page.post("/enrich", data={"genes": genes}, follow_redirects=True)).text)

    assert ("too long for one link" in read.text) is not is_lit


RANKED = "gene,score\n" + "\n".join(
    f"{gene},{6 - number}" for number, gene in enumerate([*DRAWN.split(","), "GAPDH", "HK1"])
)


async def test_two_columns_are_a_ranked_list(page: httpx.AsyncClient) -> None:
    sent = await page.post("/enrich", data={"given": RANKED, "members": "genes"})
    read = Read((await page.get(sent.headers["location"])).text)

    assert sent.headers["location"].startswith("/enrich?ranked=gene%2Cscore")
    assert "ranked genes; " in read.text
    assert "Normalised score" in read.text
    assert again(read)["ranked"] == RANKED
    assert "running" in buttons(read, "plot")
    assert any(link.startswith("/pathway/WP:WP254?highlight=") for link in read.links)


async def test_a_background_of_a_ranked_list_is_refused(page: httpx.AsyncClient) -> None:
    answer = await page.get("/enrich", params={"ranked": RANKED, "background": "TP53,BAX,BCL2"})

    assert answer.status_code == 400
    assert "a ranked list is its own background" in Read(answer.text).text


@pytest.mark.parametrize(
    "path", ["/enrich?compounds=glucose,pyruvate,lactate", "/enrich?given=glucose,pyruvate,lactate&members=compounds"]
)
async def test_a_list_of_compounds_is_one_of_compounds(page: httpx.AsyncClient, path: str) -> None:
    assert "3 compounds of the list were resolved" in Read((await page.get(path)).text).text


async def test_a_list_of_the_mouse_is_compared_with_human_pathways(page: httpx.AsyncClient) -> None:
    fields = {"genes": "Trp53,Bax,Bcl2", "organism": "Mus musculus", "to_organism": "Homo sapiens"}
    sent = await page.post("/enrich", data=fields, follow_redirects=True)
    read = Read(sent.text)

    assert "to_organism=Homo+sapiens" in str(sent.url)
    assert "Trp53: TP53 , ortholog of Trp53 (NCBIGene:22059) by MGI:98834" in read.text
    assert "genes with an ortholog in Mus musculus" in read.text
    assert "<option selected>Homo sapiens</option>" in sent.text
    assert again(read)["to_organism"] == "Homo sapiens"


async def test_the_page_of_a_gene_leads_to_its_orthologs(page: httpx.AsyncClient) -> None:
    await page.get("/enrich?genes=Trp53,Bax,Bcl2&organism=Mus+musculus")  # brings the names of its genes
    read = Read((await page.get("/gene/HGNC:11998")).text)

    assert "Mus musculus: Trp53 NCBIGene:22059" in read.text
    assert "/gene/NCBIGene:22059" in read.links


async def test_an_enriched_list_says_how_its_names_were_read(page: httpx.AsyncClient) -> None:
    read = Read((await page.get("/enrich", params={"genes": "p53\nMDM2\nCASP3\nCOX2\nNOSUCHGENE9"})).text)

    assert "p53: TP53 , by its alias" in read.text
    assert "COX2 is ambiguous and was not counted. Which one is meant? PTGS2 HGNC:9605" in read.text
    assert "Not found: NOSUCHGENE9" in read.text
    assert {"/gene/HGNC:11998", "/gene/HGNC:9605"} <= {*read.links}


async def test_a_list_stays_when_what_it_holds_is_changed(page: httpx.AsyncClient) -> None:
    read = Read((await page.get("/enrich?compounds=TP53,BAX,BCL2&members=compounds")).text)
    box = next(given["name"] for tag, given in read.elements if tag == "textarea")
    sent = await page.post("/enrich", data={str(box): "TP53,BAX,BCL2", "members": "genes"})

    assert sent.headers["location"].startswith("/enrich?genes=TP53%0ABAX%0ABCL2&")


async def test_an_ambiguous_name_is_a_choice(page: httpx.AsyncClient) -> None:
    read = Read((await page.get("/enrich", params={"genes": "p53\nMDM2\nCASP3\nCOX2"})).text)
    choices = buttons(read, "instead")
    chosen = await page.get("/enrich", params={**again(read), "instead": choices[0]})
    then = Read((await page.get(chosen.headers["location"])).text)

    assert choices[0] == "COX2 = HGNC:9605"
    assert again(then)["genes"] == "p53\nMDM2\nCASP3\nHGNC:9605"
    assert not buttons(then, "instead")


@pytest.mark.parametrize("form", ["csv", "json"])
async def test_a_file_without_a_list_is_an_error(page: httpx.AsyncClient, form: str) -> None:
    answer = await page.get(f"/enrich.{form}")

    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "AMBIGUOUS_QUERY")


async def test_a_list_that_is_sent_otherwise_is_refused(page: httpx.AsyncClient) -> None:
    answer = await page.post("/enrich", json={"genes": ["TP53", "BAX", "BCL2"]})
    picture = await page.post("/enrich", files={"given": b"\x89PNG\xff"})

    assert (answer.status_code, "must be sent as a form" in answer.text) == (415, True)
    assert (picture.status_code, "not text in UTF-8 or UTF-16" in picture.text) == (400, True)


@pytest.mark.parametrize(("number", "is_refused"), [(2, False), (3, True)])
async def test_a_form_has_two_files_at_most(page: httpx.AsyncClient, number: int, is_refused: bool) -> None:
    answer = await page.post("/enrich", files=[(f"file{one}", b"TP53") for one in range(number)])

    assert (answer.status_code == 400) is is_refused


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-8-sig"])
async def test_a_table_may_be_a_file(page: httpx.AsyncClient, encoding: str) -> None:
    """Without scripts, too; Excel writes UTF-16 and marks of the order of bytes."""
    answer = await page.post("/enrich", data={"given": ""}, files={"given": TABLE.encode(encoding)})

    assert "Read 5 names from the column 'gene'" in Read(answer.text).text


async def test_a_list_that_cannot_be_tested_says_why(page: httpx.AsyncClient) -> None:
    answer = await page.get("/enrich?genes=TP53")

    assert answer.status_code == 400
    assert "at least 3" in answer.text


@pytest.mark.parametrize("form", ["png", "svg", "foo", "csv.png"])
async def test_a_list_is_no_file_of_another_form(page: httpx.AsyncClient, form: str) -> None:
    assert (await page.get(f"/gene/HGNC:990/pathway.{form}")).status_code == 404


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("/pathway/WP254", "/pathway/WP:WP254"),
        ("/pathway/wp254.svg?highlight=BAX", "/pathway/WP:WP254.svg?highlight=BAX"),
        ("/gene/hgnc:990/neighbours", "/gene/HGNC:990/neighbours"),
        ("/compound/CID2244.png", "/compound/PubChem:CID2244.png"),
    ],
)
async def test_an_identifier_as_people_write_it_leads_to_the_record(path: str, place: str) -> None:
    async with visiting(prefix="/bio") as visitor:
        answer = await visitor.get(path)

    assert (answer.status_code, answer.headers["location"]) == (307, f"/bio{place}")


@pytest.mark.parametrize("path", ["/pathway/254", "/gene/TP53", "/pathway/HGNC:990", "/nothing/WP254"])
async def test_an_address_that_is_no_identifier_of_the_kind_stays(page: httpx.AsyncClient, path: str) -> None:
    assert (await page.get(path)).status_code == 404


@pytest.mark.parametrize(
    ("query", "place"),
    [
        ("WP254", "/pathway/WP:WP254"), ("hgnc:990", "/gene/HGNC:990"), ("P04637", "/gene/HGNC:11998"),
        ("CHEBI:15365", "/compound/PubChem:CID2244"), ("CID2244", "/compound/PubChem:CID2244"),
        ("IUPHAR:2713", "/?q=IUPHAR%3A2713"),
        ("ENSG00000999999", "/?q=ENSG00000999999"), ("apoptosis", "/?q=apoptosis"), ("", "/"),
    ],
)  # fmt: skip
async def test_a_full_identifier_in_the_box_opens_its_record(page: httpx.AsyncClient, query: str, place: str) -> None:
    answer = await page.get("/open", params={"q": query})

    assert (answer.status_code, answer.headers["location"]) == (303, place)


async def test_kinds_with_weak_matches_alone_are_folded() -> None:
    weak = GeneCandidate(id="HGNC:1", symbol="A1BG", name="alpha", organism="Homo sapiens", score=0.5)
    page = Page(items=(weak,), pagination=Pagination(cursor=None, total_count=1, page_size=50))
    async with visiting(answering(search_genes=page)) as visitor:
        both = (await visitor.get("/?q=apoptosis")).text
        alone = (await visitor.get("/?q=apoptosis&kind=gene")).text

    assert "Only weak matches among genes: no score above 0.5" in Read(both).text
    assert both.index("of-pathway") < both.index("Only weak matches") < both.index('id="of-gene"')
    assert "Only weak" not in alone


async def test_what_could_not_be_searched_is_said_in_one_line() -> None:
    away = {f"search_{kind}s": UpstreamError.of("It", "it is away") for kind in ("gene", "target", "compound")}
    async with visiting(answering(**away)) as visitor:
        read = Read((await visitor.get("/?q=apoptosis")).text)

    assert "Not searched: genes, targets, compounds" in read.text
    assert "failure" not in {given.get("class") for _, given in read.elements}


async def test_an_ambiguous_title_is_a_choice_that_keeps_the_other_pathway(page: httpx.AsyncClient) -> None:
    read = Read((await page.get("/compare?one=WP254&other=cycle")).text)

    assert "Cell cycle WP:WP179" in read.text
    assert "/compare?one=WP%3AWP254&other=WP%3AWP78" in read.links


async def test_the_pathways_of_a_record_open_where_it_is_drawn(page: httpx.AsyncClient) -> None:
    record = Read((await page.get("/gene/HGNC:990")).text)
    several = Read((await page.get("/gene/HGNC:990/pathway")).text)
    target = Read((await page.get("/target/IUPHAR:2844/pathway")).text)

    for read in (record, several):
        assert "/pathway/WP:WP254?highlight=HGNC%3A990" in read.links
    assert "/pathway/WP:WP254?drugs=1" in target.links


async def test_two_pathways_are_compared_and_their_members_downloaded(page: httpx.AsyncClient) -> None:
    read = Read((await page.get("/compare?one=WP254&other=WP:WP707")).text)
    table = (await page.get("/compare.tsv?one=WP254&other=WP707")).text.splitlines()
    missing = await page.get("/compare?one=WP254&other=WP999999")

    assert "Jaccard index" in read.text
    assert table[0] == "kind\tin\tid\tname"
    assert {line.split("\t")[1] for line in table[1:]} <= {"both", "one", "other"}
    assert (missing.status_code, "WP:WP999999" in missing.text) == (404, True)
    assert (await page.get("/compare")).status_code == 200
