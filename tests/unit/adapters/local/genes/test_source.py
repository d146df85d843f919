"""How names are read where NCBI's names of proteins, or other organisms, take part."""

import msgspec
import pytest

from biofacts.adapters.local.catalogue_entries.genes import HUMAN_GENES, catalogue_name, genes_with, index_genes
from biofacts.adapters.local.genes.name_reader import PROTEIN_NAMES
from biofacts.adapters.local.genes.source import LocalGenes
from biofacts.adapters.sample.upstreams import DAY
from biofacts.domain.answers.pages import Window
from biofacts.domain.genes.gene import GeneFacts
from biofacts.domain.genes.name_readings import Reading
from biofacts.domain.genes.names import GeneName, ProteinNames
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.ports.catalogue import Content, ReleaseInfo
from biofacts.ports.sources import Query
from tests.genes import genes_over
from tests.memory_catalogue import MemoryCatalogueStore

MOUSE = "Mus musculus"


def gene(number: int, symbol: str, name: str, *aliases: str, coding: bool = True, mgi: str = "") -> GeneFacts:
    return GeneFacts(
        id=f"HGNC:{number}", symbol=symbol, name=name, organism=HUMAN, locus_type="gene", protein_coding=coding,
        aliases=aliases, cross_references={"mgi": (mgi,)} if mgi else {},
    )  # fmt: skip


def of_mouse(number: int, symbol: str, *aliases: str, mgi: str = "") -> GeneFacts:
    return GeneFacts(
        id=f"NCBIGene:{number}", symbol=symbol, name=symbol, organism=MOUSE, locus_type="protein-coding",
        protein_coding=True, aliases=aliases, cross_references={"mgi": (mgi,)} if mgi else {},
    )  # fmt: skip


GENES = (
    gene(1, "INS", "insulin", mgi="MGI:1"),
    gene(2, "HAMP", "hepcidin antimicrobial peptide"),
    gene(3, "LMNA", "lamin A/C", mgi="MGI:3"),
    gene(4, "CYCS", "cytochrome c, somatic"),
    gene(5, "MT-CO1", "mitochondrially encoded cytochrome c oxidase I"),
    gene(6, "CXCR4", "C-X-C motif chemokine receptor 4"),
    gene(7, "CCR1", "C-C motif chemokine receptor 1"),
    gene(8, "CCR2", "C-C motif chemokine receptor 2"),
    gene(9, "PLAT", "plasminogen activator, tissue type"),
    gene(10, "HSPP", "heat shock pseudogene", "HSX", coding=False),
    gene(11, "HSPX", "heat shock protein X"),
    gene(12, "PLAU", "plasminogen activator, urokinase"),
    gene(13, "GPX1", "glutathione peroxidase 1"),
    gene(14, "GPX2", "glutathione peroxidase 2"),
    gene(15, "GPXP", "glutathione peroxidase inhibitor protein"),
    gene(16, "ACTN1", "actinin alpha 1"),
    gene(17, "ACTN4", "actinin alpha 4"),
    gene(20, "IL12RB1", "interleukin 12 receptor subunit beta 1"),
    gene(21, "IL12RB2", "interleukin 12 receptor subunit beta 2"),
    gene(22, "SDC1", "syndecan 1", "syndecan"),
    *(gene(21 + number, f"SDC{number}", f"syndecan {number}") for number in (2, 3, 4)),
    gene(26, "EOT1", "eotaxin 1", "eotaxin"),
    gene(27, "EOT2", "eotaxin 2"),
    gene(43, "HASN", "hyaluronan N"),
    gene(28, "MUSR3", "muscle receptor, third"),
    gene(29, "HORQ", "hormone Q, pituitary"),
    msgspec.structs.replace(gene(40, "KINK1", "first kinase"), other_names=("kinase K",)),
    msgspec.structs.replace(gene(41, "KINK2", "second kinase"), other_names=("kinase K gamma",)),
    msgspec.structs.replace(gene(42, "KINX", "third kinase"), other_names=("centrosome kinase K",)),
)
PROTEINS = (
    ProteinNames(gene="HGNC:2", names=("hepcidin", "HEPC", "INS", "shared name")),
    ProteinNames(gene="HGNC:4", names=("cytochrome c", "shared name")),
    ProteinNames(gene="HGNC:6", names=("chemokine receptor", "fusin")),
    ProteinNames(gene="HGNC:11", names=("HSX", "LMNA-INS", "HAMP-beta 2 beta")),
    ProteinNames(gene="HGNC:1", names=("HAMP-INS",)),
    ProteinNames(gene="HGNC:7", names=("chemokine receptor type 1",)),
    ProteinNames(gene="HGNC:28", names=("M3 muscle receptor",)),
    ProteinNames(gene="HGNC:43", names=("HAS",)),
)
MICE = (of_mouse(1, "Ins2", mgi="MGI:1"), of_mouse(3, "Lmna", "Lamin A", "C8", mgi="MGI:3"))


