"""Common synonyms that the sources lack, for each kind of search: ` = ` joins the names of a set, `;` ends the set."""

from collections.abc import Mapping

from biofacts.domain.text import fold
from biofacts.domain.text.clean import short


def _sets(text: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(name.strip() for name in names.split(" = ")) for names in " ".join(text.split()).split(";"))


PATHWAYS = (
    *_sets("""
    TCA cycle = citric acid cycle = citrate cycle = Krebs cycle = tricarboxylic acid cycle = TCA;
    apoptosis = programmed cell death = cell death = apoptotic;
    fatty acid beta oxidation = fatty acid oxidation = FAO = beta oxidation = fatty acid degradation;
    NF-kB = nuclear factor kappa B = NFKB; ERK = extracellular signal-regulated kinase;
    MAPK = mitogen-activated protein kinase = MAP kinase;
    mTOR = mammalian target of rapamycin = mechanistic target of rapamycin; mTORC1 = TORC1 = mTOR complex 1;
    mTORC2 = TORC2 = mTOR complex 2; TGF-beta = transforming growth factor beta = TGFB1;
    TNF = tumor necrosis factor = TNF alpha; EGF = epidermal growth factor; EGFR = epidermal growth factor receptor;
    VEGF = vascular endothelial growth factor; FGF = fibroblast growth factor; PDGF = platelet-derived growth factor;
    IGF = insulin-like growth factor; BMP = bone morphogenetic protein;
    PPAR = peroxisome proliferator-activated receptor; AHR = aryl hydrocarbon receptor;
    GPCR = G protein-coupled receptor = G protein coupled receptor; TLR = toll-like receptor = toll like receptor;
    interleukin = IL; interferon = IFN;
    type 1 interferon = type I interferon = interferon alpha = IFN alpha = interferon beta = IFN beta;
    type 2 interferon = type II interferon = interferon gamma = IFN gamma = IFNG;
    COVID-19 = SARS-CoV-2 = coronavirus disease 2019;
    type 2 diabetes = type II diabetes = T2D = T2DM = type 2 diabetes mellitus = diabetes mellitus type 2;
    type 1 diabetes = type I diabetes = T1D; ALS = amyotrophic lateral sclerosis; AML = acute myeloid leukemia;
    NSCLC = non-small cell lung cancer; SCLC = small cell lung cancer;
    CML = chronic myeloid leukemia = chronic myelogenous leukemia; CLL = chronic lymphocytic leukemia;
    DLBCL = diffuse large B-cell lymphoma; GBM = glioblastoma = glioblastoma multiforme;
    HCC = hepatocellular carcinoma = liver cancer; RCC = renal cell carcinoma = kidney cancer;
    CRC = colorectal cancer = colon cancer = bowel cancer; PDAC = pancreatic ductal adenocarcinoma = pancreatic cancer;
    HNSCC = head and neck squamous cell carcinoma = head and neck cancer; TNBC = triple-negative breast cancer;
    COPD = chronic obstructive pulmonary disease; CKD = chronic kidney disease; CVD = cardiovascular disease;
    IBD = inflammatory bowel disease; RA = rheumatoid arthritis; SLE = systemic lupus erythematosus = lupus;
    PCOS = polycystic ovary syndrome; ADHD = attention deficit hyperactivity disorder;
    PTSD = post-traumatic stress disorder; OCD = obsessive-compulsive disorder; MSUD = maple syrup urine disease;
    AMD = age-related macular degeneration; DMD = Duchenne muscular dystrophy;
    ARVC = arrhythmogenic right ventricular cardiomyopathy; FSGS = focal segmental glomerulosclerosis;
    HD = Huntington disease; Down syndrome = trisomy 21; cancer = carcinoma = neoplasm = tumor = malignancy;
    NASH = nonalcoholic steatohepatitis; NAFLD = nonalcoholic fatty liver disease = non-alcoholic fatty liver disease;
    EMT = epithelial-mesenchymal transition = epithelial to mesenchymal transition; ROS = reactive oxygen species;
    ER stress = endoplasmic reticulum stress; GSH = glutathione; NO = nitric oxide;
    PI3K = phosphoinositide 3-kinase = phosphatidylinositol 3-kinase; PKA = protein kinase A; PKC = protein kinase C;
    AMPK = AMP-activated protein kinase; HDAC = histone deacetylase; MMP = matrix metalloproteinase;
    CDK = cyclin-dependent kinase; NLR = NOD-like receptor = nucleotide oligomerization domain receptor;
    TCR = T cell receptor = T lymphocyte receptor; BCR = B cell receptor = B lymphocyte receptor;
    T cell = T lymphocyte; B cell = B lymphocyte; NK cell = natural killer cell;
    EBV = Epstein-Barr virus = Ebstein-Barr virus; HBV = hepatitis B virus = hepatitis B;
    HCV = hepatitis C virus = hepatitis C; HIV = human immunodeficiency virus = AIDS virus;
    LPS = lipopolysaccharide = endotoxin; metastasis = metastases;
    HR = homologous recombination = homology directed repair;
    NHEJ = non-homologous end joining = nonhomologous end joining; BER = base excision repair;
    NER = nucleotide excision repair; MMR = mismatch repair; PTM = post-translational modification;
    SCFA = short-chain fatty acid; PUFA = polyunsaturated fatty acid; LDL = low-density lipoprotein;
    HDL = high-density lipoprotein; BBB = blood-brain barrier; CNS = central nervous system;
    RTK = receptor tyrosine kinase; BCAA = branched-chain amino acid; aging = longevity = lifespan;
    prostanoid = prostaglandin = thromboxane; porphyrin = heme; ECM = extracellular matrix;
    UPR = unfolded protein response; renin-angiotensin system = renin angiotensin aldosterone system = RAAS;
    ACE = angiotensin converting enzyme;
    cyclooxygenase = COX = PTGS = PTGS1 = PTGS2 = prostaglandin-endoperoxide synthase;
    statin = HMG-CoA reductase inhibitor; SSRI = selective serotonin reuptake inhibitor;
    NSAID = nonsteroidal anti-inflammatory drug; serotonin = 5-hydroxytryptamine = 5-HT; adrenaline = epinephrine;
    noradrenaline = norepinephrine; vitamin = vit;
    vitamin C = ascorbic acid = ascorbate; vitamin B12 = vit B12 = cobalamin;
    vitamin B9 = vit B9 = folate = folic acid; vitamin B1 = vit B1 = thiamine = thiamin;
    vitamin B2 = vit B2 = riboflavin;
    vitamin B3 = vit B3 = niacin = nicotinic acid; vitamin B6 = vit B6 = pyridoxine; vitamin A = vit A = retinol;
    one carbon metabolism = 1-carbon metabolism = C1 metabolism;
    pentose phosphate = hexose monophosphate shunt = pentose phosphate shunt = HMP shunt;
    oxidative phosphorylation = OXPHOS; electron transport chain = respiratory chain = respiratory electron transport;
    biosynthesis = biosynthetic = synthesis = synthetic = anabolism = anabolic = formation = formed = production =
    generation = made = make;
    metabolism = metabolic; signaling = signal transduction = signal = cascade; neurodegeneration = neurodegenerative;
    obesity = obese; fat cell = adipocyte; adipogenesis = fat cell differentiation = adipocyte differentiation;
    heart = cardiac; liver = hepatic; kidney = renal; lung = pulmonary; brain = cerebral;
    hypertension = high blood pressure; stroke = ischemic stroke = cerebral ischemia;
    heart attack = myocardial infarction; bone formation = ossification = osteogenesis;
    blood clotting = blood coagulation = clotting cascade = coagulation cascade = coagulation = hemostasis = blood clot;
    blood vessel formation = angiogenesis; fibrosis = fibrotic = scarring;
    protein degradation = proteasome degradation = proteolysis; DNA repair = DNA damage repair;
    HIF-1 = hypoxia-inducible factor 1 = HIF1A; hypoxia = oxygen deprivation = low oxygen;
    sleep wake cycle = circadian rhythm = circadian clock = body clock;
    iron metabolism = iron homeostasis = iron uptake; tryptophan = kynurenine; bile acid = bile salt;
    steroidogenesis = steroid biosynthesis = steroid hormone biosynthesis; microRNA = miRNA = miR;
    long non-coding RNA = lncRNA; polyol = sorbitol;
    breakdown = break down = breaks down = broken down = catabolism = catabolic = degradation = metabolism = metabolic;
    uptake = take up = takes up = taken up = taking up; sugar = glucose; alcohol = ethanol; gut = intestine = bowel;
    stomach = gastric; skin = dermal = cutaneous; eye = ocular; breast = mammary; muscle = muscular; women = female;
    infant = neonatal = newborn; red blood cell = erythrocyte = RBC; white blood cell = leukocyte = WBC;
    MHC = HLA = major histocompatibility complex; release = secretion; poisoning = toxicity = intoxication;
    muscle wasting = muscle atrophy; TKI = tyrosine kinase inhibitor; GLP-1 = glucagon-like peptide 1;
    glycolysis = glucose breakdown = glucose degradation = glucose catabolism;
    high cholesterol = hypercholesterolemia; high blood sugar = hyperglycemia; low blood sugar = hypoglycemia
    """),
    *((f"interleukin {number}", f"IL-{number}") for number in range(1, 41)),
)

