"""Classes of drugs as a table: which targets, which way of acting, which name stems, and who is missing or mistaken.

A class is every ligand that acts so on one of its targets *as its primary target*, and every medicine with one of the
stems (of the WHO's list of INNs), or that is named in `included`; without those in `excluded`, which share the primary
target but belong to another class.
"""

import msgspec

from biofacts.domain.pharmacology.actions import AGONIST, ANTAGONIST, BLOCKER, INHIBITOR


class DrugClass(msgspec.Struct, frozen=True, kw_only=True):
    """One class. `genes`: any of them as a target, or all of them with `all_targets`; in small letters.

    `excluded_genes`: primary targets that no member has. `types`: of interaction. `stem_required`: a ligand belongs to
    the class by its targets only when its name has one of the stems.
    """

    names: tuple[str, ...]
    genes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    all_targets: bool = False
    excluded_genes: tuple[str, ...] = ()
    stems: tuple[str, ...] = ()
    stem_required: bool = False
    included: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()


def _drugs(
    names: str,
    genes: str = "",
    types: tuple[str, ...] = (),
    *,
    stems: str = "",
    stem_required: bool = False,
    included: str = "",
    excluded: str = "",
    all_targets: bool = False,
    excluded_genes: str = "",
) -> DrugClass:
    return DrugClass(
        names=tuple(names.split(", ")),
        genes=tuple(genes.casefold().split()),
        types=types,
        all_targets=all_targets,
        excluded_genes=tuple(excluded_genes.casefold().split()),
        stems=tuple(stems.split()),
        stem_required=stem_required,
        included=tuple(filter(None, included.split(", "))),
        excluded=tuple(filter(None, excluded.split(", "))),
    )


_TRICYCLICS = (
    "amitriptyline, nortriptyline, protriptyline, imipramine, desipramine, clomipramine, trimipramine, lofepramine,"
    " doxepin, dosulepin, amoxapine"
)
_SEDATIVES = "amitriptyline, doxepin, mirtazapine, ketotifen"

