"""Targets beside things that are none, where names of genes are at hand."""

from collections.abc import Sequence

import httpx
import msgspec
import pytest

from biofacts.adapters.local.catalogue_entries.genes import HUMAN_GENES, index_genes
from biofacts.adapters.local.pharmacology.ligands import LocalLigands
from biofacts.adapters.local.pharmacology.targets import LocalTargets
from biofacts.domain.answers.pages import Hits, Window
from biofacts.domain.genes.gene import GeneFacts
from biofacts.domain.identifiers.organisms import HUMAN
from biofacts.domain.pharmacology.target import TargetCandidate
from biofacts.ports.sources import Query
from tests.contract.catalogue import content
from tests.gtopdb import Wire, guide_over, table, written
from tests.memory_catalogue import MemoryCatalogueStore

NICOTINIC, GABA = "Nicotinic acetylcholine receptors (nACh)", "GABA<sub>A</sub> receptors"
SUBUNITS = [
    ("1", "lgic", NICOTINIC, "nicotinic acetylcholine receptor &alpha;4 subunit", "CHRNA4", ""),
    ("2", "lgic", NICOTINIC, "nicotinic acetylcholine receptor &beta;2 subunit", "CHRNB2", ""),
    ("3", "lgic", GABA, "GABA<sub>A</sub> receptor &alpha;4 subunit", "GABRA4", ""),
    ("4", "lgic", GABA, "GABA<sub>A</sub> receptor &beta;2 subunit", "GABRB2", ""),
    ("5", "lgic", GABA, "GABA<sub>A</sub> receptor &gamma;2 subunit", "GABRG2", ""),
    ("6", "catalytic_receptor", "Integrins", "integrin, alpha 4 subunit", "ITGA4", ""),
    ("7", "catalytic_receptor", "Integrins", "integrin &alpha;4&beta;7", "", ""),
    ("8", "catalytic_receptor", "Integrins", "integrin &alpha;IIb&beta;3", "", ""),
]
PROTEINS = [
    ("1", "enzyme", "1.5.1.3", "dihydrofolate reductase", "DHFR", ""),
    ("2", "other_protein", "Folate enzymes", "Plasmodium falciparum dihydrofolate reductase", "", "DHFR-TS"),
    ("3", "other_protein", "Bacterial protein targets", "DNA gyrase", "", ""),
    ("4", "enzyme", "Peptidases", "cysteine protease", "CYSP", ""),
    ("6", "other_protein", "Factors", "DDB1 and CUL4 associated factor", "DCAF1", "HIV-1 Vpr-binding protein"),
    ("5", "other_protein", "Receptors", "PVR cell adhesion molecule", "PVR", "poliovirus receptor"),
]

RECEPTORS = [
    ("1", "catalytic_receptor", "Type V RTKs", "fibroblast growth factor receptor 1", "FGFR1", ""),
    ("2", "catalytic_receptor", "Type V RTKs", "fibroblast growth factor receptor 2", "FGFR2", ""),
    ("3", "catalytic_receptor", "Death receptors", "TNFR1", "TNFRSF1A", "tumor necrosis factor receptor 1"),
    ("4", "catalytic_receptor", "Death receptors", "glucocorticoid-induced TNF receptor", "TNFRSF18", ""),
    ("5", "enzyme", "3.4.24.19", "bone morphogenetic protein 1", "BMP1", ""),
    ("6", "catalytic_receptor", "BMP receptors", "bone morphogenetic protein receptor 1A", "BMPR1A", ""),
    ("8", "gpcr", "Prostanoid receptors", "FP receptor", "PTGFR", ""),
    ("9", "gpcr", "Formylpeptide receptors", "FPR1", "FPR1", ""),
    ("10", "gpcr", "Formylpeptide receptors", "FPR2/ALX", "FPR2", ""),
    ("11", "enzyme", "Kinases", "ankyrin repeat and kinase domain containing 1", "ANKK1", "FPR3"),
    ("7", "catalytic_receptor", "Type II RTKs", "Insulin-like growth factor I receptor", "IGF1R", ""),
    ("12", "gpcr", "Chemokine receptors", "CXCR1", "CXCR1", "IL8R<sub>A</sub>"),
    ("13", "gpcr", "Chemokine receptors", "CXCR2", "CXCR2", "IL8R<sub>B</sub>"),
    ("14", "catalytic_receptor", "Prolactin receptors", "Granulocyte growth receptor", "CSF3R", "GCSFR"),
    ("15", "nhr", "Retinoid X receptors", "Retinoid X receptor-&beta;", "RXRB", "RCoR-1"),
]
KINASES = [
    ("1", "enzyme", "Pyruvate dehydrogenase kinase (PDHK) family", "branched chain keto acid kinase", "BCKDK", ""),
    ("2", "enzyme", "PDHK family", "pyruvate dehydrogenase kinase 1", "PDK1", "pyruvate dehydrogenase kinase"),
    ("3", "enzyme", "PDHK family", "pyruvate dehydrogenase kinase 2", "PDK2", "pyruvate dehydrogenase kinase"),
    ("4", "enzyme", "Alpha subfamily", "protein kinase C beta", "PRKCB", ""),
    ("5", "enzyme", "Iota subfamily", "protein kinase C zeta", "PRKCZ", "PKC2"),
    ("6", "enzyme", "Prolyl isomerases", "FKBP prolyl isomerase 1A", "FKBP1A", "PKC12"),
]


