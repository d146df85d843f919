"""Classes of drugs as a table: which targets, which way of acting, which endings, and who is missing or mistaken.

A class is every ligand that acts so on one of its targets *as its primary target*, and every medicine with one of the
endings (the stems of the WHO's list of INNs), or that is named in `also`; without those in `but`, which share the
primary target but belong to another class.
"""

import msgspec

_ANTAGONIST, _AGONIST, _INHIBITOR = ("Antagonist",), ("Agonist",), ("Inhibitor",)
_BLOCKER = ("Channel blocker", "Gating inhibitor", "Antagonist", "Inhibitor")


class DrugClass(msgspec.Struct, frozen=True, kw_only=True):
    """One class. `genes`: any of them, or all of them with `every`; `not_genes`: primary targets that none has."""

    names: tuple[str, ...]
    genes: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    every: bool = False
    not_genes: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()
    endings_only: bool = False
    also: tuple[str, ...] = ()
    but: tuple[str, ...] = ()


def _drugs(
    names: str,
    genes: str = "",
    types: tuple[str, ...] = (),
    *,
    groups: str = "",
    endings: str = "",
    endings_only: bool = False,
    also: str = "",
    but: str = "",
    every: bool = False,
    not_genes: str = "",
) -> DrugClass:
    return DrugClass(
        names=tuple(names.split(", ")), genes=tuple(genes.casefold().split()), groups=tuple(groups.split()),
        types=types,
        every=every, not_genes=tuple(not_genes.casefold().split()), endings=tuple(endings.split()),
        endings_only=endings_only, also=tuple(filter(None, also.split(", "))),
        but=tuple(filter(None, but.split(", "))),
    )  # fmt: skip


_TRICYCLICS = (
    "amitriptyline, nortriptyline, protriptyline, imipramine, desipramine, clomipramine, trimipramine, lofepramine,"
    " doxepin, dosulepin, amoxapine"
)
_SEDATIVES = "amitriptyline, doxepin, mirtazapine, ketotifen"

