"""The settings of MCP clients, and changes to the server's entry in them."""
