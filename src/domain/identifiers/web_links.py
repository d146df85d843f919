"""Links to pages of the sources, of related databases and of identifiers.org, and the records behind them.

The words of a link are never searched for: a text is first parsed as a link, and only its identifier is looked up.
"""

import re
from collections.abc import Sequence
from urllib.parse import unquote, urlsplit

import msgspec

from biofacts.domain.answers.kinds import Kind
from biofacts.domain.compounds.compound import COMPOUND
from biofacts.domain.genes.gene import GENE
from biofacts.domain.identifiers import databases
from biofacts.domain.identifiers.databases import Reference
from biofacts.domain.pathways.pathway import PATHWAY
from biofacts.domain.pharmacology.target import TARGET
from biofacts.domain.text.clean import plain

_LONGEST = 2000
_WEB = re.compile(r"https?://[^\s<>\"'\\\x00-\x1f\x7f]+", re.I | re.A)


class Link(msgspec.Struct, frozen=True):
    """A link. `site`: its host; `reference`: the subject of its page, None if the address does not tell."""

    site: str
    reference: Reference | None


class _Page(msgspec.Struct, frozen=True):
    """A form of addresses. `path`: a pattern searched for after the host; its group is an identifier of `prefix`."""

    path: re.Pattern[str]
    prefix: str


class _Site(msgspec.Struct, frozen=True):
    """A site with all its hosts.

    `names`: patterns of pages that are addressed by a name, with the kinds of their subjects.
    """

    hosts: re.Pattern[str]
    pages: tuple[_Page, ...] = ()
    names: tuple[tuple[re.Pattern[str], tuple[Kind, ...]], ...] = ()
    any_identifier: bool = False


def _site(
    hosts: str,
    pages: Sequence[tuple[str, str]] = (),
    names: Sequence[tuple[str, tuple[Kind, ...]]] = (),
    *,
    any_identifier: bool = False,
) -> _Site:
    return _Site(
        re.compile(rf"(?:[\w-]+\.)*(?:{hosts})", re.I | re.A),
        tuple(_Page(re.compile(path, re.I | re.A), prefix) for path, prefix in pages),
        tuple((re.compile(path, re.I), kinds) for path, kinds in names),
        any_identifier,
    )


# Without it, an identifier that is too long would match with its end cut off.
_END = r"(?![A-Za-z0-9])"
_RESOLVERS = r"identifiers\.org|n2t\.net|bioregistry\.io|bio2rdf\.org"

_SITES = (
    _site(
        r"wikipathways\.org|wikipathways\.github\.io",
        [(r"(?<![A-Za-z0-9])(WP\d{1,9})(?:_r?\d+)?" + _END, "wikipathways")],
        [(r"/Pathway:[A-Z][a-z]+[ _][a-z]+:([^/?#&]+)", (PATHWAY,))],
    ),
    _site(
        r"(?:raw\.githubusercontent|github)\.com",
        [(r"^/wikipathways/.*?(?<![A-Za-z0-9])(WP\d{1,9})(?:_r?\d+)?" + _END, "wikipathways")],
    ),
    _site(
        r"pubchem\.ncbi\.nlm\.nih\.gov|rdf\.ncbi\.nlm\.nih\.gov",
        [
            (r"/compound/(?:cid/|CID)?(\d{1,12})" + _END, "pubchem.compound"),
            (r"[?&#]cid=(\d{1,12})" + _END, "pubchem.compound"),
            (r"/compound/(?:inchikey/)?([A-Z]{14}-[A-Z]{10}-[A-Z])" + _END, "inchikey"),
            (r"/gene/(?:geneid/)?(\d+)" + _END, "ncbigene"),
            (r"/protein/([A-Z0-9]{6,10})" + _END, "uniprot"),
            (r"/pathway/WikiPathways:(WP\d+)", "wikipathways"),
            (r"/pathway/Reactome:(R-[A-Z]{3}-\d+)", "reactome"),
        ],
        [
            (r"/compound/name/([^/?#]+)", (COMPOUND,)),
            (r"/compound/(?!cid\b|name\b|inchi|smiles)([^/?#]+)", (COMPOUND,)),
            (r"/gene/(?:genesymbol/)?([A-Za-z][^/?#]+)", (GENE, TARGET)),
        ],
    ),
    _site(
        r"guidetopharmacology\.org|guidetoimmunopharmacology\.org|guidetomalariapharmacology\.org|iuphar-db\.org",
        [
            (r"[?&;]ligandId=(\d+)" + _END, "iuphar.ligand"),
            (r"[?&;]objectId=(\d+)" + _END, "iuphar.receptor"),
            (r"/services/ligands/(\d+)" + _END, "iuphar.ligand"),
            (r"/services/targets/(\d+)" + _END, "iuphar.receptor"),
        ],
    ),
    _site(
        r"genenames\.org",
        [(r"(?:hgnc_id|hgnc)[/=](?:HGNC:)?(\d+)" + _END, "hgnc"), (r"(?<![A-Za-z])HGNC:(\d+)" + _END, "hgnc")],
        [(r"(?:symbol/|match=|[?&]query=)([A-Za-z][\w@.-]*)", (GENE, TARGET))],
    ),
    _site(
        r"ncbi\.nlm\.nih\.gov",
        [
            (r"^/(?:datasets/)?gene/(\d+)" + _END, "ncbigene"),
            (r"^/gene.*[?&](?:list_uids|geneid|term)=(\d+)" + _END, "ncbigene"),
            (r"^/pubmed/(\d+)" + _END, "pubmed"),
        ],
        [(r"^/gene/?\?(?:.*&)?term=([A-Za-z][\w@.-]*)(?=$|&)", (GENE, TARGET))],
    ),
    _site(r"pubmed\.ncbi\.nlm\.nih\.gov", [(r"^/(\d+)" + _END, "pubmed")]),
    _site(r"ensembl\.org", [(r"(?<![A-Za-z0-9])(ENS[A-Z]*G\d{11})" + _END, "ensembl")]),
    _site(
        r"ensemblgenomes\.org|flybase\.org|wormbase\.org|yeastgenome\.org|zfin\.org|arabidopsis\.org",
        # One prefix serves all, since these databases share an entry in `identity.DATABASES`.
        [(r"(?<![A-Za-z0-9])(FBgn\d{7}|WBGene\d{8}|S\d{9}|ZDB-GENE-\d{6}-\d+|AT[1-5CM]G\d{5})" + _END, "flybase")],
    ),
    _site(r"uniprot\.org", [(r"/uniprot(?:kb)?/([A-Z0-9]{6,10}(?:-\d+)?)" + _END, "uniprot")]),
    _site(r"informatics\.jax\.org", [(r"(?<![A-Za-z])MGI:(\d+)" + _END, "mgi")]),
    _site(r"purl\.obolibrary\.org", [(rf"/obo/{name}_(\d+)" + _END, name) for name in ("GO", "PW", "DOID", "CL")]),
    _site(r"purl\.obolibrary\.org", [(r"/obo/CHEBI_(\d+)" + _END, "chebi")]),
    _site(r"kegg\.jp|genome\.jp", [(r"(?<![A-Za-z])([a-z]{2,4}\d{5})" + _END, "kegg.pathway")], any_identifier=True),
    _site(r"(?:dx\.)?doi\.org", [(r"^/(10\.\d{4,9}/.+)$", "doi")]),
    _site(
        r"ebi\.ac\.uk|hmdb\.ca|drugbank\.(?:ca|com)|reactome\.org|lipidmaps\.org|geneontology\.org"
        r"|disease-ontology\.org|mirbase\.org|rgd\.mcw\.edu",
        any_identifier=True,
    ),
)

