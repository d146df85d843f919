"""Conversion of the sources' data to catalogue entries: the fields to search and the values to store."""
