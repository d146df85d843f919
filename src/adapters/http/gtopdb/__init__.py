"""The Guide to PHARMACOLOGY: bulk CSV files."""
