"""Rate limits of the ontology's server."""

from biofacts.domain.answers.pacing import ONCE_A_SECOND

RATES = ONCE_A_SECOND
