"""Links outward: the page of an identifier, by the resolver of identifiers.org, which knows where each one lives."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from urllib.parse import quote

from biofacts.adapters.page.phrasing import Part
from biofacts.domain import links
from biofacts.domain.cross_references import CrossReferences, pairs

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
"""Keys of the registry: what each database is called, and how identifiers.org writes its prefix."""


class Outward(NamedTuple):
    """An identifier, and the address of its page; none where there is none by the identifier alone."""

    database: str
    value: str
    address: str


def references(known: CrossReferences) -> Iterator[Outward]:
    """Cross references as links."""
    for key, value in pairs(known):
        name, prefix = _PREFIXES.get(key, (key.replace("_", " "), ""))
        local = value.removeprefix(prefix).removeprefix("ORPHA:").removeprefix("EFO:")
        yield Outward(name, value, f"{_RESOLVER}{prefix}{quote(local, safe=':')}" if prefix else "")


def publication(known: Mapping[str, str]) -> str:
    """The address of what is cited: by its PubMed id, else its DOI; none without either."""
    if pubmed := known.get("pubmed"):
        return f"https://pubmed.ncbi.nlm.nih.gov/{quote(pubmed, safe='')}/"
    return f"https://doi.org/{quote(known['doi'], safe='/')}" if "doi" in known else ""


def linked(text: str) -> Iterator[Part]:
    """A text of an upstream in pieces: addresses of the web in it, as Markdown writes links, lead there."""
    end = 0
    for found in _MARKDOWN.finditer(text):
        if address := checked(found[2]):
            yield Part(text[end : found.start()])
            yield Part(found[1], address)
            end = found.end()
    yield Part(text[end:])


def checked(address: object) -> str:
    """An address of the web as it is; none for any other."""
    return links.of_the_web(str(address or ""))
