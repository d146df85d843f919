"""Rate limits of WikiPathways."""

from biofacts.domain.pacing import ONCE_A_SECOND

RATES = ONCE_A_SECOND
