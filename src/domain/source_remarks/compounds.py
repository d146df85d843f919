"""Remarks from PubChem's sources."""

from collections.abc import Sequence

from biofacts.domain.text.clean import short


def large_sync(service: str, files: int, size: int, rest: int, room: int) -> str:
    """State the size of a synchronisation.

    `rest`: the bytes that are still missing; `room`: the space needed on the disk.
    """
    here = f", of which {gigabytes(size - rest)} are here already" if rest < size else ""
    return (
        f"{service}: {files} files of {gigabytes(size)} together{here}. They and the catalogues built from them need"
        f" {gigabytes(room)} of disk space, part of which is freed at the end."
    )


def gigabytes(size: int) -> str:
    """Format a number of bytes for people."""
    return f"{size / 1e9:.1f} GB" if size >= 1e8 else f"{size / 1e6:.1f} MB"


NO_COMPLETIONS = "PubChem's completion service did not answer: only exact matches are listed."


def no_such_compound(release: str) -> str:
    return (
        f"No compound has that name among PubChem's names of {release}, which are stored here. Only"
        " PubChem itself finds misspellings, parts of names and structures, and offline mode does not query it."
    )


def only_names(release: str) -> str:
    return f"PubChem did not answer: this record contains only what its downloaded names of {release} say."


NO_COMPOUNDS = (
    "No compounds match. Try another spelling, a synonym or brand name, or an identifier: CAS number, InChIKey,"
    " ChEMBL id, SMILES, CID."
)
NO_SUCH_STRUCTURE = "PubChem has no compound with this structure, or cannot read it: check it, or search for a name."
NUMBER_IN_A_PAPER = "Many papers number their compounds like this: search for another name."
NO_FORMULAS = "Formulas are not searched, since many compounds share one: search for a name or a structure."
WRONG_CAS = "It is not a CAS number: its last digit, the check digit, is wrong."


def bare_compound(name: str, bare: str, left_aside: Sequence[str]) -> str:
    listed = ", ".join(left_aside)
    return f"No compound is called '{short(name)}'; '{short(bare)}' was looked up, without {listed}."


def read_compound(name: str, why: str) -> str:
    return f"No compound is called '{short(name)}'; {'it was ' if why.startswith('read as') else ''}{why}."


def also_called(abbreviation: str) -> str:
    return f"read as '{short(abbreviation)}', the name in brackets, which is that of another compound"


def respelt(name: str) -> str:
    return f"read as '{short(name)}'"


SIMILAR = "these have similar names"


PUBCHEM_PAGE = "PubChem's annotated page is not available"
RECOGNISED_REFERENCES = f"{PUBCHEM_PAGE}: they were recognised among the synonyms, without their sources"
