"""What bears a name in a drawing: by identifier, as a gene or as a compound; and in how far, where it is less."""

from collections.abc import Mapping, Sequence

import pytest

from biofacts.application.compounds.named_compounds import CompoundNameResolver, ResolvedCompound
from biofacts.application.pathways.nodes_by_name import MatchedNodes, NamedNodeIds, NodesByName, NodesOfGenes
from biofacts.domain.answers.entity_kinds import LIGAND
from biofacts.domain.answers.errors import AmbiguousQuery, EntityNotFound, Meaning
from biofacts.domain.answers.records import RecordReadAs
from biofacts.domain.identifiers.identifiers_in_text import Reference
from biofacts.domain.pathways.drawn_nodes import DrawnNodes
from biofacts.domain.pathways.pathway import DataNode, NodeType, PathwayComponents
from biofacts.ports.pathways import SoughtCompound

GLUCOSE, MANNOSE, FLAT = (f"WQZGKKKJIJFFOK-{stereo}-N" for stereo in ("GASJEMHNSA", "QTVWNMPRSA", "UHFFFAOYSA"))
OTHER = "RZVAJINKPMORJF-UHFFFAOYSA-N"
OTHER_STEREO = "D-Mannose is not drawn here, unlike other stereo forms with the same skeleton: Glucose"


class Genes(NodesOfGenes):
    """Genes by name, as they are found in the drawing; whatever else is asked fails the test."""

    def __init__(self, **known: NamedNodeIds) -> None:
        self._known = known

    async def called(self, text: str, drawn: DrawnNodes) -> NamedNodeIds:
        return self._known.get(text, NamedNodeIds())


class Compounds(CompoundNameResolver):
    """Compounds by name or identifier, with their InChIKeys: several where a name means several.

    `called`: their own names, where those are not what is asked; `not_at_hand`: names that only PubChem knows.
    """

    def __init__(
        self, known: Mapping[str, Sequence[str]] | None = None, *, not_at_hand: Sequence[str] = (), **called: str
    ) -> None:
        self._known = known or {}
        self._renamed = called
        self._not_at_hand = not_at_hand

    async def resolved(
        self, text: str, reference: Reference | None, *, strict: bool, at_hand: bool = False
    ) -> ResolvedCompound:
        name = reference.text if reference else text
        keys = self._known.get(name, [name] if name.count("-") == 2 else [])
        if not keys and name not in self._not_at_hand:
            raise EntityNotFound.of(LIGAND, name)
        if at_hand and name in self._not_at_hand:
            return ResolvedCompound(sought=SoughtCompound(), exists=False)
        if len(keys) > 1:
            raise AmbiguousQuery(
                "several", "choose", name, candidates=[Meaning(id=key, symbol=name, why="") for key in keys]
            )
        read_as = RecordReadAs(id=keys[0], name=self._renamed.get(name, name.title()), why="")
        return ResolvedCompound(sought=SoughtCompound(in_query=(("inchikey", keys[0]),)), read_as=read_as)


def node(label: str, kind: NodeType = "Gene", identifier: str = "", **references: str) -> DataNode:
    return DataNode(id=label, label=label, type=kind, identifier=identifier or None, cross_references=references)


def drawing(*nodes: DataNode) -> DrawnNodes:
    metabolites = tuple(one for one in nodes if one.type == "Metabolite")
    genes = tuple(one for one in nodes if one.type != "Metabolite")
    return DrawnNodes(PathwayComponents(id="WP:WP1", title="", organism="", genes=genes, metabolites=metabolites))


async def borne(
    name: str, genes: Genes | None = None, compounds: Compounds | None = None, *nodes: DataNode
) -> MatchedNodes:
    return await NodesByName(genes or Genes(), compounds or Compounds()).called(name, drawing(*nodes))


MOUSE = node("Hprt", identifier="15452", entrez="15452")
YEAST = node("CDC8", identifier="S000003818", ensembl_gene="YJR057W", uniprot="P00572")
ENZYME = node("PYK", identifier="2.7.1.40")


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("15452", "Hprt"), ("NCBIGene:15452", "Hprt"), ("entrez:15452", "Hprt"),
        ("SGD:S000003818", "CDC8"), ("S000003818", "CDC8"), ("YJR057W", "CDC8"), ("P00572", "CDC8"),
        ("2.7.1.40", "PYK"), ("CHEBI:17234", "Glc"), ("chebi 17234", "Glc"),
    ],
)  # fmt: skip
async def test_what_carries_an_identifier_bears_it(name: str, found: str) -> None:
    sugar = node("Glc", "Metabolite", "17234", chebi="CHEBI:17234")

    assert (await borne(name, None, None, MOUSE, YEAST, ENZYME, sugar)).ids == {found}


async def test_a_bare_number_is_of_a_gene_alone() -> None:
    assert not (await borne("17234", None, None, node("Glc", "Metabolite", "17234", chebi="CHEBI:17234"))).ids


