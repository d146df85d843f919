"""Medicines that are drawn themselves: by whole identifiers, or not at all, which is told."""

from collections.abc import Collection, Mapping, Sequence

import msgspec
import pytest

from biofacts.application.links.find_links import FindLinks
from biofacts.application.messages import links as link_messages
from biofacts.application.pathways.nodes_by_name import MatchedNodes, NodesOfGenes
from biofacts.application.pictures.marking import FindMedicines, Medicines, marked
from biofacts.domain.answers.errors import BiofactsError, UpstreamError
from biofacts.domain.identifiers.cross_references import KeyedId
from biofacts.domain.identifiers.curies import PathwayId
from biofacts.domain.pathways.pathway import DataNode, NodeType, PathwayComponents
from biofacts.domain.pharmacology.ligand import LigandCandidate
from biofacts.domain.pictures.highlights import Highlight, LegendEntry, Look, Mark
from biofacts.domain.source_remarks import pathways as pathway_remarks
from biofacts.ports.sources import EntitiesByIdentifier, IdentifiedEntity, JoinSource, Presence

ASPIRIN_KEY, PROPRANOLOL_KEY = "BSYNRYMUTXBXSQ-UHFFFAOYSA-N", "AQHHHDLHHXJYJD-UHFFFAOYSA-N"
OTHER_KEY = "RZVAJINKPMORJF-UHFFFAOYSA-N"

Known = Mapping[str, str | tuple[str, ...]]


class Graph(FindLinks):
    """Knows no medicine that acts on anything; or fails."""

    def __init__(self, error: BiofactsError | None = None) -> None:
        self._error = error

    async def medicines(self, pathway: str) -> Mapping[str, tuple[str, ...]]:
        if self._error:
            raise self._error
        return {}


class Ligands(JoinSource[LigandCandidate]):
    """Ligands by their identifiers: each is approved whose name is written small."""

    def __init__(self, **known: Sequence[KeyedId]) -> None:
        self._known = known

    async def at_hand(self) -> Presence:
        return Presence()

    async def with_identifiers(self, identifiers: Collection[KeyedId]) -> EntitiesByIdentifier[LigandCandidate]:
        return EntitiesByIdentifier(
            [
                IdentifiedEntity(
                    LigandCandidate(
                        id=f"IUPHAR:{number}",
                        name=name,
                        type="",
                        approved=name.islower(),
                        withdrawn=name.endswith("coxib"),
                        score=1,
                    ),
                    frozenset(own),
                )
                for number, (name, own) in enumerate(self._known.items())
                if not {*own}.isdisjoint(identifiers)
            ]
        )


class Away(Ligands):
    """Does not answer."""

    async def with_identifiers(self, identifiers: Collection[KeyedId]) -> EntitiesByIdentifier[LigandCandidate]:
        raise UpstreamError.of("Guide to PHARMACOLOGY", "it is away")


LIGANDS = Ligands(
    aspirin=[("pubchem_compound", "2244"), ("inchikey", ASPIRIN_KEY), ("cas", "50-78-2"), ("chebi", "CHEBI:15365")],
    propranolol=[("drugbank", "DB00571"), ("inchikey", PROPRANOLOL_KEY)],
    LevoPropranolol=[("drugbank", "DB00571"), ("inchikey", "AQHHHDLHHXJYJD-AWEZNQCLSA-N")],
    prazosin=[("pubchem_compound", "4893"), ("cas", "19216-56-9")],
    TritiatedPrazosin=[("pubchem_compound", "4893")],
    Candidate=[("pubchem_compound", "1")],
    rofecoxib=[("pubchem_compound", "5090")],
)


def drawn(*nodes: tuple[Known, NodeType], remark: str | None = None) -> PathwayComponents:
    several = [
        DataNode(id=f"n{number}", label=f"node {number}", type=kind, cross_references=known)
        for number, (known, kind) in enumerate(nodes)
    ]
    return PathwayComponents(
        id="WP:WP1",
        title="A pathway",
        organism="Homo sapiens",
        genes=tuple(one for one in several if one.type == "Gene"),
        metabolites=tuple(one for one in several if one.type == "Metabolite"),
        other_nodes=tuple(one for one in several if one.type == "Other"),
        remark=remark,
    )


def metabolites(*known: Known, remark: str | None = None) -> PathwayComponents:
    nodes: list[tuple[Known, NodeType]] = [(one, "Metabolite") for one in known]
    return drawn(*nodes, remark=remark)


async def found(
    components: PathwayComponents, ligands: JoinSource[LigandCandidate] = LIGANDS, graph: FindLinks | None = None
) -> Medicines:
    nodes = NodesOfGenes.__new__(NodesOfGenes)  # nobody asks for the nodes of a gene
    return await FindMedicines(graph or Graph(), nodes, ligands)(PathwayId("1"), components)


@pytest.mark.parametrize(
    "known",
    [
        {"pubchem_compound": "2244"}, {"inchikey": ASPIRIN_KEY}, {"cas": "50-78-2"}, {"chebi": "CHEBI:15365"},
        {"inchikey": (OTHER_KEY, ASPIRIN_KEY)}, {"hmdb": "HMDB0001879", "cas": "50-78-2"},
    ],
)  # fmt: skip
async def test_a_node_is_a_medicine_by_any_identifier_that_both_have(known: Known) -> None:
    medicines = await found(metabolites(known))

    assert (medicines.drawn, medicines.remarks) == ({"n0": ("aspirin",)}, [])


