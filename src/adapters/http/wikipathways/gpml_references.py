"""The Biopax part of a GPML file: publications, and the ontology terms that a pathway is tagged with."""

import re
from collections.abc import Iterable, Iterator, Mapping
from xml.etree.ElementTree import Element

import msgspec

from biofacts.domain.pathways.pathway import OntologyTerm
from biofacts.domain.pathways.references import Publication, once
from biofacts.domain.text.clean import plain

_BIOPAX = "{http://www.biopax.org/release/biopax-level3.owl#}"
_PUBLICATION, _TERM = f"{_BIOPAX}PublicationXref", f"{_BIOPAX}openControlledVocabulary"
_NAME = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}id"
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d", re.ASCII)

Publications = Mapping[str, tuple[Publication, ...]]
"""Publications by the name under which a drawing refers to them."""


def publications(biopax: Iterable[Element], cited: frozenset[str]) -> Publications:
    """Read every publication. `cited`: the names to which elements of the drawing refer."""
    found: dict[str, tuple[Publication, ...]] = {}
    for number, element in enumerate(one for part in biopax for one in part.iter(_PUBLICATION)):
        name = element.get(_NAME, "").strip()
        written = tuple(msgspec.structs.replace(one, cited=name in cited) for one in _entries(element))
        # Publications without a name need distinct keys; nothing refers to them.
        key = name or f" {number}"
        found[key] = (*found.get(key, ()), *written)
    return found


def literature(found: Publications) -> tuple[Publication, ...]:
    """List the publications, each once."""
    return once(one for several in found.values() for one in several)


def _entries(element: Element) -> Iterator[Publication]:
    """Yield the publications of an element. It may repeat one, each copy with an ID first; the last is the fullest."""
    parts: list[list[Element]] = []
    for child in element:
        if child.tag == f"{_BIOPAX}ID" or not parts:
            parts.append([])
        parts[-1].append(child)
    for part in parts:
        texts: dict[str, list[str]] = {}
        for child in part:
            if text := plain("".join(child.itertext())):
                texts.setdefault(child.tag.removeprefix(_BIOPAX), []).append(text)
        first = {tag: several[0] for tag, several in texts.items()}
        year = _YEAR.search(first.get("YEAR", ""))
        read = Publication.read(
            first.get("DB", ""),
            first.get("ID", ""),
            title=first.get("TITLE"),
            year=int(year[0]) if year else None,
            authors=tuple(texts.get("AUTHORS", ())),
        )
        if read:
            yield read


def ontology_terms(biopax: Iterable[Element]) -> tuple[OntologyTerm, ...]:
    """Read the ontology terms, each once, with ids as they are written."""
    found: dict[str, OntologyTerm] = {}
    for element in (one for part in biopax for one in part.iter(_TERM)):
        identifier = "".join((element.findtext(f"{_BIOPAX}ID") or "").split())
        name = plain(element.findtext(f"{_BIOPAX}TERM") or "") or None
        if identifier and (identifier not in found or found[identifier].name is None):
            found[identifier] = OntologyTerm(id=identifier, name=name)
    return tuple(found.values())
