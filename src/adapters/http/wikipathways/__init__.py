"""WikiPathways clients and readers: index files, drawings, and the monthly archive of all drawings."""
