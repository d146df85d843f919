"""Rate limits of NCBI's files."""

from biofacts.domain.answers.pacing import ONCE_A_SECOND

RATES = ONCE_A_SECOND
