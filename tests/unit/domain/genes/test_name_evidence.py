"""Names that several genes may mean, decided by authority and by the labels of drawings."""

from collections.abc import Sequence

import msgspec
import pytest

from biofacts.domain.genes import name_evidence, name_readings, name_resolution
from biofacts.domain.genes.drawn_labels import NOTHING_DRAWN, DrawnLabels, LabelledNode, Usage
from biofacts.domain.genes.gene import GeneFacts
from biofacts.domain.genes.name_evidence import genes_of_protein
from biofacts.domain.genes.name_readings import Reading
from biofacts.domain.genes.names import GeneName, ProteinNames
from tests.unit.domain.genes.test_name_resolution import gene

KNOWN = (
    gene("YY1AP1", aliases="YAP"),
    gene("YAP1", aliases="YAP65"),
    gene("TAFAZZIN", previous="TAZ"),
    gene("WWTR1", aliases="TAZ"),
    gene("ABCB1", previous="MDR1"),
    gene("TBC1D9", aliases="MDR1"),
    gene("TNFRSF11B", previous="OPG"),
    gene("BTF3P11", aliases="OPG", coding=False),
    gene("THBS1", aliases="TSP1"),
    gene("VCL", aliases="VINC"),
    msgspec.structs.replace(gene("NEAT1", aliases="VINC", coding=False), locus_type="RNA, long non-coding"),
    gene("PRSS55", aliases="T-SP1"),
    gene("H3P23", aliases="p27", coding=False),
    gene("IFI27", aliases="p27"),
    gene("PSMD9", aliases="p27"),
    gene("CDKN1B", aliases="KIP1"),
    gene("CCL26", aliases="TSC-1"),
    gene("TSC1"),
    gene("BID", name="BH3 interacting domain death agonist"),
    gene("PLG", name="plasminogen"),
    gene("NR1H2", name="nuclear receptor subfamily 1 group H member 2"),
    gene("PAK1", name="alpha-PAK"),
    gene("PAK2", name="gamma-PAK"),
    gene("ESRRA"),
    gene("HM13", aliases="SPP"),
    gene("SPP1"),
    gene("STMN1", aliases="SMN"),
    gene("SNRPN", aliases="SMN"),
    gene("SMN1"),
    gene("QRSL1", aliases="GATA"),
    gene("GATA1", groups=("GATA zinc finger domain containing",)),
    gene("GATA2", groups=("GATA zinc finger domain containing",)),
    gene("AGFG1", aliases="RAB"),
    *(gene(symbol, groups=("Small GTPases",)) for symbol in ("RAB2", "RAB3", "RAB4")),
    gene("CYP11B2", aliases="ALDOS"),
    *(gene(symbol, groups=("Aldolases",)) for symbol in ("ALDOA", "ALDOB", "ALDOC")),
)


@pytest.mark.parametrize(
    ("pathways", "others", "is_usual"), [(2, 1, True), (2, 2, False), (1, 0, False), (3, 2, True), (2, 3, False)]
)
def test_a_label_means_what_it_means_in_most_pathways_and_in_two_at_least(
    pathways: int, others: int, is_usual: bool
) -> None:
    assert Usage(gene("YAP1"), pathways, others).is_usual == is_usual


def drawings(*labels: str, times: int = 1) -> list[list[LabelledNode]]:
    """Return pathways with one node each. `labels`: `label=symbol`, or a label alone for something else."""
    return [[node(one)] for _ in range(times) for one in labels]


def node(text: str) -> LabelledNode:
    label, _, symbol = text.partition("=")
    return LabelledNode(label, [f"symbol:{symbol.casefold()}"] if symbol else [])


def read(text: str, drawn: DrawnLabels = NOTHING_DRAWN) -> Reading:
    name, known = GeneName.parse(text), known_to(text, drawn)
    found = name_resolution.resolve_name(name, known, drawn)
    return found if found.has_meaning else name_resolution.by_label(found, known, drawn)


def known_to(text: str, drawn: DrawnLabels) -> Sequence[GeneFacts]:
    wanted = set(name_resolution.terms(GeneName.parse(text), drawn))
    return [one for one in KNOWN if wanted & {*one.exact_terms(), f"hgnc:{one.id}"}]


def symbols(found: Reading) -> list[str]:
    return [one.symbol for one in found.meanings]


