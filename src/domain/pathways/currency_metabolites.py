"""Currency metabolites: carriers of energy, electrons and groups, which join nearly every two reactions."""

from collections.abc import Mapping

CURRENCY_METABOLITES: Mapping[str, tuple[int, ...]] = {
    "water": (962,),
    "hydron": (1038,),
    "oxygen": (977,),
    "hydrogen peroxide": (784,),
    "carbon dioxide": (280,),
    "hydrogencarbonate": (769, 767),
    "ammonia": (222, 223),
    "phosphate": (1061, 1004, 1003, 3681305),
    "diphosphate": (644102, 1023, 1022, 21961011),
    "AMP": (6083, 15938965),
    "ADP": (6022, 7058055),
    "ATP": (5957, 5461108),
    "GDP": (135398619, 135445742),
    "GTP": (135398633, 135468021),
    "UDP": (6031, 6918351),
    "UTP": (6133, 7058168),
    "NAD+": (5892, 5893, 15938971),
    "NADH": (439153, 928),
    "NADP+": (5886, 5885, 15938972),
    "NADPH": (5884, 22833512),
    "FAD": (643975, 46906035),
    "FADH2": (446013, 446014),
    "coenzyme A": (87642, 317, 6816, 25113190),
}
"""The PubChem CIDs of each, in its usual forms of charge.

The compounds are those that doi:10.1093/bioinformatics/19.2.270 (Ma and Zeng 2003, "current metabolites") and
doi:10.1049/iet-syb:20060077 (Huss and Holme 2007) leave out of metabolic networks in common.
"""
