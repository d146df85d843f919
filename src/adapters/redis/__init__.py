"""Outbound: what several replicas share, on Redis or Valkey. asyncio only, as the library is."""
