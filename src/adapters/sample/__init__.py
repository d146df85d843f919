"""The built-in sample: real data in the file formats of the upstreams, and a simulated network that serves them."""
