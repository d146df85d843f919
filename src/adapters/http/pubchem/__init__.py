"""PubChem clients: live queries of compounds, since PubChem itself is the index, and bulk files of names."""
