"""Answers: kinds, records, pages, advice, errors, and how long each part may take."""
