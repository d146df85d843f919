"""How often HGNC's files may be asked for."""

from biofacts.domain.pacing import Rate

RATES = (Rate(1, 1.02),)
