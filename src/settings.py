"""The settings, read from the environment once."""

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


class SettingsError(ValueError):
    """A setting whose value cannot be used; says which and what can."""


class Secret(str):
    """A text that is not shown where the settings are."""

    def __repr__(self) -> str:
        return "'...'"


def listed(value: str) -> tuple[str, ...]:
    """The values of a setting that holds several, with commas."""
    return tuple(filter(None, map(str.strip, value.split(","))))


def _host(address: str) -> str:
    """Of an address, what may be told: no name and password."""
    return urlsplit(address).netloc.rpartition("@")[2]


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Every setting, with the environment variable it is read from."""

    wikipathways_url: str = "https://www.wikipathways.org"
    """BIOFACTS_WIKIPATHWAYS_URL: index files and drawings."""
    wikipathways_data_url: str = "https://data.wikipathways.org"
    """BIOFACTS_WIKIPATHWAYS_DATA_URL: the monthly archive."""
    ontology_url: str = "https://purl.obolibrary.org/obo"
    """BIOFACTS_ONTOLOGY_URL: the Pathway Ontology."""
    pubchem_url: str = "https://pubchem.ncbi.nlm.nih.gov"
    """BIOFACTS_PUBCHEM_URL: compounds."""
    pubchem_bulk_url: str = "https://ftp.ncbi.nlm.nih.gov/pubchem"
    """BIOFACTS_PUBCHEM_BULK_URL: names of compounds in bulk."""
    gtopdb_url: str = "https://www.guidetopharmacology.org"
    """BIOFACTS_GTOPDB_URL: the Guide to PHARMACOLOGY's bulk files."""
    hgnc_url: str = "https://storage.googleapis.com/public-download-files/hgnc"
    """BIOFACTS_HGNC_URL: names of human genes."""
    ncbi_gene_url: str = "https://ftp.ncbi.nlm.nih.gov/gene"
    """BIOFACTS_NCBI_GENE_URL: names of other organisms' genes."""
    contact: Annotated[str, Meta(pattern=r"^[!-'*-~]*$")] = ""
    """BIOFACTS_CONTACT: a mail address or web page by which the sources can reach you; each request names it."""
    cache_dir: Path | None = None
    """BIOFACTS_CACHE_DIR: where the catalogues lie; the platform's cache folder when it is not set. It may be
    read-only, such as a snapshot that `biofacts sync --to` has written: what is new then lives in memory.
    """
    source: SourceSetting = "live"
    """BIOFACTS_SOURCE: `live`: what is not kept is fetched; `offline`: nothing is; `sample`: the built-in sample."""
    complete: bool = True
    """BIOFACTS_COMPLETE: `0`: a server fetches nothing that nobody has asked for; otherwise it brings what first
    questions need, and completes the drawings behind its answers.
    """
    calls_per_client: Annotated[int, Meta(ge=0)] = 64
    """BIOFACTS_CALLS_PER_CLIENT: how many calls of one client a server over HTTP runs at once, before others of it
    wait; `0`: any number.
    """
    redis_url: str = ""
    """BIOFACTS_REDIS_URL: a Redis or Valkey on which replicas share the budgets and fetched compounds:
    `redis[s]://USER:PASSWORD@HOST:PORT/0`, with `?ssl_ca_certs=FILE` for an authority of your own. Needs
    `pip install 'biofacts[redis]'`, and asyncio, on which the command is.
    """
    replicas: Annotated[int, Meta(ge=1)] = 1
    """BIOFACTS_REPLICAS: how many replicas share it: each takes so large a part of each budget while it is away."""
    tools: str = ""
    """BIOFACTS_TOOLS: which tools a server offers, with commas: names of tools, or `pathways`, `compounds`, `ligands`,
    `targets`, `genes`, `interactions`, `lists`, `links`; all when it is not set.
    """
    token: Secret = Secret()
    """BIOFACTS_TOKEN: bearer tokens of which a client over HTTP needs one, with commas; none when it is not set."""
    token_file: Path | None = None
    """BIOFACTS_TOKEN_FILE: more of them, one a line; the file is read again when it has changed."""
    oauth_issuer: str = ""
    """BIOFACTS_OAUTH_ISSUER: who signs the tokens of clients; as it stands in them (`iss`)."""
    oauth_audience: str = ""
    """BIOFACTS_OAUTH_AUDIENCE: for whom tokens are signed (`aud`); as a rule our address, `https://.../mcp`."""
    oauth_jwks_url: str = ""
    """BIOFACTS_OAUTH_JWKS_URL: where the issuer publishes its keys."""
    oauth_resource_url: str = ""
    """BIOFACTS_OAUTH_RESOURCE_URL: our address as clients know it, where that is not the audience."""
    oauth_scopes: str = ""
    """BIOFACTS_OAUTH_SCOPES: the scopes that a token needs, with blanks."""
    metrics: MetricsSetting = "open"
    """BIOFACTS_METRICS: who may read `/metrics`: `open`: anybody; `token`: who may call; `off`: nobody."""
    access_log: bool = True
    """BIOFACTS_ACCESS_LOG: `0`: a server over HTTP writes no line for each request."""
    allowed_hosts: str = ""
    """BIOFACTS_ALLOWED_HOSTS: names in the Host header to which a server answers over HTTP, with commas."""
    allowed_origins: str = ""
    """BIOFACTS_ALLOWED_ORIGINS: origins of web pages that may call it, with commas."""
    proxies: str = ""
    """BIOFACTS_PROXIES: addresses or networks of proxies whose word on who calls is believed, with commas."""
    path_prefix: str = ""
    """BIOFACTS_PATH_PREFIX: the path under which a proxy has the server."""
    max_calls: Annotated[int, msgspec.Meta(ge=1)] = 256
    """BIOFACTS_MAX_CALLS: how many calls over HTTP run at once; more are told to come again."""
    drain: Annotated[float, msgspec.Meta(ge=0)] = 20.0
    """BIOFACTS_DRAIN: seconds for which calls may come to their end after SIGTERM."""
    log: Level = "WARNING"
    """BIOFACTS_LOG: the level of the log on standard error, one JSON object a line; what users sent is in it at `DEBUG`
    only.
    """

    @property
    def cache_folder(self) -> Path:
        """Where the catalogue lies."""
        if self.cache_dir is not None:
            return self.cache_dir
        import platformdirs

        return Path(platformdirs.user_cache_dir("biofacts"))

    @property
    def told_sources(self) -> str:
        """Who is asked, in a few words: of an upstream that is not the public one its host, too."""
        if self.source != "live":
            return f"sources: {self.source}" + (f", {self.cache_folder}" if self.source == "offline" else "")
        addresses: dict[str, str] = {
            field.name: getattr(self, field.name)
            for field in msgspec.structs.fields(self)
            if field.name.endswith("_url") and field.default  # a source has a public address
        }
        public = type(self)()
        told = [
            name.removesuffix("_url") + ("" if address == getattr(public, name) else f" at {_host(address)}")
            for name, address in addresses.items()
        ]
        return f"sources: {', '.join(told)}"

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Self:
        """Read the `BIOFACTS_*` variables; an empty one counts as not set. Raises: SettingsError."""
        given = {
            field.name: value
            for field in msgspec.structs.fields(cls)
            if (value := environment.get(f"BIOFACTS_{field.name.upper()}", "").strip())
        }
        for name, value in given.items():
            if name == "redis_url":
                _check_redis(value)
            elif name.endswith("_url") and not value.startswith(("http://", "https://")):
                raise SettingsError(f"BIOFACTS_{name.upper()} must be an http(s) address, not '{value}'")
        if "log" in given:
            given["log"] = given["log"].upper()
        return cls._of(given, strict=False)

    def checked(self) -> Self:
        """The same, whoever has written them. Raises: SettingsError."""
        return self._of(msgspec.structs.asdict(self), strict=True)

    @classmethod
    def _of(cls, given: Mapping[str, object], *, strict: bool) -> Self:
        try:
            return msgspec.convert(given, cls, strict=strict, dec_hook=lambda kind, value: kind(value))
        except msgspec.ValidationError as error:
            raise SettingsError(f"a BIOFACTS_ setting cannot be used: {error}") from error


def _check_redis(url: str) -> None:
    """Raises: SettingsError, which says nothing of the address: there may be a password in it."""
    from importlib.util import find_spec

    try:
        parts = urlsplit(url)
        is_good = parts.scheme in ("redis", "rediss") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_good = False
    if not is_good:
        raise SettingsError("BIOFACTS_REDIS_URL must be an address like redis[s]://USER:PASSWORD@HOST:PORT/0")
    if find_spec("redis") is None:
        raise SettingsError("BIOFACTS_REDIS_URL needs an extra: pip install 'biofacts[redis]'")
