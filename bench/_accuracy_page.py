"""The page of `accuracy.py`: which sets of questions there are, what is said of each, and how figures are told."""

import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from _shared import Verdict

COMMAND = "uv run --group bench python bench/accuracy.py UPSTREAM --texts FILE ... --write docs/maintainers/accuracy.md"
WIDTH = 120

US, OTHERS, DRAWN = "us", "others", "the records"


class Questions(NamedTuple):
    """A set of questions. `author`: who wrote them; `subject`: what its verdicts are called."""

    subject: str
    asked: str
    right: str
    author: str


RIVALS = (
    Questions("pathway by words", "A process, a disease or a question in plain words, as typed, misspelt, abbreviated",
              "the first pathway listed is one that we chose by reading titles and descriptions", US),
    Questions("pathways of a gene", "All pathways of a gene, by symbol, Entrez, Ensembl or UniProt",
              "exactly the pathways whose drawing or node table contains it", DRAWN),
    Questions("compound by name", "A name or synonym of a compound", "the first one listed has that name", DRAWN),
    Questions("compound, misspelt", "A name with a letter left out", "the first one listed has the whole name", DRAWN),
    Questions("compound by CID", "A compound's number", "formula and InChIKey are those of its row", DRAWN),
    Questions("ligand by name", "A name, INN or synonym of a ligand", "the first one listed has that name", DRAWN),
    Questions("target by name", "A name, abbreviation, gene symbol or synonym of a target",
              "the first one listed has that name", DRAWN),
)  # fmt: skip
ALONE = (
    Questions("gene names", "Pathways of a gene by every alias and former symbol of every coding gene in a pathway, "
              "but those that several genes share", "the same pathways as for its symbol, or for its own label", DRAWN),
    Questions("grounding: HGNC: contested names", "Aliases and former symbols that several genes share",
              "ambiguous, and one of them is offered", DRAWN),
    Questions("calibration: titles elsewhere", "Titles of processes as other databases write them, from memory",
              "the first pathway's title fits a pattern that we wrote", OTHERS),
    Questions("calibration: nonsense", "Words that mean nothing, in every search", "an empty list", US),
    Questions("calibration: half-known", "Questions half of which matches no pathway", "an empty list", US),
    Questions("ligand names", "Every name, INN and synonym of every ligand", "the first ligand listed has it", DRAWN),
    Questions("target names", "Every name, symbol and synonym of every target",
              "the first target listed has it", DRAWN),
    Questions("guide names: typo", "Such names with one letter dropped, doubled, replaced or swapped",
              "the first one listed has the name", DRAWN),
    Questions("guide names: case", "Such names in other capitals", "the first one listed has the name", DRAWN),
    Questions("guide names: hyphen", "Such names with hyphens and blanks moved", "the first one listed has the name",
              DRAWN),
    Questions("guide names: greek", "Such names with Greek letters instead of `alpha`, `beta`",
              "the first one listed has the name", DRAWN),
    Questions("mechanisms", "Inhibitors, agonists, antagonists, blockers and ligands of every target and family",
              "exactly the ligands that act so according to its rows, medicines first", DRAWN),
    Questions("classes", "Classes of medicines by every name, typed from the WHO's ATC index and INN stems",
              "every member is listed, and no other approved drug", OTHERS),
    Questions("records", "Records of ligands and targets, and all their interactions",
              "every field equals the rows of the files, read by independent code", DRAWN),
    Questions("research questions", "Questions over several sources, by at most six calls (`approved drugs on the "
              "targets of apoptosis`)", "exactly the set that the raw files give", US),
    Questions("places of genes", "Genes of a list, as `enrich_pathways` places them",
              "in exactly the pathways that the call for one gene lists", DRAWN),
    Questions("p-values", "Random overlaps, lists and backgrounds", "the p-value equals scipy's to nine digits", DRAWN),
)  # fmt: skip
PAIRS = (
    Questions("gene lookup: index", "gene and pathway, with the index files that the first question downloads",
              "drawings and node tables", DRAWN),
    Questions("gene lookup: full", "gene and pathway, after `biofacts sync`", "drawings and node tables", DRAWN),
    Questions("compound pathways", "compound and pathway, by every identifier drawn or mapped",
              "drawings, node tables and the index file", DRAWN),
    Questions("joins", "every pair that `find_links` lists between kinds", "an independent join of the raw files",
              DRAWN),
)  # fmt: skip
GROUNDING = "grounding: "
"""How the subjects of sets begin that are grounded beside others, whichever sets those are."""
SCORES = "score of "
"""How the subjects of a kind's first hits begin, before their range of scores."""
SUMMARY = ("pathway by words", "pathways of a gene", "compound, misspelt", "ligand by name", "target by name")
"""What the first table shows, biofacts beside the best of the others."""
ANNOTATED = {
    "biored_genes_human_traindev": "A human gene as 500 abstracts write it, identified by annotators (BioRED)",
    "biored_chemicals_traindev": "A chemical as 500 abstracts write it, identified by annotators (BioRED)",
}
"""Of names in texts that others have annotated, those that the first table shows, where they were asked."""

