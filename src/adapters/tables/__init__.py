"""Outbound: tables as files, CSV, TSV, JSON lines and Parquet; the join tables as Parquet."""
