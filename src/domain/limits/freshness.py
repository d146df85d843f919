"""Freshness: how long answers of upstreams are used without a new request, and how long they are stored."""

from datetime import timedelta

RECORD = timedelta(days=7)
"""A complete record, or a drawing."""

BARE_RECORD = timedelta(hours=6)
"""A record without names and identifiers: PubChem may not have sent them."""

SEARCH = timedelta(days=1)
"""An answer to a search."""

MISS = timedelta(hours=6)
"""An answer that nothing was found."""

CATALOGUE = timedelta(days=1)
"""A file that an upstream publishes."""

RELEASE = timedelta(days=30)
"""Files that come once a month: drawings, the mappings of their nodes, archives."""

STORED = timedelta(days=90)
"""The age, relative to the newest, at which records and answers are deleted unless an upstream confirmed them again.

It is longer than answers are fresh: while PubChem fails, expired answers are used, marked as stale.
"""
