"""Sentences for users: errors, hints and remarks of the use cases, the prompts and the web page."""
