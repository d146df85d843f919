"""Names of proteins that lead to human genes."""

import msgspec


class ProteinNames(msgspec.Struct, frozen=True, kw_only=True):
    """Names that NCBI has for a gene and its protein, beside its symbol. `gene`: its id at HGNC, `HGNC:15598`."""

    gene: str
    names: tuple[str, ...]