def gene(symbol: str, name: str) -> GeneFacts:
    return GeneFacts(
        id="HGNC:1", symbol=symbol, name=name, organism=HUMAN, locus_type="gene with protein product",
        protein_coding=True,
    )  # fmt: skip


async def with_genes(genes: Sequence[GeneFacts]) -> MemoryCatalogueStore:
    store = MemoryCatalogueStore()
    if genes:
        await store.publish(HUMAN_GENES, content(*index_genes(genes).entries))
    return store


async def found(query: str, *genes: GeneFacts, with_ligands: bool = False) -> Hits[TargetCandidate]:
    store = await with_genes(genes)
    async with guide_over(Wire(), store=store) as guide:
        if with_ligands:
            await LocalLigands(guide).with_identifiers([])
        hits = await LocalTargets(guide).search(Query(text=query), Window())
    assert hits is not None
    return hits


@pytest.mark.parametrize("query", ["D2R", "rhodopsin of the second kind"])
async def test_a_gene_that_is_no_target_is_not_the_target_that_is_called_so(query: str) -> None:
    other = gene("D2R", "rhodopsin of the second kind")
    hits = await found(query, other)

    assert all(one.rating <= 0.5 for one in hits.items)
    if hits.items:
        assert "is the gene D2R" in (hits.guidance or "")
    assert (await found("D2R")).items[0].score == 1.0


async def test_the_gene_of_a_target_is_that_target() -> None:
    hits = await found("DRD2", gene("DRD2", "dopamine receptor D2"))

    assert (hits.items[0].id, hits.items[0].score) == ("IUPHAR:215", 1.0)


async def test_a_ligand_is_not_a_target_that_has_its_name_in_its_own() -> None:
    alone, beside = await found("dopamine"), await found("dopamine", with_ligands=True)

    assert max(one.rating for one in alone.items) >= max(one.rating for one in beside.items)
    assert all(one.rating < 0.7 for one in beside.items)


async def test_a_species_is_left_aside_and_costs_score() -> None:
    hits = await found("rat D2 receptor")

    assert [(one.id, one.score) for one in hits.items[:1]] == [("IUPHAR:215", 0.85)]
    assert hits.advice
    assert [dict(call.arguments) for call in hits.advice.calls] == [{"target_id": "IUPHAR:215", "species": "Rat"}]


@pytest.mark.parametrize(
    ("query", "found_as"), [("D2R", "IUPHAR:215"), ("dopamine receptor type 2", "IUPHAR:215"), ("COX", "IUPHAR:1375")]
)
async def test_a_search_and_a_question_about_ligands_mean_the_same_targets(query: str, found_as: str) -> None:
    assert (await found(query)).items[0].id == found_as
    async with guide_over(Wire()) as guide:
        acting = await LocalLigands(guide).search(Query(text=f"{query} ligands"), Window())
    assert acting is not None
    assert acting.items


