"""The reference: pages that are made out of the code, `just reference`, and kept in docs/reference/."""
