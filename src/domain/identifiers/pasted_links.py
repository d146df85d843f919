"""Parsing of links to the pages of databases and identifier resolvers: the identifier or name of a page's subject.

The addresses of all pages are here, in two tables: those with an identifier, and those with a name.

The words of a link are never searched for: a text is parsed as a link first, and only its identifier is looked up.
"""

import re
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

import msgspec

from biofacts.domain.answers.entity_kinds import COMPOUND, GENE, PATHWAY, TARGET, Kind
from biofacts.domain.identifiers import identifiers_in_text
from biofacts.domain.identifiers.identifiers_in_text import Reference
from biofacts.domain.text.clean import plain
from biofacts.domain.text.patterns import late_pattern

_LONGEST = 2000
_WEB = late_pattern(r"https?://[^\s<>\"'\\\x00-\x1f\x7f]+", re.I | re.A)


class WebLink(msgspec.Struct, frozen=True):
    """A link. `site`: its host; `reference`: the identifier or name of its subject, or None if that is unknown."""

    site: str
    reference: Reference | None


def _hosts(*patterns: str) -> re.Pattern[str]:
    """Join patterns of hosts into one pattern that also matches their subdomains."""
    return late_pattern(rf"(?:[\w-]+\.)*(?:{'|'.join(patterns)})", re.I | re.A)


class _IdentifierPage(NamedTuple):
    """The pages of a database about one record each.

    `site`: the pattern of the hosts; `path`: the pattern of the rest of the address, with the identifier as its group;
    `prefix`: the prefix that makes an identifier of any database of that group.
    """

    site: re.Pattern[str]
    path: re.Pattern[str]
    prefix: str


class _NamePage(NamedTuple):
    """The pages of a database whose address contains a name. `kinds`: the kinds that the name may have."""

    site: re.Pattern[str]
    path: re.Pattern[str]
    kinds: tuple[Kind, ...]


def _page(prefix: str, site: str, path: str) -> _IdentifierPage:
    # Without the lookahead, an identifier that is too long would match with its end cut off.
    return _IdentifierPage(_hosts(site), late_pattern(path + r"(?![A-Za-z0-9])", re.I | re.A), prefix)


def _name_page(site: str, path: str, *kinds: Kind) -> _NamePage:
    return _NamePage(_hosts(site), late_pattern(path, re.I), kinds)


_PUBCHEM = r"pubchem\.ncbi\.nlm\.nih\.gov|rdf\.ncbi\.nlm\.nih\.gov"
_NCBI = r"ncbi\.nlm\.nih\.gov"
_GUIDE = r"guidetopharmacology\.org|guidetoimmunopharmacology\.org|guidetomalariapharmacology\.org|iuphar-db\.org"
_SPECIES = r"ensembl(?:genomes)?\.org|flybase\.org|wormbase\.org|yeastgenome\.org|zfin\.org|arabidopsis\.org"
_OBO = r"purl\.obolibrary\.org"
_STABLE_ID = r"(?<![A-Za-z0-9])(FBgn\d{7}|WBGene\d{8}|S\d{9}|ZDB-GENE-\d{6}-\d+|AT[1-5CM]G\d{5})"
_PATHWAY = r"(?<![A-Za-z0-9])(WP\d{1,9})(?:_r?\d+)?"

