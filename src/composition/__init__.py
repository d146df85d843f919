"""The composition root: the choice of an adapter for each port, the settings, and the resources of a server."""