TARGETS = _sets("""
    GPCR = G protein-coupled receptor = G protein coupled receptor; serotonin = 5-hydroxytryptamine = 5-HT;
    adrenergic receptor = adrenoceptor; adrenaline = epinephrine; noradrenaline = norepinephrine;
    angiotensin converting enzyme = ACE; cyclooxygenase = COX; PPAR = peroxisome proliferator-activated receptor;
    VEGF receptor = VEGFR = vascular endothelial growth factor receptor;
    EGF receptor = EGFR = epidermal growth factor receptor; sodium = Na; potassium = K; calcium = Ca; chloride = Cl;
    phosphodiesterase = PDE; monoamine oxidase = MAO; histone deacetylase = HDAC;
    nicotinic acetylcholine receptor = nAChR; muscarinic acetylcholine receptor = mAChR; interleukin = IL;
    tumor necrosis factor = TNF; peptidase = protease = proteinase
""")

LIGANDS = _sets("""
    adrenaline = epinephrine; noradrenaline = norepinephrine; serotonin = 5-hydroxytryptamine = 5-HT;
    acetylsalicylic acid = aspirin = ASA; paracetamol = acetaminophen; vitamin C = ascorbic acid;
    vitamin D3 = cholecalciferol = colecalciferol; vitamin A = retinol; vitamin B3 = nicotinic acid = niacin;
    vitamin B1 = thiamine; vitamin B12 = cobalamin; THC = tetrahydrocannabinol; CBD = cannabidiol;
    LSD = lysergic acid diethylamide = lysergide; MDMA = ecstasy; glyceryl trinitrate = nitroglycerin;
    GABA = gamma-aminobutyric acid; interferon = IFN; sulfate = sulphate
""")