@pytest.mark.parametrize("kind", ["Metabolite", "Other", "Gene"])
async def test_what_kind_of_node_it_is_says_nothing(kind: NodeType) -> None:
    assert (await found(drawn(({"pubchem_compound": "2244"}, kind)))).drawn == {"n0": ("aspirin",)}


@pytest.mark.parametrize(
    "known",
    [
        {"pubchem_compound": "1"},  # no medicine
        {"cas": "50-78-2", "inchikey": OTHER_KEY},  # another structure
        {"pubchem_compound": "2244", "inchikey": OTHER_KEY},
        {"pubchem_substance": "2244"},  # a number of something else
    ],
    ids=["not approved", "CAS and another InChIKey", "CID and another InChIKey", "SID"],
)
async def test_what_is_none_is_not_marked(known: Known) -> None:
    assert (await found(metabolites(known))).drawn == {}


async def test_a_number_of_several_forms_names_none_of_them_unless_the_structure_does() -> None:
    medicines = await found(metabolites({"drugbank": "DB00571"}, {"drugbank": "DB00571", "inchikey": PROPRANOLOL_KEY}))

    assert medicines.drawn == {"n1": ("propranolol",)}
    assert medicines.remarks[0].startswith("Of its 2 compounds, 1 may be a drug: ")


async def test_a_tritiated_form_of_the_same_structure_changes_nothing() -> None:
    assert (await found(metabolites({"pubchem_compound": "4893"}))).drawn == {"n0": ("prazosin",)}


async def test_what_cannot_be_told_is_told_with_why() -> None:
    components = metabolites(
        {"hmdb": "HMDB0014426"}, {}, {"cas": "1-1-1"}, {"inchikey": OTHER_KEY}, remark=pathway_remarks.NO_MAPPINGS
    )
    medicines = await found(components)

    assert medicines.remarks == [
        "No approved drug is known to act on what is drawn in A pathway, and none is drawn there.",
        "Of its 4 compounds, 3 may be drugs: they have no InChIKey or PubChem CID to look up in the Guide to"
        " PHARMACOLOGY.",
        pathway_remarks.NO_MAPPINGS,
    ]


async def test_a_drawing_without_compounds_has_nothing_left_open() -> None:
    medicines = await found(drawn(({"hgnc_symbol": "TP53"}, "Gene"), remark=pathway_remarks.NO_MAPPINGS), Away())

    assert [*medicines.remarks] == [
        "No approved drug is known to act on what is drawn in A pathway, and none is drawn there."
    ]


async def test_a_look_that_fails_leaves_the_other() -> None:
    aspirin = metabolites({"pubchem_compound": "2244"})
    away = UpstreamError.of("HGNC", "it is away")
    one, both = await found(aspirin, graph=Graph(away)), await found(aspirin, Away(), Graph(away))

    assert (one.drawn, one.remarks) == (
        {"n0": ("aspirin",)}, ["Drugs could not be looked up: HGNC is unavailable: it is away."]
    )  # fmt: skip
    assert len(both.remarks) == 2


async def test_a_medicine_that_was_withdrawn_is_called_so() -> None:
    assert (await found(metabolites({"pubchem_compound": "5090"}))).drawn == {"n0": ("rofecoxib (withdrawn)",)}


async def test_of_other_organisms_it_is_said_how_their_genes_were_compared() -> None:
    mouse = msgspec.structs.replace(metabolites({"pubchem_compound": "2244"}), organism="Mus musculus")

    assert (await found(mouse)).remarks == [link_messages.by_orthologs("Mus musculus")]


NOTHING = Medicines({}, {}, ())


@pytest.mark.parametrize(("number", "rest"), [(20, ()), (21, ("and 1 more",))])
def test_a_node_names_20_drugs_and_says_how_many_more_there_are(number: int, rest: tuple[str, ...]) -> None:
    drugs = tuple(f"drug {one}" for one in range(number))
    marks = marked((), {}, Medicines({"a": drugs}, {"b": drugs}, ()), Look(), remark="")

    assert marks.by_id == {"a": Mark(drugs=(*drugs[:20], *rest)), "b": Mark(itself=(*drugs[:20], *rest))}


@pytest.mark.parametrize(("number", "rest"), [(12, 0), (13, 1)])
def test_a_legend_has_12_colours_and_says_how_many_more_there_are(number: int, rest: int) -> None:
    wanted = [Highlight(f"n{one}", colour=f"#0000{one:02x}") for one in range(number)]
    lit = {one.name: MatchedNodes(frozenset([one.name])) for one in wanted}
    entries = marked(wanted, lit, NOTHING, Look(), remark="").legend.entries

    assert entries[:12] == tuple(LegendEntry(colour=one.colour, meaning=one.name) for one in wanted[:12])
    assert [(one.colour, "1 more" in one.meaning) for one in entries[12:]] == [("", True)] * rest


@pytest.mark.parametrize(("length", "meaning"), [(29, "{}, {}"), (30, "{} and 1 more")])
def test_a_line_of_a_legend_has_the_names_of_60_characters(length: int, meaning: str) -> None:
    wanted = [Highlight("x" * 29), Highlight("y" * length)]
    lit = {one.name: MatchedNodes(frozenset([one.name])) for one in wanted}
    (entry,) = marked(wanted, lit, NOTHING, Look(), remark="").legend.entries

    assert entry.meaning == meaning.format(*(one.name for one in wanted))