@pytest.mark.parametrize("name", ["PubChem:CID596", "CID596", "CHEBI:596", "50-78-2"])
async def test_the_identifier_of_a_compound_is_no_gene(name: str) -> None:
    genes = Genes(**{name: NamedNodeIds({"BCL2": frozenset({"BCL2"})}, ["BCL2"], sure=True)})

    assert not (await borne(name, genes, None, node("BCL2"))).ids


async def test_a_compound_is_tried_where_a_gene_of_that_alias_is_not_drawn() -> None:
    genes, compounds = Genes(PEP=NamedNodeIds(symbols=["PAEP"])), Compounds({"PEP": [OTHER]})
    found = await borne("PEP", genes, compounds, node("P-enolpyruvate", "Metabolite", inchikey=OTHER))
    nothing = await borne("PEP", genes, compounds, node("x"))

    assert (found.ids, found.read_as) == (frozenset({"P-enolpyruvate"}), ("Pep",))
    assert nothing.why == "read as PAEP, which is not drawn here"


async def test_an_approved_symbol_is_no_compound_that_is_drawn_otherwise() -> None:
    genes, compounds = Genes(PEP=NamedNodeIds(symbols=["PEP"], sure=True)), Compounds({"PEP": [OTHER]})

    assert (
        await borne("PEP", genes, compounds, node("x", "Metabolite", inchikey=OTHER))
    ).why == "PEP is not drawn here"


@pytest.mark.parametrize("is_drawn", [False, True])
async def test_a_symbol_that_is_the_label_of_a_compound_is_told(is_drawn: bool) -> None:
    gene = {"GLA": frozenset({"gene"})} if is_drawn else {}
    found = await borne("GLA", Genes(GLA=NamedNodeIds(gene, ["GLA"], sure=True)), None, node("GLA", "Metabolite"))

    assert found.ids == {"GLA", *(["gene"] if is_drawn else [])}
    assert found.remark is not None
    assert ("the gene GLA is not drawn here" in found.remark) != is_drawn


async def test_members_of_a_family_are_found_where_the_gene_itself_is_not_drawn() -> None:
    genes = Genes(PGK=NamedNodeIds(symbols=["PRKG1"], others={"PGK1": frozenset({"a"}), "PGK2": frozenset({"b"})}))

    assert await borne("PGK", genes) == MatchedNodes(frozenset({"a", "b"}), ("PGK1", "PGK2"))


@pytest.mark.parametrize(
    ("name", "key", "drawn_key", "label", "ids", "said"),
    [
        ("glucose", GLUCOSE, GLUCOSE, "Sugar", {"Sugar"}, None),
        ("glucose", GLUCOSE, FLAT, "Sugar", {"Sugar"}, "Another charge or stereo form"),
        ("glucose", FLAT, GLUCOSE, "Sugar", {"Sugar"}, "Another charge or stereo form"),
        ("D-mannose", MANNOSE, GLUCOSE, "Mannose", {"Mannose"}, "Another charge or stereo form"),
        ("mannose", MANNOSE, OTHER, "Mannose", {"Mannose"}, None),
        ("D-mannose", MANNOSE, GLUCOSE, "Glucose", set[str](), OTHER_STEREO),
        ("mannose", MANNOSE, OTHER, "Glucose", set[str](), "Mannose is not drawn here"),
    ],
)
async def test_in_how_far_a_compound_is_drawn_is_told(
    name: str, key: str, drawn_key: str, label: str, ids: set[str], said: str | None
) -> None:
    found = await borne(name, None, Compounds({name: [key]}), node(label, "Metabolite", inchikey=drawn_key))

    assert found.ids == ids
    assert (said or "") in (found.remark or found.why)
    assert bool(found.remark) == bool(said and ids)


async def test_a_compound_that_is_found_by_its_label_alone_is_told() -> None:
    compounds = Compounds({"dextrose": [GLUCOSE]}, dextrose="Glucose")
    found = await borne("dextrose", None, compounds, node("glucose", "Metabolite"), node("Glucose"))

    assert (found.ids, found.read_as) == (frozenset({"glucose"}), ("Glucose",))
    assert found.remark == "'dextrose' was found by the label glucose alone; no identifier confirms it."


async def test_of_several_compounds_those_are_meant_that_are_drawn() -> None:
    compounds = Compounds({"calcium": [OTHER, GLUCOSE]})
    found = await borne("calcium", None, compounds, node("Ca", "Metabolite", inchikey=OTHER))
    nothing = await borne("calcium", None, compounds, node("x"))

    assert (found.ids, found.read_as) == (frozenset({"Ca"}), (f"calcium ({OTHER})",))
    assert nothing.why == f"it may mean calcium ({OTHER}), calcium ({GLUCOSE}), none of which is drawn here"


async def test_what_only_pubchem_may_know_is_open_until_it_is_asked() -> None:
    compounds = Compounds({"Panadol": [OTHER]}, not_at_hand=["Panadol"])
    nodes, drawn = NodesByName(Genes(), compounds), drawing(node("paracetamol", "Metabolite", inchikey=OTHER))

    assert await nodes.called("Panadol", drawn, at_hand=True) == MatchedNodes(is_open=True)
    assert (await nodes.called("Panadol", drawn)).ids == {"paracetamol"}
