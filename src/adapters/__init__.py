"""Everything that touches a technology."""
