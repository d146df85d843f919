"""Search: parsing of plain-word queries, and ranking of the entries that match them."""