async def read(genes: LocalGenes, name: str, organism: str | None = None) -> Reading:
    named = await genes.by_name(GeneName.read(name), organism)
    assert named is not None
    assert named.reading is not None
    return named.reading


@pytest.mark.parametrize(
    ("name", "symbols", "is_family"),
    [
        ("Hepcidin", ["HAMP"], False),
        ("cytochrome C", ["CYCS"], False),  # not a class: `cytochrome c oxidase` is something else
        ("INS", ["INS"], False),  # a name of HGNC comes before NCBI's
        ("shared name", ["CYCS", "HAMP"], False),
        ("chemokine receptor", ["CCR1", "CCR2", "CXCR4"], True),
        ("fusin", ["CXCR4"], False),
        ("tissue plasminogen activator", ["PLAT"], False),
        ("HSX", ["HSPP", "HSPX"], False),  # another name of a gene without a protein
        ("urokinase activator", [], False),
        ("LMNA-INS", ["HSPX"], False),  # that of another protein than the two
        ("HAMP-INS", ["HAMP", "INS"], False),  # said of one of the two only
        ("HAMP-beta 2 beta", ["HSPX"], False),
        ("CCR1 beta", ["CCR1"], False),
        ("chemokine receptor 1", ["CCR1"], False),
        ("glutathione peroxidase type 2", ["GPX2"], False),
        ("glutathione peroxidase", ["GPX1", "GPX2"], True),
        ("glutathione peroxidases", ["GPX1", "GPX2"], True),
        ("CCRs", ["CCR1", "CCR2"], True),
        ("INSs", [], False),  # a plural is no single gene
        ("α-actinin", ["ACTN1", "ACTN4"], True),
        ("IL-12 receptor", ["IL12RB1", "IL12RB2"], True),
        ("syndecan", ["SDC1", "SDC2", "SDC3", "SDC4"], True),
        ("eotaxin", ["EOT1"], False),
        ("muscle M3", ["MUSR3"], False),  # the receptor, by its name in another order
        ("muscle M3 receptor", ["MUSR3"], False),
        ("hormone Q", ["HORQ"], False),
        ("has", [], False),  # NCBI has words, too
        ("HAS", ["HASN"], False),
        ("kinase K", ["KINK1", "KINK2"], True),
    ],
)
async def test_names_of_proteins_count_below_names_of_genes(name: str, symbols: list[str], is_family: bool) -> None:
    async with genes_over(GENES, proteins=PROTEINS) as genes:
        found = await read(genes, name)

    assert sorted([found.gene.symbol] if found.gene else [one.symbol for one in found.meanings]) == symbols
    assert found.is_family == is_family


@pytest.mark.parametrize(
    ("name", "claims", "score"),
    [("cPLQ", ("NCBI Gene", ("PLAQ4",)), 0.9), ("DOR", ("NCBI Gene", ("OPRX1",)), 0.9), ("FSG", None, 1.0)],
)
async def test_a_gene_that_has_an_alias_in_ncbi_gene_is_named_beside_its_bearer(
    name: str, claims: tuple[str, tuple[str, ...]] | None, score: float
) -> None:
    """Unless the letters of the name are not those of words in its own: NCBI has names of illnesses, too."""
    bearer = gene(1, "KATX", "enzyme X", "cPLQ", "DOR", "FSG")
    others = (gene(2, "PLAQ4", "phospholipase Q4"), gene(3, "OPRX1", "opioid receptor delta"), gene(4, "ACTQ", "actin"))
    names = {"cPLQ": ("HGNC:2",), "DOR": ("HGNC:1", "HGNC:3"), "FSG": ("HGNC:4",)}[name]
    async with genes_over(
        (bearer, *others), proteins=[ProteinNames(gene=one, names=(name,)) for one in names]
    ) as genes:
        found = await read(genes, name)

    assert (found.gene, found.claims, found.score) == (bearer, claims, score)


async def test_a_search_trusts_whole_names_only() -> None:
    async with genes_over(GENES, proteins=PROTEINS) as genes:
        whole, partly = [
            await genes.search(Query(text=text), Window()) for text in ("insulin", "antimicrobial peptide")
        ]

    assert whole is not None
    assert [(one.symbol, one.score) for one in whole.items] == [("INS", 1.0)]
    assert partly is not None
    assert [one.symbol for one in partly.items] == ["HAMP"]
    assert partly.items[0].score < 0.7


