"""Outbound: the local catalogue and whatever the processes of one user share."""
