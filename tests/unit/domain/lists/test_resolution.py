"""When a name is resolved: the rule, case by case."""

from collections.abc import Sequence

import msgspec
import pytest

from biofacts.domain.answers.errors import UpstreamError
from biofacts.domain.genes import name_readings
from biofacts.domain.genes.gene import GeneFacts, Ortholog
from biofacts.domain.genes.names import GeneName
from biofacts.domain.lists import resolution
from biofacts.domain.lists.resolution import AnyCandidate, Option, Resolution, Status
from biofacts.domain.pathways.pathway import PathwayCandidate
from biofacts.domain.pharmacology.target import TargetCandidate


def target(number: int, score: float, unmatched: tuple[str, ...] = ()) -> TargetCandidate:
    return TargetCandidate(
        id=f"IUPHAR:{number}", name=f"receptor {number}", family="receptors", score=score, unmatched=unmatched
    )


def pathway(number: int, organism: str, score: float = 1.0) -> PathwayCandidate:
    return PathwayCandidate(id=f"WP:WP{number}", title="Apoptosis", organism=organism, score=score)


@pytest.mark.parametrize(
    ("found", "status"),
    [
        ([], "not_found"),
        ([target(1, 0.89)], "not_found"),
        ([target(1, 0.9)], "resolved"),
        ([target(1, 1.0, ("alpha",))], "not_found"),
        ([target(1, 1.0), target(2, 0.99)], "resolved"),
        ([target(1, 0.92), target(2, 0.92)], "ambiguous"),
        ([target(1, 0.92), target(2, 0.92, ("beta",))], "resolved"),
        ([pathway(1, "Homo sapiens"), pathway(2, "Mus musculus")], "resolved"),
        ([pathway(1, "Homo sapiens"), pathway(2, "Homo sapiens")], "ambiguous"),
        ([pathway(1, "Bos taurus"), pathway(2, "Mus musculus")], "ambiguous"),
    ],
)
def test_a_name_is_resolved_when_one_answer_is_trusted_and_none_is_as_good(
    found: Sequence[AnyCandidate], status: Status
) -> None:
    assert resolution.decided("1", found).status == status


@pytest.mark.parametrize(
    ("title", "status"),
    [
        ("Hypoxia response of myoblasts", "ambiguous"),
        ("Hypoxia signaling pathway", "resolved"),
        ("Hypoxia and ischemia", "resolved"),
    ],
)
def test_words_of_a_longer_title_are_not_its_name(title: str, status: Status) -> None:
    found = PathwayCandidate(id="WP:WP1", title=title, organism="Homo sapiens", score=0.92)

    assert resolution.decided("hypoxia", [found]).status == status


def test_what_was_resolved_says_what_it_is() -> None:
    assert resolution.decided("1", [target(1, 0.951), target(2, 0.5)]) == Resolution(
        input="1", status="resolved", id="IUPHAR:1", name="receptor 1", score=0.95
    )


def test_equals_are_offered_and_only_they() -> None:
    found = resolution.decided("1", [target(1, 0.92), target(2, 0.92), target(3, 0.91)])

    assert [one.id for one in found.candidates] == ["IUPHAR:1", "IUPHAR:2"]
    assert found.id is None
    assert found.why


def test_what_cannot_be_trusted_is_offered_and_the_best_score_told() -> None:
    found = resolution.decided("one", [target(number, 0.7) for number in range(9)])

    assert len(found.candidates) == resolution.MOST_OPTIONS
    assert "0.70" in (found.why or "")


# Of several kinds

GENE = Resolution(input="x", status="resolved", id="HGNC:1", name="X", score=1.0)
WEAKER = Resolution(input="x", status="resolved", id="WP:WP1", name="X network", score=0.93)
FAMILY = Resolution(input="x", status="ambiguous", candidates=(Option(id="HGNC:2", name="X2"),))
NOTHING = Resolution(input="x", status="not_found", candidates=(Option(id="IUPHAR:1", name="Xa", score=0.5),))
FAILED = resolution.failed("x", UpstreamError.of("PubChem", "it does not answer"))


def test_the_kind_that_has_the_name_best_is_meant() -> None:
    found = resolution.best_of_kinds("x", [("gene", GENE), ("pathway", WEAKER), ("ligand", NOTHING)])

    assert (found.status, found.id, found.kind) == ("resolved", "HGNC:1", "gene")


def test_two_kinds_with_one_name_are_ambiguous() -> None:
    found = resolution.best_of_kinds("x", [("gene", GENE), ("target", GENE)])

    assert found.status == "ambiguous"
    assert [one.kind for one in found.candidates] == ["gene", "target"]


def test_a_family_comes_after_what_bears_the_name() -> None:
    assert resolution.best_of_kinds("x", [("gene", FAMILY), ("target", WEAKER)]).id == "WP:WP1"
    assert resolution.best_of_kinds("x", [("gene", FAMILY)]).candidates[0].kind == "gene"


def test_what_could_not_be_asked_leaves_it_open() -> None:
    assert resolution.best_of_kinds("x", [("gene", NOTHING), ("compound", FAILED)]).status == "error"
    assert resolution.best_of_kinds("x", [("gene", GENE), ("compound", FAILED)]).status == "resolved"
    found = resolution.best_of_kinds("x", [("pathway", WEAKER), ("compound", FAILED)])
    assert (found.status, found.why) == ("ambiguous", FAILED.why)
    assert [one.id for one in found.candidates] == ["WP:WP1"]


