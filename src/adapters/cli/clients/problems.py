"""The error of settings files that cannot be changed."""


class Unusable(ValueError):
    """A settings file that must be left unchanged. The message gives the reason, without the file's content."""
