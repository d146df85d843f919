"""Policies for all requests: httpx transports that wrap each other, mostly one per module."""
