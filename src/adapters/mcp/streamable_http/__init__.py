"""MCP over HTTP: allowed hosts, authentication, request checks, time limits, the access log."""