async def test_words_beside_a_state_name_no_target_surely() -> None:
    hits = await found("pDopaminergic")

    assert all(one.rating <= 0.69 for one in hits.items)


@pytest.mark.parametrize("query", ["DRD2 S311C", "DRD2S311C", "phospho-DRD2", "p-DRD2", "DRD2 mutant"])
async def test_the_form_of_a_protein_is_left_aside_and_costs_score(query: str) -> None:
    hits = await found(query)

    assert [(one.id, one.score) for one in hits.items[:1]] == [("IUPHAR:215", 0.85)]
    assert "since a target covers all variants and states" in str(hits.advice)


async def test_targets_are_listed_by_what_acts_on_them() -> None:
    having, lacking, every = [await found(f"GPCRs{rest}") for rest in (" with approved drugs", " without ligands", "")]

    assert {one.id for one in having.items} | {one.id for one in lacking.items} <= {one.id for one in every.items}
    assert "IUPHAR:215" in {one.id for one in having.items}
    assert "IUPHAR:215" not in {one.id for one in lacking.items}
    assert f"{having.total} of the {every.total} targets of 'GPCRs'" in (having.guidance or "")
    assert having.facts
    assert every.facts


async def test_a_main_name_has_more_right_than_the_synonym_of_another_target() -> None:
    hits = await found("D2")

    assert (hits.items[0].id, hits.items[0].score) == ("IUPHAR:215", 1.0)
    assert all(one.rating <= 0.8 for one in hits.items[1:])


async def among(
    rows: Sequence[tuple[str, ...]], query: str, *genes: GeneFacts, with_ligands: bool = False
) -> Hits[TargetCandidate]:
    header, _ = table("targets_and_families.csv")
    columns = ["Target id", "Type", "Family name", "Target name", "HGNC symbol", "synonyms", "Target abbreviated name"]
    told = [dict(zip(columns, row, strict=False)) for row in rows]
    body = written(header, [[row.get(column, "") for column in header] for row in told])
    store = await with_genes(genes)
    async with guide_over(Wire({"targets_and_families.csv": httpx.Response(200, content=body)}), store=store) as guide:
        if with_ligands:
            await LocalLigands(guide).with_identifiers([])
        hits = await LocalTargets(guide).search(Query(text=query), Window())
    assert hits is not None
    return hits


def scored(hits: Hits[TargetCandidate]) -> list[tuple[str, float]]:
    return [(one.id.removeprefix("IUPHAR:"), one.rating) for one in hits.items]


@pytest.mark.parametrize(
    ("query", "subunits"),
    [
        ("α4β2 nicotinic receptor", ["1", "2"]),
        ("alpha4beta2 nAChR", ["1", "2"]),
        ("(α4β2)* nicotinic acetylcholine receptors", ["1", "2"]),
        ("α4β2γ2", ["3", "4", "5"]),
        ("GABA-A α4β2 receptor", ["3", "4"]),
    ],
)
async def test_a_channel_that_is_named_by_its_subunits_is_these(query: str, subunits: list[str]) -> None:
    hits = await among(SUBUNITS, query)

    assert [number for number, _ in scored(hits)] == subunits
    assert hits.items[0].rating == 0.85
    assert hits.guidance
    assert "these are the subunits, not the channel" in hits.guidance


TRANSPORTERS = [
    ("1", "transporter", "SLC32 family", "Vesicular inhibitory amino acid transporter", "SLC32A1",
     "GABA and glycine transporter|vesicular GABA transporter"),
    ("2", "transporter", "GABA transporter subfamily", "GAT1", "SLC6A1", "GABA transporter protein"),
    ("3", "transporter", "GABA transporter subfamily", "TauT", "SLC6A6", "taurine transporter"),
    ("4", "vgic", "Inwardly rectifying potassium channels", "Kir3.4", "KCNJ5", "cardiac KATP channel"),
    ("5", "vgic", "Inwardly rectifying potassium channels", "Kir6.2", "KCNJ11", ""),
]  # fmt: skip


