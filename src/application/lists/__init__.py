"""Lists of names: resolve, annotate and enrich them."""
