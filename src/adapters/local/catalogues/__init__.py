"""Published files as local catalogues: fetch, build, refresh."""
