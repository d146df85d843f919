"""Facts about pathways, compounds, ligands and targets: fuzzy names in, stable identifiers out."""
