"""Records of a store, and budgets of requests, in the memory of one process."""
