"""The check of drawings, over fakes of what it reads."""

from collections.abc import Collection, Mapping, Sequence

import pytest

from biofacts.application.pathways.check_drawings import CheckDrawings, CheckedDrawing, not_checked
from biofacts.domain.answers.errors import EntityNotFound, UnresolvedEntity
from biofacts.domain.genes.gene import GeneFacts
from biofacts.domain.identifiers.curies import PathwayId
from biofacts.domain.pathways.drawing_rules import CuratedDrawing, CuratedNode, Finding
from biofacts.domain.pathways.pathway import Detail, PathwayComponents
from biofacts.ports.genes import GenesByTerm
from biofacts.ports.pathways import DrawnDiagram, PathwayDrawings

HUMAN = "Homo sapiens"
FILES = {"WP1": b"one", "WP3": b"three"}


class Files(PathwayDrawings):
    async def file(self, identifier: PathwayId) -> bytes | None:
        return FILES.get(identifier.local)

    async def components(self, identifier: PathwayId, detail: Detail = "full") -> PathwayComponents | None:
        raise NotImplementedError

    async def diagram(self, identifier: PathwayId) -> DrawnDiagram | None:
        raise NotImplementedError


class Genes(GenesByTerm):
    def __init__(self, **genes: Sequence[GeneFacts]) -> None:
        self.genes = {name.replace("_", " "): several for name, several in genes.items()}
        self.asked: list[Sequence[str]] = []

    async def with_terms(
        self, terms: Sequence[str], organisms: Collection[str] | None = None
    ) -> Mapping[str, Sequence[GeneFacts]]:
        self.asked.append(terms)
        return self.genes


class Ids:
    async def pathways(self) -> Sequence[PathwayId]:
        return [PathwayId.parse(f"WP:WP{number}") for number in (1, 2, 3)]


def read(data: bytes) -> CuratedDrawing:
    if data == b"tea":
        raise ValueError("it is no GPML")
    node = CuratedNode(id="n1", label="CASP9", type="Gene", slip="missing")
    organism = HUMAN if data == b"one" else "Bos taurus"
    return CuratedDrawing(id=f"WP:{data.decode()}", title="Tea", organism=organism, nodes=(node,))


def check(genes: GenesByTerm) -> CheckDrawings:
    return CheckDrawings(Files(), genes, Ids(), read)  # type: ignore[arg-type]  # of the census it needs no more


def expected(identifier: str, organism: str, *, genes_known: bool) -> CheckedDrawing:
    finding = Finding(
        pathway=identifier, rule="missing-identifier", severity="note", element="n1", label="CASP9",
        message="The gene has no identifier.",
    )  # fmt: skip
    return CheckedDrawing(id=identifier, title="Tea", organism=organism, findings=(finding,), genes_known=genes_known)


async def test_a_pathway_is_checked_with_the_genes_that_its_nodes_name() -> None:
    genes = Genes(Homo_sapiens=[])

    assert await check(genes)("WP:WP1") == expected("WP:one", HUMAN, genes_known=True)
    assert genes.asked == [["name:casp9"]]


async def test_a_pathway_that_does_not_exist_is_told_from_what_is_no_id() -> None:
    with pytest.raises(EntityNotFound):
        await check(Genes())("WP:WP2")
    with pytest.raises(UnresolvedEntity):
        await check(Genes())("glycolysis")


async def test_a_file_that_cannot_be_read_is_refused() -> None:
    with pytest.raises(ValueError, match="no GPML"):
        await check(Genes()).file(b"tea")


async def test_everything_is_every_drawing_that_there_is() -> None:
    seen: list[tuple[str, int, int | None]] = []

    def progress(stage: str, done: int, total: int | None) -> None:
        seen.append((stage, done, total))

    found = [one async for one in check(Genes()).everything(progress)]

    assert [one.id for one in found] == ["WP:one", "WP:three"]
    assert seen == [("pathways", 1, 3), ("pathways", 2, 3), ("pathways", 3, 3)]


@pytest.mark.parametrize(
    ("organisms", "named"),
    [
        (["Bos taurus"], "Bos taurus"),
        (["Danio rerio", "Bos taurus", "Bos taurus"], "Bos taurus and Danio rerio"),
        (["A a", "B b", "C c", "D d", "E e", "F f"], "A a, B b, C c, D d, E e and others"),
    ],
)
def test_what_was_not_checked_is_told_once(organisms: Sequence[str], named: str) -> None:
    drawings = [expected("WP:WP1", one, genes_known=False) for one in organisms]

    assert not_checked(drawings) == [
        f"Labels and identifiers were not compared for {named}, whose gene names are not in the cache.",
        "Only HGNC identifiers are checked for withdrawal; those of other databases are checked only for their format"
        " and organism.",
    ]
    assert len(not_checked([expected("WP:WP1", HUMAN, genes_known=True)])) == 1
