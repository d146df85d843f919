"""How often NCBI's files may be asked for."""

from biofacts.domain.pacing import ONCE_A_SECOND

RATES = ONCE_A_SECOND
