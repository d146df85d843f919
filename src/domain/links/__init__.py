"""Links between entities of all kinds, and the tables of them."""
