"""Outbound: tables as files (CSV, TSV, JSON lines, Parquet); the join tables as Parquet."""
