"""Remarks from sources: sentences in which a source explains its answer."""