@pytest.mark.parametrize(
    ("query", "first"), [("GABA transporters", "2"), ("KATP channel", "5"), ("KATP channel subunits", "5")]
)
async def test_the_members_of_a_named_group_come_before_targets_with_a_part_of_its_name(query: str, first: str) -> None:
    hits = await among(TRANSPORTERS, query)

    assert scored(hits)[0] == (first, 1.0)


BESIDE_CLASSES = [
    ("1", "other_ic", "Acid-sensing channels", "ASIC1", "ASIC1", "ASIC"),
    ("2", "other_ic", "Acid-sensing channels", "ASIC2", "ASIC2", ""),
    ("3", "enzyme", "Nucleotidases", "Ecto-5'-nucleotidase", "NT5E", "eNT"),
    ("4", "transporter", "Nucleoside transporters", "ENT1", "SLC29A1", ""),
    ("5", "transporter", "Nucleoside transporters", "ENT2", "SLC29A2", ""),
    ("6", "gpcr", "Orphans", "MAS1", "MAS1", "MAS"),
    ("7", "gpcr", "Orphans", "MAS1L", "MAS1L", "MAS-R"),
    ("8", "gpcr", "Dopamine receptors", "D4 receptor", "DRD4", ""),
    ("9", "catalytic_receptor", "Receptors for end products", "AGE receptor", "AGER", "RAGE"),
    ("10", "enzyme", "Kinases", "MOK protein kinase", "MOK", "RAGE"),
    ("11", "enzyme", "Kinases", "Pim-1 proto-oncogene", "PIM1", "PIM kinase 1"),
    ("12", "enzyme", "Kinases", "Pim-2 proto-oncogene", "PIM2", ""),
    ("13", "enzyme", "Kinases", "SRC proto-oncogene", "SRC", ""),
    ("14", "enzyme", "Acetyltransferases", "nuclear receptor coactivator 1", "NCOA1", "SRC1"),
    ("15", "enzyme", "Acetyltransferases", "nuclear receptor coactivator 3", "NCOA3", "SRC3"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("query", "sure"),
    [
        ("ASIC channel", ["1", "2"]), ("ASIC channels", ["1", "2"]), ("ENT transporter", ["4", "5"]),
        ("Mas receptor", ["6", "7"]), ("DRD4 kinase", []), ("D4 receptor", ["8"]), ("RAGE kinase", ["10"]),
        ("RAGE receptor", ["9"]), ("Pim kinase", ["11", "12"]),
        ("Src kinase", ["13"]),
    ],
)  # fmt: skip
async def test_a_name_beside_a_class_means_all_targets_of_that_class(query: str, sure: list[str]) -> None:
    """`ASIC channel` was ASIC1 alone, `ENT transporter` CD73, and `DRD4 kinase` the D4 receptor."""
    hits = await among(BESIDE_CLASSES, query)

    assert sorted(number for number, score in scored(hits) if score >= 0.9) == sorted(sure)


async def test_subunits_that_several_families_have_are_contested() -> None:
    hits = await among(SUBUNITS, "α4β2")

    assert [number for number, _ in scored(hits)] == ["3", "4", "1", "2"]
    assert hits.items[0].rating == 0.69
    assert "Several families have them" in (hits.guidance or "")


@pytest.mark.parametrize(("query", "first"), [("α4β7", "7"), ("αIIbβ3", "8"), ("α4 integrin", "6")])
async def test_the_name_of_a_whole_complex_is_no_list_of_subunits(query: str, first: str) -> None:
    hits = await among(SUBUNITS, query)

    assert scored(hits)[0][0] == first
    assert "subunits, not the channel" not in (hits.guidance or "")


async def test_one_subunit_of_a_channel_comes_before_a_part_of_other_names() -> None:
    hits = await among(SUBUNITS, "α4")

    assert scored(hits)[:2] == [("3", 0.8), ("1", 0.8)]
    assert all(one.rating <= 0.69 for one in hits.items[2:])


@pytest.mark.parametrize("query", ["α9β2", "β9 nicotinic receptor"])
async def test_a_subunit_that_no_family_has_is_not_left_aside(query: str) -> None:
    assert not [one for one in (await among(SUBUNITS, query)).items if one.rating > 0.69]


@pytest.mark.parametrize("query", ["HIV-1 protease", "influenza DHFR", "Candida cysteine protease"])
async def test_no_protein_of_a_mammal_is_offered_for_that_of_a_pathogen(query: str) -> None:
    hits = await among([*PROTEINS[:1], *PROTEINS[2:]], query)

    assert (hits.items, hits.total) == ((), 0)
    assert "few proteins from viruses, bacteria, fungi and parasites" in (hits.guidance or "")


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("Plasmodium DHFR", ["2"]),
        ("bacterial DNA gyrase", ["3"]),
        ("poliovirus receptor", ["5"]),
        ("HIV-1 Vpr-binding protein", ["6"]),
    ],
)
async def test_targets_that_are_named_with_a_pathogen_are_found(query: str, expected: list[str]) -> None:
    assert [number for number, score in scored(await among(PROTEINS, query)) if score > 0.5] == expected


