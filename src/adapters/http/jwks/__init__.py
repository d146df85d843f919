"""The keys with which an identity provider signs its tokens (RFC 7517)."""
