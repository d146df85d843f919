"""Whom a connection trusts: what the environment names, else the system's certificates.

`SSL_CERT_FILE` and `SSL_CERT_DIR` are trusted in their place: a company that opens connections on their way names its
own certificates, and its system mostly has them already. A system without any (a slim container) trusts certifi's.
"""

import os
import ssl
import sys
from functools import cache


def certificates() -> ssl.SSLContext:
    """What to trust, read once for all upstreams. Raises: OSError when what the environment names cannot be read."""
    return trusting(os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR"))


@cache
def trusting(file: str | None, folder: str | None) -> ssl.SSLContext:
    """What to trust where the environment names a file, a folder, or neither. Raises: OSError."""
    if file or folder:
        return ssl.create_default_context(cafile=file or None, capath=_checked(folder) if folder else None)
    import truststore  # slow to import, and most runs connect to nobody

    if sys.platform.startswith("linux") and not _system_has_any():
        import certifi

        return ssl.create_default_context(cafile=certifi.where())
    return truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def _checked(folder: str) -> str:
    """OpenSSL says nothing of a folder that is not there. Raises: OSError."""
    os.listdir(folder)
    return folder


_PLACES = ("/etc/ssl/certs", "/etc/pki/tls/certs", "/etc/ssl/cert.pem", "/etc/pki/tls/cert.pem")


def _system_has_any() -> bool:
    """Whether there is a file or a folder with something in it where OpenSSL or a distribution keeps certificates."""
    known = ssl.get_default_verify_paths()
    for place in (known.cafile, known.capath, *_PLACES):
        if place and (os.path.isfile(place) or (os.path.isdir(place) and os.listdir(place))):
            return True
    return False
