"""The settings files of MCP clients, and edits of the server's entry in them."""
