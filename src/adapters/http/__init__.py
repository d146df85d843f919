"""Clients of the upstream HTTP services, such as PubChem and WikiPathways."""