@pytest.mark.parametrize(
    ("query", "sure"),
    [
        ("FGF receptor", ["1", "2"]),
        ("TNF receptor", ["3"]),
        ("BMP receptor", ["6"]),
        ("IGF receptor", ["7"]),
        ("FPR", ["9", "10"]),
        ("IL-8 receptor", ["12", "13"]),
        ("G-CSF receptor", ["14"]),
        ("RCO receptor", []),
        ("CXCR1/2", ["12", "13"]),
        ("FGFR1/3", []),
    ],
)
async def test_the_receptors_of_a_ligand_are_all_whose_symbols_say_so(query: str, sure: list[str]) -> None:
    assert [number for number, score in scored(await among(RECEPTORS, query)) if score >= 0.95] == sure


@pytest.mark.parametrize(
    ("query", "with_ligands", "score"),
    [("dopamine", True, 0.69), ("dopamine", False, 0.69), ("dopamine receptor", True, 1.0)],
)
async def test_the_name_of_a_ligand_is_at_most_its_receptors(query: str, with_ligands: bool, score: float) -> None:
    receptor = ("1", "gpcr", "Amine receptors", "dopamine receptor", "XR", "")

    assert scored(await among([receptor], query, with_ligands=with_ligands)) == [("1", score)]


@pytest.mark.parametrize(("query", "sure"), [("pyruvate dehydrogenase kinase", ["2", "3"]), ("PKC", ["4", "5"])])
async def test_a_family_is_all_that_is_named_so_and_not_what_the_guide_lists_beside_them(
    query: str, sure: list[str]
) -> None:
    assert [number for number, score in scored(await among(KINASES, query)) if score >= 0.95] == sure


@pytest.mark.parametrize(
    ("query", "most", "said"),
    [
        ("TRK", 0.5, "'TRK' is a name of TRKX, which is not a target"),  # the tau of the Guide is a word of others
        ("TRNR1", 0.8, ""),
    ],
)
async def test_an_alias_of_a_gene_that_is_no_target_is_no_part_of_other_names(
    query: str, most: float, said: str
) -> None:
    other = msgspec.structs.replace(gene("TRKX", "trek protein"), aliases=("TRK", "TRNR1"))
    rows = [
        ("1", "catalytic_receptor", "Receptors", "TRK receptor related kinase", "TRRK", ""),
        ("2", "catalytic_receptor", "Receptors", "GDNF receptor", "GFRA1", "TRNR1"),
    ]
    hits = await among(rows, query, other)

    assert hits.items
    assert max(one.rating for one in hits.items) == most
    assert said in (hits.guidance or "")


async def test_the_target_of_another_pathogen_is_doubtful() -> None:
    hits = await among(PROTEINS, "Staphylococcus DNA gyrase")

    assert scored(hits) == [("3", 0.5)]
    assert hits.guidance == "No targets match 'Staphylococcus'; the rest of the query was used."


