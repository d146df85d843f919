"""SQLite files that all processes of one user share: catalogues, compound names, records, budgets and journals."""
