"""The interactions of all drawings as one graph: edges, neighbours, and paths."""
