"""The tools: one row a tool, its arguments and its envelope."""