DRUG_CLASSES = (
    # Pain, inflammation
    _drugs("NSAID, nonsteroidal anti-inflammatory, nonsteroidal anti-inflammatory drug,"
           " non-steroidal anti-inflammatory drug",
           "PTGS1 PTGS2", _INHIBITOR, endings="profen coxib", also="indomethacin, sulindac, nabumetone, diflunisal",
           but="benzquinamide, paracetamol"),
    _drugs("coxib, COX-2 selective inhibitor, selective COX-2 inhibitor", endings="coxib"),
    _drugs("opioid, opiate, opioid analgesic, narcotic analgesic", "OPRM1 OPRK1 OPRD1", _AGONIST,
           also="oxycodone, codeine, morphine, hydrocodone, tramadol, methadone, fentanyl, buprenorphine",
           but="loperamide"),
    _drugs("triptan", "HTR1B HTR1D", _AGONIST, endings="triptan", endings_only=True),
    _drugs("gepant, CGRP antagonist, CGRP receptor antagonist", endings="gepant"),
    _drugs("glucocorticoid, corticosteroid, steroid anti-inflammatory", "NR3C1", _AGONIST),
    _drugs("local anesthetic, local anaesthetic", endings="caine", but="dyclocaine"),
    # Heart and vessels
    _drugs("beta blocker, beta-blocker, beta antagonist, beta adrenergic antagonist", "ADRB1 ADRB2 ADRB3", _ANTAGONIST,
           endings="olol", but="propafenone, stanozolol"),
    _drugs("alpha blocker, alpha-blocker, alpha 1 blocker", "ADRA1A ADRA1B ADRA1D", _ANTAGONIST, endings="azosin",
           endings_only=True, also="tamsulosin, alfuzosin, silodosin, phenoxybenzamine, phentolamine, indoramin"),
    _drugs("ACE inhibitor, angiotensin converting enzyme inhibitor, ACEI", "ACE", _INHIBITOR, endings="pril prilat"),
    _drugs("angiotensin receptor blocker, ARB, sartan, angiotensin II receptor blocker, AT1 antagonist", "AGTR1",
           _ANTAGONIST, endings="sartan"),
    _drugs("renin inhibitor", "REN", _INHIBITOR),
    _drugs("calcium channel blocker, CCB, calcium antagonist, calcium channel antagonist",
           "CACNA1C CACNA1D CACNA1S CACNA1F",
           _BLOCKER, endings="dipine", also="verapamil, diltiazem"),
    _drugs("dihydropyridine", endings="dipine"),
    _drugs("loop diuretic", "SLC12A1", _INHIBITOR, also="furosemide, bumetanide, torasemide, etacrynic acid"),
    _drugs("thiazide, thiazide diuretic", "SLC12A3", _INHIBITOR, endings="thiazide"),
    _drugs("diuretic", "SLC12A1 SLC12A3", _INHIBITOR, endings="thiazide",
           also="amiloride, triamterene, spironolactone, eplerenone, acetazolamide, torsemide"),
    _drugs("potassium-sparing diuretic", "NR3C2", _ANTAGONIST, also="amiloride, triamterene", but="nimodipine,"
           " drospirenone"),
    _drugs("mineralocorticoid receptor antagonist, aldosterone antagonist, MRA", "NR3C2", _ANTAGONIST,
           but="nimodipine"),
    _drugs("carbonic anhydrase inhibitor", "CA1 CA2 CA4 CA12", _INHIBITOR, endings="zolamide"),
    _drugs("statin, HMG-CoA reductase inhibitor", "HMGCR", _INHIBITOR, endings="vastatin", endings_only=True),
    _drugs("fibrate", "PPARA", _AGONIST, endings="fibrate", endings_only=True, also="gemfibrozil"),
    _drugs("PCSK9 inhibitor", "PCSK9", ("Inhibitor", "Antibody")),
    _drugs("cardiac glycoside", "ATP1A1 ATP1A2 ATP1A3", _INHIBITOR, also="digoxin, digitoxin, ouabain"),
    _drugs("anticoagulant, blood thinner, direct oral anticoagulant, DOAC", "F10 F2 VKORC1", _INHIBITOR,
           endings="xaban gatran",
           but="alitretinoin"),
    _drugs("factor Xa inhibitor", "F10", _INHIBITOR, endings="xaban"),
    _drugs("thrombin inhibitor, direct thrombin inhibitor", "F2", _INHIBITOR, endings="gatran"),
    _drugs("antiplatelet, P2Y12 inhibitor, P2Y12 antagonist", "P2RY12", _ANTAGONIST, endings="grel grelor"),
    _drugs("endothelin receptor antagonist", "EDNRA EDNRB", _ANTAGONIST, endings="sentan"),
    _drugs("PDE5 inhibitor, phosphodiesterase 5 inhibitor", "PDE5A", _INHIBITOR, endings="denafil dalafil"),
    # Mind
    _drugs("SSRI, selective serotonin reuptake inhibitor", "SLC6A4", _INHIBITOR, not_genes="SLC6A2",
           but="vortioxetine, vilazodone"),
    _drugs("SNRI, serotonin noradrenaline reuptake inhibitor, serotonin-norepinephrine reuptake inhibitor",
           "SLC6A4 SLC6A2", _INHIBITOR, every=True, but=f"{_TRICYCLICS}, nefazodone"),
    _drugs("antidepressant", "SLC6A4 SLC6A2 MAOA", _INHIBITOR, also="mirtazapine, trazodone, agomelatine, mianserin",
           but="sibutramine, methylphenidate, dexamfetamine, tapentadol, tramadol, dapoxetine, atomoxetine"),
    _drugs("tricyclic antidepressant, TCA, tricyclic", also=_TRICYCLICS),
    _drugs("MAOI, MAO inhibitor, monoamine oxidase inhibitor", "MAOA MAOB", _INHIBITOR),
    _drugs("benzodiazepine", endings="azepam zolam", also="chlordiazepoxide, clobazam, clorazepate"),
    _drugs("Z-drug, nonbenzodiazepine", also="zolpidem, zopiclone, eszopiclone, zaleplon"),
    _drugs("barbiturate", endings="barbital", also="thiopental, thiopental sodium"),
    _drugs("antipsychotic, neuroleptic", "DRD2", _ANTAGONIST,
           also="aripiprazole, brexpiprazole, cariprazine, quetiapine, pimavanserin",
           but="metoclopramide, domperidone, prochlorperazine"),
    _drugs("cholinesterase inhibitor, acetylcholinesterase inhibitor, anticholinesterase", "ACHE BCHE", _INHIBITOR,
           endings="stigmine", but="pralidoxime"),
    _drugs("orexin antagonist, orexin receptor antagonist", "HCRTR1 HCRTR2", _ANTAGONIST, endings="orexant"),
    # Breath, allergy
    _drugs("antihistamine, H1 antihistamine, H1 antagonist, H1 blocker", "HRH1", _ANTAGONIST, but=_SEDATIVES),
    _drugs("H2 blocker, H2 antagonist, H2 receptor antagonist", "HRH2", _ANTAGONIST, endings="tidine",
           endings_only=True),
    _drugs("beta agonist, beta 2 agonist, beta2 agonist, LABA, SABA", "ADRB2", _AGONIST, endings="terol",
           but="pindolol"),
    _drugs("anticholinergic, antimuscarinic, muscarinic antagonist, LAMA", "CHRM1 CHRM2 CHRM3 CHRM4 CHRM5", _ANTAGONIST,
           but=f"{_TRICYCLICS}, clozapine, olanzapine, quetiapine"),
    _drugs("leukotriene antagonist, leukotriene receptor antagonist, LTRA", "CYSLTR1", _ANTAGONIST, endings="lukast"),
    # Gut
    _drugs("proton pump inhibitor, PPI", "ATP4A ATP4B", _INHIBITOR, endings="eprazole oprazole", also="ilaprazole"),
    _drugs("setron, 5-HT3 antagonist, 5-HT3 receptor antagonist", "HTR3A HTR3B", _ANTAGONIST, endings="setron",
           but="metoclopramide"),
    # Metabolism, hormones
    _drugs("DPP-4 inhibitor, DPP4 inhibitor, gliptin", "DPP4", _INHIBITOR, endings="gliptin"),
    _drugs("SGLT2 inhibitor, gliflozin", "SLC5A2", _INHIBITOR, endings="gliflozin"),
    _drugs("GLP-1 agonist, GLP-1 receptor agonist, GLP1 agonist, incretin mimetic", "GLP1R", _AGONIST,
           endings="glutide enatide", but="teduglutide"),
    _drugs("sulfonylurea, sulphonylurea", "KCNJ11 ABCC8", _BLOCKER, also="glibenclamide, glimepiride, glipizide,"
           " tolbutamide, chlorpropamide, tolazamide", endings_only=True),
    _drugs("thiazolidinedione, glitazone", "PPARG", _AGONIST, endings="glitazone", endings_only=True),
    _drugs("biguanide", endings="formin"),
    _drugs("aromatase inhibitor", "CYP19A1", _INHIBITOR),
    _drugs("SERM, selective estrogen receptor modulator", also="tamoxifen, raloxifene, bazedoxifene, toremifene,"
           " ospemifene,"
           " clomifene"),
    _drugs("antiandrogen, androgen receptor antagonist", "AR", _ANTAGONIST, endings="lutamide"),
    _drugs("5-alpha reductase inhibitor, 5alpha reductase inhibitor", "SRD5A2", _INHIBITOR, endings="steride"),
    _drugs("xanthine oxidase inhibitor", "XDH", _INHIBITOR),
    _drugs("bisphosphonate", endings="dronate", also="alendronic acid, zoledronic acid, ibandronic acid,"
           " risedronic acid,"
           " pamidronic acid, etidronic acid, clodronic acid"),
    # Infection
    _drugs("penicillin", endings="cillin", also="penicillin G"),
    _drugs("cephalosporin", also="cefalexin, ceftriaxone, cefotaxime, cefuroxime, cefixime, cefazolin,"
           " ceftazidime, cefepime, cefaclor, cefoxitin"),
    _drugs("fluoroquinolone, quinolone antibiotic", endings="floxacin"),
    _drugs("macrolide, macrolide antibiotic", endings="thromycin"),
    _drugs("tetracycline antibiotic", endings="cycline"),
    _drugs("azole antifungal", endings="conazole"),
    _drugs("antifungal", endings="conazole fungin", also="amphotericin B, terbinafine, flucytosine, griseofulvin"),
    _drugs("neuraminidase inhibitor", endings="amivir"),
    _drugs("HIV protease inhibitor", endings="navir"),
    _drugs("HIV integrase inhibitor, integrase inhibitor", endings="tegravir"),
    # Cancer, immunity
    _drugs("tyrosine kinase inhibitor, TKI", endings="tinib"),
    _drugs("CDK4/6 inhibitor", "CDK4 CDK6", _INHIBITOR, endings="ciclib"),
    _drugs("PARP inhibitor", "PARP1 PARP2", _INHIBITOR, endings="parib"),
    _drugs("proteasome inhibitor", "PSMB5", _INHIBITOR, endings="zomib"),
    _drugs("BRAF inhibitor", "BRAF", _INHIBITOR, endings="rafenib"),
    _drugs("MEK inhibitor", "MAP2K1 MAP2K2", _INHIBITOR, endings="metinib"),
    _drugs("monoclonal antibody, mAb", types=(), endings="mab"),
    _drugs("checkpoint inhibitor, immune checkpoint inhibitor", "PDCD1 CTLA4", ("Antibody", "Inhibitor", "Antagonist")),
    _drugs("taxane", endings="taxel"),
    _drugs("anthracycline", endings="rubicin"),
    _drugs("neuromuscular blocker, muscle relaxant", also="rocuronium, vecuronium, pancuronium, atracurium,"
           " mivacurium, succinylcholine"),
)  # fmt: skip