RESEMBLING = [
    ("1", "gpcr", "Adenosine receptors", "A<sub>1</sub> receptor", "ADORA1", "A1-AR"),
    ("2", "enzyme", "Peptidases", "coagulation factor II, thrombin", "F2", "thrombin"),
    ("3", "other_protein", "NOD-like receptors", "CIITA", "CIITA", "MHC2TA"),
    ("4", "gpcr", "Crinkled", "CKD<sub>4</sub>", "CKD4", "crinkled receptor 4"),
    ("5", "enzyme", "Cysteine proteases", "cathepsin S", "CTSS", ""),
    ("6", "other_protein", "Bromodomains, testis", "BRDT", "BRDT", "bromodomain"),
    ("7", "gpcr", "Chemerin receptors", "CMK receptor", "CMKLR1", "chemerin receptor 1"),
    ("8", "other_protein", "Yes-associated proteins", "YAP1", "YAP1", ""),
]


@pytest.mark.parametrize(
    ("query", "number"),
    [
        ("α1-AR", "1"),  # an adrenoceptor
        ("thrombin receptor", "2"),
        ("MHC", "3"),
        ("crinkled receptors", "4"),
        ("cathepsins", "5"),
        ("bromodomains", "6"),
    ],
)
async def test_a_name_is_not_surely_the_target_that_has_another_name_like_it(query: str, number: str) -> None:
    assert dict(scored(await among(RESEMBLING, query))).get(number, 0) < 0.95  # 0.95: no question is left


@pytest.mark.parametrize(
    ("query", "number"),
    [
        ("A1-AR", "1"), ("thrombin", "2"), ("MHC2TA", "3"), ("crinkled receptor 4", "4"), ("cathepsin S", "5"),
        ("chemerin receptor", "7"), ("YAP", "8"),
    ],
)  # fmt: skip
async def test_a_name_is_surely_the_target_that_has_it(query: str, number: str) -> None:
    assert scored(await among(RESEMBLING, query))[0] == (number, 1.0)


CALLED_ALIKE = [
    ("1", "enzyme", "Calpain", "calpain 1", "CAPN1", "mu-calpain"),
    ("2", "enzyme", "Calpain", "calpain 2", "CAPN2", "m-calpain"),
    ("3", "gpcr", "Frizzled", "FZD2", "FZD2", "Fz10"),
    ("4", "gpcr", "Frizzled", "FZD10", "FZD10", "Fz-10"),
    ("5", "enzyme", "NAK family", "AP2 associated kinase 1", "AAK1", ""),
    ("6", "enzyme", "NAK family", "serine/threonine kinase 16", "STK16", ""),
    ("7", "enzyme", "IKK family", "TANK binding kinase 1", "TBK1", "NAK"),
    ("8", "enzyme", "AC", "adenylyl cyclase", "ADCY1", "AC1"),
    ("9", "enzyme", "AC", "adenylyl cyclase 2", "ADCY2", "AC2"),
    ("10", "enzyme", "Amidases", "N-acylsphingosine amidohydrolase 1", "ASAH1", "AC"),
]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("m-calpain", [("2", 1.0), ("1", 0.8)]),  # a Greek letter is in the other's name
        ("mu-calpain", [("1", 1.0), ("2", 0.8)]),
        ("Fz-10", [("4", 0.8), ("3", 0.8)]),  # nothing but a hyphen tells them apart
        ("NAK", [("7", 0.8), ("5", 0.8), ("6", 0.8)]),  # none of the family is called so
        ("AC", [("8", 1.0), ("9", 1.0)]),  # its members are AC1 and AC2
    ],
)
async def test_a_name_as_it_is_written_has_more_right(query: str, expected: list[tuple[str, float]]) -> None:
    assert scored(await among(CALLED_ALIKE, query))[: len(expected)] == expected


ABBREVIATED = [
    ("1", "gpcr", "Calcitonin receptors", "CT receptor", "CALCR", ""),
    ("2", "transporter", "Copper transporters", "Copper transporter 1", "SLC31A1", "CTR1"),
    ("3", "transporter", "Copper transporters", "Copper transporter 2", "SLC31A2", "CTR2"),
    ("4", "other_protein", "Isoprenoids", "Plasmodium falciparum diphosphate synthase", "", "FPPS/GGPPS", "GGPPS"),
    ("5", "enzyme", "Lanosterols", "geranyl diphosphate synthase", "GGPS1", ""),
]


