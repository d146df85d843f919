"""Links from one entity to others: find, count, export."""
