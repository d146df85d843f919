"""The built-in sample: true facts in the formats of the upstreams, and a network that serves them."""