_KNOWN = re.compile(
    "|".join([rf"(?:[\w-]+\.)*(?:{_RESOLVERS})", *(site.hosts.pattern for site in _SITES)]), re.I | re.A
)
_ADDRESS = re.compile(r"(?:(?:https?|ftp)://|www\.)[^\s<>\"']+", re.I)
_BARE = re.compile(
    rf"(?:{_KNOWN.pattern})(?:[:/?#].*)?|(?:[\w-]+\.)+(?:com|org|net|edu|gov|int|info|io|ac\.uk|co\.uk|de|fr|eu)/.*",
    re.I | re.A,
)
"""An address without its scheme: of a site in the table, or with a path after a common domain."""


def of_the_web(text: str) -> str:
    """Return a web address unchanged, and an empty text for anything else, which might be unsafe to follow.

    A name and a password before the host are refused: they make one site look like another.
    """
    if len(text) > _LONGEST or not _WEB.fullmatch(text):
        return ""
    try:
        parts = urlsplit(text)
        is_usable = bool(parts.hostname) and (parts.port is None or parts.port > 0) and "@" not in parts.netloc
    except ValueError:  # brackets or a port that are none
        return ""
    return text if is_usable else ""


def read(text: str) -> Link | None:
    """Parse a text that is a link or contains one; return None if there is none."""
    # Bounded, since a caller may send a megabyte.
    text = text[:_LONGEST]
    found = _ADDRESS.search(text) or _bare(text)
    if not found:
        return None
    address = re.sub(r"^(?:https?|ftp)://", "", found[0].rstrip(".,;)"), flags=re.I)
    host, path = _parted(address)
    return Link(host or "no site", _reference(host, unquote(path)))


def _bare(text: str) -> re.Match[str] | None:
    """Return the first word that is an address without a scheme."""
    words = (word.strip("<>\"'.,;()") for word in text.split() if "." in word)
    return next((found for word in words if (found := _BARE.fullmatch(word))), None)


def _parted(address: str) -> tuple[str, str]:
    """Split an address into the host, without port and user, and the rest."""
    end = re.search(r"[/?#]", address)
    host, path = (address[: end.start()], address[end.start() :]) if end else (address, "")
    return host.rpartition("@")[2].partition(":")[0].casefold(), path


def _reference(host: str, path: str) -> Reference | None:
    if re.fullmatch(rf"(?:[\w-]+\.)*(?:{_RESOLVERS})", host, re.A):
        return _resolved(path)
    for site in _SITES:
        if site.hosts.fullmatch(host) and (found := _on(site, path)):
            return found
    return None


def _on(site: _Site, path: str) -> Reference | None:
    for page in site.pages:
        if (found := page.path.search(path)) and (reference := databases.named(page.prefix, found[1])):
            return reference
    for form, kinds in site.names:
        if (found := form.search(path)) and (name := plain(found[1].replace("_", " ").replace("+", " "))):
            return Reference(text=name, found_by=kinds)
    return databases.first_in(path) if site.any_identifier else None


def _resolved(path: str) -> Reference | None:
    """Resolve the path of an address at an identifier resolver.

    Forms: `/wikipathways:WP534`, `/pubchem.compound/2244`, `/chebi/CHEBI:15903`, each with or without a provider's
    code.
    """
    parts = [part for part in re.split(r"/", path.partition("?")[0].partition("#")[0]) if part]
    for at, part in enumerate(parts):
        rest = "/".join(parts[at + 1 :])
        if rest and (reference := databases.named(part, rest)):
            return reference
        whole = "/".join(parts[at:])
        prefix, colon, local = whole.partition(":")
        if colon and (reference := databases.named(prefix, local)):
            return reference
    return None
