"""Pictures of diagrams: SVG, and PNG rendered from it."""
