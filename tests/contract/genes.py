"""What every source of genes must do, asked through the use cases."""

import pytest

from biofacts.application.lookup import Lookup
from biofacts.application.resolve import Resolve
from biofacts.domain.answers.entity_kinds import GENE
from biofacts.domain.answers.errors import AmbiguousQuery, EntityNotFound, UnresolvedEntity
from biofacts.domain.answers.pages import Page
from biofacts.domain.genes import name_resolution
from biofacts.domain.genes.gene import Gene, GeneCandidate, Ortholog
from biofacts.domain.genes.name_readings import Reading
from biofacts.domain.genes.names import GeneName, gene_term
from biofacts.domain.identifiers.cross_references import is_valid, pairs
from biofacts.domain.identifiers.curies import GeneId
from biofacts.ports.genes import GenesByTerm, GeneSource
from tests.contract.joins import AtHandContract

HUMAN, MOUSE = "Homo sapiens", "Mus musculus"


class GeneSourceContract(AtHandContract):
    """Subclasses have a fixture `source`. The data: some hundred well-known human genes, and a few of the mouse."""

    async def bring(self, source: GeneSource) -> None:
        await source.with_identifiers([])

    async def search(self, source: GeneSource, query: str, **given: object) -> Page[GeneCandidate]:
        return await Resolve(GENE, source)(query, **given)  # type: ignore[arg-type]

    async def get(self, source: GeneSource, identifier: object) -> Gene:
        return await Lookup(GENE, GeneId, source.get)(identifier)

    async def read(self, source: GeneSource, name: str, organism: str | None = None) -> Reading:
        named = await source.by_name(GeneName.parse(name), organism)
        assert named is not None
        assert named.lacking is None
        return name_resolution.resolve_name(GeneName.parse(name), named.of_organism)

    # Search

    @pytest.mark.parametrize(
        ("query", "identifier"),
        [
            ("TP53", "HGNC:11998"), ("tp53", "HGNC:11998"), ("p53", "HGNC:11998"), ("HER2", "HGNC:3430"),
            ("tumor protein p53", "HGNC:11998"), ("interleukin 6", "HGNC:6018"), ("IL 6", "HGNC:6018"),
            ("HGNC:11998", "HGNC:11998"), ("7157", "HGNC:11998"), ("ENSG00000141510.18", "HGNC:11998"),
            ("P04637", "HGNC:11998"), ("β-catenin", "HGNC:2514"), ("H3P10", "HGNC:43802"),
            ("insulin", "HGNC:6081"), ("fas ligand", "HGNC:11936"), ("H3 histone pseudogene 10", "HGNC:43802"),
        ],
    )  # fmt: skip
    async def test_names_and_identifiers_lead_to_the_gene(
        self, source: GeneSource, query: str, identifier: str
    ) -> None:
        page = await self.search(source, query)

        assert page.items[0].id == identifier
        assert page.items[0].score == 1.0

    async def test_a_prefix_alone_is_a_name_like_any_other(self, source: GeneSource) -> None:
        assert not (await self.search(source, "HGNC:")).items

    async def test_a_candidate_says_symbol_name_and_organism(self, source: GeneSource) -> None:
        best = (await self.search(source, "p53")).items[0]

        assert (best.symbol, best.name, best.organism) == ("TP53", "tumor protein p53", "Homo sapiens")

    async def test_another_organism_has_genes_of_its_own(self, source: GeneSource) -> None:
        page = await self.search(source, "p53", organism=MOUSE)

        assert (page.items[0].id, page.items[0].symbol, page.items[0].organism) == ("NCBIGene:22059", "Trp53", MOUSE)

    async def test_an_organism_without_names_gives_nothing_and_says_why(self, source: GeneSource) -> None:
        page = await self.search(source, "TP53", organism="Daphnia magna")

        assert (page.items, page.pagination.total_count) == ((), 0)
        assert "Daphnia magna" in (page.guidance or "")

    async def test_a_gene_without_a_protein_that_bears_the_name_comes_last(self, source: GeneSource) -> None:
        page = await self.search(source, "p16")

        assert page.items[0].symbol == "CDKN2A"
        assert page.items[-1].symbol == "H3P10"
        assert page.pagination.total_count == len(page.items)

    async def test_a_walk_yields_every_item_once(self, source: GeneSource) -> None:
        whole = [item.id for item in (await self.search(source, "p16", page_size=100)).items]
        walked: list[str] = []
        cursor: str | None = None
        while True:
            page = await self.search(source, "p16", page_size=1, cursor=cursor)
            walked += [item.id for item in page.items]
            if (cursor := page.pagination.cursor) is None:
                break

        assert walked == whole
        assert len(walked) == len(set(walked)) > 1

    async def test_nothing_found_gives_an_empty_page_with_guidance(self, source: GeneSource) -> None:
        page = await self.search(source, "qqzzxxyyvv")

        assert (page.items, page.pagination.total_count) == ((), 0)
        assert page.guidance

    async def test_a_name_that_no_human_gene_has_leads_to_the_organism_that_has_it(self, source: GeneSource) -> None:
        await self.search(source, "Trp53", organism=MOUSE)
        page = await self.search(source, "Trp53")

        assert page.items == ()
        assert "Call search_genes with query='Trp53', organism='Mus musculus'." in (page.guidance or "")

    async def test_a_name_that_nobody_has_was_searched_among_human_genes(self, source: GeneSource) -> None:
        said = [(await self.search(source, "qqzzxxyyvv", organism=one)).guidance or "" for one in (None, MOUSE)]

        assert ["Only human genes were searched" in one for one in said] == [True, False]

    async def test_whole_names_and_identifiers_are_known_once_they_are_at_hand(self, source: GeneSource) -> None:
        await self.search(source, "TP53")

        names = ("tp53", "p53", "tumor protein p53", "ENSG00000141510", "HGNC:11998", "COX2")
        assert [name for name in names if not await source.knows(name)] == []
        assert [
            name for name in ("ibuprofen", "TP5", "TP53 network", "HGNC:99999999") if await source.knows(name)
        ] == []

    async def test_an_identifier_finds_its_gene_in_whichever_organism_is_at_hand(self, source: GeneSource) -> None:
        await self.search(source, "p53", organism=MOUSE)

        human, mouse = [await self.search(source, f"NCBIGene:{number}") for number in ("7157", "22059")]
        assert [item.symbol for page in (human, mouse) for item in page.items] == ["TP53", "Trp53"]

    @pytest.mark.parametrize("query", ["NCBIGene:99999999", "HGNC:99999999", "MGI:99999999"])
    async def test_an_identifier_of_nothing_is_not_searched_for_by_its_words(
        self, source: GeneSource, query: str
    ) -> None:
        page = await self.search(source, query)

        assert (page.items, page.pagination.total_count) == ((), 0)
        assert page.guidance

    async def test_a_version_that_is_not_kept_gives_none(self, source: GeneSource) -> None:
        with pytest.raises(AmbiguousQuery):
            await self.search(source, "p16", cursor="x" * 20)

        assert await source.by_name(GeneName.parse("p53"), None, version="hgnc=gone") is None

    # Records

    async def test_a_record_is_whole(self, source: GeneSource) -> None:
        gene = await self.get(source, "HGNC:11998")

        assert (gene.id, gene.symbol, gene.name, gene.organism) == (
            "HGNC:11998",
            "TP53",
            "tumor protein p53",
            "Homo sapiens",
        )
        assert gene.locus_type == "gene with protein product"
        assert "p53" in gene.aliases
        assert gene.url.endswith("HGNC:11998")
        assert gene.source is not None
        wanted = {"hgnc": "HGNC:11998", "hgnc_symbol": "TP53", "entrez": "7157", "ensembl_gene": "ENSG00000141510"}
        assert wanted.items() <= gene.cross_references.items()
        assert gene.cross_references["uniprot"] == ("P04637",)
        assert [pair for pair in pairs(gene.cross_references) if not is_valid(*pair)] == []

    async def test_a_human_gene_is_found_by_its_number_in_ncbi_gene(self, source: GeneSource) -> None:
        assert (await self.get(source, "NCBIGene:7157")).id == "HGNC:11998"

    async def test_a_gene_of_another_organism_whose_names_are_at_hand(self, source: GeneSource) -> None:
        await self.search(source, "Trp53", organism=MOUSE)
        gene = await self.get(source, "NCBIGene:22059")

        assert (gene.symbol, gene.organism) == ("Trp53", MOUSE)
        assert gene.cross_references["mgi"] == ("MGI:98834",)
        assert "hgnc" not in gene.cross_references
        assert gene.url == "https://www.ncbi.nlm.nih.gov/gene/22059"

    @pytest.mark.parametrize("given", ["HGNC:0", "HGNC:99999999", "NCBIGene:99999999", "HGNC:" + "9" * 60])
    async def test_an_unknown_number_is_not_found(self, source: GeneSource, given: str) -> None:
        with pytest.raises(EntityNotFound) as caught:
            await self.get(source, given)

        assert "search_genes" in caught.value.hint

    @pytest.mark.parametrize(
        ("given", "suggestion"),
        [
            ("7157", "NCBIGene:7157"), ("entrez gene: 7157", "NCBIGene:7157"), ("GeneID:7157", "NCBIGene:7157"),
            ("Gene ID: 7157", "NCBIGene:7157"),
            ("hgnc:11998", "HGNC:11998"), ("HGNC 11998", "HGNC:11998"), ("TP53", None), ("", None), (11998, None),
        ],
    )  # fmt: skip
    async def test_what_is_no_curie_is_refused_with_the_right_one(
        self, source: GeneSource, given: object, suggestion: str | None
    ) -> None:
        with pytest.raises(UnresolvedEntity) as caught:
            await self.get(source, given)

        assert caught.value.suggestion == suggestion
        assert "search_genes" in caught.value.hint

    # Names

    @pytest.mark.parametrize(
        ("name", "symbol", "why"),
        [
            ("TP53", "TP53", "approved symbol"),
            ("p53", "TP53", "alias"),
            ("tumor protein p53", "TP53", "full name"),
            ("TNFA", "TNF", "previous symbol"),
            ("IL 6", "IL6", "approved symbol in another spelling"),
            ("TNFα", "TNF", "alias"),
            ("HGNC:11998", "TP53", "identifier (hgnc)"),
            ("7157", "TP53", "identifier (entrez)"),
            ("ENSG00000141510.18", "TP53", "identifier (ensembl_gene)"),
            ("P04637-2", "TP53", "identifier (uniprot)"),
            ("p16", "CDKN2A", "alias"),
        ],
    )
    async def test_a_name_is_read_as_its_gene_and_says_why(
        self, source: GeneSource, name: str, symbol: str, why: str
    ) -> None:
        read = await self.read(source, name)

        assert read.gene is not None
        assert (read.gene.symbol, read.why) == (symbol, why)

    async def test_several_genes_of_one_name_are_told_and_none_is_chosen(self, source: GeneSource) -> None:
        read = await self.read(source, "COX2")

        assert read.gene is None
        assert {one.symbol for one in read.meanings} == {"MT-CO2", "PTGS2"}
        assert not read.is_family

    @pytest.mark.parametrize(
        ("name", "member"), [("MAPK", "MAPK1"), ("NF-kB", "RELA"), ("PI3K", "PIK3CA"), ("AKT gene", None)]
    )
    async def test_a_family_is_no_gene(self, source: GeneSource, name: str, member: str | None) -> None:
        read = await self.read(source, name)

        assert (read.gene is None) == (member is not None)
        assert read.is_family == (member is not None)
        assert member is None or member in {one.symbol for one in read.meanings}

    async def test_an_identifier_tells_its_organism(self, source: GeneSource) -> None:
        named = await source.by_name(GeneName.parse("ENSMUSG00000059552"), None)

        assert named is not None
        assert [gene.id for gene in named.of_organism] == ["NCBIGene:22059"]

    async def test_a_gene_is_drawn_under_its_own_identifiers_only(self, source: GeneSource) -> None:
        """H3C1 and H3C2 make the same protein: an accession of both is of neither."""
        found = await source.by_name(GeneName.parse("H3C1"), None)
        assert found is not None
        (gene,) = [one for one in found.of_organism if one.symbol == "H3C1"]
        terms = await source.drawn_as(gene)

        assert {"symbol:h3c1", "hgnc:HGNC:4766", "entrez:8350"} <= {*terms}
        assert "uniprot:P68431" not in terms

    async def test_how_a_gene_is_drawn_does_not_depend_on_which_organisms_are_at_hand(self, source: GeneSource) -> None:
        found = await source.by_name(GeneName.parse("TP53"), None)
        assert found is not None
        before = await source.drawn_as(found.of_organism[0])
        await self.search(source, "Trp53", organism=MOUSE)

        assert {"symbol:tp53", "entrez:7157"} <= {*before}
        assert "symbol:trp53" not in before
        assert await source.drawn_as(found.of_organism[0]) == before

    # Joins

    @pytest.mark.parametrize(
        "identifier",
        [("hgnc", "HGNC:990"), ("entrez", "596"), ("ensembl_gene", "ENSG00000171791"), ("uniprot", "P10415"),
         ("hgnc_symbol", "BCL2"), ("hgnc_symbol", "Bcl2")],
    )  # fmt: skip
    async def test_a_gene_is_known_by_every_identifier_and_by_its_symbol(
        self, source: GeneSource, identifier: tuple[str, str]
    ) -> None:
        (found,) = (await source.with_identifiers([identifier])).entities

        assert (found.entity.id, found.entity.symbol) == ("HGNC:990", "BCL2")
        assert {("hgnc", "HGNC:990"), ("hgnc_symbol", "BCL2"), ("entrez", "596")} <= found.identifiers

    async def test_an_alias_is_no_identifier(self, source: GeneSource) -> None:
        entities = await source.with_identifiers([("hgnc_symbol", "D2R"), ("hgnc", "HGNC:999999999")])

        assert entities.entities == []
        assert entities.version != ""

    async def test_the_order_of_bearers_is_not_that_of_the_identifiers(self, source: GeneSource) -> None:
        asked = [("hgnc", "HGNC:990"), ("hgnc_symbol", "TP53"), ("entrez", "1813"), ("uniprot", "P35354")]

        assert (await source.with_identifiers(asked)).entities == (await source.with_identifiers(asked[::-1])).entities

    # Orthologs

    async def test_orthologs_are_found_from_either_side(self, source: GeneSource) -> None:
        there = await source.orthologs(["HGNC:11998", "HGNC:0"], MOUSE)
        back = await source.orthologs(["NCBIGene:22059", "MGI:98834", "NCBIGene:99999999"], "Homo sapiens")

        trp53 = Ortholog(organism=MOUSE, id="NCBIGene:22059", symbol="Trp53", via="MGI:98834")
        tp53 = Ortholog(organism="Homo sapiens", id="HGNC:11998", symbol="TP53", via="MGI:98834")
        assert there.by_gene == {"HGNC:11998": [trp53]}
        assert back.by_gene == {"NCBIGene:22059": [tp53], "MGI:98834": [tp53]}
        assert there.by.startswith("HGNC")
        assert (there.lacking, back.lacking) == (None, None)
        assert await source.orthologs(["HGNC:11998"], MOUSE, version=there.version) == there

    # How they are drawn

    @pytest.mark.parametrize("organism", ["Homo sapiens", MOUSE])
    async def test_every_gene_is_known_by_each_term_under_which_it_may_be_drawn(
        self, source: GeneSource, organism: str
    ) -> None:
        """All at once as one by one, but for orthologs; never by a protein that it shares."""
        of_mouse = ("Trp53", "Erbb2", "Ptgs2", "Il6")
        orthologs = [gene for name in of_mouse if (gene := (await self.read(source, name, MOUSE)).gene)]
        found = {one for gene in orthologs for one in await source.drawn_as(gene)}
        of_others = found if organism != MOUSE else set[str]()
        symbols = ("TP53", "ERBB2", "PTGS2", "IL6") if organism != MOUSE else ("Trp53",)
        genes = {gene.id: gene for name in symbols if (gene := (await self.read(source, name, organism)).gene)}
        terms = {
            key: {*await source.drawn_as(gene)} - of_others | {gene_term("symbol", gene.symbol)}
            for key, gene in genes.items()
        }
        listed = await source.all_drawn_as({term for of in terms.values() for term in of}, organism)

        assert orthologs
        assert len(genes) == len(symbols)
        assert {one.id: {*one.terms} for one in listed if one.id in genes} == terms
        assert [one.symbol for one in listed if one.id in genes] == [genes[key].symbol for key in sorted(genes)]

    async def test_what_lists_are_compared_with_does_not_depend_on_who_is_at_hand(self, source: GeneSource) -> None:
        await self.read(source, "TP53")
        terms = ["symbol:tp53", "symbol:trp53", "entrez:7157", "entrez:22059"]
        before = await source.all_drawn_as(terms, "Homo sapiens")
        await self.read(source, "Trp53", MOUSE)  # brings the mouse

        assert [(one.symbol, {*one.terms}) for one in before] == [("TP53", {"symbol:tp53", "entrez:7157"})]
        assert [(one.symbol, {*one.terms}) for one in await source.all_drawn_as(terms, "Homo sapiens")] == [
            (one.symbol, {*one.terms}) for one in before
        ]

    async def test_one_term_is_enough(self, source: GeneSource) -> None:
        gene = (await self.read(source, "TP53")).gene
        assert gene is not None
        for term in ("symbol:tp53", "entrez:7157", "hgnc:HGNC:11998", "ensembl_gene:ENSG00000141510"):
            (found,) = await source.all_drawn_as([term], "Homo sapiens")

            assert (found.id, found.symbol, [*found.terms]) == ("HGNC:11998", "TP53", [term])

    async def test_an_alias_is_no_term_of_a_drawn_gene(self, source: GeneSource) -> None:
        await self.read(source, "HER2")
        terms = ["symbol:her2", "symbol:erbb2", "symbol:nosuchgene9", "uniprot:X"]
        found = await source.all_drawn_as(terms, "Homo sapiens")

        assert [(one.symbol, *one.terms) for one in found] == [("ERBB2", "symbol:erbb2")]

    async def test_an_organism_without_names_has_no_drawn_genes(self, source: GeneSource) -> None:
        assert [*await source.all_drawn_as(["symbol:tp53"], "Daphnia magna")] == []


class GenesByTermContract:
    """Subclasses have a fixture `genes`, whose human genes are in the cache, and no genes of the cow."""

    async def test_genes_are_found_by_name_and_identifier(self, genes: GenesByTerm) -> None:
        found = await genes.with_terms(["name:tp53", "entrez:4193", "name:zzqqxx"], [HUMAN])

        assert {organism: {gene.symbol for gene in several} for organism, several in found.items()} == {
            HUMAN: {"TP53", "MDM2"}
        }

    async def test_organisms_without_cached_genes_are_missing(self, genes: GenesByTerm) -> None:
        assert await genes.with_terms(["name:tp53"], ["Bos taurus", "Nemo nemo"]) == {}

    async def test_every_cached_organism_is_searched_by_default(self, genes: GenesByTerm) -> None:
        found = await genes.with_terms(["name:zzqqxx"])

        assert found[HUMAN] == []
        assert "Bos taurus" not in found
