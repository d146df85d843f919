"""Genes, as users name them and as pathways carry them."""

import re
from typing import Self

import msgspec

from biofacts.domain import wording
from biofacts.domain.cross_references import is_valid
from biofacts.domain.errors import AmbiguousQuery
from biofacts.domain.text.clean import plain


class GeneId(msgspec.Struct, frozen=True):
    """A gene as a user names it, with every exact term under which a pathway may carry it.

    Terms: `symbol:tp53` (folded), `entrez:7157`, `ensembl_gene:ENSG00000141510`, `uniprot:P04637`, `hgnc:HGNC:11998`.
    """

    text: str
    terms: tuple[str, ...]

    @classmethod
    def parse(cls, given: str) -> Self:
        """Read a symbol (any case), an NCBI Gene id, an Ensembl gene id or a UniProt accession, with or without prefix.

        Raises: AmbiguousQuery.
        """
        text = plain(given)
        prefix, _, rest = text.partition(":")
        key = _GENE_PREFIXES.get(prefix.casefold().strip())
        if (len(text) < 2 and not text.isdecimal()) or (key and not rest.strip()):
            raise AmbiguousQuery(*wording.gene_id("get_pathways_for_gene"), given)
        if key:
            return cls(text, (gene_term(key, rest.strip()),))
        if re.fullmatch(r"[0-9]+", text):
            return cls(text, (gene_term("entrez", text), gene_term("ensembl_gene", text)))
        keys = ["symbol", "ensembl_gene", *(["uniprot"] if is_valid("uniprot", text.upper()) else [])]
        return cls(text, tuple(gene_term(key, text) for key in keys))

    @property
    def symbol(self) -> str | None:
        """The folded symbol, when the gene was named by one."""
        return next((term.removeprefix("symbol:") for term in self.terms if term.startswith("symbol:")), None)


_GENE_PREFIXES = {
    "ncbigene": "entrez", "entrez": "entrez", "entrezgene": "entrez", "geneid": "entrez",
    "ensembl": "ensembl_gene", "uniprot": "uniprot", "uniprotkb": "uniprot",
    "hgnc.symbol": "symbol", "symbol": "symbol", "hgnc": "hgnc",
}  # fmt: skip


def gene_term(key: str, value: str) -> str:
    """The exact, case-folded term of one gene identifier; an Ensembl version suffix is dropped."""
    value = " ".join(value.split())
    if key == "symbol":
        return f"symbol:{value.casefold()}"
    if key == "ensembl_gene" and re.match(r"ENS[A-Z]*\d{11}\.", value, re.I):
        value = value.split(".", 1)[0]
    if key == "hgnc":
        value = f"HGNC:{value.rpartition(':')[2]}"
    return f"{key}:{value.upper()}"
