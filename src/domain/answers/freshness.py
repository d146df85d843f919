"""Expiry: the time for which answers of upstreams are used without a request, and for which they are stored."""

from datetime import timedelta

RECORD = timedelta(days=7)
"""A complete record, or a drawing."""

BARE_RECORD = timedelta(hours=6)
"""A record without names and identifiers: PubChem may not have sent them."""

SEARCH = timedelta(days=1)
"""An answer to a search."""

MISS = timedelta(hours=6)
"""The answer that there is nothing."""

CATALOGUE = timedelta(days=1)
"""A file that an upstream publishes."""

RELEASE = timedelta(days=30)
"""Files that come once a month: drawings, the mappings of their nodes, archives."""

STORED = timedelta(days=90)
"""Records and answers that nothing confirmed meanwhile are deleted, relative to the newest.

Longer than answers are fresh: while PubChem fails, old ones stand in, marked as stale.
"""
