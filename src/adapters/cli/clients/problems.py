"""What can be wrong with a settings file."""


class Unusable(ValueError):
    """A file that is left as it is; says why, without what is in it."""