_CLINICAL: Mapping[str, str] = {
    fold.compact(abbreviation): meaning
    for abbreviation, meaning in {
        "APAP": "paracetamol", "ARA-A": "vidarabine", "ARA-C": "cytarabine", "ASA": "aspirin",
        "5-ASA": "mesalazine", "ATRA": "tretinoin", "AZT": "zidovudine", "BCNU": "carmustine", "BH4": "sapropterin",
        "CBZ": "carbamazepine", "CCh": "carbachol", "CCNU": "lomustine", "CDDP": "cisplatin",
        "CQ": "chloroquine", "CsA": "ciclosporin", "D4T": "stavudine", "DDI": "didanosine", "DES": "diethylstilbestrol",
        "DEX": "dexamethasone", "DOR": "doravirine", "DOX": "doxorubicin", "DTG": "dolutegravir",
        "EMB": "ethambutol", "FTC": "emtricitabine", "5-FU": "fluorouracil", "GTN": "glyceryl trinitrate",
        "HCQ": "hydroxychloroquine", "HCTZ": "hydrochlorothiazide", "HU": "hydroxycarbamide", "IFO": "ifosfamide",
        "INH": "isoniazid", "ISDN": "isosorbide dinitrate", "LEV": "levetiracetam", "LPV": "lopinavir",
        "LTG": "lamotrigine", "MMF": "mycophenolate mofetil", "6-MP": "mercaptopurine", "MTX": "methotrexate",
        "NE": "norepinephrine", "NTG": "glyceryl trinitrate", "PCP": "phencyclidine", "PHT": "phenytoin",
        "PTU": "propylthiouracil", "PZA": "pyrazinamide", "RIF": "rifampicin", "SMX": "sulfamethoxazole",
        "STX": "saxitoxin", "T3": "liothyronine", "T4": "levothyroxine", "TAF": "tenofovir alafenamide",
        "3TC": "lamivudine", "TMP": "trimethoprim", "TMZ": "temozolomide", "TPA": "alteplase", "VBL": "vinblastine",
        "VCR": "vincristine", "VP-16": "etoposide", "VPA": "valproic acid",
    }.items()
}  # fmt: skip
"""Abbreviations that clinicians write, folded, each with the name of the medicine that it means.

Sources: ISMP's List of Error-Prone Abbreviations, and the names of the medicines in MeSH and PubChem (National Library
of Medicine).
"""

