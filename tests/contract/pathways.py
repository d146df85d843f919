"""What every source of pathways promises, whatever stands behind it."""

import pytest

from biofacts.domain.answers.pages import Hits, Window
from biofacts.domain.genes.names import IDENTIFIERS, gene_term
from biofacts.domain.identifiers import organisms
from biofacts.domain.identifiers.cross_references import is_valid
from biofacts.domain.identifiers.curies import PathwayId
from biofacts.domain.pathways.compound_nodes import DrawnCompounds, inchikeys
from biofacts.domain.pathways.drawn_nodes import DrawnGenes
from biofacts.domain.pathways.pathway import ComponentCounts, PathwayCandidate
from biofacts.domain.text import fold
from biofacts.ports.pathways import CompoundPathways, PathwaySource, SoughtCompound, SoughtGene
from biofacts.ports.sources import Query
from tests.contract.joins import AtHandContract
from tests.genes import pathways_of

Cases = tuple[tuple[str, str], ...]
"""Queries, each with the pathway that answers it."""


class PathwaySourceContract(AtHandContract):
    """Subclasses give the fixture `source` and override the cases that their data answers otherwise."""

    titles: Cases = (("glycolysis", "WP:WP534"), ("apoptosis", "WP:WP254"), ("cell cycle", "WP:WP179"))
    synonyms: Cases = (
        ("krebs cycle", "WP:WP78"),
        ("tricarboxylic acid cycle", "WP:WP78"),
        ("programmed cell death", "WP:WP254"),
    )
    labels: Cases = (("CASP3", "WP:WP254"), ("casp3", "WP:WP254"), ("MDM2", "WP:WP707"))
    variants: Cases = (
        ("NF-kB", "WP:WP4562"),
        ("NFkB", "WP:WP4562"),
        ("NFκB", "WP:WP4562"),
        ("NF-κB", "WP:WP4562"),
        ("nf kappa b", "WP:WP4562"),
        ("nuclear factor kappa B", "WP:WP4562"),
        ("cell-cycle", "WP:WP179"),
        ("cell cycles", "WP:WP179"),
        ("CELL CYCLE", "WP:WP179"),
        ("cycle of the cell", "WP:WP179"),
        ("response to DNA damage", "WP:WP707"),
        ("insulin signalling", "WP:WP481"),
        ("signaling insulin", "WP:WP481"),
    )
    typos: Cases = (("glycolisis", "WP:WP534"), ("apoptsis", "WP:WP254"))
    nothing: tuple[str, ...] = ("nonexistent pathway XYZ123", "zzqqxxkkvv")
    title_before_node: tuple[str, str, str] = ("apoptosis", "WP:WP254", "WP:WP707")
    """A query, a pathway whose title it names, and one in which a node or the text only mentions it."""
    equals: tuple[str, str, str] = ("apoptosis", "WP:WP254", "WP:WP1254")
    """A query, and a human and another pathway of the very same title."""
    broad: str = "human"
    step: int = 3
    every: int = 1
    """Of the genes that are drawn, each how many-eth is asked for; many drawings have thousands."""
    filtered: tuple[str, str] = ("apoptosis", "Mus musculus")
    absent_organism: str = "Panthera leo"

    known: tuple[str, str, str] = ("WP:WP534", "Glycolysis and gluconeogenesis", "Homo sapiens")
    unknown: str = "WP:WP99999999"

    gene_names: tuple[str, ...] = (
        "TP53",
        "tp53",
        "Tp53",
        "7157",
        "ncbigene:7157",
        "ENSG00000141510",
        "ensembl:ENSG00000141510",
        "ensg00000141510.18",
        "P04637",
        "uniprot:p04637",
    )
    gene_pathways: frozenset[str] = frozenset({"WP:WP254", "WP:WP179", "WP:WP707"})
    gene_elsewhere: tuple[str, str, str] = ("TP53", "WP:WP656", "Rattus norvegicus")
    """A symbol, and a pathway of another organism whose gene is written otherwise (`Tp53`)."""
    gene_in_title: tuple[str, str] = ("TP53", "WP:WP1742")
    """A symbol, and the human pathway whose title names it, though others come before in the alphabet."""
    whole_token: tuple[str, str, str] = ("672", "WP:WP707", "WP:WP1982")
    """A gene id, a pathway that has it, and one that has only a longer id which contains it (`6720`)."""
    unmapped: tuple[str, ...] = ("symbol:fas", "ensembl_gene:ENSG00000026103", "symbol:mir34a", "mirbase:MI0000268")
    """Terms of drawn genes that the upstream could not map."""
    unheard_gene: str = "NOSUCHGENE9"

    compound: tuple[tuple[str, str], frozenset[str]] = (("chebi", "CHEBI:15903"), frozenset({"WP534"}))
    """An identifier of a compound, and the pathways whose nodes are drawn with it, or mapped to it."""
    inchikeys_compared: int = 1
    """At least so many; none where neither drawings nor the index have any."""
    half_compound: tuple[str, str] = ("chebi", "CHEBI:1590")
    """The beginning of an identifier that is carried."""

    async def bring(self, source: PathwaySource) -> None:
        assert await source.gene_listing(None)

    @pytest.fixture
    async def source(self) -> PathwaySource:
        raise NotImplementedError

    async def first(self, source: PathwaySource, query: str, count: int = 5) -> list[str]:
        return [item.id for item in (await self.hits(source, query, Window(limit=count))).items]

    async def hits(
        self, source: PathwaySource, query: str, window: Window, organism: str | None = None
    ) -> Hits[PathwayCandidate]:
        found = await source.search(Query(text=query, organism=organism), window)
        assert found is not None
        return found

    async def genes(
        self, source: PathwaySource, gene: str, organism: str | None = None, window: Window | None = None
    ) -> Hits[PathwayCandidate]:
        return await pathways_of(source, gene, organism, window)

    async def misses(self, source: PathwaySource, cases: Cases, places: int = 5) -> list[tuple[str, list[str]]]:
        answers = [(query, right, await self.first(source, query, places)) for query, right in cases]
        return [(query, answer) for query, right, answer in answers if right not in answer]

    # Search

    async def test_a_title_is_found_first(self, source: PathwaySource) -> None:
        misses = await self.misses(source, self.titles, places=1)

        assert misses == []

    async def test_a_synonym_is_found(self, source: PathwaySource) -> None:
        misses = await self.misses(source, self.synonyms)

        assert misses == []

    async def test_a_gene_label_is_found(self, source: PathwaySource) -> None:
        misses = await self.misses(source, self.labels, places=100)

        assert misses == []

    async def test_every_spelling_of_a_name_is_found(self, source: PathwaySource) -> None:
        misses = await self.misses(source, self.variants)

        assert misses == []

    async def test_an_identifier_finds_its_pathway(self, source: PathwaySource) -> None:
        cases = (("WP534", "WP:WP534"), ("wp254", "WP:WP254"), ("WP:WP179", "WP:WP179"))
        misses = await self.misses(source, cases, places=1)

        assert misses == []

    async def test_a_typo_is_forgiven_and_told(self, source: PathwaySource) -> None:
        misses = await self.misses(source, self.typos)
        told = [(await self.hits(source, query, Window(limit=1))).guidance or "" for query, _ in self.typos]

        assert misses == []
        assert [query in said for (query, _), said in zip(self.typos, told, strict=True)] == [True] * len(told)

    async def test_a_title_comes_before_a_mention(self, source: PathwaySource) -> None:
        query, title, mention = self.title_before_node
        found = await self.first(source, query, 100)

        assert title in found
        assert mention not in found or found.index(title) < found.index(mention)

    async def test_human_comes_first_among_equals(self, source: PathwaySource) -> None:
        query, human, other = self.equals
        found = await self.first(source, query, 100)

        assert [identifier for identifier in found if identifier in (human, other)] == [human, other]

    async def test_scores_are_absolute_and_never_rise(self, source: PathwaySource) -> None:
        hits = await self.hits(source, "human glycolysis and cell signaling", Window(limit=100))
        scores = [item.rating for item in hits.items]

        assert scores[0] < 1.0  # no title is the query
        assert scores == sorted(scores, reverse=True)
        assert min(scores) > 0

    async def test_what_matched_is_told(self, source: PathwaySource) -> None:
        query, right = self.titles[0]
        (best,) = (await self.hits(source, query, Window(limit=1))).items

        assert (best.id, best.matched_on) == (right, "title")

    async def test_descriptions_have_at_most_200_characters(self, source: PathwaySource) -> None:
        hits = await self.hits(source, self.broad, Window(limit=100))
        descriptions = [item.description for item in hits.items if item.description is not None]

        assert descriptions
        assert [text for text in descriptions if not 0 < len(text) <= 200] == []

    async def test_a_walk_yields_every_item_once(self, source: PathwaySource) -> None:
        hits = await self.hits(source, self.broad, Window(limit=self.step))
        walked = list(hits.items)
        while hits.more:
            hits = await self.hits(
                source, self.broad, Window(offset=len(walked), limit=self.step, version=hits.version)
            )
            walked += hits.items

        assert len(walked) > self.step
        assert len(walked) == len({item.id for item in walked}) == hits.total
        assert [item.rating for item in walked] == sorted((item.rating for item in walked), reverse=True)

    async def test_a_window_behind_the_end_is_empty(self, source: PathwaySource) -> None:
        hits = await self.hits(source, self.titles[0][0], Window(offset=100_000, limit=10))

        assert (hits.items, hits.more) == ((), False)

    async def test_an_unknown_version_gives_none(self, source: PathwaySource) -> None:
        window = Window(version="no-such-version")
        query = Query(text=self.titles[0][0])
        found = [
            await source.search(query, window),
            await source.with_gene(SoughtGene(terms=["symbol:tp53"]), window.version),
        ]

        assert found == [None] * 2

    async def test_the_organism_filter_is_exact(self, source: PathwaySource) -> None:
        query, organism = self.filtered
        everywhere = await self.hits(source, query, Window(limit=100))
        there = await self.hits(source, query, Window(limit=100), organism)

        assert {item.organism for item in there.items} == {organism}
        assert there.total is not None
        assert everywhere.total is not None
        assert 0 < there.total < everywhere.total

    async def test_an_organism_among_the_words_is_a_filter_that_is_told(self, source: PathwaySource) -> None:
        query, organism = self.filtered
        filtered = await self.hits(source, query, Window(limit=100), organism)
        named = await self.hits(source, f"{query} in {organism}", Window(limit=100))

        assert [item.id for item in named.items] == [item.id for item in filtered.items]
        assert f"organism='{organism}'" in (named.guidance or "")

    async def test_an_organism_without_pathways_gives_nothing_and_a_guidance(self, source: PathwaySource) -> None:
        hits = await self.hits(source, self.titles[0][0], Window(), self.absent_organism)

        assert (hits.items, hits.total, hits.more) == ((), 0, False)
        assert hits.guidance

    async def test_titles_and_synonyms_are_known_once_they_are_at_hand(self, source: PathwaySource) -> None:
        await self.hits(source, self.titles[0][0], Window())

        known = [name for name, _ in (*self.titles, *self.synonyms)]
        assert [name for name in known if not await source.knows(name)] == []
        assert [name for name in self.nothing if await source.knows(name)] == []

    async def test_nothing_found_gives_nothing_and_a_guidance(self, source: PathwaySource) -> None:
        found = [await self.hits(source, query, Window()) for query in self.nothing]

        assert [(hits.items, hits.total, hits.more) for hits in found] == [((), 0, False)] * len(found)
        assert all(hits.guidance for hits in found)

    async def test_every_organism_is_searched_without_a_filter(self, source: PathwaySource) -> None:
        hits = await self.hits(source, self.filtered[0], Window(limit=100))

        assert {"Homo sapiens", self.filtered[1]} <= {item.organism for item in hits.items}

    async def test_lists_say_where_they_come_from(self, source: PathwaySource) -> None:
        hits = await self.hits(source, self.titles[0][0], Window(limit=1))

        assert hits.provenance is not None
        assert hits.provenance.name == "WikiPathways"
        assert hits.provenance.release

    # Records

    async def test_a_known_identifier_gives_its_record(self, source: PathwaySource) -> None:
        pathway = await source.get(PathwayId.parse(self.known[0]))

        assert pathway is not None
        assert (pathway.id, pathway.title, pathway.organism) == self.known
        assert pathway.description
        assert pathway.revision.version is not None
        assert pathway.revision.version.isdecimal()
        assert (pathway.revision.last_modified or "").endswith("Z")
        assert pathway.url.startswith("https://")
        assert pathway.source is not None

    async def test_cross_references_are_of_the_registry_and_never_empty(self, source: PathwaySource) -> None:
        pathway = await source.get(PathwayId.parse(self.known[0]))

        assert pathway is not None
        pairs = [
            (key, value)
            for key, values in pathway.cross_references.items()
            for value in ((values,) if isinstance(values, str) else values or ("",))
        ]
        assert pairs
        assert [pair for pair in pairs if not is_valid(*pair)] == []

    async def test_a_record_names_its_ontology_terms(self, source: PathwaySource) -> None:
        pathway = await source.get(PathwayId.parse(self.known[0]))

        assert pathway is not None
        terms = {term.id: term.name for term in pathway.ontology_terms}
        assert terms["PW:0000640"] == "glycolysis pathway"
        assert {one for one in terms if one.startswith("PW:")} == {*pathway.cross_references["pathway_ontology"]}

    async def test_a_record_says_what_it_cites(self, source: PathwaySource) -> None:
        pathway = await source.get(PathwayId.parse(self.known[0]))

        assert pathway is not None
        (mpc,) = (one for one in pathway.literature if one.pubmed == "22628558")
        assert mpc.title is not None
        assert mpc.title.startswith("A mitochondrial pyruvate carrier")
        assert mpc.year == 2012
        assert len({one.reference for one in pathway.literature}) == len(pathway.literature)

    async def test_an_unknown_identifier_gives_none(self, source: PathwaySource) -> None:
        identifier = PathwayId.parse(self.unknown)
        found = await source.get(identifier), await source.components(identifier)

        assert found == (None, None)

    async def test_a_diagram_is_of_its_pathway(self, source: PathwaySource) -> None:
        found = await source.diagram(PathwayId.parse(self.known[0]))

        assert found is not None
        assert (found.diagram.id, found.diagram.title, found.diagram.organism) == self.known
        assert found.provenance.name == "WikiPathways"

    async def test_what_there_is_not_has_no_diagram(self, source: PathwaySource) -> None:
        assert await source.diagram(PathwayId.parse("WP:WP99999999999")) is None

    async def test_counts_equal_the_lists_of_the_components(self, source: PathwaySource) -> None:
        identifier = PathwayId.parse(self.known[0])
        pathway, drawn = await source.get(identifier), await source.components(identifier)

        assert pathway is not None
        assert drawn is not None
        assert pathway.component_counts == ComponentCounts(
            gene_count=len(drawn.genes),
            protein_count=len(drawn.proteins),
            metabolite_count=len(drawn.metabolites),
            interaction_count=len(drawn.interactions),
        )
        assert pathway.component_counts.gene_count > 0
        assert (drawn.id, drawn.title, drawn.organism) == self.known

    async def test_both_ends_of_every_interaction_are_there(self, source: PathwaySource) -> None:
        drawn = await source.components(PathwayId.parse(self.known[0]))

        assert drawn is not None
        assert drawn.interactions
        listed = {
            "node": {node.id for node in drawn.nodes},
            "group": {group.id for group in drawn.groups},
            "interaction": {line.id for line in drawn.interactions},
        }
        ends = [(e, k) for i in drawn.interactions for e, k in ((i.source, i.source_kind), (i.target, i.target_kind))]
        assert [end for end, kind in ends if kind in listed and end not in listed[kind]] == []

    # Genes

    async def test_a_gene_is_found_by_each_of_its_names(self, source: PathwaySource) -> None:
        found = {name: {item.id for item in (await self.genes(source, name)).items} for name in self.gene_names}

        assert [name for name, pathways in found.items() if not self.gene_pathways <= pathways] == []

    async def test_the_case_of_a_symbol_does_not_matter(self, source: PathwaySource) -> None:
        upper, lower = await self.genes(source, "TP53"), await self.genes(source, "tp53")

        assert upper.items == lower.items
        assert upper.total == lower.total

    async def test_a_symbol_is_found_in_other_organisms(self, source: PathwaySource) -> None:
        symbol, pathway, organism = self.gene_elsewhere
        everywhere = await self.genes(source, symbol)
        there = await self.genes(source, symbol, organism)

        assert pathway in {item.id for item in everywhere.items}
        assert pathway in {item.id for item in there.items}
        assert {item.organism for item in there.items} == {organism}

    async def test_human_pathways_of_a_gene_come_first_then_by_organism(self, source: PathwaySource) -> None:
        found = [item.organism for item in (await self.genes(source, self.gene_elsewhere[0])).items]

        assert found == sorted(found, key=organisms.sort_key)
        assert len(set(found)) > 1

    async def test_titles_that_name_the_gene_come_first(self, source: PathwaySource) -> None:
        symbol, named = self.gene_in_title
        found = [item.id for item in (await self.genes(source, symbol)).items]

        assert found[0] == named

    async def test_identifiers_are_compared_whole(self, source: PathwaySource) -> None:
        gene, having, longer = self.whole_token
        found = {item.id for item in (await self.genes(source, gene)).items}

        assert having in found
        assert longer not in found

    async def test_gene_candidates_say_so_and_score_the_same(self, source: PathwaySource) -> None:
        hits = await self.genes(source, "TP53")

        assert {(item.matched_on, item.score) for item in hits.items} == {("gene", 1.0)}

    async def test_a_walk_over_a_genes_pathways_yields_every_item_once(self, source: PathwaySource) -> None:
        whole = await self.genes(source, "TP53", window=Window(limit=10_000))
        hits = await self.genes(source, "TP53", window=Window(limit=2))
        walked = list(hits.items)
        while hits.more:
            hits = await self.genes(source, "TP53", window=Window(offset=len(walked), limit=2, version=hits.version))
            walked += hits.items

        assert walked == list(whole.items)
        assert len(walked) == whole.total

    async def test_a_gene_without_pathways_gives_nothing_and_a_guidance(self, source: PathwaySource) -> None:
        hits = await self.genes(source, self.unheard_gene)

        assert (hits.items, hits.total, hits.more) == ((), 0, False)
        assert self.unheard_gene in (hits.guidance or "")

    async def test_strange_input_is_shown_plainly(self, source: PathwaySource) -> None:
        """No control characters for the terminal, no halves of characters that JSON cannot hold."""
        strange = "Nosuch\x1b[31m\udcff\u202ething"
        said = [
            (await self.genes(source, strange)).guidance or "",
            (await self.hits(source, self.titles[0][0], Window(), organisms.check(strange))).guidance or "",
            (await self.hits(source, strange, Window())).guidance or "",
        ]

        assert [text for text in said if not text or not text.isprintable()] == []

    async def test_a_gene_of_other_organisms_only_is_told_so(self, source: PathwaySource) -> None:
        hits = await self.genes(source, "TP53", self.absent_organism)

        assert (hits.items, hits.total) == ((), 0)
        assert "Homo sapiens" in (hits.guidance or "")

    # Compounds

    async def compound_pathways(self, source: PathwaySource, sought: SoughtCompound) -> CompoundPathways:
        found = await source.with_compound(sought, None)
        assert found is not None
        return found

    async def test_a_compound_is_found_where_it_is_drawn(self, source: PathwaySource) -> None:
        asked, pathways = self.compound
        found = await self.compound_pathways(source, SoughtCompound(in_query=(asked,)))

        assert pathways <= {one.local_id for one in found.pathways}
        assert {one.matched_on for one in found.pathways} == {"identifier"}
        assert asked in found.references

    async def test_part_of_an_identifier_finds_nothing(self, source: PathwaySource) -> None:
        found = await self.compound_pathways(source, SoughtCompound(in_query=(self.half_compound,)))

        assert list(found.pathways) == []

    async def test_nothing_of_a_compound_finds_nothing(self, source: PathwaySource) -> None:
        found = await self.compound_pathways(source, SoughtCompound())

        assert list(found.pathways) == []

    async def test_what_records_state_of_a_compound_finds_it(self, source: PathwaySource) -> None:
        stated, pathways = self.compound
        found = await self.compound_pathways(
            source, SoughtCompound(in_query=(("unii", "0000000000"),), in_records=(stated,))
        )

        assert pathways <= {one.local_id for one in found.pathways}

    async def test_pathways_of_a_compound_stand_in_a_list_in_their_version(self, source: PathwaySource) -> None:
        asked, _ = self.compound
        first = await self.compound_pathways(source, SoughtCompound(in_query=(asked,)))
        again = await source.with_compound(SoughtCompound(in_query=(asked,)), first.version)
        listed = [first.candidate(one.local_id) for one in first.pathways]

        assert again is not None
        assert again.pathways == first.pathways
        assert [one.id for one in listed] == [f"WP:{one.local_id}" for one in first.pathways]
        assert [one.organism for one in listed] == [one.organism for one in first.pathways]

    async def test_no_compound_is_looked_for_in_a_version_that_is_not_kept(self, source: PathwaySource) -> None:
        assert (
            await source.with_compound(SoughtCompound(in_query=(self.compound[0],)), "wikipathways-text=none") is None
        )

    async def test_nodes_are_found_by_the_names_under_which_they_are_drawn(self, source: PathwaySource) -> None:
        asked, _ = self.compound
        by_identifier = (await source.compound_nodes([asked])).nodes
        labels = {node.label for node in by_identifier} - {""}
        by_name = (await source.compound_nodes((), called=[f"{label} ".upper() for label in labels])).nodes

        assert {node for node in by_identifier if node.label} <= {*by_name}
        assert {fold.compact(node.label) for node in by_name} == {fold.compact(label) for label in labels}

    async def test_nothing_is_drawn_under_a_name_that_nobody_uses(self, source: PathwaySource) -> None:
        assert list(await source.drawn_as("no such compound")) == []

    async def test_a_compound_is_among_all_drawn_ones_where_it_is_found_alone(self, source: PathwaySource) -> None:
        compared = 0
        for organism in ("Homo sapiens", *self.filtered[1:]):
            drawn = await source.compounds_drawn(organism, None)
            assert drawn is not None
            ours = {local_id for local_id, _ in drawn.pathways}
            for nodes in [*DrawnCompounds(drawn.nodes).nodes.values()][:100]:
                found: set[str] = set()
                for key in {key for node in nodes for key in inchikeys(node.references)}:
                    alone = await self.compound_pathways(source, SoughtCompound(in_query=(("inchikey", key),)))
                    found |= {one.local_id for one in alone.pathways if one.matched_on == "identifier"}
                    compared += 1

                if found:
                    assert ours & {one for node in nodes for one in node.pathways} == ours & found

        assert compared >= self.inchikeys_compared

    async def test_pathways_with_their_compounds_are_listed_by_title(self, source: PathwaySource) -> None:
        drawn = await source.compounds_drawn("Homo sapiens", None)
        assert drawn is not None
        titles = [title.casefold() for _, title in drawn.pathways]

        assert self.known[:2] in [(f"WP:{local_id}", title) for local_id, title in drawn.pathways]
        assert titles == sorted(titles)

    async def test_all_drawn_compounds_are_those_of_their_version(self, source: PathwaySource) -> None:
        drawn = await source.compounds_drawn("Homo sapiens", None)
        assert drawn is not None
        again = await source.compounds_drawn("Homo sapiens", drawn.version)

        assert again is not None
        assert (again.pathways, again.nodes) == (drawn.pathways, drawn.nodes)
        assert await source.compounds_drawn("Homo sapiens", "wikipathways-text=none") is None

    async def test_an_organism_without_pathways_draws_no_compounds(self, source: PathwaySource) -> None:
        drawn = await source.compounds_drawn(self.absent_organism, None)

        assert drawn is not None
        assert list(drawn.pathways) == []

    # Joins

    async def test_a_pathway_carries_the_identifiers_of_its_nodes(self, source: PathwaySource) -> None:
        carried = await source.carried(PathwayId("534"))

        assert carried is not None
        assert (carried.entity.id, carried.entity.organism) == ("WP:WP534", "Homo sapiens")
        assert carried.version
        keys = {key for key, _ in carried.identifiers}
        assert "entrez" in keys or "ensembl_gene" in keys

    async def test_what_genes_it_carries_finds_it(self, source: PathwaySource) -> None:
        carried = await source.carried(PathwayId("534"))

        assert carried is not None
        for key, value in sorted(carried.identifiers):
            if key in IDENTIFIERS:
                found = await source.with_gene(SoughtGene(terms=[gene_term(key, value)]), None)
                assert found is not None
                assert "WP534" in {one.local_id for one in found.pathways}

    async def test_an_unknown_pathway_carries_nothing(self, source: PathwaySource) -> None:
        assert await source.carried(PathwayId("999999999")) is None

    # All genes of an organism

    async def test_a_gene_is_drawn_where_it_is_found(self, source: PathwaySource) -> None:
        """By each term by itself, and by each symbol: nothing lost, nothing foreign."""
        listing = await source.gene_listing(None)
        assert listing is not None
        compared = 0
        for organism in ("Homo sapiens", *self.filtered[1:]):
            pathways = await source.genes_drawn(organism, listing.version)
            assert pathways
            drawn = DrawnGenes(pathways)
            symbols = {term.partition(":")[2] for term in drawn.terms if term.startswith("symbol:")} | {*drawn.labels}
            sought = [SoughtGene(terms=[term]) for term in (*drawn.terms, *self.unmapped)]
            sought += [SoughtGene(terms=[gene_term("symbol", symbol)], symbol=symbol) for symbol in symbols]
            for gene in sought[:: self.every]:
                found = await source.with_gene(gene, listing.version)
                assert found is not None
                there = {one.local_id for one in found.pathways if one.organism == organism}

                assert {pathways[place].local_id for place in drawn.of(gene.terms, gene.symbol)} == there, gene
                compared += bool(there)

        assert compared > 20

    async def test_pathways_with_their_genes_are_listed_by_title(self, source: PathwaySource) -> None:
        listing = await source.gene_listing(None)
        assert listing is not None
        pathways = await source.genes_drawn("Homo sapiens", listing.version)
        assert pathways is not None
        titles = [one.title.casefold() for one in pathways]

        assert self.known[:2] in [(f"WP:{one.local_id}", one.title) for one in pathways]
        assert titles == sorted(titles)

    async def test_an_organism_without_pathways_has_no_genes(self, source: PathwaySource) -> None:
        listing = await source.gene_listing(None)
        assert listing is not None

        assert await source.genes_drawn(self.absent_organism, listing.version) == []

    async def test_genes_of_an_unknown_version_are_none(self, source: PathwaySource) -> None:
        found = [
            await source.gene_listing("no-such-version"),
            await source.genes_drawn("Homo sapiens", "no-such-version"),
        ]

        assert found == [None] * 2

    async def test_the_listing_of_all_genes_is_that_of_one(self, source: PathwaySource) -> None:
        listing = await source.gene_listing(None)
        found = await source.with_gene(SoughtGene(terms=["symbol:tp53"], symbol="TP53"), None)
        assert listing is not None
        assert found is not None

        assert (listing.version, listing.complete) == (found.version, found.complete)
