"""Families of genes: a table of names, and the names that follow from the symbols and gene groups of the members."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from biofacts.domain.text import fold
from biofacts.domain.text.patterns import late_pattern

# Names of families, with the symbols of their members. Families with numbered members (`SMAD`: SMAD1, SMAD2, ...) and
# HGNC's gene groups need no row, since the catalogue contains them. A name needs a row if the symbols of the members
# differ from it, or if a database lists it as an alias of one member.

_FAMILIES: tuple[tuple[tuple[str, ...], str], ...] = (
    (("RAS", "p21 RAS", "RAS GTPase"), "HRAS KRAS NRAS"),
    (("RAF", "RAF kinase"), "ARAF BRAF RAF1"),
    (("MEK", "MAP2K", "MAPKK", "MEK1/2", "MAP kinase kinase"), "MAP2K1 MAP2K2"),
    (("ERK", "ERK1/2", "extracellular signal-regulated kinase", "p44/42 MAPK", "p44/42"), "MAPK1 MAPK3"),
    (("JNK", "SAPK", "SAPK/JNK", "c-Jun N-terminal kinase"), "MAPK8 MAPK9 MAPK10"),
    (
        ("MAPK", "MAP kinase", "mitogen-activated protein kinase"),
        "MAPK1 MAPK3 MAPK7 MAPK8 MAPK9 MAPK10 MAPK11 MAPK12 MAPK13 MAPK14",
    ),
    (("p38 MAPK", "p38 MAP kinase"), "MAPK11 MAPK12 MAPK13 MAPK14"),
    (
        ("PI3K", "PI3-kinase", "PI 3-kinase", "phosphoinositide 3-kinase", "phosphatidylinositol 3-kinase"),
        "PIK3CA PIK3CB PIK3CD PIK3CG PIK3R1 PIK3R2 PIK3R3 PIK3R5 PIK3R6",
    ),
    (
        ("PKA", "protein kinase A", "cAMP-dependent protein kinase"),
        "PRKACA PRKACB PRKACG PRKAR1A PRKAR1B PRKAR2A PRKAR2B",
    ),
    (("PKC", "protein kinase C", "PRKC"), "PRKCA PRKCB PRKCD PRKCE PRKCG PRKCH PRKCI PRKCQ PRKCZ"),
    (("PKG", "protein kinase G", "cGMP-dependent protein kinase"), "PRKG1 PRKG2"),
    (("AMPK", "AMP kinase", "AMP-activated protein kinase"), "PRKAA1 PRKAA2 PRKAB1 PRKAB2 PRKAG1 PRKAG2 PRKAG3"),
    (("CaMKII", "CaMK2", "CAMK", "calmodulin-dependent protein kinase II"), "CAMK2A CAMK2B CAMK2D CAMK2G"),
    (("CK1", "casein kinase 1"), "CSNK1A1 CSNK1D CSNK1E CSNK1G1 CSNK1G2 CSNK1G3"),
    (("CK2", "casein kinase 2"), "CSNK2A1 CSNK2A2 CSNK2B"),
    (("GSK3", "GSK-3", "glycogen synthase kinase 3"), "GSK3A GSK3B"),
    (("IKK", "IkB kinase"), "CHUK IKBKB IKBKG IKBKE"),
    (("IkB", "inhibitor of NF-kB"), "NFKBIA NFKBIB NFKBIE"),
    (("NF-kB", "NF-kappaB", "NFKB", "nuclear factor kappa B"), "NFKB1 NFKB2 REL RELA RELB"),
    (("AP-1", "activator protein 1"), "FOS FOSB FOSL1 FOSL2 JUN JUNB JUND"),
    (("CREB/ATF", "CREB family"), "CREB1 CREM ATF1"),
    (("HIF", "hypoxia-inducible factor"), "HIF1A EPAS1 HIF3A ARNT"),
    (("NFAT", "nuclear factor of activated T cells"), "NFATC1 NFATC2 NFATC3 NFATC4 NFAT5"),
    (("TCF/LEF", "TCF"), "TCF7 TCF7L1 TCF7L2 LEF1"),
    (("STAT", "signal transducer and activator of transcription"), "STAT1 STAT2 STAT3 STAT4 STAT5A STAT5B STAT6"),
    (("JAK", "Janus kinase"), "JAK1 JAK2 JAK3 TYK2"),
    (("SRC family kinase", "SFK"), "SRC FYN YES1 LCK LYN HCK FGR BLK"),
    (("RHO", "Rho GTPase"), "RHOA RHOB RHOC"),
    (("RAC", "Rac GTPase"), "RAC1 RAC2 RAC3"),
    (("TGF-beta receptor", "TGFBR"), "TGFBR1 TGFBR2 TGFBR3"),
    (("PDGF", "platelet-derived growth factor"), "PDGFA PDGFB PDGFC PDGFD"),
    (("PDGFR", "PDGF receptor"), "PDGFRA PDGFRB"),
    (("VEGFR", "VEGF receptor"), "FLT1 KDR FLT4"),
    (("FGF", "fibroblast growth factor"), "FGF1 FGF2 FGF4 FGF7 FGF8 FGF9 FGF10 FGF19 FGF21 FGF23"),
    (("FGFR", "FGF receptor"), "FGFR1 FGFR2 FGFR3 FGFR4"),
    (("IGF", "insulin-like growth factor"), "IGF1 IGF2"),
    (("ErbB", "HER", "EGFR family"), "EGFR ERBB2 ERBB3 ERBB4"),
    (("BMP", "bone morphogenetic protein"), "BMP2 BMP4 BMP5 BMP6 BMP7 GDF2 BMP10"),
    (("IL-1", "IL1", "interleukin 1"), "IL1A IL1B"),
    (("IL-12", "IL12", "interleukin 12"), "IL12A IL12B"),
    (("IL-27", "interleukin 27"), "IL27 EBI3"),
    (("IFN", "interferon"), "IFNA1 IFNA2 IFNB1 IFNE IFNK IFNW1 IFNG"),
    (("type I interferon", "type I IFN", "IFN-I"), "IFNA1 IFNA2 IFNB1 IFNE IFNK IFNW1"),
    (
        ("IFN-alpha", "IFNA", "IFN alpha", "interferon alpha"),
        "IFNA1 IFNA2 IFNA4 IFNA5 IFNA6 IFNA7 IFNA8 IFNA10 IFNA13 IFNA14",
    ),
    (("IFN-lambda", "interferon lambda", "type III interferon", "type III IFN"), "IFNL1 IFNL2 IFNL3 IFNL4"),
    (("IFNAR", "interferon alpha receptor"), "IFNAR1 IFNAR2"),
    (("IFNGR", "interferon gamma receptor"), "IFNGR1 IFNGR2"),
    (("TLR", "toll-like receptor"), "TLR1 TLR2 TLR3 TLR4 TLR5 TLR6 TLR7 TLR8 TLR9 TLR10"),
    (("TNFR", "TNF receptor"), "TNFRSF1A TNFRSF1B"),
    (("TCR", "T cell receptor"), "TRAC TRBC1 TRBC2 TRDC TRGC1 TRGC2"),
    (("CD3", "CD3 complex"), "CD3D CD3E CD3G CD247"),
    (("CD8",), "CD8A CD8B"),
    (("CD1",), "CD1A CD1B CD1C CD1D CD1E"),
    (("CD79",), "CD79A CD79B"),
    (("MHC class I", "MHC-I", "HLA class I"), "HLA-A HLA-B HLA-C HLA-E HLA-F HLA-G B2M"),
    (("MHC class II", "MHC-II", "HLA class II"), "HLA-DRA HLA-DRB1 HLA-DQA1 HLA-DQB1 HLA-DPA1 HLA-DPB1"),
    (("HLA-DR",), "HLA-DRA HLA-DRB1 HLA-DRB3 HLA-DRB4 HLA-DRB5"),
    (("HLA-DQ",), "HLA-DQA1 HLA-DQA2 HLA-DQB1 HLA-DQB2"),
    (("HLA-DP",), "HLA-DPA1 HLA-DPB1"),
    (("IgG", "immunoglobulin G"), "IGHG1 IGHG2 IGHG3 IGHG4"),
    (("IgA", "immunoglobulin A"), "IGHA1 IGHA2"),
    (("Fc gamma receptor", "FcgR"), "FCGR1A FCGR2A FCGR2B FCGR3A FCGR3B"),
    (("HSP90",), "HSP90AA1 HSP90AB1 HSP90B1 TRAP1"),
    (("HSP70", "heat shock protein 70"), "HSPA1A HSPA1B HSPA1L HSPA2 HSPA4 HSPA5 HSPA6 HSPA8 HSPA9"),
    (("HSP27/HSP40", "HSP40"), "DNAJA1 DNAJB1 DNAJB4 DNAJC3"),
    (("PP1", "protein phosphatase 1"), "PPP1CA PPP1CB PPP1CC"),
    (("PP2A", "protein phosphatase 2A"), "PPP2CA PPP2CB PPP2R1A PPP2R1B PPP2R2A PPP2R5A"),
    (("calcineurin", "PP2B"), "PPP3CA PPP3CB PPP3CC PPP3R1 PPP3R2"),
    (("calmodulin", "CaM"), "CALM1 CALM2 CALM3"),
    (("adenylate cyclase", "adenylyl cyclase", "ADCY"), "ADCY1 ADCY2 ADCY3 ADCY4 ADCY5 ADCY6 ADCY7 ADCY8 ADCY9 ADCY10"),
    (("phospholipase C", "PLC"), "PLCB1 PLCB2 PLCB3 PLCD1 PLCE1 PLCG1 PLCG2"),
    (("PLA2", "phospholipase A2"), "PLA2G1B PLA2G2A PLA2G4A PLA2G6 PLA2G7"),
    (("phosphodiesterase", "PDE"), "PDE1A PDE2A PDE3A PDE4A PDE4B PDE5A PDE6A PDE7A PDE9A PDE10A"),
    (("COX", "cyclooxygenase", "PTGS"), "PTGS1 PTGS2"),
    (("NOS", "nitric oxide synthase"), "NOS1 NOS2 NOS3"),
    (("HDAC", "histone deacetylase"), "HDAC1 HDAC2 HDAC3 HDAC4 HDAC5 HDAC6 HDAC7 HDAC8 HDAC9 HDAC10"),
    (("DNMT", "DNA methyltransferase"), "DNMT1 DNMT3A DNMT3B"),
    (("PRC2", "polycomb repressive complex 2"), "EZH1 EZH2 EED SUZ12 RBBP4 RBBP7"),
    (("mTORC1",), "MTOR RPTOR MLST8 AKT1S1 DEPTOR"),
    (("mTORC2",), "MTOR RICTOR MLST8 MAPKAP1 PRR5 DEPTOR"),
    (("gamma-secretase",), "PSEN1 PSEN2 NCSTN APH1A APH1B PSENEN"),
    (("NADPH oxidase", "NOX"), "NOX1 NOX3 NOX4 NOX5 CYBB DUOX1 DUOX2"),
    (("glutathione S-transferase", "GST"), "GSTA1 GSTM1 GSTO1 GSTP1 GSTT1 GSTZ1"),
    (("superoxide dismutase", "SOD"), "SOD1 SOD2 SOD3"),
    (
        ("cytochrome P450", "P450", "CYP", "CYP450"),
        "CYP1A1 CYP1A2 CYP1B1 CYP2B6 CYP2C9 CYP2C19 CYP2D6 CYP2E1 CYP3A4 CYP3A5",
    ),
    (("BCL2 family", "BH3-only"), "BCL2 BCL2L1 MCL1 BAX BAK1 BAD BID BCL2L11 PMAIP1 BBC3"),
    (("caspase", "CASP"), "CASP1 CASP2 CASP3 CASP4 CASP5 CASP6 CASP7 CASP8 CASP9 CASP10"),
    (("cyclin",), "CCNA1 CCNA2 CCNB1 CCNB2 CCND1 CCND2 CCND3 CCNE1 CCNE2"),
    (("cyclin A",), "CCNA1 CCNA2"),
    (("cyclin B",), "CCNB1 CCNB2 CCNB3"),
    (("cyclin D",), "CCND1 CCND2 CCND3"),
    (("cyclin E",), "CCNE1 CCNE2"),
    (("S6K",), "RPS6KB1 RPS6KB2"),
    (("14-3-3",), "YWHAB YWHAE YWHAG YWHAH YWHAQ YWHAZ SFN"),
    (("MMP", "matrix metalloproteinase"), "MMP1 MMP2 MMP3 MMP7 MMP8 MMP9 MMP10 MMP13 MMP14 MMP19"),
    (
        ("collagen", "COL"),
        "COL1A1 COL1A2 COL2A1 COL3A1 COL4A1 COL4A2 COL5A1 COL5A2 COL5A3 COL6A1 COL6A2 COL6A3 COL7A1 COL8A1 COL8A2"
        " COL9A1 COL9A2 COL9A3 COL10A1 COL11A1 COL11A2 COL12A1 COL14A1 COL15A1 COL16A1 COL17A1 COL18A1",
    ),
    (("collagen I", "type I collagen", "collagen type I"), "COL1A1 COL1A2"),
    (("collagen IV", "type IV collagen", "collagen type IV"), "COL4A1 COL4A2 COL4A3 COL4A4 COL4A5 COL4A6"),
    (("fibrinogen",), "FGA FGB FGG"),
    (("integrin", "ITG"), "ITGA1 ITGA2 ITGA4 ITGA5 ITGAV ITGB1 ITGB2 ITGB3 ITGB4 ITGB7"),
    (("laminin",), "LAMA1 LAMA2 LAMA3 LAMA4 LAMA5 LAMB1 LAMB2 LAMB3 LAMC1 LAMC2"),
    (("actin",), "ACTA1 ACTA2 ACTB ACTC1 ACTG1 ACTG2"),
    (("tubulin",), "TUBA1A TUBA1B TUBA1C TUBA4A TUBB TUBB2A TUBB3 TUBB4A TUBB4B TUBG1"),
    (("myosin",), "MYH1 MYH2 MYH6 MYH7 MYH9 MYH10 MYH11 MYL2 MYL3 MYL9"),
    (("troponin",), "TNNC1 TNNC2 TNNI1 TNNI2 TNNI3 TNNT1 TNNT2 TNNT3"),
    (("neuroligin",), "NLGN1 NLGN2 NLGN3 NLGN4X NLGN4Y"),
    (("hemoglobin", "haemoglobin"), "HBA1 HBA2 HBB HBD HBG1 HBG2"),
    (("ferritin",), "FTH1 FTL"),
    (("histone", "core histone"), "H1-0 H2AC4 H2BC4 H3C1 H4C1"),
    (
        ("GABA-A receptor", "GABAA receptor", "GABAAR"),
        "GABRA1 GABRA2 GABRA3 GABRA4 GABRA5 GABRB1 GABRB2 GABRB3 GABRG2 GABRD",
    ),
    (("GABA-B receptor", "GABAB receptor"), "GABBR1 GABBR2"),
    (("NMDA receptor", "NMDAR"), "GRIN1 GRIN2A GRIN2B GRIN2C GRIN2D GRIN3A GRIN3B"),
    (("AMPA receptor", "AMPAR"), "GRIA1 GRIA2 GRIA3 GRIA4"),
    (("PPAR", "peroxisome proliferator-activated receptor"), "PPARA PPARD PPARG"),
    (("RAR", "retinoic acid receptor"), "RARA RARB RARG"),
    (("RXR", "retinoid X receptor"), "RXRA RXRB RXRG"),
    (("estrogen receptor", "oestrogen receptor", "ER"), "ESR1 ESR2"),
    (("thyroid hormone receptor",), "THRA THRB"),
    (("adrenergic receptor", "adrenoceptor"), "ADRA1A ADRA1B ADRA1D ADRA2A ADRA2B ADRA2C ADRB1 ADRB2 ADRB3"),
    (("beta adrenergic receptor", "beta-adrenoceptor"), "ADRB1 ADRB2 ADRB3"),
    (("dopamine receptor",), "DRD1 DRD2 DRD3 DRD4 DRD5"),
    (("opioid receptor",), "OPRM1 OPRD1 OPRK1 OPRL1"),
    (("somatostatin receptor",), "SSTR1 SSTR2 SSTR3 SSTR4 SSTR5"),
    (("LDH", "lactate dehydrogenase"), "LDHA LDHB LDHC"),
    (("PDH", "pyruvate dehydrogenase"), "PDHA1 PDHB DLAT DLD PDHX"),
    (("hexokinase", "HK"), "HK1 HK2 HK3 GCK HKDC1"),
    (("HCG", "chorionic gonadotropin"), "CGA CGB3 CGB5 CGB7 CGB8"),
    (("inhibin", "activin"), "INHA INHBA INHBB INHBC INHBE"),
    (("ENaC",), "SCNN1A SCNN1B SCNN1G SCNN1D"),
    (("Na+/K+-ATPase", "Na/K-ATPase", "sodium potassium ATPase"), "ATP1A1 ATP1A2 ATP1A3 ATP1A4 ATP1B1 ATP1B2 ATP1B3"),
    (("SERCA",), "ATP2A1 ATP2A2 ATP2A3"),
)  # fmt: skip

_BY_NAME: Mapping[str, Sequence[str]] = {
    fold.compact(name): tuple(members.split()) for names, members in _FAMILIES for name in names
}

_MICRO_RNA = late_pattern(
    r"(?:hsa-)?(?:mi(?:R|RNA|croRNA)s?[ -]?(?:(\d{1,4})|let-?7)|let-?7)([a-k]?)(?:-[35]p)?", re.I | re.A
)
_COPIES = ("", "-1", "-2", "-3")


# Cached, since each step of the resolution of a name asks for its members.
@lru_cache(maxsize=256)
def members(name: str) -> Sequence[str]:
    """Return the symbols of a family's genes, or all that they may have (`let-7a`); empty for any other name."""
    if match := _MICRO_RNA.fullmatch(name.strip()):
        roots = [f"MIR{match[1] or 'LET7'}{letter}" for letter in match[2].upper() or ("", *"ABCDEFGHI")]
        # A microRNA may have several loci: let-7a is MIRLET7A1 to MIRLET7A3, miR-1 is MIR1-1 and MIR1-2.
        lettered = [f"{root}{copy}" for root in roots for copy in (1, 2, 3) if root[-1].isalpha()]
        return [*lettered, *(f"{root}{copy}" for root in roots for copy in _COPIES)]
    # `IL1.2` would fold to `IL12`, a family.
    return () if fold.decimals(name) else _BY_NAME.get(fold.compact(name), ())


