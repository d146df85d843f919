"""The settings files of programs that start MCP servers: where they are, and how an entry gets in and out."""
