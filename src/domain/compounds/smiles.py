"""Detection of structures, and SMILES without stereochemistry and isotopes, with atoms in their original order.

Source: http://opensmiles.org/opensmiles.html (the grammar, and the number of hydrogens on an atom without brackets).
"""

from collections import Counter
from collections.abc import Iterator

from biofacts.domain.text.patterns import late_pattern

_TOKEN = late_pattern(r"(\[[^\]]*\])|(Cl|Br|[BCNOPSFI*]|[bcnops])|(%\d\d|\d)|([-=#$:/\\~]|->|<-)|([().])")
_BRACKET = late_pattern(r"\[(\d*)([A-Z][a-z]?|[a-z][a-z]?|\*)(@{0,2}|@[A-Z]{2}\d{1,2})(H\d*)?([+-]+\d*)?(:\d+)?\]")
_VALENCES = {
    "B": (3,), "C": (4,), "N": (3, 5), "O": (2,), "P": (3, 5), "S": (2, 4, 6), "F": (1,), "Cl": (1,), "Br": (1,),
    "I": (1,), "c": (4,), **dict.fromkeys("bnops", ()),
}  # fmt: skip
"""The elements that need no brackets, with the valences that implicit hydrogens fill.

A hydrogen on an aromatic atom other than carbon must be written.
"""
_ORDERS = {"=": 2, "#": 3, "$": 4}
_ATOM_IN_BRACKETS, _ATOM, _RING, _BOND = 1, 2, 3, 4
# CO is also a name.
_FEWEST_ATOMS = 4
# Every branch of a structure has an atom, so S-(-)CPP is a name.
_EMPTY_BRANCH = late_pattern(r"\([^A-Za-z\[*]*\)")
_MARKED = late_pattern(r"[@/\\]|\[\d")


def is_structure(text: str, *, certain: bool = True) -> bool:
    """Return True if a text is a structure: an InChI, or a SMILES with closed brackets and paired rings.

    `certain`: True to reject texts that may be names. A SMILES must then have several atoms, and a bond that no name
    has: `CO`, `C1CC1`, `[Na+].[Cl-]` and `CCCP` may be structures, names or fragments; `[3H]CPP` is a name.
    """
    if text.startswith("InChI=1"):
        return True
    tokens = _tokens(text)
    if not (tokens and tokens[0][1] in (_ATOM_IN_BRACKETS, _ATOM) and _is_closed(tokens)):
        return False
    atoms = [token for token, kind in tokens if kind in (_ATOM_IN_BRACKETS, _ATOM)]
    rings = Counter(token for token, kind in tokens if kind == _RING)
    # A ring number may be used again for a later ring, so that its count must only be even.
    if any(count % 2 for count in rings.values()):
        return False
    if not all(_BRACKET.fullmatch(atom) for atom in atoms if atom.startswith("[")):
        return False
    return not certain or (
        len(atoms) >= _FEWEST_ATOMS
        and (bool(rings) or any(token in "=#(" for token, _ in tokens))
        and not _EMPTY_BRANCH.search(text)
        and all(first != second for first, second, _ in _edges(tokens))
    )


def _is_closed(tokens: list[tuple[str, int]]) -> bool:
    """Return True if the brackets of branches are balanced."""
    depth = 0
    for token, _ in tokens:
        depth += (token == "(") - (token == ")")
        if depth < 0:
            return False
    return depth == 0


def without_stereo(smiles: str) -> str:
    """Remove marks of stereochemistry and isotopes from a SMILES, and the brackets that only those needed.

    A text that is not a SMILES is returned unchanged.
    """
    if not _MARKED.search(smiles):
        return smiles
    tokens = _tokens(smiles)
    if not tokens:
        return smiles
    bonds = _bonds(tokens)
    return "".join(_plain(text, kind, bonds.get(place, 0)) for place, (text, kind) in enumerate(tokens))


def _tokens(smiles: str) -> list[tuple[str, int]]:
    """Split a SMILES into tokens with their kinds; return an empty list if the text is not a SMILES."""
    tokens = [(match[0], match.lastindex or 0) for match in _TOKEN.finditer(smiles)]
    return tokens if sum(len(text) for text, _ in tokens) == len(smiles) else []


def _plain(text: str, kind: int, bonds: int) -> str:
    if kind == _BOND and text in "/\\":
        return ""
    return _bare(text, bonds) if kind == _ATOM_IN_BRACKETS else text


def _bare(atom: str, bonds: int) -> str:
    """Remove stereochemistry and isotope from an atom in brackets, and the brackets if nothing else needs them."""
    if not (match := _BRACKET.fullmatch(atom)) or not (match[1] or match[3]):
        return atom
    _, element, _, hydrogens, charge, label = (part or "" for part in match.groups())
    # Brackets imply no hydrogens: `[14C]N` becomes `[C]N`, since `CN` would have three on its carbon.
    if not charge and not label and element in _VALENCES and _count(hydrogens) == _implied(element, bonds):
        return element
    return f"[{element}{hydrogens}{charge}{label}]"


def _count(hydrogens: str) -> int:
    return int(hydrogens[1:] or 1) if hydrogens else 0


def _implied(element: str, bonds: int) -> int:
    """Return the number of hydrogens on an atom without brackets; an aromatic atom has one bond more than it shows."""
    used = bonds + element.islower()
    return next((valence - used for valence in _VALENCES[element] if valence >= used), 0)


def _bonds(tokens: list[tuple[str, int]]) -> dict[int, int]:
    """Return the sum of the bond orders of each atom, by its position; an aromatic bond counts 1."""
    sums: dict[int, int] = {}
    for first, second, order in _edges(tokens):
        for atom in (first, second):
            sums[atom] = sums.get(atom, 0) + order
    return sums


def _edges(tokens: list[tuple[str, int]]) -> Iterator[tuple[int, int, int]]:
    """Yield every bond: the positions of its two atoms, and its order."""
    branches: list[int | None] = []
    rings: dict[str, tuple[int, int]] = {}
    last: int | None = None
    order = 0  # 0: none is written
    for place, (text, kind) in enumerate(tokens):
        if kind == _BOND:
            order = _ORDERS.get(text, 1)
        elif kind == _RING and last is not None:
            if text in rings:
                other, before = rings.pop(text)
                yield other, last, order or before or 1
            else:
                rings[text] = last, order
            order = 0
        elif kind in (_ATOM, _ATOM_IN_BRACKETS):
            if last is not None:
                yield last, place, order or 1
            last, order = place, 0
        elif text == "(":
            branches.append(last)
        elif text == ")":
            last = branches.pop() if branches else None
        elif text == ".":
            last = None