def test_a_previous_symbol_that_is_another_genes_alias_is_of_both() -> None:
    assert symbols(read("TAZ")) == ["TAFAZZIN", "WWTR1"]


def test_a_pseudogene_contests_no_name_of_a_gene_with_a_protein() -> None:
    found = read("OPG")

    assert found.gene is not None
    assert (found.gene.symbol, [one.symbol for one in found.others]) == ("TNFRSF11B", ["BTF3P11"])


@pytest.mark.parametrize(("text", "rival"), [("VINC", "NEAT1"), ("TSP1", "PRSS55")])
def test_a_gene_without_a_protein_or_with_another_spelling_contests_a_name_if_it_is_drawn_far_more(
    text: str, rival: str
) -> None:
    bearer = {"VINC": "VCL", "TSP1": "THBS1"}[text]
    rarely = DrawnLabels([*drawings(f"any={bearer}"), *drawings(f"other={rival}", times=6)])
    often = DrawnLabels(drawings(f"any={bearer}", f"other={rival}"))

    assert {*symbols(read(text, rarely))} == {bearer, rival}
    assert getattr(read(text, often).gene, "symbol", None) == bearer


def test_a_name_in_another_source_contests_a_bearer_that_is_drawn_far_less() -> None:
    bearer, rival = gene("TERF2IP", aliases="RAP1", name="RAP1 homolog"), gene("RAP1A")
    some = DrawnLabels([*drawings("a=TERF2IP"), *drawings("b=RAP1A", times=5)])
    many = DrawnLabels([*drawings("a=TERF2IP"), *drawings("b=RAP1A", times=10)])

    assert [
        name_evidence.rivals("RAP1", [bearer, rival], bearer, drawn, is_respelt=False) for drawn in (some, many)
    ] == [[], [rival]]
    assert name_evidence.rivals("RAP1", [rival], bearer, some, is_respelt=False) == [rival]
    assert name_evidence.rivals("RAP1", [bearer, rival], bearer, NOTHING_DRAWN, is_respelt=True) == [rival]
    assert name_evidence.rivals("RAP1", [gene("EGFR")], bearer, some, is_respelt=False) == []


def test_a_contested_name_stays_with_its_bearer_if_most_drawings_use_it_so() -> None:
    alike = DrawnLabels(drawings("MDR1=ABCB1", times=2))
    other = DrawnLabels(drawings("MDR1=ABCB1", "MDR1=TBC1D9"))
    once = DrawnLabels(drawings("MDR1=ABCB1"))

    assert read("MDR1", alike).gene == next(one for one in KNOWN if one.symbol == "ABCB1")
    assert [symbols(read("MDR1", drawn)) for drawn in (other, once)] == [["ABCB1", "TBC1D9"]] * 2


def test_a_symbol_with_a_number_contests_the_name_if_its_gene_is_drawn_more_or_nobody_knows() -> None:
    more = DrawnLabels(drawings("YAP1=YAP1", times=2))
    less = DrawnLabels(drawings("YY1AP1=YY1AP1", "YAP1=YAP1"))

    assert [symbols(read("YAP", drawn)) for drawn in (NOTHING_DRAWN, more)] == [["YY1AP1", "YAP1"], ["YAP1", "YY1AP1"]]
    assert read("YAP", more).meanings[0].why == "approved symbol without its number"
    assert symbols(read("YAP", less)) == []
    assert read("YAP1", more).gene == next(one for one in KNOWN if one.symbol == "YAP1")


def test_no_symbol_with_a_number_contests_what_authors_use_for_the_bearer() -> None:
    used = DrawnLabels([*drawings("SPP=HM13", times=2), *drawings("SPP1=SPP1", times=9)])

    assert symbols(read("SPP", used)) == []
    assert symbols(read("SPP", DrawnLabels(drawings("SPP1=SPP1", times=9)))) == ["SPP1", "HM13"]


def test_an_alias_is_rather_the_name_of_a_family_that_is_drawn_far_more() -> None:
    few = DrawnLabels([*drawings("GATA1=GATA1", "GATA2=GATA2", times=4), *drawings("QRSL1=QRSL1")])
    many = DrawnLabels([*drawings("GATA1=GATA1", "GATA2=GATA2", times=5), *drawings("QRSL1=QRSL1")])

    assert symbols(read("GATA", many)) == ["GATA1", "GATA2"]
    assert [one.symbol for one in read("GATA", many).others] == ["QRSL1"]
    assert read("GATA", many).is_family
    assert symbols(read("GATA", few)) == ["QRSL1", "GATA1", "GATA2"]
    assert not read("GATA", few).is_family


