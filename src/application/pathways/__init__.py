"""Use cases about pathways: of a gene or compound, their components, and the interactions and paths drawn in them."""
