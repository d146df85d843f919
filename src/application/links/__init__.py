"""Links between entities of different kinds: finding, counting, comparing and exporting them."""