def test_a_gene_that_alone_begins_so_is_no_family_but_contests_the_name() -> None:
    known = [gene("ZAP70"), gene("ZC3HAV1", aliases="ZAP"), gene("YLPM1", aliases="ZAP")]
    found = name_resolution.resolve_name(GeneName.parse("ZAP"), known, DrawnLabels(drawings("ZAP70=ZAP70", times=5)))

    assert not found.is_family
    assert [(one.symbol, one.why) for one in found.meanings] == [
        ("ZAP70", "beginning of its approved symbol"), ("ZC3HAV1", "alias"), ("YLPM1", "alias"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "labels", "meant"),
    [
        ("RAB", (), ["AGFG1", "RAB2", "RAB3", "RAB4"]),
        ("RAB", ("RAB=AGFG1", "AGFG1=AGFG1"), ["AGFG1", "RAB2", "RAB3", "RAB4"]),
        ("RAB", ("RAB=AGFG1", "RAB=AGFG1"), []),
        ("GATA", ("QRSL1=QRSL1", "GATA1=GATA1"), []),
        ("GATA", ("GATA1=GATA1",), ["QRSL1", "GATA1", "GATA2"]),
        ("ALDOS", (), []),
    ],
)
def test_a_family_contests_an_alias_that_no_drawing_uses_one_of_two_if_it_is_drawn_more(
    text: str, labels: tuple[str, ...], meant: list[str]
) -> None:
    found = read(text, DrawnLabels(drawings(*labels)))

    assert symbols(found) == meant
    assert (found.gene is None) == bool(meant)


def test_a_symbol_with_a_number_is_among_the_meanings_of_any_contested_name() -> None:
    drawn = DrawnLabels([*drawings("STMN1=STMN1", times=5), *drawings("SMN1=SMN1")])

    assert symbols(read("SMN", drawn)) == ["STMN1", "SMN1", "SNRPN"]


def test_the_gene_that_most_drawings_label_so_is_among_several_and_those_drawn_most_come_first() -> None:
    drawn = DrawnLabels([*drawings("p27=CDKN1B", times=2), *drawings("PSMD9=PSMD9", "TSC1=TSC1", "TSC1=TSC1")])
    found = read("p27", drawn)

    assert symbols(found) == ["CDKN1B", "PSMD9", "IFI27", "H3P23"]
    assert [one.why for one in found.meanings[:2]] == ["label under which WikiPathways draws it", "alias"]
    assert symbols(read("p27", DrawnLabels(drawings("p27=CDKN1B", "p27=BID")))) == ["IFI27", "PSMD9", "H3P23"]


@pytest.mark.parametrize(
    ("label", "drawn", "symbol"),
    [
        ("tBID", drawings("tBid=BID"), "BID"),
        ("t-BID", drawings("tBid=BID"), "BID"),
        ("BID fragment", drawings("BID fragment=BID"), None),
        ("BID fragment", drawings("BID fragment=BID", times=2), "BID"),
        ("Plasmin", drawings("Plasmin=PLG", times=2), "PLG"),
        ("Plasmin", drawings("Plasmin=PLG"), None),
        ("Plasmin", drawings("Plasmin=PLG", "Plasmin=PLG", "Plasmin=BID"), None),
        ("LXR", drawings("LXR=NR1H2", times=2), None),
        ("LXR", drawings("LXR=NR1H2", times=3), "NR1H2"),
        ("PAK", drawings("PAK=PAK1", times=5), None),
        ("progesterone", drawings("progesterone=ESRRA", "progesterone", times=3), None),
        ("pGR", drawings("pgr=", times=3), None),
    ],
)
def test_a_name_that_only_drawings_have_is_the_gene_that_they_always_mean(
    label: str, drawn: list[list[LabelledNode]], symbol: str | None
) -> None:
    found = read(label, DrawnLabels(drawn))

    assert (found.gene.symbol if found.gene else None) == symbol
    assert not found.meanings
    assert not symbol or (found.why, found.by_protein) == ("label under which WikiPathways draws it", True)


