"""Sentences of `biofacts doctor`."""

_BUSY, _SERVER = 429, 500


def unreachable(host: str, setting: str) -> str:
    """Suggest what to check when an upstream cannot be reached."""
    return (
        f"See whether `curl -I https://{host}` works here. Behind a proxy set HTTPS_PROXY, with certificates of a"
        f" company SSL_CERT_FILE (docs/network.md); {setting} may name a mirror. Stored data is used meanwhile."
    )


def refused(status: int, setting: str) -> str:
    """Explain an unexpected HTTP status of an upstream."""
    if status == _BUSY:
        return "It asks for fewer requests: wait some minutes."
    if status >= _SERVER:
        return "The upstream has a problem of its own: wait; stored data is used meanwhile."
    return f"Something else answers there: a proxy's page, or a wrong {setting}; leave that unset for the public one."


def unreadable(setting: str) -> str:
    """Explain an answer whose format this version cannot parse."""
    return (
        f"Its format has changed, and biofacts needs an update; or something else answers there: a proxy's page, or a"
        f" wrong {setting}. What was fetched before stays in use."
    )


def no_mode(source: str) -> str:
    """Say that no upstream is checked, since this value of BIOFACTS_SOURCE makes no requests."""
    return f"BIOFACTS_SOURCE={source}: no upstream is queried"


DEFAULTS = "as they are where nothing is set"
NO_FTS5 = "This Python's SQLite has no FTS5, without which nothing can be searched: use a Python from uv or python.org."
NO_FOLDER = "Give BIOFACTS_CACHE_DIR a folder that you may write to."
READ_ONLY = "It is read-only: its catalogues are used, and new ones are kept in memory only."
IN_MEMORY = "It cannot be created: catalogues are kept in memory and fetched again at each start."
LITTLE_ROOM = "Everything takes about 1 GB (without PubChem's names): make room, or move it with BIOFACTS_CACHE_DIR."
NO_CATALOGUE = "not there yet"
NO_REDIS = "Check that it runs and accepts this machine; until then each replica keeps its own share of the budgets."


def to_come(command: str) -> str:
    """Say that a catalogue is fetched when it is first needed."""
    return f"It is fetched for the first question that needs it; to fetch it now: {command}"


def not_here(command: str) -> str:
    """Say how to fetch a catalogue that offline mode does not fetch."""
    return f"Nothing is fetched offline: run {command} with BIOFACTS_SOURCE=live"


def old(command: str) -> str:
    """Say how to renew an outdated catalogue."""
    return f"A server renews it in the background; to renew it now: {command}"


INCOMPLETE = (
    "Without it lookups of genes miss what WikiPathways could not map: run biofacts sync wikipathways, or let a server"
    " complete it"
)
