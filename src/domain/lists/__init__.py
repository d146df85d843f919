"""Lists of names: resolution, enrichment, annotation."""
