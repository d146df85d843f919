"""Answers to calls: kinds of entities, records, pages, advice and errors."""
