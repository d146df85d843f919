"""The Pathway Ontology."""
