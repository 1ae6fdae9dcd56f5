"""A server of tools for language models, over the Model Context Protocol: `pentarch mcp`."""