async def test_the_part_of_a_word_that_no_gene_has_is_named() -> None:
    async with genes_over(GENES) as genes:
        found = await genes.search(Query(text="insulin-Q705"), Window())

    assert found is not None
    assert [one.symbol for one in found.items] == ["INS"]
    assert found.guidance == "No genes match 'Q705'; the rest of the query was used."


async def test_words_of_a_former_name_find_a_gene_after_those_that_are_called_so_now() -> None:
    former = msgspec.structs.replace(gene(30, "HTX", "hunted"), previous_names=("hunted (protein of plasminogen)",))
    async with genes_over((*GENES, former)) as genes:
        hits = await genes.search(Query(text="plasminogen"), Window())

    assert hits is not None
    assert [one.symbol for one in hits.items] == ["PLAU", "PLAT", "HTX"]
    assert hits.items[-1].score < 0.4


async def test_words_of_approved_names_come_before_those_of_other_names_and_short_names_before_long_ones() -> None:
    others = [msgspec.structs.replace(gene(31, "AIL3", "interleukin"), other_names=("colony factor, multiple",))]
    named = [gene(32, "ACSFR", "colony factor 1 receptor"), gene(33, "CSF", "colony factor 1")]
    async with genes_over((*others, *named)) as genes:
        hits = await genes.search(Query(text="colony factor"), Window())

    assert hits is not None
    assert [one.symbol for one in hits.items] == ["CSF", "ACSFR", "AIL3"]


async def test_a_former_name_that_is_a_class_is_no_name_of_one_gene() -> None:
    former = msgspec.structs.replace(gene(34, "CCRX", "orphan X"), previous_names=("chemokine receptor",))
    first = msgspec.structs.replace(gene(35, "INSA", "secretin A"), previous_names=("secretin",))
    async with genes_over((*GENES, former, first, gene(36, "INSB", "secretin B"))) as genes:
        found = await read(genes, "chemokine receptor")
        of_family = await read(genes, "secretin")

    assert [one.symbol for one in found.meanings] == ["CCRX", "CCR1", "CCR2", "CXCR4"]
    assert found.is_family
    assert of_family.gene == first


@pytest.mark.parametrize(
    ("name", "symbol"),
    [
        ("M-TNF receptor 1", "TNFRSF1A"), ("M-TNF receptor 2 chain", None), ("M-TNF receptor", None),
        ("INSX receptor alpha", "INSR"), ("INSX receptor beta", None), ("M-TNF receptor alpha", None),
    ],
)  # fmt: skip
async def test_a_receptor_is_found_by_another_name_of_what_it_binds(name: str, symbol: str | None) -> None:
    bound = gene(41, "TNF", "tumor necrosis factor", "M-TNF"), gene(42, "INS", "insulin", "INSX")
    receptors = gene(43, "TNFRSF1A", "superfamily 1A", "TNF receptor 1"), gene(44, "INSR", "insulin receptor")
    async with genes_over((*bound, *receptors)) as genes:
        found = await read(genes, name)

    assert (found.gene.symbol if found.gene else None) == symbol


async def test_genes_with_an_equal_claim_to_a_name_follow_the_catalogue() -> None:
    symbols = [f"ALSO{number}" for number in range(8)]
    rivals = [gene(20 + number, symbol, f"rival {number}", "IMPX") for number, symbol in enumerate(symbols)]
    async with genes_over((*rivals, gene(19, "IMPX", "the gene itself"))) as genes:
        hits = await genes.search(Query(text="IMPX"), Window())

    assert hits is not None
    assert [one.symbol for one in hits.items] == ["IMPX", *symbols]


async def test_an_organism_beside_a_name_is_set_aside_and_costs() -> None:
    async with genes_over(GENES, proteins=PROTEINS) as genes:
        found = await genes.search(Query(text="mouse insulin"), Window())

    assert found is not None
    assert [(one.symbol, one.score) for one in found.items] == [("INS", 0.8)]
    assert str(found.advice).endswith("call search_genes with query='insulin', organism='Mus musculus'.")


async def test_a_human_gene_is_no_answer_for_an_organism_with_other_names() -> None:
    async with genes_over(GENES, proteins=PROTEINS) as genes:
        yeast, human = [await genes.search(Query(text=f"{one} insulin"), Window()) for one in ("yeast", "human")]

    assert yeast is not None
    assert [(one.symbol, one.score) for one in yeast.items] == [("INS", 0.4)]
    assert human is not None
    assert [(one.symbol, one.score) for one in human.items] == [("INS", 1.0)]
    assert human.guidance is human.advice is None