DRUG_CLASSES = (
    # Pain, inflammation
    _drugs("NSAID, nonsteroidal anti-inflammatory, nonsteroidal anti-inflammatory drug,"
           " non-steroidal anti-inflammatory drug",
           "PTGS1 PTGS2", INHIBITOR, stems="profen coxib", included="indomethacin, sulindac, nabumetone, diflunisal",
           excluded="benzquinamide, paracetamol"),
    _drugs("coxib, COX-2 selective inhibitor, selective COX-2 inhibitor", stems="coxib"),
    _drugs("opioid, opiate, opioid analgesic, narcotic analgesic", "OPRM1 OPRK1 OPRD1", AGONIST,
           included="oxycodone, codeine, morphine, hydrocodone, tramadol, methadone, fentanyl, buprenorphine",
           excluded="loperamide"),
    _drugs("triptan", "HTR1B HTR1D", AGONIST, stems="triptan", stem_required=True),
    _drugs("gepant, CGRP antagonist, CGRP receptor antagonist", stems="gepant"),
    _drugs("glucocorticoid, corticosteroid, steroid anti-inflammatory", "NR3C1", AGONIST),
    _drugs("local anesthetic, local anaesthetic", stems="caine", excluded="dyclocaine"),
    # Heart and vessels
    _drugs("beta blocker, beta antagonist, beta adrenergic antagonist", "ADRB1 ADRB2 ADRB3", ANTAGONIST,
           stems="olol", excluded="propafenone, stanozolol"),
    _drugs("alpha blocker, alpha 1 blocker", "ADRA1A ADRA1B ADRA1D", ANTAGONIST, stems="azosin",
           stem_required=True, included="tamsulosin, alfuzosin, silodosin, phenoxybenzamine, phentolamine, indoramin"),
    _drugs("ACE inhibitor, angiotensin converting enzyme inhibitor, ACEI", "ACE", INHIBITOR, stems="pril prilat"),
    _drugs("angiotensin receptor blocker, ARB, sartan, angiotensin II receptor blocker, AT1 antagonist", "AGTR1",
           ANTAGONIST, stems="sartan"),
    _drugs("renin inhibitor", "REN", INHIBITOR),
    _drugs("calcium channel blocker, CCB, calcium antagonist, calcium channel antagonist",
           "CACNA1C CACNA1D CACNA1S CACNA1F",
           BLOCKER, stems="dipine", included="verapamil, diltiazem"),
    _drugs("dihydropyridine", stems="dipine"),
    _drugs("loop diuretic", "SLC12A1", INHIBITOR, included="furosemide, bumetanide, torasemide, etacrynic acid"),
    _drugs("thiazide, thiazide diuretic", "SLC12A3", INHIBITOR, stems="thiazide"),
    _drugs("diuretic", "SLC12A1 SLC12A3", INHIBITOR, stems="thiazide",
           included="amiloride, triamterene, spironolactone, eplerenone, acetazolamide, torsemide"),
    _drugs("potassium-sparing diuretic", "NR3C2", ANTAGONIST, included="amiloride, triamterene", excluded="nimodipine,"
           " drospirenone"),
    _drugs("mineralocorticoid receptor antagonist, aldosterone antagonist, MRA", "NR3C2", ANTAGONIST,
           excluded="nimodipine"),
    _drugs("carbonic anhydrase inhibitor", "CA1 CA2 CA4 CA12", INHIBITOR, stems="zolamide"),
    _drugs("statin, HMG-CoA reductase inhibitor", "HMGCR", INHIBITOR, stems="vastatin", stem_required=True),
    _drugs("fibrate", "PPARA", AGONIST, stems="fibrate", stem_required=True, included="gemfibrozil"),
    _drugs("PCSK9 inhibitor", "PCSK9", ("Inhibitor", "Antibody")),
    _drugs("cardiac glycoside", "ATP1A1 ATP1A2 ATP1A3", INHIBITOR, included="digoxin, digitoxin, ouabain"),
    _drugs("anticoagulant, blood thinner, direct oral anticoagulant, DOAC", "F10 F2 VKORC1", INHIBITOR,
           stems="xaban gatran",
           excluded="alitretinoin"),
    _drugs("factor Xa inhibitor", "F10", INHIBITOR, stems="xaban"),
    _drugs("thrombin inhibitor, direct thrombin inhibitor", "F2", INHIBITOR, stems="gatran"),
    _drugs("antiplatelet, P2Y12 inhibitor, P2Y12 antagonist", "P2RY12", ANTAGONIST, stems="grel grelor"),
    _drugs("endothelin receptor antagonist", "EDNRA EDNRB", ANTAGONIST, stems="sentan"),
    _drugs("PDE5 inhibitor, phosphodiesterase 5 inhibitor", "PDE5A", INHIBITOR, stems="denafil dalafil"),
    # Mind
    _drugs("SSRI, selective serotonin reuptake inhibitor", "SLC6A4", INHIBITOR, excluded_genes="SLC6A2",
           excluded="vortioxetine, vilazodone"),
    _drugs("SNRI, serotonin noradrenaline reuptake inhibitor, serotonin-norepinephrine reuptake inhibitor",
           "SLC6A4 SLC6A2", INHIBITOR, all_targets=True, excluded=f"{_TRICYCLICS}, nefazodone"),
    _drugs("antidepressant", "SLC6A4 SLC6A2 MAOA", INHIBITOR, included="mirtazapine, trazodone, agomelatine, mianserin",
           excluded="sibutramine, methylphenidate, dexamfetamine, tapentadol, tramadol, dapoxetine, atomoxetine"),
    _drugs("tricyclic antidepressant, TCA, tricyclic", included=_TRICYCLICS),
    _drugs("MAOI, MAO inhibitor, monoamine oxidase inhibitor", "MAOA MAOB", INHIBITOR),
    _drugs("benzodiazepine", stems="azepam zolam", included="chlordiazepoxide, clobazam, clorazepate"),
    _drugs("Z-drug, nonbenzodiazepine", included="zolpidem, zopiclone, eszopiclone, zaleplon"),
    _drugs("barbiturate", stems="barbital", included="thiopental, thiopental sodium"),
    _drugs("antipsychotic, neuroleptic", "DRD2", ANTAGONIST,
           included="aripiprazole, brexpiprazole, cariprazine, quetiapine, pimavanserin",
           excluded="metoclopramide, domperidone, prochlorperazine"),
    _drugs("cholinesterase inhibitor, acetylcholinesterase inhibitor, anticholinesterase", "ACHE BCHE", INHIBITOR,
           stems="stigmine", excluded="pralidoxime"),
    _drugs("orexin antagonist, orexin receptor antagonist", "HCRTR1 HCRTR2", ANTAGONIST, stems="orexant"),
    # Breath, allergy
    _drugs("antihistamine, H1 antihistamine, H1 antagonist, H1 blocker", "HRH1", ANTAGONIST, excluded=_SEDATIVES),
    _drugs("H2 blocker, H2 antagonist, H2 receptor antagonist", "HRH2", ANTAGONIST, stems="tidine",
           stem_required=True),
    _drugs("beta agonist, beta 2 agonist, beta2 agonist, LABA, SABA", "ADRB2", AGONIST, stems="terol",
           excluded="pindolol"),
    _drugs("anticholinergic, antimuscarinic, muscarinic antagonist, LAMA", "CHRM1 CHRM2 CHRM3 CHRM4 CHRM5", ANTAGONIST,
           excluded=f"{_TRICYCLICS}, clozapine, olanzapine, quetiapine"),
    _drugs("leukotriene antagonist, leukotriene receptor antagonist, LTRA", "CYSLTR1", ANTAGONIST, stems="lukast"),
    # Gut
    _drugs("proton pump inhibitor, PPI", "ATP4A ATP4B", INHIBITOR, stems="eprazole oprazole", included="ilaprazole"),
    _drugs("setron, 5-HT3 antagonist, 5-HT3 receptor antagonist", "HTR3A HTR3B", ANTAGONIST, stems="setron",
           excluded="metoclopramide"),
    # Metabolism, hormones
    _drugs("DPP-4 inhibitor, DPP4 inhibitor, gliptin", "DPP4", INHIBITOR, stems="gliptin"),
    _drugs("SGLT2 inhibitor, gliflozin", "SLC5A2", INHIBITOR, stems="gliflozin"),
    _drugs("GLP-1 agonist, GLP-1 receptor agonist, GLP1 agonist, incretin mimetic", "GLP1R", AGONIST,
           stems="glutide enatide", excluded="teduglutide"),
    _drugs("sulfonylurea", "KCNJ11 ABCC8", BLOCKER, included="glibenclamide, glimepiride, glipizide,"
           " tolbutamide, chlorpropamide, tolazamide", stem_required=True),
    _drugs("thiazolidinedione, glitazone", "PPARG", AGONIST, stems="glitazone", stem_required=True),
    _drugs("biguanide", stems="formin"),
    _drugs("aromatase inhibitor", "CYP19A1", INHIBITOR),
    _drugs("SERM, selective estrogen receptor modulator", included="tamoxifen, raloxifene, bazedoxifene, toremifene,"
           " ospemifene,"
           " clomifene"),
    _drugs("antiandrogen, androgen receptor antagonist", "AR", ANTAGONIST, stems="lutamide"),
    _drugs("5-alpha reductase inhibitor, 5alpha reductase inhibitor", "SRD5A2", INHIBITOR, stems="steride"),
    _drugs("xanthine oxidase inhibitor", "XDH", INHIBITOR),
    _drugs("bisphosphonate", stems="dronate", included="alendronic acid, zoledronic acid, ibandronic acid,"
           " risedronic acid,"
           " pamidronic acid, etidronic acid, clodronic acid"),
    # Infection
    _drugs("penicillin", stems="cillin", included="penicillin G"),
    _drugs("cephalosporin", included="cefalexin, ceftriaxone, cefotaxime, cefuroxime, cefixime, cefazolin,"
           " ceftazidime, cefepime, cefaclor, cefoxitin"),
    _drugs("fluoroquinolone, quinolone antibiotic", stems="floxacin"),
    _drugs("macrolide, macrolide antibiotic", stems="thromycin"),
    _drugs("tetracycline antibiotic", stems="cycline"),
    _drugs("azole antifungal", stems="conazole"),
    _drugs("antifungal", stems="conazole fungin", included="amphotericin B, terbinafine, flucytosine, griseofulvin"),
    _drugs("neuraminidase inhibitor", stems="amivir"),
    _drugs("HIV protease inhibitor", stems="navir"),
    _drugs("HIV integrase inhibitor, integrase inhibitor", stems="tegravir"),
    # Cancer, immunity
    _drugs("tyrosine kinase inhibitor, TKI", stems="tinib"),
    _drugs("CDK4/6 inhibitor", "CDK4 CDK6", INHIBITOR, stems="ciclib"),
    _drugs("PARP inhibitor", "PARP1 PARP2", INHIBITOR, stems="parib"),
    _drugs("proteasome inhibitor", "PSMB5", INHIBITOR, stems="zomib"),
    _drugs("BRAF inhibitor", "BRAF", INHIBITOR, stems="rafenib"),
    _drugs("MEK inhibitor", "MAP2K1 MAP2K2", INHIBITOR, stems="metinib"),
    _drugs("monoclonal antibody, mAb", types=(), stems="mab"),
    _drugs("checkpoint inhibitor, immune checkpoint inhibitor", "PDCD1 CTLA4", ("Antibody", "Inhibitor", "Antagonist")),
    _drugs("taxane", stems="taxel"),
    _drugs("anthracycline", stems="rubicin"),
    _drugs("neuromuscular blocker, muscle relaxant", included="rocuronium, vecuronium, pancuronium, atracurium,"
           " mivacurium, succinylcholine"),
)  # fmt: skip
