"""The page of identifiers: which ones the tools take, and the keys of cross references."""

import re
from collections.abc import Iterator, Sequence

from biofacts.domain.identifiers.cross_references import REGISTRY
from biofacts.domain.identifiers.identifier_databases import spellings
from biofacts.domain.identifiers.identifiers_in_text import read
from website.reference.schemas import table

EXAMPLES = (
    "WP:WP534", "PubChem:CID2244", "IUPHAR:2713", "IUPHAR ligand 2713", "IUPHAR target 215", "HGNC:11998",
    "NCBIGene:7157", "hgnc.symbol:TP53", "ENSG00000141510", "ENST00000269305", "UniProt:P04637", "NM_000546",
    "MGI:98834", "RGD:3889", "MI0000077", "FlyBase:FBgn0003996", "SGD:S000005399", "OMIM:191170", "CHEBI:15365",
    "HMDB0001879",
    "CHEMBL25", "DB00945", "C01405", "50-78-2", "BSYNRYMUTXBXSQ-UHFFFAOYSA-N",
    "LMFA01030001", "wikidata:Q18216", "PubChem:SID144206274", "ChemSpider:2157", "UNII:R16CO5Y76E", "hsa00010",
    "KEGG pathway 00010", "R-HSA-70171", "GO:0006096", "PW:0000640", "DOID:162", "CL:0000084", "MONDO:0005148",
    "EFO:0000400", "ORPHA:558", "PMID:22628558", "doi:10.1038/nature11247",
)  # fmt: skip
"""An identifier of each database, as people write it."""

_HEAD = """\
# Identifiers

## What you may write

Wherever a name is expected, you may write an identifier: in any case, with the prefixes that people use, or as the link
to its page. Only `get_` tools need the exact CURIE of their kind.

{forms}

## Cross references

`cross_references` of a record is an object with keys from this list, each with one identifier or several. An identifier
from a source that does not match the whole pattern is left out.

{registry}
"""


def page() -> str:
    """The page of the identifiers."""
    unread = [
        one.pattern for _, one in spellings() if not any(re.fullmatch(one.pattern, text, re.I) for text in EXAMPLES)
    ]
    assert not unread, f"databases without an example: {unread}"
    return _HEAD.format(
        forms=table(["for example", "is read as", "the CURIE of", "finds"], _examples()),
        registry=table(["key", "pattern of its values"], [(f"`{key}`", f"`{one}`") for key, one in REGISTRY.items()]),
    )


def _examples() -> Iterator[Sequence[str]]:
    for text in EXAMPLES:
        reference = read(text)
        assert reference is not None, f"{text} is no identifier"
        own, found_by = (", ".join(kind.plural for kind in kinds) for kinds in (reference.own, reference.accepted_by))
        yield f"`{text}`", f"`{reference.text}`", own, found_by
