"""OBO 1.2, as the Pathway Ontology uses it: terms with their names, synonyms and KEGG's map numbers."""

import re
from collections.abc import Iterator

from biofacts.domain.ontology import Term

_ELSEWHERE = re.compile(r"(KEGG|SMP|PID|REACTOME):", re.I)


def read_terms(body: bytes) -> Iterator[Term]:
    """Every term that is not obsolete. Raises: ValueError."""
    number = 0
    for number, term in enumerate(_terms(body.decode("utf-8")), start=1):  # noqa: B007 - the last number counts
        yield term
    if not number:
        raise ValueError("no [Term] stanza with an id in it")
    if not body.endswith(b"\n"):
        raise ValueError("it breaks off in the middle of a line")


def _terms(obo: str) -> Iterator[Term]:
    for stanza in obo.split("\n[")[1:]:
        kind, _, lines = stanza.partition("]")
        fields = [line.split(": ", 1) for line in lines.splitlines() if ": " in line]
        tags: dict[str, list[str]] = {}
        for tag, value in fields:
            tags.setdefault(tag, []).append(value)
        if kind != "Term" or "id" not in tags or tags.get("is_obsolete") == ["true"]:
            continue
        synonyms = [found[1] for value in tags.get("synonym", []) if (found := re.match(r'"((?:[^"\\]|\\.)*)"', value))]
        names = [*tags.get("name", []), *(name for name in synonyms if not _ELSEWHERE.match(name))]
        kegg = [found[1] for name in synonyms if (found := re.fullmatch(r"KEGG:(\d{5})", name))]
        parents = dict.fromkeys(value.partition(" ")[0] for value in tags.get("is_a", []))
        yield Term(tags["id"][0], tuple(dict.fromkeys(names)), tuple(dict.fromkeys(kegg)), tuple(parents))