def test_the_name_of_a_protein_is_contested_by_the_gene_that_most_drawings_label_so() -> None:
    drawn, name = DrawnLabels(drawings("PGR=ABCB1", times=2)), GeneName.parse("PGR")
    bid, other = (next(one for one in KNOWN if one.symbol == symbol) for symbol in ("BID", "ABCB1"))

    assert name_resolution.by_label(name_readings.of_protein(name, [other]), KNOWN, drawn).gene == other
    assert symbols(name_resolution.by_label(name_readings.of_protein(name, [bid]), KNOWN, drawn)) == ["BID", "ABCB1"]


@pytest.mark.parametrize(
    ("text", "symbol"),
    [("Gβ1", "GNB1"), ("Gαs", "GNAS"), ("sICAM-1", "ICAM1"), ("soluble ICAM-1", "ICAM1"), ("RORγt", "RORC")],
)
def test_forms_and_subunits_of_a_protein_lead_to_its_gene(text: str, symbol: str) -> None:
    genes = [
        gene("GNB1"),
        gene("GNAS"),
        gene("ICAM1"),
        gene("RORC", aliases="RORG", other_names=("Nuclear receptor ROR-gamma",)),
    ]

    assert getattr(name_resolution.resolve_name(GeneName.parse(text), genes).gene, "symbol", None) == symbol


def test_a_prime_is_a_part_of_the_name_of_a_protein() -> None:
    rows = [ProteinNames(gene="HGNC:1", names=("PP9Z-beta", "PP9Z Q'"))]

    assert genes_of_protein("PP9Z Q'", rows) == ["HGNC:1"]
    assert genes_of_protein("PP9Z b''", rows) == []


def test_a_gene_of_zebrafish_is_no_form_of_the_human_protein_with_a_greek_letter() -> None:
    rows = [ProteinNames(gene="HGNC:1", names=("PTENbeta",)), ProteinNames(gene="HGNC:2", names=("ptenc",))]

    assert genes_of_protein("ptenb", rows) == []
    assert genes_of_protein("PTENb", rows) == ["HGNC:1"]
    assert genes_of_protein("ptenc", rows) == ["HGNC:2"]


@pytest.mark.parametrize(("name", "is_class"), [("voltage-gated calcium channel", True), ("calcium gated", False)])
def test_a_class_may_have_its_words_in_another_order(name: str, is_class: bool) -> None:
    channel = gene("CACNA1A", name="calcium voltage-gated channel subunit alpha1 A")

    assert name_evidence.is_numbered_in_class(channel, name) == is_class


@pytest.mark.parametrize(
    ("full", "name", "is_class"),
    [
        ("protein kinase D1", "protein kinase D", True),
        ("protein kinase D", "protein kinase D", False),
        ("G protein subunit alpha i1", "G protein", True),
        ("G protein subunit gamma 3", "gamma protein", False),
    ],
)
def test_a_letter_at_the_end_of_a_class_may_have_a_number(full: str, name: str, is_class: bool) -> None:
    assert name_evidence.is_numbered_in_class(gene("X1", name=full), name) == is_class


def test_a_kind_of_protein_with_a_letter_is_named_in_the_same_letter() -> None:
    rows = [ProteinNames(gene="HGNC:1", names=("protein kinase D", "protein Q", "coat glycoprotein beta"))]

    assert genes_of_protein("protein kinase D", rows) == ["HGNC:1"]
    assert not genes_of_protein("protein Q", rows)
    assert not genes_of_protein("coat glycoprotein B", rows)


def test_labels_with_a_decimal_point_are_others() -> None:
    drawn = DrawnLabels(drawings("p21=BID", "p21=BID"))

    assert drawn.usage("p21", KNOWN) is not None
    assert drawn.usage("p2.1", KNOWN) is None


@pytest.mark.parametrize(
    ("name", "may_be"),
    [("fructose-1,6-bisphosphatase", True), ("14-3-3 protein", True), ("interleukin 17", False), ("GSK3", False)],
)
def test_only_a_number_at_the_end_is_that_of_a_member(name: str, may_be: bool) -> None:
    assert name_evidence.may_be_class(name) == may_be


def test_a_name_in_the_very_letters_of_another_source_contests_one_that_is_respelt() -> None:
    bearer, other = gene("COG8", aliases="DOR1"), gene("OPRD1")

    assert name_evidence.rivals("DOR-1", [other], bearer, NOTHING_DRAWN, is_respelt=True) == [other]
    assert name_evidence.rivals("DOR-1", [other, bearer], bearer, NOTHING_DRAWN, is_respelt=True) == []
    assert name_evidence.rivals("DOR1", [other], bearer, NOTHING_DRAWN, is_respelt=False) == []