# Families by the symbols and gene groups of their members


def family_term(text: str) -> str:
    """Return the exact term that finds the members of a family by its name."""
    return f"family:{fold.compact(text)}"


# Symbols of numbered, lettered and hyphenated members: SMAD2, VEGFA, HLA-A.
_STEM = late_pattern(r"(.*[a-z])(?:\d{1,2}[a-z]?)|(.{2,}[a-z])[a-e]|(.{2,})-[a-z]{1,4}\d?", re.A)
# Wider families of symbols with two numbers, or a number and a letter (ALDH1A1 belongs to ALDH1 and to ALDH), and of
# full names with a letter after the number (`metallothionein 1A`) or with a chain (`coagulation factor XIII A chain`).
_NESTED = late_pattern(r"([a-z]+)(\d{1,3})[a-z](?:\d{1,2})?", re.A)
# Shorter stems are ambiguous: `NR1`, from NR1H2 and NR1H3, is not read as a family.
_SHORTEST_NESTED = 4
_LETTERED = late_pattern(
    r"(.*[a-z]{3} \d{1,2})[A-Z]|(.{4,}?) (?:alpha|beta|gamma|delta|[A-E])(?: \d{1,2})? (?:chain|subunit)", re.A
)
_WIDER = late_pattern(r"([a-z]{5,})[a-z]\d{0,2}", re.A)  # HNRNPA1, HNRNPU
_TAILS = late_pattern(
    r"(?:,? \b(?:family|superfamily|subunits|members?|(?:coat )?complex|proteins?|genes?|molecules?|components?))+ ?$",
    re.I,
)
_PART_OF_GROUP = late_pattern(r", (?:[a-z]-)?(?:class|type) .*|: .*")  # but `GTPases, IMAP` are not all GTPases
_OF_GROUP = late_pattern(r"([A-Z\d-]+) receptors", re.A)  # EPH receptors


