"""Which drawn nodes are one compound."""

from biofacts.domain.identifiers.cross_references import KeyedId
from biofacts.domain.pathways.compound_nodes import CompoundNode, DrawnCompounds, form

PYRUVATE = ("inchikey", "LCTONWCANYUPML-UHFFFAOYSA-M")
PYRUVIC_ACID = ("inchikey", "LCTONWCANYUPML-UHFFFAOYSA-N")
L_LACTATE = ("inchikey", "JVTAAEKCZFNVCJ-REOHCLBHSA-M")
D_LACTATE = ("inchikey", "JVTAAEKCZFNVCJ-UWTATZPHSA-M")
CHEBI_PYRUVATE = ("chebi", "CHEBI:15361")
KEGG_PYRUVATE = ("kegg_compound", "C00022")


def node(label: str, pathways: str, *references: KeyedId) -> CompoundNode:
    return CompoundNode(label, references, tuple(pathways.split()))


def drawn(*nodes: CompoundNode) -> dict[frozenset[str], str | None]:
    """The pathways of each compound, and its name."""
    compounds = DrawnCompounds(nodes)
    return {
        frozenset(one for node in of for one in node.pathways): compounds.names.get(compound)
        for compound, of in compounds.nodes.items()
    }


def test_an_acid_and_its_anion_are_one() -> None:
    assert drawn(node("Pyruvate", "WP1 WP2", PYRUVATE), node("pyruvic acid", "WP3", PYRUVIC_ACID)) == {
        frozenset({"WP1", "WP2", "WP3"}): "Pyruvate"
    }


def test_mirror_images_are_two() -> None:
    assert len(drawn(node("L-lactate", "WP1", L_LACTATE), node("D-lactate", "WP2", D_LACTATE))) == 2


def test_a_node_with_two_structures_ties_them() -> None:
    both = node("Lactate", "WP3", L_LACTATE, D_LACTATE)

    assert drawn(node("L-lactate", "WP1", L_LACTATE), node("D-lactate", "WP2", D_LACTATE), both) == {
        frozenset({"WP1", "WP2", "WP3"}): "D-lactate"
    }


def test_a_node_without_a_structure_is_what_its_identifiers_lead_to() -> None:
    known = node("Pyruvate", "WP1", PYRUVATE, CHEBI_PYRUVATE)

    assert drawn(known, node("pyr", "WP2", CHEBI_PYRUVATE)) == {frozenset({"WP1", "WP2"}): "Pyruvate"}


def test_nodes_whose_structure_nobody_knows_are_one_by_an_identifier() -> None:
    starch, amylose, glycan = ("chebi", "CHEBI:28017"), ("cas", "9005-82-7"), ("kegg_compound", "G10495")
    found = drawn(node("starch", "WP1", starch), node("", "WP2", starch, amylose), node("x", "WP3", glycan))

    assert found == {frozenset({"WP1", "WP2"}): "starch", frozenset({"WP3"}): "x"}


def test_a_label_without_identifiers_is_no_compound() -> None:
    assert drawn(node("DAG", "WP1")) == {}


def test_identifiers_name_what_they_lead_to() -> None:
    compounds = DrawnCompounds(
        [
            node("Pyruvate", "WP1", PYRUVATE, CHEBI_PYRUVATE, KEGG_PYRUVATE),
            node("L-lactate", "WP2", L_LACTATE, ("kegg_compound", "C00186")),
            node("D-lactate", "WP3", D_LACTATE, ("kegg_compound", "C00186")),
            node("starch", "WP4", ("chebi", "CHEBI:28017")),
        ]
    )

    pyruvate = frozenset({form(PYRUVATE[1])})
    assert compounds.of([KEGG_PYRUVATE]) == pyruvate
    assert compounds.of([PYRUVIC_ACID]) == pyruvate
    assert compounds.of([("kegg_compound", "C00186")]) == {form(L_LACTATE[1]), form(D_LACTATE[1])}
    assert compounds.of([("chebi", "CHEBI:28017")]) == {"chebi:CHEBI:28017"}
    assert compounds.of([("inchikey", "RYYVLZVUVIJVGH-UHFFFAOYSA-N")]) == frozenset()
    assert compounds.of([]) == frozenset()
