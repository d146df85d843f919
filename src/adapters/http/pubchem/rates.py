"""Rate limits of PubChem."""

from biofacts.domain.answers.pacing import ONCE_A_SECOND, Rate

RATES = (Rate(1, 0.21), Rate(400, 60.2))  # five a second, evenly spread since PubChem refuses bursts; 400 a minute
BULK_RATES = ONCE_A_SECOND