def names_of_families(symbol: str, name: str, groups: Iterable[str]) -> Iterator[str]:
    """Yield the folded names of a gene's families: the stems of its symbol and full name, and its gene groups."""
    if match := _STEM.fullmatch(symbol.casefold()):
        yield fold.compact(next(part for part in match.groups() if part))
    if match := _NESTED.fullmatch(symbol.casefold()):
        yield from (stem for stem in (match[1] + match[2], match[1]) if len(stem) >= _SHORTEST_NESTED)
    if match := _WIDER.fullmatch(symbol.casefold()):
        yield match[1]
    if match := _LETTERED.fullmatch(name):
        yield fold.compact(match[1] or match[2])
    for group in groups:
        yield from group_names(group)
        if (match := _OF_GROUP.fullmatch(group)) and symbol.startswith(match[1]):
            yield fold.compact(match[1])


# Many genes share a group.
@lru_cache(maxsize=4096)
def group_names(group: str) -> Sequence[str]:
    """Return the folded names that users write for a gene group: `wnt` for `Wnt family`, `keratins` for its types.

    The subunits of `Mitochondrial complex I: NADH:ubiquinone oxidoreductase` are also called `complex I`.
    """
    head = _PART_OF_GROUP.sub("", group)
    names = (_TAILS.sub("", group), _TAILS.sub("", head), head.removeprefix("Mitochondrial "))
    return [*dict.fromkeys(map(fold.compact, names))]
