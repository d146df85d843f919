"""Currency metabolites: carriers of energy, electrons and groups, which join nearly every two reactions."""

from collections.abc import Mapping

from biofacts.domain.edges.edge import GraphNode
from biofacts.domain.text import fold

_CIDS: Mapping[int, str] = {
    962: "H2O", 1038: "H+ hydron proton", 977: "O2 oxygen", 784: "H2O2", 280: "CO2", 769: "HCO3 bicarbonate",
    222: "NH3 ammonia", 223: "NH4+ ammonium", 1004: "Pi phosphate", 1061: "orthophosphate", 1023: "PPi pyrophosphate",
    644102: "diphosphate", 6083: "AMP", 6022: "ADP", 5957: "ATP", 8977: "GDP", 6830: "GTP", 6031: "UDP", 6133: "UTP",
    5892: "NAD+", 439153: "NADH", 5885: "NADP+", 5884: "NADPH", 643975: "FAD", 446013: "FADH2", 87642: "CoA CoASH",
}  # fmt: skip
"""Their PubChem CIDs, and what drawings call them.

The compounds are those that doi:10.1093/bioinformatics/19.2.270 (Ma and Zeng 2003, "current metabolites") and
doi:10.1049/iet-syb:20060077 (Huss and Holme 2007) leave out of metabolic networks.
"""

_IDS = frozenset(f"PubChem:CID{cid}" for cid in _CIDS)
_LABELS = frozenset(fold.compact(label) for labels in _CIDS.values() for label in labels.split()) | {"coenzymea"}


def is_currency(node: GraphNode) -> bool:
    """Return True for a compound with such a CID or label: ATP is often drawn with the identifier of another form."""
    return node.kind == "compound" and (node.id in _IDS or fold.compact(node.label) in _LABELS)
