"""Draw pathways, depict compounds, mark medicines."""
