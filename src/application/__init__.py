"""The use cases: resolve, lookup, reverse lookup, extract components."""
