"""Selectors: the exact terms by which ligands and targets are looked up.

A selector is `<prefix>:<value>`. `LigandFacts.exact_terms` and `TargetFacts.exact_terms` write them; searches by
identifier, the plans of classes and mechanisms, and the rows of `drug_classes.py` and `target_groups.py` use them.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence

from biofacts.domain.answers.kinds import Kind
from biofacts.domain.identifiers import cross_references
from biofacts.domain.text import fold

PREFIXES: Mapping[str, str] = {
    "id": "ligand, target: an identifier of any database, folded; `id:iuphar:<n>` its own",
    "name": "ligand, target: a whole name, folded to one token",
    "unlabelled": "labelled ligand: a name without the isotope, folded to one token",
    "structure": "ligand: its SMILES or InChI as it is written, as a digest",
    "called": "approved ligand: the name of a medicine, folded to one token",
    "ending": "approved ligand: the last letters of its name, which may be a stem of the WHO's list of INNs",
    "acted-on": "interactions on a ligand: one of its names or identifiers, folded to one token",
    "gene": "target: a gene symbol, in small letters",
    "subunit": "target: the number of one of a complex's subunits",
    "root": "target: the letters before the number of a member's name, such as `pde` of PDE5A",
    "series": "target: what the symbols or names of a series of targets begin with, such as `slc6` of SLC6A4",
    "first": "target: a name, abbreviation or symbol with its Greek letters, also without a generic last word",
    "other": "target: any other name with its Greek letters",
    "title": "target: a name, abbreviation or symbol, folded to one token, also without a generic last word",
    "group": "target: the whole name of a family, folded to one token",
    "stem": "target: the name of a family without a generic last word, folded to one token",
    "family": "target: one word of a family's name",
    "word": "target: one word of a name or of a family's name",
    "class": "target: what its class is called here, in small letters",
    "type": "ligand: its type, in small letters; target: what its class is called upstream",
}
"""Every prefix, with the entities that it selects and the form of its values."""

_SID = "pubchem_substance"
_NUMBERS = frozenset({"entrez", "pubchem_compound", _SID})
"""Databases whose numbers are looked up as they are; numbers of others only with the name of the database."""
SIGNS = ("(", "[", "{", "+", "±", "-", "−")
"""First characters of chemical names that distinguish isomers and labelled forms."""


def identifier(value: str) -> str:
    """Return the term of an identifier. It omits the database, which queries rarely name."""
    return f"id:{value.casefold()}"


def own_number(number: str) -> str:
    """Return the term of an entity's own number in the Guide."""
    return f"id:iuphar:{number}"


def name(text: str) -> str:
    """Return the term of a whole name in any spelling."""
    return folded_name(fold.compact(text))


def folded_name(folded: str) -> str:
    """Return the term of a whole name that is already folded."""
    return f"name:{folded}"


def unlabelled_name(text: str) -> str:
    """Return the term of a labelled ligand's name without the label."""
    return f"unlabelled:{fold.compact(text)}"


def medicine(text: str) -> str:
    """Return the term of a medicine's name."""
    return f"called:{fold.compact(text)}"


def acted_on(name_or_identifier: str) -> str:
    """Return the term of a name or identifier of a ligand that is itself a target."""
    return f"acted-on:{fold.compact(name_or_identifier)}"


def is_acted_on(term: str) -> bool:
    """Return True for a term of `acted_on`."""
    return term.startswith("acted-on:")


def stem(ending: str) -> str:
    """Return the term of the ending of a medicine's name."""
    return f"ending:{ending}"


def gene(symbol: str) -> str:
    """Return the term of a gene symbol."""
    return f"gene:{symbol.casefold()}"


def subunit(number: str) -> str:
    """Return the term of the number of a complex's subunit."""
    return f"subunit:{number}"


def root(letters: str) -> str:
    """Return the term of the letters with which the members of a gene family begin."""
    return f"root:{letters}"


def series(beginning: str) -> str:
    """Return the term of the prefix of a series' symbols or names."""
    return f"series:{beginning}"


def first_name(literal: str) -> str:
    """Return the term of one of a target's main names (see `fold.literal`)."""
    return f"first:{literal}"


def other_name(literal: str) -> str:
    """Return the term of one of a target's other names (see `fold.literal`)."""
    return f"other:{literal}"


def title(folded: str) -> str:
    """Return the term of one of a target's main names, folded."""
    return f"title:{folded}"


def family(text: str) -> str:
    """Return the term of the name of a family."""
    return family_name(fold.compact(text))


def family_name(folded: str) -> str:
    """Return the term of the name of a family that is already folded."""
    return f"group:{folded}"


def family_stem(folded: str) -> str:
    """Return the term of the name of a family without a generic last word, folded."""
    return f"stem:{folded}"


def family_word(word: str) -> str:
    """Return the term of a word in the name of a family."""
    return f"family:{word}"


def word(word: str) -> str:
    """Return the term of a word in a target's names."""
    return f"word:{word}"


def target_class(label: str) -> str:
    """Return the term of a class of targets."""
    return f"class:{label.casefold()}"


def ligand_type(label: str) -> str:
    """Return the term of a type of ligands."""
    return f"type:{label.casefold()}"


def upstream_type(slug: str) -> str:
    """Return the term of the upstream's own class."""
    return f"type:{slug}"


def identifiers(references: Mapping[str, str | Sequence[str]]) -> Iterator[str]:
    """Yield one term for every cross reference."""
    for key, values in references.items():
        for value in [values] if isinstance(values, str) else values:
            yield identifier(f"{key}:{value}" if _is_ambiguous(key, value) else value)


def structure(text: str) -> str:
    """Return the term of a SMILES or InChI, unfolded since case matters in SMILES: a digest, to save space."""
    return f"structure:{hashlib.blake2b(text.encode(), digest_size=8).hexdigest()}"


def _is_ambiguous(key: str, value: str) -> bool:
    return value.isdecimal() and key not in _NUMBERS


def named_in(query: str, kind: Kind) -> list[str]:
    """Return the identifiers that a one-word query may be: unchanged, and without the prefix of a database.

    An invalid identifier with the prefix of a database (`CAS:596`) is not tried for other databases, nor is the CURIE
    of other kinds.
    """
    reference = cross_references.read(query)
    if reference is None and " " in query.strip() and ":" not in query:
        return []
    forms = ["".join(query.split())]
    # The number of a compound, CID596, once returned the target BCL2.
    if reference is not None and (reference.finds(kind) or not reference.own):
        # SID 2244 would be the ligand that has CID 2244.
        forms += [
            value for key, value in cross_references.keyed(query) if key != _SID and not _is_ambiguous(key, value)
        ]
    return [*dict.fromkeys(map(identifier, forms))]


def identifier_of(term: str) -> str:
    """Return the identifier in a term of `named_in`."""
    return term.removeprefix("id:")
