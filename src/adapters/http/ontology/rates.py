"""Rate limits of the ontology's server."""

from biofacts.domain.pacing import ONCE_A_SECOND

RATES = ONCE_A_SECOND
