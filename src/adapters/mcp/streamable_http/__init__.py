"""MCP over HTTP: addresses, admission, authentication, the access log."""