async def test_the_gene_of_a_misspelt_name_comes_first_and_is_not_trusted() -> None:
    async with genes_over(GENES, proteins=PROTEINS) as genes:
        found = await genes.search(Query(text="hepcidn antimicrobial peptide"), Window())

    assert found is not None
    assert [(one.symbol, one.score) for one in found.items] == [("HAMP", 0.69)]
    assert found.guidance == "'hepcidn' was read as 'hepcidin'."


@pytest.mark.parametrize("query", ["Hepcidn: antimicrobial peptide", "HEPCIDN antimicrobial: peptide", "Hepcidn:"])
async def test_a_correction_that_corrects_nothing_ends_the_search(query: str) -> None:
    async with genes_over(GENES, proteins=PROTEINS) as genes:
        found = await genes.search(Query(text=query), Window())

    assert found is not None


async def test_names_of_proteins_that_are_not_there_are_reported() -> None:
    async with genes_over(GENES, proteins=()) as genes:  # an empty file cannot be read
        known, unknown = [await genes.by_name(GeneName.read(name), None) for name in ("INS", "hepcidin")]

    assert known is not None
    assert known.lacking is None
    assert unknown is not None
    assert "names of human proteins" in (unknown.lacking or "")


async def test_other_organisms_at_hand_change_no_answer() -> None:
    names = ("Lamin A", "C8", "Lmna", "INS", "hepcidin", "Ins2")
    async with genes_over(GENES, {MOUSE: MICE}, proteins=PROTEINS) as genes:
        before = [await read(genes, name, organism) for name in names for organism in (None, HUMAN)]
        await read(genes, "Ins2", MOUSE)
        after = [await read(genes, name, organism) for name in names for organism in (None, HUMAN)]

    assert before == after
    assert {one.gene.organism for one in after if one.gene} == {HUMAN}


@pytest.mark.parametrize(
    ("name", "symbol", "why"),
    [
        ("C8", "Lmna", "alias"),
        ("insulin", "Ins2", "ortholog of human INS (full name)"),
        ("HGNC:1", "Ins2", "ortholog of human INS (identifier (hgnc))"),
        ("hepcidin", "HAMP", "name of its protein in NCBI Gene"),  # without an ortholog
    ],
)
async def test_a_human_name_means_the_ortholog_if_the_organism_has_no_such_name(
    name: str, symbol: str, why: str
) -> None:
    async with genes_over(GENES, {MOUSE: MICE}, proteins=PROTEINS) as genes:
        found = await read(genes, name, MOUSE)

    assert found.gene is not None
    assert (found.gene.symbol, found.why) == (symbol, why)


async def test_the_names_of_a_list_are_read_from_the_catalogues_of_the_first() -> None:
    store = MemoryCatalogueStore()
    async with genes_over(GENES, {MOUSE: MICE}, store, proteins=PROTEINS) as genes:
        first = await genes.by_name(GeneName.read("Ins2"), MOUSE)
        assert first is not None
        newer = index_genes([of_mouse(9, "Ins9", mgi="MGI:1")])
        info = ReleaseInfo(release="2026-12", retrieved=DAY, checked=DAY)
        await store.publish(catalogue_name(MOUSE), Content(info=info, entries=newer.entries))
        second = await genes.by_name(GeneName.read("insulin"), MOUSE, version=first.version)
        newest = await genes.by_name(GeneName.read("insulin"), MOUSE)

    assert newest is not None
    assert newest.reading is not None
    assert newest.reading.gene is not None
    assert newest.reading.gene.symbol == "Ins9"
    assert {one.partition("=")[0] for one in first.version.split()} >= {HUMAN_GENES, PROTEIN_NAMES}
    assert second is not None
    assert second.reading is not None
    assert second.reading.gene is not None
    assert second.reading.gene.symbol == "Ins2"


@pytest.mark.parametrize("number", [500, 501])
async def test_genes_are_read_whatever_their_number(number: int) -> None:
    genes = [gene(one, f"G{one}", "gene", "many") for one in range(1, number + 1)]
    content = Content(info=ReleaseInfo(release="1", retrieved=DAY, checked=DAY), entries=index_genes(genes).entries)
    async with MemoryCatalogueStore() as store:
        found = await genes_with(await store.publish("genes", content), ["name:many"])

    assert [one.id for one in found] == [one.id for one in genes]
