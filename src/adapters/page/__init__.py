"""The web page: HTML that is readable without scripts, with answers from the same tools as agents use."""
