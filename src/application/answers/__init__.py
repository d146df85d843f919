"""Parts of answers that all use cases share: pages, tables, names sent instead of identifiers, and all sources."""
