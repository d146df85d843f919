"""Outbound: tables as CSV, TSV, JSON lines and Parquet files; join tables as TSV and Parquet files."""
