"""Remarks of sources: sentences that a source says about its own answer."""
