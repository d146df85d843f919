"""What all requests have in common: one policy a file, each a transport around a transport."""