def test_what_is_like_it_is_offered_of_each_kind() -> None:
    found = resolution.best_of_kinds("x", [("ligand", NOTHING), ("target", NOTHING)])

    assert found.status == "not_found"
    assert [one.kind for one in found.candidates] == ["ligand", "target"]


TRP53 = Resolution(input="p53", status="resolved", id="NCBIGene:22059", name="Trp53", score=1.0, why="alias")


def ortholog(number: int, symbol: str | None) -> Ortholog:
    identifier = f"HGNC:{number}" if symbol else f"RGD:{number}"
    return Ortholog(organism="Homo sapiens", id=identifier, symbol=symbol, via=f"MGI:{number}")


@pytest.mark.parametrize(
    ("gene", "found", "resolved"),
    [
        (
            TRP53,
            [ortholog(11998, "TP53")],
            Resolution(
                input="p53", status="resolved", id="HGNC:11998", name="TP53", score=1.0,
                why="ortholog of Trp53 (NCBIGene:22059, alias) by MGI:11998",
            ),
        ),
        (
            msgspec.structs.replace(TRP53, input="Abc", name="Abc", id="NCBIGene:1", why=None),
            [ortholog(1, "AB"), ortholog(2, "ABC")],
            Resolution(
                input="Abc", status="resolved", id="HGNC:2", name="ABC", score=0.9,
                candidates=(Option(id="HGNC:1", name="AB"),),
                why="ortholog of Abc (NCBIGene:1) by MGI:2, one of 2",
            ),
        ),
        (
            msgspec.structs.replace(TRP53, input="Adh1", name="Adh1", id="NCBIGene:1", why=None),
            [ortholog(1, "ADH1A"), ortholog(2, "ADH1B")],
            Resolution(
                input="Adh1", status="ambiguous", why="Adh1 (NCBIGene:1) has 2 orthologs in Homo sapiens.",
                candidates=(Option(id="HGNC:1", name="ADH1A"), Option(id="HGNC:2", name="ADH1B")),
            ),
        ),
        (
            msgspec.structs.replace(TRP53, why=None),
            [],
            Resolution(
                input="p53", status="not_found",
                why="HGNC states no ortholog in Homo sapiens of Trp53 (NCBIGene:22059).",
            ),
        ),
        (
            TRP53,
            [ortholog(3889, None)],
            Resolution(
                input="p53", status="resolved", id="RGD:3889", score=1.0,
                why="ortholog of Trp53 (NCBIGene:22059, alias) by MGI:3889",
            ),
        ),
    ],
)  # fmt: skip
def test_a_gene_is_replaced_by_its_ortholog_and_several_are_told(
    gene: Resolution, found: list[Ortholog], resolved: Resolution
) -> None:
    assert resolution.by_ortholog(gene, found, "Homo sapiens") == resolved


def test_many_orthologs_are_cut_and_counted() -> None:
    found = resolution.by_ortholog(TRP53, [ortholog(one, f"A{one}") for one in range(8)], "Homo sapiens")

    assert len(found.candidates) == resolution.MOST_OPTIONS
    assert found.why == "Trp53 (NCBIGene:22059, alias) has 8 orthologs in Homo sapiens, of which 5 are listed here."


A, B = (Resolution(input=name, status="resolved", id=f"HGNC:{name}", name=name) for name in "12")
UNKNOWN = Resolution(input="x", status="not_found")
OF_BOTH = Resolution(
    input="y", status="ambiguous", candidates=(Option(id="HGNC:1", name="1"), Option(id="HGNC:2", name="2"))
)


@pytest.mark.parametrize(
    ("parts", "status", "identifier", "candidates"),
    [
        ([A], "resolved", "HGNC:1", ""),
        ([A, UNKNOWN], "resolved", "HGNC:1", ""),
        ([UNKNOWN, A, A], "resolved", "HGNC:1", ""),
        ([A, B], "ambiguous", None, "HGNC:1 HGNC:2"),
        ([B, A, B], "ambiguous", None, "HGNC:2 HGNC:1"),
        ([B, OF_BOTH], "ambiguous", None, "HGNC:2 HGNC:1"),
        ([OF_BOTH, UNKNOWN], "ambiguous", None, "HGNC:1 HGNC:2"),
        ([UNKNOWN], "not_found", None, ""),
        ([], "not_found", None, ""),
    ],
)
def test_a_cell_of_several_names_is_a_gene_only_if_all_mean_it(
    parts: list[Resolution], status: Status, identifier: str | None, candidates: str
) -> None:
    found = resolution.of_cell("a cell", parts)

    assert (found.input, found.status, found.id) == ("a cell", status, identifier)
    assert " ".join(one.id for one in found.candidates) == candidates
    assert found.why == resolution.SEVERAL_NAMES


@pytest.mark.parametrize(
    ("number", "told"), [(3, "these are genes in it"), (7, "these are 5 of at least 7 genes in it")]
)
def test_a_family_is_counted_where_only_some_of_its_genes_are_listed(number: int, told: str) -> None:
    genes = [
        GeneFacts(
            id=f"HGNC:{place}", symbol=f"GPX{place}", name="peroxidase", organism="Homo sapiens", locus_type="x",
            protein_coding=True,
        )
        for place in range(number)
    ]  # fmt: skip
    read = resolution.read("GPX", name_readings.of_class(GeneName.read("GPX"), genes))

    assert read is not None
    assert told in (read.why or "")
