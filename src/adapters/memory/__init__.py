"""Stored records and request budgets in the memory of one process."""
