"""The settings of MCP clients, and changes of the server's entry in them."""
