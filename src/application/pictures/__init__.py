"""The use cases that draw pathways with highlights and drugs, and fetch pictures of compounds."""
