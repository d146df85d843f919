"""Answers to calls: kinds of entities, records, pages, advice, errors and time limits."""