_AUTHORS = {US: "us", OTHERS: "others, typed by us", DRAWN: "sampled from the records"}

_LIMITS = """
- The sources were copies of real releases: half of WikiPathways' pathways, a partly reconstructed table of the Guide's
  interactions, and 10,946 of PubChem's 119 million compounds. Among more compounds, names are harder to find.
- We worked on the program with our own questions in view, so those figures are the best case. Names that others wrote,
  or from records, are nearer to what you will see.
- Right after installation, answers depend on what has been downloaded so far.
- Names taken from records are in the records. A name that no source has is not found.
- The service that `pywikipathways` calls has been shut down. Its newest source, which has not been released, searches
  the JSON files by substring, as in the table. A CSV scan has no ranking: it lists rows in the order of the file.
- "Right" means that an answer agrees with the records. Whether the records are right is for their curators to say.
"""


def page(verdicts: Sequence[Verdict], day: str, releases: str) -> str:
    """The page, in Markdown."""
    of = _by_subject(verdicts)
    parts = [
        "# Accuracy, all tables",
        f"Measured on {day} by `{COMMAND}`. The command computes every figure, with fixed seeds. The data: {releases}.",
        "## In short",
        summary(verdicts),
        "Right answers in percent of those asked. [How right the answers are](../accuracy.md) describes the questions"
        " and the other tools.",
        "## Compared with other tools",
        "The same questions on the same data. *None* means no answer, or an error.",
        _questions(RIVALS, of, rivals=True),
        "## Names, compared with gilda",
        "Names as people write them, with the identifiers that they mean. If `resolve_many` reports a name as ambiguous"
        " or not found, that counts as none; a search nearly always has a first hit. Gilda's grounder and the exact"
        " match use the same names as biofacts, so this compares methods, not vocabularies. Combination products should"
        " be ambiguous, peptides without residue numbers should not resolve to a fragment, and code numbers that no"
        " ligand has should not be found. *Precision* is the share of right answers among all answers. `biored_...` are"
        " mentions in 500 abstracts that annotators identified (BioRED, NCBI), for chemicals only those in the copy of"
        " PubChem. The figures for texts that we wrote are the best case.",
        _table(
            ("Names", "answered by", "asked", "right", "wrong", "none", "right, %", "precision, %"),
            _grounded(verdicts),
            words=2,
        ),
        "## Questions for biofacts alone",
        _questions(ALONE, of, rivals=False),
        "## Pairs lost and invented",
        "Pairs that independent code finds in the raw files, compared with those that biofacts lists. Names of several"
        " genes, which biofacts refuses, are left out.",
        _table(("Pairs of", "by", "true by", "pairs", "found", "lost", "invented"), _pairs(of), words=3),
        "## How far a score may be trusted",
        "First hits for the names above, for names from records with a typo, in another spelling or with a word"
        " missing, for the pathway questions, and for nonsense, to which no answer is right.",
        _table(("Kind", "score of the first", "asked", "right", "wrong", "right, %"), _scores(verdicts), words=2),
        "## What this does not show",
    ]
    return "\n\n".join(_filled(part) for part in parts) + f"\n{_LIMITS}"


def summary(verdicts: Sequence[Verdict]) -> str:
    """The first table, which the README and the user's page have, too."""
    return _table(("Question", "asked", "biofacts", "the best of the others"), _summary(verdicts), words=1)


def with_summary(text: str, verdicts: Sequence[Verdict]) -> str:
    """A page with a new first table."""
    return re.sub(
        r"^\| Question \| asked .*?\n(?!\|)", lambda _: f"{summary(verdicts)}\n", text, count=1, flags=re.M | re.S
    )