def test_the_plural_of_an_abbreviation_is_no_protein_with_a_capital_letter() -> None:
    rows = [ProteinNames(gene="HGNC:1", names=("GLYRS",)), ProteinNames(gene="HGNC:2", names=("GlyRs",))]

    assert name_evidence.genes_of_protein("GlyRs", rows) == ["HGNC:2"]
    assert name_evidence.genes_of_protein("GLYRS", rows) == ["HGNC:1", "HGNC:2"]


FAMILIES = (
    *(
        gene(symbol, name=f"SH3 domains {number}", groups=("Shanks",))
        for number, symbol in enumerate(["SHANK1", "SHANK3"])
    ),
    gene("SHANK2", aliases="SHANK", groups=("Shanks",)),
    gene("VEGFA", previous="VEGF", groups=("VEGFs",)),
    gene("VEGFB", groups=("VEGFs",)),
    gene("ADSS1", groups=("Synthases",)),
    gene("ADSS2", previous="ADSS", groups=("Synthases",)),
)


@pytest.mark.parametrize(
    ("name", "symbols"), [("SHANK", ["SHANK1", "SHANK2", "SHANK3"]), ("VEGF", ["VEGFA"]), ("ADSS", ["ADSS2"])]
)
def test_the_alias_of_a_later_member_is_the_name_of_all_unless_it_is_drawn_so(name: str, symbols: list[str]) -> None:
    drawn = DrawnLabels([[LabelledNode("ADSS", ("symbol:adss2",))]] * 2)
    found = name_resolution.resolve_name(GeneName.read(name), FAMILIES, drawn)

    assert sorted(one.symbol for one in found.all_meanings) == symbols


@pytest.mark.parametrize(
    ("name", "symbol", "full", "may"),
    [
        ("FSGS", "ACTN4", "actinin alpha 4", False),
        ("GPV", "GP5", "glycoprotein V platelet", True),
        ("DMA", "HLA-DMA", "major histocompatibility complex", True),
        ("fusin", "CXCR4", "C-X-C motif chemokine receptor 4", True),
        ("CK18", "KRT18", "keratin 18", True),
        ("PLATELET", "GP5", "glycoprotein V", True),
    ],
)
def test_letters_that_only_another_source_has_must_abbreviate_a_name(
    name: str, symbol: str, full: str, *, may: bool
) -> None:
    assert name_evidence.may_abbreviate(name, gene(symbol, name=full)) is may


@pytest.mark.parametrize(
    ("name", "symbols"), [("PRL-R", ["PRLR", "PTP4A3"]), ("P-gp", ["ABCB1"]), ("neuro-d4", ["DPF1", "NEUROD4"])]
)
def test_a_symbol_with_other_hyphens_contests_an_alias(name: str, symbols: list[str]) -> None:
    known = (
        gene("PRLR"), gene("PTP4A3", aliases="PRL-R"), gene("PGP"), gene("ABCB1", aliases="P-gp"),
        gene("NEUROD4"), gene("DPF1", aliases="neuro-d4"),
    )  # fmt: skip
    found = name_resolution.resolve_name(GeneName.read(name), known)

    assert sorted(one.symbol for one in found.all_meanings) == symbols


def test_a_name_that_two_sources_have_with_other_hyphens_contests_an_alias() -> None:
    bearer, other = gene("IL6R", aliases="IL-1Ra", name="receptor IL1RA"), gene("IL1RN", aliases="IL1RA")

    assert name_evidence.rivals("IL-1ra", [other], bearer, NOTHING_DRAWN, is_respelt=False) == [other]
    assert not name_evidence.rivals("IL-1ra", [gene("IL1RN")], bearer, NOTHING_DRAWN, is_respelt=False)


@pytest.mark.parametrize(
    ("text", "contests"), [("cPLA2", True), ("PLA2-like", True), ("cPLB2", False), ("PLA", False), ("KAT5-PLA2", False)]
)
def test_a_name_that_resembles_another_gene_but_not_its_bearer_is_contested(text: str, contests: bool) -> None:
    bearer, other = gene("KAT5", aliases=text), gene("PLA2G4A")

    assert bool(name_evidence.rivals(text, [other], bearer, NOTHING_DRAWN, is_respelt=False)) == contests
