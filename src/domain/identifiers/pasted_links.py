"""Parsing of links to the pages of databases and identifier resolvers: the identifier or name of a page's subject.

The words of a link are never searched for: a text is parsed as a link first, and only its identifier is looked up.
"""

import re
from urllib.parse import unquote, urlsplit

import msgspec

from biofacts.domain.answers.entity_kinds import COMPOUND, GENE, PATHWAY, TARGET, Kind
from biofacts.domain.identifiers import identifiers_in_text
from biofacts.domain.identifiers.identifier_databases import DATABASES, PUBCHEM_SITE, hosts, spellings
from biofacts.domain.identifiers.identifiers_in_text import Reference
from biofacts.domain.text.clean import plain
from biofacts.domain.text.patterns import late_pattern

_LONGEST = 2000
_WEB = late_pattern(r"https?://[^\s<>\"'\\\x00-\x1f\x7f]+", re.I | re.A)


class WebLink(msgspec.Struct, frozen=True):
    """A link. `site`: its host; `reference`: the identifier or name of its subject, or None if that is unknown."""

    site: str
    reference: Reference | None


def _names(site: str, path: str, *kinds: Kind) -> tuple[re.Pattern[str], re.Pattern[str], tuple[Kind, ...]]:
    """Describe pages whose address contains a name. `path`: a pattern of the address, with the name as its group."""
    return hosts([site]), late_pattern(path, re.I), kinds


_RESOLVERS = r"identifiers\.org|n2t\.net|bioregistry\.io|bio2rdf\.org"
_NAMES = (
    # Pages of the former site: `/index.php/Pathway:Homo_sapiens:Apoptosis`.
    _names(r"wikipathways\.org|wikipathways\.github\.io", r"/Pathway:[A-Z][a-z]+[ _][a-z]+:([^/?#&]+)", PATHWAY),
    _names(PUBCHEM_SITE, r"/compound/name/([^/?#]+)", COMPOUND),
    # In PUG REST, the words after `/compound/` are kinds of identifiers: `/compound/cid/2244`.
    _names(PUBCHEM_SITE, r"/compound/(?!cid\b|name\b|inchi|smiles)([^/?#]+)", COMPOUND),
    _names(PUBCHEM_SITE, r"/gene/(?:genesymbol/)?([A-Za-z][^/?#]+)", GENE, TARGET),
    _names(r"genenames\.org", r"(?:symbol/|match=|[?&]query=)([A-Za-z][\w@.-]*)", GENE, TARGET),
    _names(r"ncbi\.nlm\.nih\.gov", r"^/gene/?\?(?:.*&)?term=([A-Za-z][\w@.-]*)(?=$|&)", GENE, TARGET),
)

_SITES = hosts(row.sites for row in DATABASES if row.sites)
"""The pattern of hosts whose addresses may contain identifiers of any database."""
_RESOLVER = hosts([_RESOLVERS])
_KNOWN = late_pattern(
    "|".join([
        _RESOLVER.pattern, _SITES.pattern, *(site.pattern for site, _, _ in _NAMES),
        *(hosts([page.hosts]).pattern for _, spelling in spellings() for page in spelling.pages),
    ]),
    re.I | re.A,
)  # fmt: skip
_ADDRESS = late_pattern(r"(?:(?:https?|ftp)://|www\.)[^\s<>\"']+", re.I)
_BARE = late_pattern(
    rf"(?:{_KNOWN.pattern})(?:[:/?#].*)?|(?:[\w-]+\.)+(?:com|org|net|edu|gov|int|info|io|ac\.uk|co\.uk|de|fr|eu)/.*",
    re.I | re.A,
)
"""The pattern of an address without a scheme: of a known site, or with a path after a common top-level domain."""


def of_the_web(text: str) -> str:
    """Return a safe web address unchanged, and an empty string for anything else.

    An address with a user name or password is rejected, since it can make one site look like another.
    """
    if len(text) > _LONGEST or not _WEB.fullmatch(text):
        return ""
    try:
        parts = urlsplit(text)
        is_usable = bool(parts.hostname) and (parts.port is None or parts.port > 0) and "@" not in parts.netloc
    except ValueError:  # an invalid IPv6 address or port
        return ""
    return text if is_usable else ""


def referred(text: str) -> tuple[WebLink | None, Reference | None]:
    """Return the link in a text, or None, and the identifier: of the link's subject, or else the text itself."""
    link = read(text)
    return link, link.reference if link else identifiers_in_text.read(text)


def read(text: str) -> WebLink | None:
    """Parse the first link in a text; return None if there is none."""
    # Limited, since a caller may send a megabyte.
    text = text[:_LONGEST]
    match = _ADDRESS.search(text) or _bare(text)
    if not match:
        return None
    # Punctuation at the end belongs to the sentence around the link.
    address = re.sub(r"^(?:https?|ftp)://", "", match[0].rstrip(".,;)"), flags=re.I)
    host, path = _parted(address)
    return WebLink(host or "no site", _reference(host, unquote(path)))


def _bare(text: str) -> re.Match[str] | None:
    """Find the first word that is an address without a scheme."""
    words = (word.strip("<>\"'.,;()") for word in text.split() if "." in word)
    return next((match for word in words if (match := _BARE.fullmatch(word))), None)


def _parted(address: str) -> tuple[str, str]:
    """Split an address without a scheme into the host, without port and user, and the rest."""
    end = re.search(r"[/?#]", address)
    host, path = (address[: end.start()], address[end.start() :]) if end else (address, "")
    return host.rpartition("@")[2].partition(":")[0].casefold(), path


def _reference(host: str, path: str) -> Reference | None:
    if _RESOLVER.fullmatch(host):
        return _resolved(path)
    if reference := identifiers_in_text.on_page(host, path):
        return reference
    for site, form, kinds in _NAMES:
        match = form.search(path) if site.fullmatch(host) else None
        if match and (name := plain(match[1].replace("_", " ").replace("+", " "))):
            return Reference(text=name, accepted_by=kinds)
    return identifiers_in_text.first_in(path) if _SITES.fullmatch(host) else None


def _resolved(path: str) -> Reference | None:
    """Parse the path of an address at an identifier resolver.

    Forms: `/wikipathways:WP534`, `/pubchem.compound/2244`, `/chebi/CHEBI:15903`, each also after a provider code.
    """
    parts = [part for part in re.split(r"/", path.partition("?")[0].partition("#")[0]) if part]
    for at, part in enumerate(parts):
        rest = "/".join(parts[at + 1 :])
        if rest and (reference := identifiers_in_text.from_parts(part, rest)):
            return reference
        whole = "/".join(parts[at:])
        prefix, colon, local = whole.partition(":")
        if colon and (reference := identifiers_in_text.from_parts(prefix, local)):
            return reference
    return None
