"""Links to other databases, through identifiers.org, which resolves each prefix to the database's own page."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from urllib.parse import quote

from biofacts.adapters.web.phrasing import Part
from biofacts.domain.identifiers import web_links
from biofacts.domain.identifiers.cross_references import CrossReferences, pairs

_MARKDOWN = re.compile(r"\[([^\[\]]{1,300})\]\(([^\s()]{1,2000})\)")
_RESOLVER = "https://identifiers.org/"

_PREFIXES: Mapping[str, tuple[str, str]] = {
    "hgnc": ("HGNC", "HGNC:"),
    "hgnc_symbol": ("HGNC symbol", "hgnc.symbol:"),
    "ensembl_gene": ("Ensembl gene", "ensembl:"),
    "ensembl_transcript": ("Ensembl transcript", "ensembl:"),
    "uniprot": ("UniProt", "uniprot:"),
    "entrez": ("NCBI Gene", "ncbigene:"),
    "refseq": ("RefSeq", "refseq:"),
    "chembl": ("ChEMBL", "chembl:"),
    "drugbank": ("DrugBank", "drugbank:"),
    "string": ("STRING", "string:"),
    "biogrid": ("BioGRID", "biogrid:"),
    "stitch": ("STITCH", "stitch:"),
    "iuphar": ("Guide to PHARMACOLOGY", ""),
    "kegg": ("KEGG gene", "kegg.genes:"),
    "kegg_pathway": ("KEGG pathway", "kegg.pathway:"),
    "kegg_compound": ("KEGG", "kegg:"),
    "omim": ("OMIM", "mim:"),
    "orphanet": ("Orphanet", "orphanet:"),
    "mondo": ("Mondo", "MONDO:"),
    "efo": ("EFO", "efo:"),
    "pdb": ("PDB", "pdb:"),
    "pubchem_compound": ("PubChem compound", "pubchem.compound:"),
    "pubchem_substance": ("PubChem substance", "pubchem.substance:"),
    "reactome": ("Reactome", "reactome:"),
    "gene_ontology": ("Gene Ontology", "GO:"),
    "chebi": ("ChEBI", "CHEBI:"),
    "hmdb": ("HMDB", "hmdb:"),
    "inchikey": ("InChIKey", "inchikey:"),
    "cas": ("CAS number", "cas:"),
    "wikidata": ("Wikidata", "wikidata:"),
    "lipidmaps": ("LIPID MAPS", "lipidmaps:"),
    "chemspider": ("ChemSpider", "chemspider:"),
    "unii": ("UNII", "unii:"),
    "rgd": ("RGD", "rgd:"),
    "mgi": ("MGI", "MGI:"),
    "mirbase": ("miRBase", "mirbase:"),
    "disease_ontology": ("Disease Ontology", "DOID:"),
    "pathway_ontology": ("Pathway Ontology", "PW:"),
    "cell_ontology": ("Cell Ontology", "CL:"),
    "wikipathways": ("WikiPathways", "wikipathways:"),
}
"""Cross-reference keys: the name of each database, and its prefix at identifiers.org."""


class Outward(NamedTuple):
    """An identifier with the address of its page; "" if the identifier alone does not lead to one."""

    database: str
    value: str
    address: str


def references(known: CrossReferences) -> Iterator[Outward]:
    """Yield cross references as links."""
    for key, value in pairs(known):
        name, prefix = _PREFIXES.get(key, (key.replace("_", " "), ""))
        # Some upstreams write ids with a prefix that identifiers.org spells differently.
        local = value.removeprefix(prefix).removeprefix("ORPHA:").removeprefix("EFO:")
        yield Outward(name, value, f"{_RESOLVER}{prefix}{quote(local, safe=':')}" if prefix else "")


def publication(known: Mapping[str, str]) -> str:
    """Return the address of a publication by its PubMed id, or else its DOI; "" if it has neither."""
    if pubmed := known.get("pubmed"):
        return f"https://pubmed.ncbi.nlm.nih.gov/{quote(pubmed, safe='')}/"
    return f"https://doi.org/{quote(known['doi'], safe='/')}" if "doi" in known else ""


def linked(text: str) -> Iterator[Part]:
    """Split an upstream's text into pieces; Markdown links to web addresses become links."""
    end = 0
    for found in _MARKDOWN.finditer(text):
        if address := checked(found[2]):
            yield Part(text[end : found.start()])
            yield Part(found[1], address)
            end = found.end()
    yield Part(text[end:])


def checked(address: object) -> str:
    """Return an address if it is http(s), else ""."""
    return web_links.of_the_web(str(address or ""))
