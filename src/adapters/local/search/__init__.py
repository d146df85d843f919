"""Search over catalogues: ranked lists and synonyms."""
