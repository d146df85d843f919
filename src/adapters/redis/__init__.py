"""Outbound: state that several replicas share through Redis or Valkey. Requires asyncio, as its library does."""