_FORMER: Mapping[str, str] = {
    fold.compact(former): name
    for former, name in {
        "alcohol": "ethanol", "amoxycillin": "amoxicillin", "bendrofluazide": "bendroflumethiazide",
        "cysteamine": "mercaptamine", "dexamphetamine": "dexamfetamine", "divalproex": "valproic acid", "eformoterol":
        "formoterol", "ethinyloestradiol": "ethinylestradiol", "hexamine": "methenamine", "lignocaine": "lidocaine",
        "lisdexamphetamine": "lisdexamfetamine", "methylamphetamine": "metamfetamine", "mitozantrone": "mitoxantrone",
        "nicoumalone": "acenocoumarol", "oxpentifylline": "pentoxifylline", "phloridzin": "phlorizin",
        "quinalbarbitone": "secobarbital", "salcatonin": "calcitonin (salmon)", "tetracosactrin": "tetracosactide",
        "thiopentone": "thiopental", "tribavirin": "ribavirin", "trinitrin": "glyceryl trinitrate",
    }.items()
}  # fmt: skip
"""Names of medicines that the Guide lacks, mostly British Approved Names from before they became INNs (MHRA, 2003)."""

_AMINO_ACIDS: Mapping[str, str] = {
    "Ala": "L-alanine", "Arg": "L-arginine", "Asn": "L-asparagine", "Asp": "L-aspartic acid", "Cys": "L-cysteine",
    "Gln": "L-glutamine", "Glu": "L-glutamic acid", "Gly": "glycine", "His": "L-histidine", "Ile": "L-isoleucine",
    "Leu": "L-leucine", "Lys": "L-lysine", "Met": "L-methionine", "Phe": "L-phenylalanine", "Pro": "L-proline",
    "Ser": "L-serine", "Thr": "L-threonine", "Trp": "L-tryptophan", "Tyr": "L-tyrosine", "Val": "L-valine",
}  # fmt: skip
"""The symbols of amino acids as IUPAC writes them (IUPAC-IUB, 1983, 3AA-1); in capitals, MET and TYR are genes."""


def substance(name: str) -> str:
    """Return the substance that an amino acid's symbol, a common abbreviation or a former name means; "" for none."""
    return _substance_and_why(name)[0]


def why_substance(name: str) -> str:
    """Return the sentence that explains how a name known to `substance` was interpreted."""
    meaning, why = _substance_and_why(name)
    return f"{short(name)} is {why} of {meaning}"


def _substance_and_why(name: str) -> tuple[str, str]:
    if name in _AMINO_ACIDS:
        return _AMINO_ACIDS[name], "the symbol"
    folded = fold.compact(name)
    if folded in _CLINICAL:
        return _CLINICAL[folded], "a common abbreviation"
    return _FORMER.get(folded, ""), "another name"
