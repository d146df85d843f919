"""The certificates that connections trust: those that the environment names, else the system's.

`SSL_CERT_FILE` and `SSL_CERT_DIR` replace the system's certificates. A company whose proxy inspects connections names
its own there, and has mostly installed them in its systems. A system without any (a slim container) uses certifi's.
"""

import os
import ssl
import sys
from functools import cache


def certificates() -> ssl.SSLContext:
    """Return the trusted certificates, loaded once for all upstreams.

    Raises: OSError if the file or folder that the environment names is unreadable.
    """
    return trusting(os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR"))


@cache
def trusting(file: str | None, folder: str | None) -> ssl.SSLContext:
    """Load the certificates of a file or a folder, or the system's if there is neither. Raises: OSError."""
    if file or folder:
        return ssl.create_default_context(cafile=file or None, capath=_checked(folder) if folder else None)
    import truststore  # slow to import, and most runs make no connection

    if sys.platform.startswith("linux") and not _system_has_any():
        import certifi

        return ssl.create_default_context(cafile=certifi.where())
    return truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def _checked(folder: str) -> str:
    """Return a folder that exists and is readable. Raises: OSError."""
    # OpenSSL silently ignores a folder that does not exist.
    os.listdir(folder)
    return folder


_PLACES = ("/etc/ssl/certs", "/etc/pki/tls/certs", "/etc/ssl/cert.pem", "/etc/pki/tls/cert.pem")


def _system_has_any() -> bool:
    """Return True if there are certificates in a usual place of OpenSSL or of a distribution."""
    known = ssl.get_default_verify_paths()
    for place in (known.cafile, known.capath, *_PLACES):
        if place and (os.path.isfile(place) or (os.path.isdir(place) and os.listdir(place))):
            return True
    return False