@pytest.mark.parametrize(
    ("query", "alone", "with_genes"),
    [
        ("CTR", [("2", 1.0), ("3", 1.0)], [("1", 0.9), ("2", 0.8), ("3", 0.8)]),
        ("GGPPS", [("4", 1.0)], [("5", 0.9), ("4", 0.8)]),
    ],
)
async def test_the_alias_of_a_human_gene_comes_before_a_series_and_before_a_pathogen(
    query: str, alone: list[tuple[str, float]], with_genes: list[tuple[str, float]]
) -> None:
    genes = (
        msgspec.structs.replace(gene(symbol, name), id=f"HGNC:{number}", aliases=(alias,))
        for number, (symbol, name, alias) in enumerate(
            [("CALCR", "calcitonin receptor", "CTR"), ("GGPS1", "geranyl diphosphate synthase 1", "GGPPS1")], 1
        )
    )

    assert scored(await among(ABBREVIATED, query))[: len(alone)] == alone
    assert scored(await among(ABBREVIATED, query, *genes))[: len(with_genes)] == with_genes


CONVERTING = [
    ("1", "enzyme", "M2", "Angiotensin-converting enzyme", "ACE", "Kininase II"),
    ("2", "enzyme", "M2", "Angiotensin-converting enzyme 2", "ACE2", ""),
    ("3", "enzyme", "AC", "adenylyl cyclase 5", "ADCY5", ""),
]


@pytest.mark.parametrize(
    ("query", "number"),
    [
        ("angiotensin converting enzyme II", "2"), ("angiotensin-converting enzyme", "1"), ("kininase II", "1"),
        ("adenylyl cyclase V", "3"),
    ],
)  # fmt: skip
async def test_a_target_with_a_roman_number_is_not_one_with_that_number_in_another_name(
    query: str, number: str
) -> None:
    """`angiotensin converting enzyme II` was ACE at 1.0, which is the kininase II."""
    (first, score), *others = scored(await among(CONVERTING, query))

    assert (first, score) == (number, 1.0)
    assert all(rating < 0.9 for _, rating in others)


async def test_the_symbol_of_one_target_may_be_the_abbreviation_of_another() -> None:
    kinases = [
        ("1", "enzyme", "PDHK family", "pyruvate dehydrogenase kinase 1", "PDK1", ""),
        ("2", "enzyme", "PDK1 family", "3-phosphoinositide dependent protein kinase 1", "PDPK1", "", "PDK1"),
    ]

    assert scored(await among(kinases, "PDK1")) == [("1", 1.0), ("2", 0.8)]


async def test_the_only_target_of_a_family_of_genes_is_not_surely_what_the_familys_name_means() -> None:
    rows = [("1", "enzyme", "Peroxidases", "glutathione peroxidase 4", "GPX4", "")]
    genes = [
        msgspec.structs.replace(gene(f"GPX{number}", f"glutathione peroxidase {number}"), id=f"HGNC:{number}")
        for number in range(1, 5)
    ]

    assert scored(await among(rows, "GPX", *genes)) == [("1", 0.69)]
    assert scored(await among(rows, "GPX4", *genes)) == [("1", 1.0)]
    assert scored(await among(rows, "GPX")) == [("1", 1.0)]  # where no genes are known


OWNED = [
    ("1", "vgic", "Voltage-gated potassium channels", "K<sub>v</sub>1.2", "KCNA2", "MK2"),
    ("2", "enzyme", "MAPKAPK family", "MAPK activated protein kinase 2", "MAPKAPK2", ""),
    ("3", "enzyme", "DAPK family", "death associated protein kinase 2", "DAPK2", "DRP1"),
    ("4", "enzyme", "MSN family", "misshapen like kinase 1", "MINK1", "", "MINK"),
    ("5", "transporter", "GABA transporters", "BGT1", "SLC6A12", "GABA transporter 1"),
    ("6", "transporter", "GABA transporters", "GAT1", "SLC6A1", ""),
    ("7", "lgic", "Ionotropic glutamate receptors", "GluD1", "GRID1", ""),
    ("8", "other_protein", "Folate enzymes", "Plasmodium falciparum hydroxymethyltransferase", "", "SHMT", ""),
]
OWNERS = [
    msgspec.structs.replace(gene(symbol, name), id=f"HGNC:{number}", aliases=aliases, other_names=others)
    for number, (symbol, name, aliases, others) in enumerate(
        [
            ("MAPKAPK2", "MAPK activated protein kinase 2", ("MK2",), ()),
            ("DNM1L", "dynamin 1 like", ("DRP1",), ()),
            ("KCNE1", "potassium voltage-gated channel subfamily E regulatory subunit 1", ("minK",), ()),
            ("MINK1", "misshapen like kinase 1", ("MINK",), ()),
            ("SLC6A1", "solute carrier family 6 member 1", (), ("GABA transporter 1",)),
            ("GLUD1", "glutamate dehydrogenase 1", (), ()),
            ("SHMT1", "serine hydroxymethyltransferase 1", (), ()),
        ],
        1,
    )
]


