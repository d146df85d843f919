"""What a record could not consult is said in its remark, one sentence for the same parts."""

import msgspec

from biofacts.domain.answers.missing_parts import MissingParts, with_missing_parts
from biofacts.domain.genes.gene import Gene

GENE = Gene(id="HGNC:1", symbol="A1BG", name="x", organism="Homo sapiens", locus_type="gene", url="https://x.test/")


def test_a_record_that_lacks_nothing_stays_as_it_is() -> None:
    assert with_missing_parts(GENE, [None]) == GENE


def test_catalogues_and_reasons_of_the_same_parts_stand_in_one_sentence() -> None:
    lacks = [
        MissingParts(parts=("drugs",), catalogues=("hgnc", "gtopdb-targets")),
        MissingParts(parts=("links.target", "links.ligand"), catalogues=("gtopdb-ligands",), partly=True),
        MissingParts(parts=("drugs",), catalogues=("hgnc", "gtopdb-ligands")),
        MissingParts(parts=("drugs",), why="its file is damaged."),
    ]

    assert with_missing_parts(GENE, lacks).remark == (
        "Left out: drugs, because the catalogues hgnc, gtopdb-targets and gtopdb-ligands are not available, and its"
        " file is damaged. Possibly incomplete: links.target, links.ligand, because the catalogue gtopdb-ligands is"
        " not available."
    )


def test_a_remark_that_is_there_stays_before_it() -> None:
    known = msgspec.structs.replace(GENE, remark="An older one.")

    assert with_missing_parts(known, [MissingParts(parts=("drugs",), why="it is so")]).remark == (
        "An older one. Left out: drugs, because it is so."
    )
