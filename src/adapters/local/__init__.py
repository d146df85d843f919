"""Outbound: answers the sources from local catalogues, and keeps those fresh; knows no wire and no database."""
