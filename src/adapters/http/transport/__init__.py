"""Policies for all requests, one in each module: transports that wrap transports."""
