"""How often the ontology's server may be asked."""

from biofacts.domain.pacing import Rate

RATES = (Rate(1, 1.02),)  # once a second; two requests a second apart may arrive a little closer
