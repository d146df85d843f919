"""PubChem, queried live: the upstream itself is the index."""
