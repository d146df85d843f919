"""The kinds, as commands name them."""

from biofacts.domain.compound import COMPOUND
from biofacts.domain.gene import GENE
from biofacts.domain.kinds import Kind
from biofacts.domain.ligand import LIGAND
from biofacts.domain.pathway import PATHWAY
from biofacts.domain.target import TARGET

KINDS: tuple[Kind, ...] = (PATHWAY, GENE, TARGET, LIGAND, COMPOUND)
"""All kinds, in the order in which they are shown."""

SEARCHED = {kind.plural: kind for kind in KINDS}
FETCHED = {kind.name: kind for kind in KINDS}
