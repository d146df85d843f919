"""Connections to the outside: ways in (MCP, commands, Python, web) and ways out (HTTP, databases, files, plots)."""
