"""PubChem: asked live; the upstream itself is the index."""