_PAGES = (
    _page("hgnc", r"genenames\.org", r"(?:(?:hgnc_id|hgnc)[/=](?:HGNC:)?|(?<![A-Za-z])HGNC:)(\d+)"),
    _page("ensembl", r"ensembl\.org", r"(?<![A-Za-z0-9])(ENS[A-Z]*G\d{11})"),
    _page("flybase", _SPECIES, _STABLE_ID),  # all of them are read alike
    _page("uniprot", _PUBCHEM, r"/protein/([A-Z0-9]{6,10})"),
    _page("uniprot", r"uniprot\.org", r"/uniprot(?:kb)?/([A-Z0-9]{6,10}(?:-\d+)?)"),
    _page("ncbigene", _PUBCHEM, r"/gene/(?:geneid/)?(\d+)"),
    _page("ncbigene", _NCBI, r"^/(?:datasets/)?gene/(\d+)"),
    _page("ncbigene", _NCBI, r"^/gene.*[?&](?:list_uids|geneid|term)=(\d+)"),
    _page("iuphar.ligand", _GUIDE, r"[?&;]ligandId=(\d+)"),
    _page("iuphar.ligand", _GUIDE, r"/services/ligands/(\d+)"),
    _page("iuphar.target", _GUIDE, r"[?&;]objectId=(\d+)"),
    _page("iuphar.target", _GUIDE, r"/services/targets/(\d+)"),
    _page("kegg.pathway", r"kegg\.jp|genome\.jp", r"(?<![A-Za-z])([a-z]{2,4}\d{5})"),
    _page("pubchem.compound", _PUBCHEM, r"/compound/(?:cid/|CID)?(\d{1,12})"),
    _page("pubchem.compound", _PUBCHEM, r"[?&#]cid=(\d{1,12})"),
    _page("reactome", _PUBCHEM, r"/pathway/Reactome:(R-[A-Z]{3}-\d+)"),
    _page("chebi", _OBO, r"/obo/CHEBI_(\d+)"),
    *(_page(prefix, _OBO, rf"/obo/{prefix}_(\d+)") for prefix in ("mondo", "go", "doid", "pw", "cl")),
    _page("inchikey", _PUBCHEM, r"/compound/(?:inchikey/)?([A-Z]{14}-[A-Z]{10}-[A-Z])"),
    _page("mgi", r"informatics\.jax\.org", r"(?<![A-Za-z])MGI:(\d+)"),
    _page("wikipathways", r"wikipathways\.org|wikipathways\.github\.io", _PATHWAY),
    _page("wikipathways", r"(?:raw\.githubusercontent|github)\.com", rf"^/wikipathways/.*?{_PATHWAY}"),
    _page("wikipathways", _PUBCHEM, r"/pathway/WikiPathways:(WP\d+)"),
    _page("pubmed", _NCBI, r"^/pubmed/(\d+)"),
    _page("pubmed", r"pubmed\.ncbi\.nlm\.nih\.gov", r"^/(\d+)"),
    _page("doi", r"(?:dx\.)?doi\.org", r"^/(10\.\d{4,9}/.+)$"),
)
"""The pages whose address contains an identifier; of several that match an address, the first counts."""

_NAME_PAGES = (
    # Pages of the former site: `/index.php/Pathway:Homo_sapiens:Apoptosis`.
    _name_page(r"wikipathways\.org|wikipathways\.github\.io", r"/Pathway:[A-Z][a-z]+[ _][a-z]+:([^/?#&]+)", PATHWAY),
    _name_page(_PUBCHEM, r"/compound/name/([^/?#]+)", COMPOUND),
    # In PUG REST, the words after `/compound/` are kinds of identifiers: `/compound/cid/2244`.
    _name_page(_PUBCHEM, r"/compound/(?!cid\b|name\b|inchi|smiles)([^/?#]+)", COMPOUND),
    _name_page(_PUBCHEM, r"/gene/(?:genesymbol/)?([A-Za-z][^/?#]+)", GENE, TARGET),
    _name_page(r"genenames\.org", r"(?:symbol/|match=|[?&]query=)([A-Za-z][\w@.-]*)", GENE, TARGET),
    _name_page(_NCBI, r"^/gene/?\?(?:.*&)?term=([A-Za-z][\w@.-]*)(?=$|&)", GENE, TARGET),
)

_SITES = _hosts(
    r"ebi\.ac\.uk", r"drugbank\.(?:ca|com)", r"kegg\.jp|genome\.jp", r"reactome\.org", r"geneontology\.org",
    r"hmdb\.ca", r"lipidmaps\.org", r"rgd\.mcw\.edu", r"mirbase\.org", r"disease-ontology\.org",
)  # fmt: skip
"""The pattern of hosts whose addresses may contain identifiers of any database."""
_RESOLVER = _hosts(r"identifiers\.org|n2t\.net|bioregistry\.io|bio2rdf\.org")
_HOSTS = (_RESOLVER, _SITES, *(page.site for page in _NAME_PAGES), *(page.site for page in _PAGES))
_KNOWN = late_pattern("|".join(host.pattern for host in _HOSTS), re.I | re.A)
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
    for page in _PAGES:
        match = page.path.search(path) if page.site.fullmatch(host) else None
        if match and (reference := identifiers_in_text.from_parts(page.prefix, match[1])):
            return reference
    for names in _NAME_PAGES:
        match = names.path.search(path) if names.site.fullmatch(host) else None
        if match and (name := plain(match[1].replace("_", " ").replace("+", " "))):
            return Reference(text=name, accepted_by=names.kinds)
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
