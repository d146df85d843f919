"""WikiPathways: index files, drawings, and the monthly archive of all drawings."""
