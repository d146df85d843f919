"""Outbound: the local catalogue and the files that all processes of one user share."""