@pytest.mark.parametrize(
    ("query", "expected", "said"),
    [
        ("MK2", [("2", 0.8), ("1", 0.8)], "2 targets share this name"),
        ("GABA transporter 1", [("6", 0.8), ("5", 0.8)], "2 targets share this name"),
        ("DRP1", [("3", 0.8)], "'DRP1' is also a name of DNM1L, which is not a target"),
        ("minK", [("4", 0.9)], "'minK' is also a name of KCNE1"),
        ("MINK", [("4", 1.0)], None),
        ("GLUD1", [("7", 0.8)], "'GLUD1' is the gene GLUD1 (glutamate dehydrogenase 1), which is not a target"),
        ("GluD1", [("7", 1.0)], None),
        ("SHMT", [("8", 0.8)], "'SHMT' is also a name of SHMT1"),
    ],
)
async def test_the_gene_with_a_name_contests_it_with_the_target_that_has_it_as_a_synonym(
    query: str, expected: list[tuple[str, float]], said: str | None
) -> None:
    """`MK2` was the channel Kv1.2 at 1.0, by a synonym of its mouse gene; `Drp1` was the kinase DAPK2."""
    hits = await among(OWNED, query, *OWNERS)

    assert scored(hits)[: len(expected)] == expected
    assert (said or "") in (hits.guidance or "")
    assert bool(said) is bool(hits.guidance)


async def test_the_words_of_many_names_are_not_surely_the_target_that_has_them_as_a_synonym() -> None:
    kinases = [
        ("1", "enzyme", "STE family", "MAP3K8", "MAP3K8", "serine/threonine kinase (Tpl-2)|blood glucose kinase")
    ]
    kinases += [
        (str(number), "enzyme", "STK family", f"serine/threonine kinase {number}", f"STK{number}", "")
        for number in range(2, 8)
    ]

    assert scored(await among(kinases, "serine/threonine kinase"))[0] == ("1", 0.69)
    assert scored(await among(kinases, "blood glucose kinase"))[0] == ("1", 1.0)


async def test_an_alias_of_a_gene_that_the_guide_does_not_have_leads_to_its_target() -> None:
    rows = [("1", "enzyme", "CYP5", "CYP5A1", "TBXAS1", ""), ("2", "gpcr", "Opioid", "opioid receptor", "OPRM1", "")]
    genes = [
        msgspec.structs.replace(gene("TBXAS1", "thromboxane A synthase 1"), aliases=("TXAS",)),
        msgspec.structs.replace(gene("OPRM1", "opioid receptor mu 1"), id="HGNC:2"),
    ]
    hits = await among(rows, "TXAS", *genes)

    assert scored(hits) == [("1", 0.8)]
    assert hits.guidance == "'TXAS' was read as the gene TBXAS1 (alias)."


@pytest.mark.parametrize(("query", "score"), [("ASIC1a", 0.85), ("hASIC1", 0.85), ("ASIC1e", None), ("ASIC1", 1.0)])
async def test_a_variant_by_splicing_and_the_species_are_ignored(query: str, score: float | None) -> None:
    hits = await among([("1", "vgic", "Acid-sensing ion channels", "ASIC1", "ASIC1", "")], query)

    assert scored(hits) == ([("1", score)] if score else [])
