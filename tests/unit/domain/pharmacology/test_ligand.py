"""In which order ligands stand that are equal otherwise."""

import msgspec

from biofacts.domain.pharmacology.ligand import LigandFacts

MEDICINE = LigandFacts(number="1", name="a", type="Synthetic organic", approved=True)


def test_a_withdrawn_medicine_stands_behind_ligands_that_were_never_approved() -> None:
    withdrawn = msgspec.structs.replace(MEDICINE, number="2", withdrawn=True)
    others = [
        msgspec.structs.replace(MEDICINE, number="3", approved=False),
        msgspec.structs.replace(MEDICINE, number="4", approved=False, approved_names=("b",)),
        msgspec.structs.replace(MEDICINE, number="5", approved=False, labelled=True),
    ]
    ordered = sorted([withdrawn, *others, MEDICINE], key=lambda one: one.order)

    assert [one.number for one in ordered] == ["1", "4", "3", "5", "2"]
    assert withdrawn.prior < MEDICINE.prior


def test_a_list_tells_the_species_only_where_the_name_is_shared() -> None:
    peptide = msgspec.structs.replace(MEDICINE, species="Human")

    assert peptide.summary(shares_name=True).species == "Human"
    assert peptide.summary(shares_name=False).species is None
