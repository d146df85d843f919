"""Sources that answer from catalogues on this machine and refresh them; HTTP and SQL are in other adapters."""
