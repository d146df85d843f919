"""Outbound: state that several replicas share on Redis or Valkey. asyncio only, like the library."""
