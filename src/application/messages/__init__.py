"""Sentences that use cases, prompts and the web page say."""
