"""How often WikiPathways may be asked."""

from biofacts.domain.pacing import ONCE_A_SECOND

RATES = ONCE_A_SECOND