def with_scores(text: str, verdicts: Sequence[Verdict]) -> str:
    """The page about the score, with a new table: of the first hits in each range, how many were right."""
    cells: dict[str, dict[str, str]] = {}
    for kind, score, asked, right, *_ in _scores(verdicts):
        assert isinstance(asked, int)
        assert isinstance(right, int)
        cells.setdefault(f"{score}", {})[f"{kind}"] = f"{right / asked:.0%} of {asked:,}" if asked else "-"
    head = ("score of the first hit", *next(iter(cells.values())))
    table = _table(head, ((score, *of.values()) for score, of in cells.items()), words=1)
    return re.sub(r"^\| score of the first hit.*?\n(?!\|)", lambda _: f"{table}\n", text, count=1, flags=re.M | re.S)


def _by_subject(verdicts: Sequence[Verdict]) -> Callable[[str], list[Verdict]]:
    """Raises: KeyError for a subject of which nobody has told."""

    def of(subject: str) -> list[Verdict]:
        if found := [one for one in verdicts if one.subject == subject]:
            return found
        raise KeyError(subject)

    return of


def _filled(part: str) -> str:
    return (
        part
        if part.startswith(("#", "|"))
        else textwrap.fill(part, WIDTH, break_long_words=False, break_on_hyphens=False)
    )


def _table(head: Sequence[str], rows: Iterator[Sequence[object]], *, words: int) -> str:
    """The first `words` columns stand left, the others right."""
    rule = ["---"] * words + ["---:"] * (len(head) - words)
    lines = [[f"{one:,}" if isinstance(one, int) else str(one) for one in row] for row in (head, rule, *rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def share(part: int, whole: int) -> str:
    """In percent, never rounded to all or nothing."""
    if not whole or part in (0, whole):
        return "100" if whole and part else "0"
    return f"{min(max(100 * part / whole, 0.1), 99.9):.1f}"


def _summary(verdicts: Sequence[Verdict]) -> Iterator[Sequence[object]]:
    of = _by_subject(verdicts)
    sets = [(one.asked, of(one.subject)) for one in RIVALS if one.subject in SUMMARY]
    for name, asked in ANNOTATED.items():
        found = [one for one in verdicts if one.subject == f"{GROUNDING}{name}" and not one.by.endswith("first hit")]
        sets += [(asked, found)] if found else []
    for asked, found in sets:
        ours = [one for one in found if one.by.startswith("biofacts")][-1]
        best = max((one for one in found if not one.by.startswith("biofacts")), key=lambda one: one.right / one.asked)
        their = f"{share(best.right, best.asked)} % ({best.by})"
        yield asked, ours.asked, f"{share(ours.right, ours.asked)} %", their


def _questions(sets: Sequence[Questions], of: Callable[[str], list[Verdict]], *, rivals: bool) -> str:
    """A row for each set and whoever answered it."""

    def rows() -> Iterator[Sequence[object]]:
        for one in sets:
            for number, verdict in enumerate(of(one.subject)):
                what = ("", "", "") if number else (one.asked, one.right, _AUTHORS[one.author])
                none = verdict.asked - verdict.right - verdict.wrong
                counts = (verdict.asked, verdict.right, verdict.wrong, none, share(verdict.right, verdict.asked))
                by = (verdict.by,) if rivals else ()
                yield *what, *by, *counts

    by = ("answered by",) if rivals else ()
    head = ("Asked", "right is", "written by", *by, "asked", "right", "wrong", "none", "right, %")
    return _table(head, rows(), words=3 + len(by))


def _pairs(of: Callable[[str], list[Verdict]]) -> Iterator[Sequence[object]]:
    for one in PAIRS:
        for told in of(one.subject):
            yield one.asked, told.by, one.right, told.asked, told.right, told.asked - told.right, told.wrong


def _grounded(verdicts: Sequence[Verdict]) -> Iterator[Sequence[object]]:
    """The sets that others were asked, too, in the order in which they were."""
    found = [one for one in verdicts if one.subject.startswith(GROUNDING)]
    for subject in dict.fromkeys(one.subject for one in found if not one.by.startswith("biofacts")):
        name = subject.removeprefix(GROUNDING)
        for number, one in enumerate(verdict for verdict in found if verdict.subject == subject):
            none = one.asked - one.right - one.wrong
            precision = share(one.right, one.right + one.wrong) if one.right + one.wrong else "-"
            right = share(one.right, one.asked)
            yield "" if number else name, one.by, one.asked, one.right, one.wrong, none, right, precision


def _scores(verdicts: Sequence[Verdict]) -> Iterator[Sequence[object]]:
    for one in verdicts:
        if one.subject.startswith(SCORES):
            kind, _, score = one.subject.removeprefix(SCORES).partition(", ")
            yield kind, score, one.asked, one.right, one.wrong, share(one.right, one.asked)
