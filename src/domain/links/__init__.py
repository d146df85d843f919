"""Links between entities of all kinds, and the tables in which they are exported."""
