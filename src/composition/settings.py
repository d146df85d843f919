"""The settings, read once from the environment."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal, Self
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

SourceSetting = Literal["live", "offline", "sample"]
MetricsSetting = Literal["open", "token", "off"]
Level = Literal["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"]

GARBAGE = 50_000
"""Allocations between two garbage collections. Each answer makes thousands of short-lived objects, and the default
threshold would cost a tenth of the time.
"""


class SettingsError(ValueError):
    """A setting with an invalid value. The message names the setting and the valid values."""


class Secret(str):
    """A string that is masked when settings are printed."""

    def __repr__(self) -> str:
        return "'...'"


def split_commas(value: str) -> tuple[str, ...]:
    """Split a setting that holds several values at its commas."""
    return tuple(filter(None, map(str.strip, value.split(","))))


def _host(address: str) -> str:
    """Return the host and port of an address, without user name and password."""
    return urlsplit(address).netloc.rpartition("@")[2]


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings, each with the environment variable that sets it."""

    wikipathways_url: str = "https://www.wikipathways.org"
    """BIOFACTS_WIKIPATHWAYS_URL: address of WikiPathways' index files and drawings."""
    wikipathways_data_url: str = "https://data.wikipathways.org"
    """BIOFACTS_WIKIPATHWAYS_DATA_URL: address of WikiPathways' monthly archive."""
    ontology_url: str = "https://purl.obolibrary.org/obo"
    """BIOFACTS_ONTOLOGY_URL: address of the Pathway Ontology and the Disease Ontology."""
    pubchem_url: str = "https://pubchem.ncbi.nlm.nih.gov"
    """BIOFACTS_PUBCHEM_URL: address of PubChem, for compounds."""
    pubchem_bulk_url: str = "https://ftp.ncbi.nlm.nih.gov/pubchem"
    """BIOFACTS_PUBCHEM_BULK_URL: address of PubChem's bulk files, for the names of all compounds."""
    gtopdb_url: str = "https://www.guidetopharmacology.org"
    """BIOFACTS_GTOPDB_URL: address of the Guide to PHARMACOLOGY's bulk files."""
    hgnc_url: str = "https://storage.googleapis.com/public-download-files/hgnc"
    """BIOFACTS_HGNC_URL: address of HGNC's files, for human genes."""
    ncbi_gene_url: str = "https://ftp.ncbi.nlm.nih.gov/gene"
    """BIOFACTS_NCBI_GENE_URL: address of NCBI Gene's files, for genes of other organisms and names of proteins."""
    # No spaces and no parentheses, between which the User-Agent has this text.
    contact: Annotated[str, Meta(pattern=r"^[!-'*-~]*$")] = ""
    """BIOFACTS_CONTACT: your mail address or web page, sent with each request so that the sources can reach you."""
    cache_dir: Path | None = None
    """BIOFACTS_CACHE_DIR: folder of the catalogues; default: the platform's cache folder. It may be read-only, such as
    a snapshot that `biofacts sync --to` has written: new data is then kept in memory only.
    """
    source: SourceSetting = "live"
    """BIOFACTS_SOURCE: `live`: fetch what is not cached; `offline`: fetch nothing; `sample`: use the built-in sample.
    """
    complete: bool = True
    """BIOFACTS_COMPLETE: `0`: a server fetches data only on demand; otherwise it downloads at its start the catalogues
    that first questions need, and all drawings in the background.
    """
    calls_per_client: Annotated[int, Meta(ge=0)] = 64
    """BIOFACTS_CALLS_PER_CLIENT: maximum number of calls of one client that an HTTP server runs at once; further calls
    of that client wait; `0`: no limit.
    """
    redis_url: str = ""
    """BIOFACTS_REDIS_URL: a Redis or Valkey server on which replicas share budgets and fetched compounds:
    `redis[s]://USER:PASSWORD@HOST:PORT/0`, with `?ssl_ca_certs=FILE` for your own certificate authority. Needs `pip
    install 'biofacts[redis]'` and asyncio, which `biofacts serve` uses.
    """
    replicas: Annotated[int, Meta(ge=1)] = 1
    """BIOFACTS_REPLICAS: number of replicas (N) that share the Redis server; while it is down, each may use 1/N of
    every budget.
    """
    tools: str = ""
    """BIOFACTS_TOOLS: the tools that a server offers, separated by commas: names of tools, or `pathways`, `compounds`,
    `ligands`, `targets`, `genes`, `interactions`, `lists`, `links`; default: all.
    """
    token: Secret = Secret()
    """BIOFACTS_TOKEN: bearer tokens that HTTP clients may use, separated by commas; default: no token is needed."""
    token_file: Path | None = None
    """BIOFACTS_TOKEN_FILE: a file with further tokens, one per line; it is reloaded when it changes."""
    oauth_issuer: str = ""
    """BIOFACTS_OAUTH_ISSUER: issuer of the clients' tokens, exactly as in their `iss` claim."""
    oauth_audience: str = ""
    """BIOFACTS_OAUTH_AUDIENCE: audience of the tokens (`aud`), usually the address of this server, `https://.../mcp`.
    """
    oauth_jwks_url: str = ""
    """BIOFACTS_OAUTH_JWKS_URL: address at which the issuer publishes its keys."""
    oauth_resource_url: str = ""
    """BIOFACTS_OAUTH_RESOURCE_URL: public address of this server, if it differs from the audience."""
    oauth_scopes: str = ""
    """BIOFACTS_OAUTH_SCOPES: scopes that a token needs, separated by spaces."""
    metrics: MetricsSetting = "open"
    """BIOFACTS_METRICS: access to `/metrics`: `open`: anybody; `token`: clients with a token; `off`: nobody."""
    access_log: bool = True
    """BIOFACTS_ACCESS_LOG: `0`: an HTTP server does not log each request."""
    allowed_hosts: str = ""
    """BIOFACTS_ALLOWED_HOSTS: values of the Host header that an HTTP server accepts, separated by commas."""
    allowed_origins: str = ""
    """BIOFACTS_ALLOWED_ORIGINS: origins of web pages that may call the server, separated by commas."""
    proxies: str = ""
    """BIOFACTS_PROXIES: addresses or networks of proxies whose `X-Forwarded-*` headers are trusted, separated by
    commas.
    """
    path_prefix: str = ""
    """BIOFACTS_PATH_PREFIX: the path under which a proxy publishes the server."""
    max_calls: Annotated[int, msgspec.Meta(ge=1)] = 256
    """BIOFACTS_MAX_CALLS: maximum number of calls that run at once over HTTP; further calls are refused with 503 and
    `Retry-After`.
    """
    drain: Annotated[float, msgspec.Meta(ge=0)] = 20.0
    """BIOFACTS_DRAIN: seconds that running calls have to finish after SIGTERM."""
    log: Level | None = None
    """BIOFACTS_LOG: level of the log on standard error, one JSON object per line; user input is logged only at `DEBUG`.
    Default: `WARNING` for a server, `ERROR` for other commands, which print their failures themselves.
    """

    def __repr__(self) -> str:
        from biofacts.domain.text.clean import without_credentials

        return without_credentials(msgspec.Struct.__repr__(self))

    @property
    def cache_folder(self) -> Path:
        """The folder of the catalogues."""
        if self.cache_dir is not None:
            return self.cache_dir
        import platformdirs

        return Path(platformdirs.user_cache_dir("biofacts"))

    @property
    def is_offline(self) -> bool:
        """True if nothing is fetched, and answers come from the cache."""
        return self.source == "offline"

    @property
    def prepares(self) -> bool:
        """True if a server fetches the catalogues that first questions need before anybody asks."""
        return self.source == "live" and self.complete

    @property
    def describe_sources(self) -> str:
        """A one-line list of the sources. A source that is not at its public address is listed with its host."""
        if self.source != "live":
            return f"sources: {self.source}" + (f", {self.cache_folder}" if self.is_offline else "")
        addresses: dict[str, str] = {
            field.name: getattr(self, field.name)
            for field in msgspec.structs.fields(self)
            if field.name.endswith("_url") and field.default  # a source has a public address
        }
        public = type(self)()
        sources = [
            name.removesuffix("_url") + ("" if address == getattr(public, name) else f" at {_host(address)}")
            for name, address in addresses.items()
        ]
        return f"sources: {', '.join(sources)}"

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Self:
        """Parse the `BIOFACTS_*` variables. An empty variable counts as unset. Raises: SettingsError."""
        values = {
            field.name: value
            for field in msgspec.structs.fields(cls)
            if (value := environment.get(f"BIOFACTS_{field.name.upper()}", "").strip())
        }
        for name, value in values.items():
            if name == "redis_url":
                _check_redis(value)
            elif name.endswith("_url"):
                _check_address(name, value)
        if "log" in values:
            values["log"] = values["log"].upper()
        # Variables are strings: let msgspec convert them to numbers and booleans.
        return cls._of(values, strict=False)

    def checked(self) -> Self:
        """Validate settings that were built by hand, and return them. Raises: SettingsError."""
        return self._of(msgspec.structs.asdict(self), strict=True)

    @classmethod
    def _of(cls, values: Mapping[str, object], *, strict: bool) -> Self:
        try:
            # msgspec leaves subclasses of str, such as `Secret`, to the hook.
            return msgspec.convert(values, cls, strict=strict, dec_hook=lambda kind, value: kind(value))
        except msgspec.ValidationError as error:
            raise SettingsError(f"a BIOFACTS_ setting is invalid: {error}") from error


def _is_address(url: str, *schemes: str) -> bool:
    try:
        parts = urlsplit(url)
        # `parts.port` raises ValueError unless the port is a number below 65,536.
        return parts.scheme in schemes and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def _check_address(name: str, url: str) -> None:
    """Raise SettingsError if an address is not http(s). The message omits credentials."""
    if not _is_address(url, "http", "https"):
        address = url.rpartition("@")[2]
        raise SettingsError(f"BIOFACTS_{name.upper()} must be an http(s) address, not '{address}'")


def _check_redis(url: str) -> None:
    """Raise SettingsError if a Redis address is invalid. The message omits the address, which may hold a password."""
    from biofacts.domain.answers.optional_packages import REDIS

    if not _is_address(url, "redis", "rediss"):
        raise SettingsError("BIOFACTS_REDIS_URL must be an address like redis[s]://USER:PASSWORD@HOST:PORT/0")
    # Check at start: otherwise a server would fail with a traceback when it first needs Redis.
    if not REDIS.is_installed:
        raise SettingsError(REDIS.refusal)
