"""Organisms: their scientific names, and the recognition of common names and other spellings."""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby

from biofacts.domain.answers.advice_and_phrasing import Advice, Again, Refusal
from biofacts.domain.answers.errors import AmbiguousQuery
from biofacts.domain.text import fold, similar_names
from biofacts.domain.text.clean import plain, short
from biofacts.domain.text.patterns import late_pattern

COMMON_NAMES = {
    "human": "Homo sapiens", "humans": "Homo sapiens", "man": "Homo sapiens", "people": "Homo sapiens",
    "mouse": "Mus musculus", "mice": "Mus musculus", "rat": "Rattus norvegicus", "rats": "Rattus norvegicus",
    "cow": "Bos taurus", "cattle": "Bos taurus", "bovine": "Bos taurus", "dog": "Canis familiaris",
    "chicken": "Gallus gallus", "chick": "Gallus gallus",
    "chimpanzee": "Pan troglodytes", "chimp": "Pan troglodytes", "pig": "Sus scrofa",
    "horse": "Equus caballus", "sheep": "Ovis aries", "frog": "Xenopus tropicalis",
    "zebrafish": "Danio rerio", "zebra fish": "Danio rerio",
    "fly": "Drosophila melanogaster", "fruit fly": "Drosophila melanogaster", "fruitfly": "Drosophila melanogaster",
    "worm": "Caenorhabditis elegans", "nematode": "Caenorhabditis elegans", "mosquito": "Anopheles gambiae",
    "yeast": "Saccharomyces cerevisiae", "baker's yeast": "Saccharomyces cerevisiae",
    "thale cress": "Arabidopsis thaliana", "arabidopsis": "Arabidopsis thaliana", "rice": "Oryza sativa",
    "corn": "Zea mays", "maize": "Zea mays", "tomato": "Solanum lycopersicum", "wheat": "Triticum aestivum",
    "barley": "Hordeum vulgare", "soybean": "Glycine max", "tobacco": "Nicotiana tabacum",
    "poplar": "Populus trichocarpa", "e. coli": "Escherichia coli", "e coli": "Escherichia coli",
    "tuberculosis": "Mycobacterium tuberculosis", "malaria parasite": "Plasmodium falciparum",
}  # fmt: skip

ALSO_NAMED = {
    "murine": "Mus musculus", "canine": "Canis familiaris", "porcine": "Sus scrofa", "ovine": "Ovis aries",
    "equine": "Equus caballus", "rabbit": "Oryctolagus cuniculus", "macaque": "Macaca mulatta",
    "rhesus monkey": "Macaca mulatta", "fish": "Danio rerio", "cod": "Gadus morhua",
    "drosophila": "Drosophila melanogaster", "xenopus": "Xenopus tropicalis",
}  # fmt: skip
"""Words that mean an organism in a query, but are not searched for in records of it."""

ENSEMBL_PREFIXES = {
    "ENSG": "Homo sapiens", "ENSMUSG": "Mus musculus", "ENSRNOG": "Rattus norvegicus", "ENSSSCG": "Sus scrofa",
    "ENSBTAG": "Bos taurus", "ENSOARG": "Ovis aries",
}  # fmt: skip
"""Organisms by the letters with which the identifiers of their genes in Ensembl begin."""

# In a query these words mean the disease, not the organism.
_ALSO_DISEASES = frozenset({"tuberculosis", "malaria parasite"})

_WORDS: dict[str, list[str]] = {}
for _common, _scientific in COMMON_NAMES.items():
    _WORDS.setdefault(_scientific, []).append(_common)


_NAMED_AFTER = frozenset({"disease", "fever", "flu", "oil", "virus"})
"""Words that form a name together with an organism before them: `mad cow disease`, `fish oil`."""
_ASKING_FOR_ALL = fold.STOP_WORDS | {
    "all", "any", "count", "every", "give", "has", "have", "list", "many", "me", "number", "show", "there", "you",
}  # fmt: skip
_NAMED_LIKE_HUMAN = frozenset(
    {
        "Bos taurus", "Canis familiaris", "Danio rerio", "Equus caballus", "Felis catus", "Gallus gallus",
        "Homo sapiens", "Macaca mulatta", "Mus musculus", "Oryctolagus cuniculus", "Ovis aries", "Pan troglodytes",
        "Rattus norvegicus", "Sus scrofa", "Xenopus laevis", "Xenopus tropicalis",
    }
)  # fmt: skip
"""Human and other vertebrates, whose genes are named after their human orthologs."""

