"""Selectors: the exact terms by which ligands and targets are looked up.

A selector is `<prefix>:<value>`. `LigandFacts.exact_terms` and `TargetFacts.exact_terms` create them; searches by
identifier, the plans of classes and mechanisms, and the rows of `drug_class_table.py` and `target_groups.py` use them.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence

from biofacts.domain.answers.entity_kinds import Kind
from biofacts.domain.identifiers import identifiers_in_text
from biofacts.domain.search.index import prefixed
from biofacts.domain.text import fold

_SID = "pubchem_substance"
_NUMBERS = frozenset({"entrez", "pubchem_compound"})
"""Databases whose numbers are looked up alone; numbers of other databases need the name of the database."""
SIGNS = ("(", "[", "{", "+", "±", "-", "−")
"""First characters of chemical names that distinguish isomers and labelled forms."""


def _whole(text: str) -> str:
    literal = fold.literal(text)
    return literal if len(literal) == 1 else fold.compact(text)  # ETA, a Greek letter, is not H+


# Of ligands and targets

identifier = prefixed("id", str.casefold)
"""An identifier of any database, without its name, which queries rarely state."""
own_number = prefixed("id:iuphar")
"""The number of an entity in the Guide."""
name = prefixed("name", _whole)
"""A whole name in any spelling."""
folded_name = prefixed("name")
"""A whole name that is already folded."""

# Of ligands

unlabelled_name = prefixed("unlabelled", fold.compact)
"""A labelled ligand's name without the label."""
structure = prefixed("structure", lambda text: hashlib.blake2b(text.encode(), digest_size=8).hexdigest())
"""A SMILES or InChI, unfolded since case matters in SMILES: a digest, to save space."""
medicine = prefixed("called", fold.compact)
"""The name of an approved ligand."""
stem = prefixed("ending")
"""The last letters of an approved ligand's name, which may be a stem of the WHO's list of INNs."""
ligand_type = prefixed("type", str.casefold)
acted_on = prefixed("acted-on", fold.compact)
"""A name or identifier of a ligand that is itself a target: a term of its interactions."""

# Of targets

gene = prefixed("gene", str.casefold)
"""A gene symbol."""
abbreviation = prefixed("abbreviation", str.casefold)
"""The Guide's abbreviation of a target, which may be the symbol of another gene (`PDK1`)."""
subunit = prefixed("subunit")
"""The number of one of a complex's subunits."""
root = prefixed("root")
"""The letters before the number of a member's name, such as `pde` of PDE5A."""
series = prefixed("series")
"""The beginning of the symbols or names of a series of targets, such as `slc6` of SLC6A4."""
first_name = prefixed("first")
"""A name, abbreviation or symbol with its Greek letters (see `fold.literal`), also without a generic last word."""
other_name = prefixed("other")
"""Any other name with its Greek letters."""
title = prefixed("title")
"""A name, abbreviation or symbol, folded to one token, also without a generic last word."""
family = prefixed("group", fold.compact)
"""The whole name of a family."""
family_name = prefixed("group")
"""The whole name of a family that is already folded."""
family_stem = prefixed("stem")
"""The name of a family without a generic last word, folded to one token."""
family_word = prefixed("family")
"""A word of a family's name."""
word = prefixed("word")
"""A word of a name or of a family's name."""
target_class = prefixed("class", str.casefold)
"""The name of a class of targets in biofacts, such as `ion channel`."""
upstream_type = prefixed("type")
"""The Guide's name of a type of targets, such as `lgic`."""


def is_own_name(term: str) -> bool:
    """Return True for a name of an entity itself, not of its family or of a part of it."""
    return term.startswith(("name:", "first:", "other:", "title:"))


def is_other_name(term: str) -> bool:
    """Return True for a term of `other_name`."""
    return term.startswith("other:")


def is_acted_on(term: str) -> bool:
    """Return True for a term of `acted_on`."""
    return term.startswith("acted-on:")


def identifiers(references: Mapping[str, str | Sequence[str]]) -> Iterator[str]:
    """Yield one term for every cross reference."""
    for key, values in references.items():
        for value in [values] if isinstance(values, str) else values:
            yield identifier(f"{key}:{value}" if _is_ambiguous(key, value) else value)


def _is_ambiguous(key: str, value: str) -> bool:
    return value.isdecimal() and key not in _NUMBERS


def identifiers_in(query: str, kind: Kind) -> list[str]:
    """Return the identifiers that a one-word query may be: unchanged, and without the prefix of a database.

    An invalid identifier with the prefix of a database (`CAS:596`) is not tried for other databases, nor is a CURIE of
    another kind.
    """
    reference = identifiers_in_text.read(query)
    if reference is None and " " in query.strip() and ":" not in query:
        return []
    forms = ["".join(query.split())]
    # The number of a compound, CID596, once returned the target BCL2.
    if reference is not None and (reference.finds(kind) or not reference.own):
        # SID 2244 is not the ligand that has CID 2244.
        forms += [
            f"{key}:{value}" if key == _SID else value
            for key, value in identifiers_in_text.keyed(query)
            if key == _SID or not _is_ambiguous(key, value)
        ]
    return [*dict.fromkeys(map(identifier, forms))]


def identifier_of(term: str) -> str:
    """Return the identifier in a term of `identifiers_in`."""
    return term.removeprefix("id:")
