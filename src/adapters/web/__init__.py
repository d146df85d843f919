"""Inbound adapter: the web page for people, rendered on the server and readable without scripts."""