HUMAN = "Homo sapiens"

TAXA = {
    "Anopheles gambiae": 7165, "Arabidopsis thaliana": 3702, "Bos taurus": 9913, "Caenorhabditis elegans": 6239,
    "Canis familiaris": 9615, "Danio rerio": 7955, "Drosophila melanogaster": 7227, "Equus caballus": 9796,
    "Escherichia coli": 562, "Felis catus": 9685, "Gallus gallus": 9031, "Glycine max": 3847, "Homo sapiens": 9606,
    "Hordeum vulgare": 4513, "Macaca mulatta": 9544, "Mus musculus": 10090, "Mycobacterium tuberculosis": 1773,
    "Nicotiana tabacum": 4097, "Oryctolagus cuniculus": 9986, "Oryza sativa": 4530, "Ovis aries": 9940,
    "Pan troglodytes": 9598, "Plasmodium falciparum": 5833, "Populus trichocarpa": 3694, "Rattus norvegicus": 10116,
    "Saccharomyces cerevisiae": 4932, "Solanum lycopersicum": 4081, "Sus scrofa": 9823, "Triticum aestivum": 4565,
    "Xenopus laevis": 8355, "Xenopus tropicalis": 8364, "Zea mays": 4577,
}  # fmt: skip
"""The NCBI Taxonomy numbers of organisms, which some callers send instead of a name."""

_WRITTEN = (
    {
        written: scientific
        for scientific, taxon in TAXA.items()
        for genus, _, species in [scientific.casefold().partition(" ")]
        for written in (f"{genus} {species}", f"{genus[0]}. {species}", f"{genus[0]} {species}", str(taxon))
    }
    | COMMON_NAMES
    | ALSO_NAMED
)
"""The scientific name for every way of writing an organism, in lower case."""

# Reversed, so that the first species of a genus is the one that stays.
_GENERA = {name.partition(" ")[0].casefold(): name for name in reversed(TAXA)}
"""The first species of each genus, by the genus in lower case."""

_BY_NAME = {
    tuple(fold.tokens(name)): scientific
    for written, scientific in _WRITTEN.items()
    for name in (written, f"{written}s")  # of three letters folding keeps the plural
    if written not in _ALSO_DISEASES and not written.isdecimal()
}
_LEADING = frozenset({"in", "of", "from", "for", "the"})
_LONGEST_NAME = max(map(len, _BY_NAME))

_TAXON = late_pattern(r"(?:ncbi\s*)?tax(?:on(?:omy)?)?(?:\s*id)?\W*(?=\d)", re.I)
_GLOSS = late_pattern(r"(.*\S)\s*\((.+)\)")


def is_named_like_human(organism: str) -> bool:
    """Return True if an organism's genes are named after their human orthologs; in yeast, ERG1 is not human ERG1."""
    return organism in _NAMED_LIKE_HUMAN


def all_names(organism: str) -> str:
    """Return the scientific name and the common names of an organism as searchable text."""
    return " ".join([organism, *_WORDS.get(organism, [])])


def common_name(organism: str) -> str:
    """Return the usual common name of an organism, `mouse`; "" if it has none."""
    return next(iter(_WORDS.get(organism, ())), "")


def prior(organism: str) -> float:
    """Return the ranking bonus of an organism: 1 for human, which users mean unless they say otherwise, else 0."""
    return 1.0 if organism == "Homo sapiens" else 0.0


def sort_key(organism: str) -> tuple[bool, str]:
    """Return a sort key that puts human first, and sorts other organisms by name."""
    return organism != "Homo sapiens", organism


