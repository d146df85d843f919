"""Search in catalogues: ranked lists, completions, and synonyms."""
