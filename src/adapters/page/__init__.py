"""The web page: HTML rendered on the server, readable without scripts, with answers from the same tools as agents
use.
"""