def organism_in(query: str) -> tuple[str, str, str] | None:
    """Split a query about a topic in an organism: return the organism as written, its scientific name, and the topic.

    Of several names, the longest counts. Return None if the query contains no organism, or nothing else.
    """
    spelt = list(fold.spelt(query))
    tokens = [token for token, _ in spelt]
    for length in range(min(_LONGEST_NAME, len(spelt)), 0, -1):
        for start in range(len(spelt) - length + 1):
            organism = _BY_NAME.get(tuple(tokens[start : start + length]))
            is_part = organism != HUMAN and not _NAMED_AFTER.isdisjoint(tokens[start + length :][:1])
            if organism and not is_part:
                words = [word for _, word in spelt]
                before = start
                while before and tokens[before - 1] in _LEADING:  # `mTOR in yeast` is about mTOR
                    before -= 1
                rest = [*spelt[:before], *spelt[start + length :]]
                if all(token in fold.STOP_WORDS for token, _ in rest):
                    return None
                # Each token of `IL-6` has the whole word.
                topic = " ".join(word for word, _ in groupby(word for _, word in rest))
                return " ".join(words[start : start + length]), organism, topic
    return None


def only_organism(query: str, others: Iterable[str] = ()) -> tuple[str, str] | None:
    """Return the organism of a query that names nothing else (`all mouse pathways`), as written and scientific.

    `others`: the scientific names of further organisms, which have no common name.
    """
    spelt = [(token, word) for token, word in fold.spelt(query) if token not in _ASKING_FOR_ALL]
    tokens = [token for token, _ in spelt]
    named = (name for name in others if _tokens_of(name) == tokens)
    organism = _BY_NAME.get(tuple(tokens)) or next(named, None)
    return (" ".join(dict.fromkeys(word for _, word in spelt)), organism) if organism else None


_tokens_of = lru_cache(maxsize=256)(fold.tokens)
"""`fold.tokens` with a cache for the names of organisms, with which each query is compared."""


def asks_for_all(query: str) -> bool:
    """Return True for a query that asks for pathways but names no topic: `list all pathways`."""
    tokens = fold.tokens(query)
    return "pathway" in tokens and _ASKING_FOR_ALL.issuperset(tokens)


def check(organism: str | None, argument: str = "organism", *, otherwise: str = "for all") -> str | None:
    """Validate the organism that was given for an argument. `otherwise`: the effect of omitting the argument.

    Raises: AmbiguousQuery for an empty text, or for a known organism that is not given by its scientific name.
    """
    if organism is None:
        return None
    name = plain(organism)
    meant = scientific_name(name)
    if not name or meant not in (None, name):
        raise AmbiguousQuery(*refused_organism(name, meant, argument, otherwise), organism)
    return name


def scientific_name(text: str) -> str | None:
    """Return the scientific name of a known organism, however it is written; None for any other text.

    The text may be a common name, an abbreviation (`H. sapiens`), a misspelling, an NCBI Taxonomy number, or two names,
    the second in brackets; case is ignored.
    """
    gloss = _GLOSS.fullmatch(plain(text))
    names = [_TAXON.sub("", name).casefold() for name in (plain(text), *(gloss.groups() if gloss else ()))]
    # Common names are also written in two words: `zebra fish`.
    matches = (_WRITTEN.get(name) or _GENERA.get(name) or _WRITTEN.get(name.replace(" ", "")) for name in names)
    return next(filter(None, matches), None) or _misspelt(names[0])


def _misspelt(name: str) -> str | None:
    # Too many names resemble a single short word, so a species needs its genus.
    spellings = [species.casefold() for species in TAXA] if " " in name else []
    near = similar_names.most_similar(name, spellings, similar_names.CERTAIN)
    return _WRITTEN[near] if near else None


def refused_organism(name: str, meant: str | None, argument: str, otherwise: str) -> Refusal:
    """Return the refusal of an organism that is empty, or that is not given by the scientific name `meant`.

    `otherwise`: the effect of omitting the argument; "" to leave it unsaid.
    """
    reason = f"An organism is named by its scientific name: {meant}, not '{short(name)}'."
    return (
        reason if name else "The organism is empty.",
        Advice(Again({argument: meant or HUMAN}), f", or leave it out{otherwise and f' {otherwise}'}."),
    )
