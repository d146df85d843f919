"""How often PubChem may be asked."""

from biofacts.domain.pacing import Rate

RATES = (Rate(1, 0.21), Rate(400, 60.2))  # five a second, evenly spread since PubChem refuses bursts; 400 a minute
