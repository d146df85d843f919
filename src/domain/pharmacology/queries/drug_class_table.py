"""The table of drug classes by area of medicine: their names and their members.

Members are approved ligands of the Guide, including withdrawn ones, by their names in the Guide or in the WHO's list of
INNs; a class without approved ligands has experimental ones. Membership follows the WHO's ATC index and the stems of
INNs. Targets do not matter, since a class is mostly narrower or wider than the set of ligands of its target.
"""

from collections.abc import Iterable

import msgspec


class DrugClass(msgspec.Struct, frozen=True, kw_only=True):
    """A drug class: its members, and every other medicine whose name has one of the stems.

    `names`: names of the class alone (`statin`). `open_names`: names of a target and a mode of action (`HMG-CoA
    reductase inhibitor`), which also match every other ligand that acts so. `plurals`: names of the class in the plural
    only, since the singular is a ligand (`tetracyclines`). `stems`: endings of INNs, for medicines of later releases.
    `excluded`: medicines with one of the stems that belong to other classes. `type`: the type of ligands of which all
    approved ones are members. `experimental`: True if none of the members is approved.
    """

    names: tuple[str, ...] = ()
    open_names: tuple[str, ...] = ()
    plurals: tuple[str, ...] = ()
    members: tuple[str, ...] = ()
    stems: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    type: str | None = None
    experimental: bool = False

    @property
    def name(self) -> str:
        """The first name of the class."""
        return (*self.names, *self.open_names)[0]


def drugs(
    names: str,
    *members: str,
    opens: str = "",
    plurals: str = "",
    stems: str = "",
    excluded: str = "",
    type: str | None = None,
    experimental: bool = False,
) -> DrugClass:
    """Build one row of a table. Texts are comma-separated lists; several lists of members are joined.

    `names`: the names of the class alone, empty if it has only open names.
    """
    return DrugClass(
        names=tuple(_parts(names)),
        open_names=tuple(_parts(opens)),
        plurals=tuple(_parts(plurals)),
        members=tuple(dict.fromkeys(_parts(",".join(members)))),
        stems=tuple(_parts(stems)),
        excluded=tuple(_parts(excluded)),
        type=type,
        experimental=experimental,
    )


def _parts(text: str) -> Iterable[str]:
    return map(str.strip, text.split(",")) if text else ()


# Against cancer, and kinase inhibitors for any indication

_MUSTARDS = """bendamustine, chlorambucil, cyclophosphamide, ifosfamide, mechlorethamine, melphalan,
    melphalan flufenamide, uramustine"""
_NITROSOUREAS = "carmustine, lomustine"
_ANTIFOLATES = "methotrexate, pemetrexed, pralatrexate, raltitrexed, trimetrexate"
_PURINES = "cladribine, clofarabine, fludarabine, mercaptopurine, nelarabine, thioguanine"
_PYRIMIDINES = """5-fluorouracil, azacitidine, capecitabine, cytarabine, decitabine, floxuridine, gemcitabine, tegafur,
    trifluridine"""
_TAXANES = "cabazitaxel, docetaxel, paclitaxel"
_VINCA = "vinblastine, vincristine, vinorelbine"
_ANTHRACYCLINES = "daunorubicin, doxorubicin, idarubicin"
_TOPOISOMERASE_1 = "irinotecan, topotecan"
_TOPOISOMERASE_2 = f"{_ANTHRACYCLINES}, etoposide, mitoxantrone, pixantrone, teniposide"
_CDK4_6 = "abemaciclib, dalpiciclib, palbociclib, ribociclib, trilaciclib"
_MEK = """avutometinib, binimetinib, cobimetinib, luvometinib, mirdametinib, selumetinib, trametinib, tunlametinib"""
_RAF = "dabrafenib, encorafenib, tovorafenib, vemurafenib"
_EGFR_KINASE = """afatinib, aumolertinib, befotertinib, dacomitinib, erlotinib, firmonertinib, gefitinib, icotinib,
    lazertinib, limertinib, mobocertinib, olmutinib, osimertinib, rezivertinib, SH-1028, simotinib, sunvozertinib,
    zorifertinib"""
_EGFR_ANTIBODIES = "amivantamab, cetuximab, necitumumab, nimotuzumab, panitumumab"
_HER2_KINASE = "lapatinib, neratinib, pyrotinib, sevabertinib, tucatinib, zongertinib"
_HER2_ANTIBODIES = "margetuximab, pertuzumab, trastuzumab, zanidatamab"
_VEGFR = """axitinib, cabozantinib, catequentinib, famitinib, fruquintinib, lenvatinib, nintedanib, pazopanib,
    regorafenib, rivoceranib, sorafenib, sunitinib, surufatinib, tivozanib, vandetanib"""
_ALK = "alectinib, brigatinib, ceritinib, crizotinib, ensartinib, envonalkib, iruplinalkib, lorlatinib"
_TRK = "entrectinib, larotrectinib, repotrectinib, taletrectinib"
_BTK = """acalabrutinib, ibrutinib, orelabrutinib, pirtobrutinib, remibrutinib, rilzabrutinib, tirabrutinib,
    zanubrutinib"""
_BCR_ABL = """asciminib, bosutinib, dasatinib, flumbatinib, imatinib, nilotinib, olverembatinib, ponatinib,
    radotinib"""
_FLT3 = "gilteritinib, midostaurin, quizartinib"
_MET = "capmatinib, savolitinib, tepotinib, vebreltinib"
_RET = "pralsetinib, selpercatinib"
_FGFR = "erdafitinib, futibatinib, infigratinib, pemigatinib, tasurgratinib"
_CSF1R = "pexidartinib, vimseltinib"
_JAK = """abrocitinib, baricitinib, delgocitinib, deucravacitinib, deuruxolitinib, fedratinib, filgotinib,
    golidocitinib, ivarmacitinib, momelotinib, pacritinib, peficitinib, ritlecitinib, ruxolitinib, tofacitinib,
    upadacitinib"""
_TYROSINE_KINASE = f"""{_EGFR_KINASE}, {_HER2_KINASE}, {_VEGFR}, {_ALK}, {_TRK}, {_BTK}, {_BCR_ABL}, {_FLT3}, {_MET},
    {_RET}, {_FGFR}, {_CSF1R}, {_JAK}, avapritinib, defactinib, fostamatinib, ripretinib, unecritinib"""
_MTOR = "everolimus, sirolimus, temsirolimus"
_PI3K = "alpelisib, copanlisib, duvelisib, idelalisib, inavolisib, leniolisib, umbralisib"
_ROCK = "belumosudil, fasudil, netarsudil, ripasudil"
_CONJUGATES = """belantamab mafodotin, brentuximab vedotin, datopotamab deruxtecan, disitamab vedotin,
    enfortumab vedotin, gemtuzumab ozogamicin, inotuzumab ozogamicin, loncastuximab tesirine,
    mirvetuximab soravtansine, polatuzumab vedotin, sacituzumab govitecan, sacituzumab tirumotecan,
    telisotuzumab vedotin, tisotumab vedotin, trastuzumab emtansine"""

_CANCER = (
    # Cytotoxic drugs
    drugs("alkylating agent, alkylator", _MUSTARDS, _NITROSOUREAS,
          "altretamine, busulfan, dacarbazine, pipobroman, procarbazine, temozolomide, thiotepa, treosulfan"),
    drugs("nitrogen mustard", _MUSTARDS),
    drugs("nitrosourea", _NITROSOUREAS),
    drugs("antimetabolite", _ANTIFOLATES, _PURINES, _PYRIMIDINES, "hydroxyurea, pentostatin"),
    drugs("antifolate, folate antagonist", _ANTIFOLATES, stems="trexate, trexed"),
    drugs("purine analogue, purine analog, purine antimetabolite", _PURINES),
    drugs("pyrimidine analogue, pyrimidine analog, pyrimidine antimetabolite", _PYRIMIDINES),
    drugs("hypomethylating agent", "azacitidine, decitabine",
          opens="DNMT inhibitor, DNA methyltransferase inhibitor"),
    drugs("platinum drug, platinum agent, platinum compound, platinum-based chemotherapy, platinum chemotherapy",
          "carboplatin, cisplatin, oxaliplatin", stems="platin"),
    drugs("taxane", _TAXANES, stems="taxel"),
    drugs("vinca alkaloid, vinca", _VINCA),
    drugs("microtubule inhibitor, antimicrotubule agent, mitotic inhibitor", _TAXANES, _VINCA, "eribulin, ixabepilone"),
    drugs("anthracycline", _ANTHRACYCLINES, stems="rubicin"),
    drugs("", _TOPOISOMERASE_1, _TOPOISOMERASE_2, opens="topoisomerase inhibitor"),
    drugs("", _TOPOISOMERASE_1, opens="topoisomerase I inhibitor, topoisomerase 1 inhibitor"),
    drugs("", _TOPOISOMERASE_2, opens="topoisomerase II inhibitor, topoisomerase 2 inhibitor"),
    drugs("IMiD, immunomodulatory imide drug", "lenalidomide, pomalidomide, thalidomide", stems="domide"),
    # Enzymes and signals
    drugs("", "bortezomib, carfilzomib, ixazomib", opens="proteasome inhibitor", stems="zomib"),
    drugs("", """belinostat, entinostat, givinostat, ifupinostat, panobinostat, romidepsin, tucidinostat,
          vorinostat""", opens="HDAC inhibitor, histone deacetylase inhibitor", stems="inostat"),
    drugs("", "fluzoparib, niraparib, olaparib, pamiparib, rucaparib, senaparib, talazoparib",
          opens="PARP inhibitor", stems="parib"),
    drugs("BH3 mimetic", "lisaftoclax, venetoclax", opens="BCL2 inhibitor, BCL-2 antagonist", stems="toclax"),
    drugs("", "enasidenib, ivosidenib, olutasidenib, vorasidenib",
          opens="IDH inhibitor, isocitrate dehydrogenase inhibitor", stems="sidenib"),
    drugs("", "glasdegib, sonidegib, vismodegib",
          opens="hedgehog inhibitor, SMO inhibitor, SMO antagonist, smoothened inhibitor, smoothened antagonist",
          stems="degib"),
    drugs("", "tazemetostat, valemetostat", opens="EZH2 inhibitor", stems="metostat"),
    drugs("", "revumenib, ziftomenib", opens="menin inhibitor", stems="menib"),
    drugs("", "adagrasib, fulzerasib, garsorasib, sotorasib", opens="KRAS inhibitor, KRAS G12C inhibitor",
          stems="rasib"),
    # Kinases
    drugs("kinase inhibitor, protein kinase inhibitor", _TYROSINE_KINASE, _CDK4_6, _MEK, _RAF, _MTOR, _PI3K, _ROCK,
          "capivasertib", stems="tinib, rafenib, ciclib, lisib"),
    # -metinib is a stem of its own: inhibitors of MEK, which is not only a tyrosine kinase.
    drugs("tyrosine kinase inhibitor, TKI", _TYROSINE_KINASE, stems="tinib", excluded=_MEK),
    drugs("", _CDK4_6, opens="CDK4/6 inhibitor", stems="ciclib"),
    drugs("", _MEK, opens="MEK inhibitor", stems="metinib"),
    # Regorafenib and sorafenib are listed as inhibitors of VEGFR.
    drugs("", _RAF, opens="BRAF inhibitor, RAF inhibitor", stems="rafenib", excluded="regorafenib, sorafenib"),
    drugs("EGFR TKI, EGFR tyrosine kinase inhibitor", _EGFR_KINASE),
    drugs("EGFR antibody, anti-EGFR antibody, anti-EGFR", _EGFR_ANTIBODIES),
    drugs("", _EGFR_KINASE, _EGFR_ANTIBODIES, "lapatinib, neratinib, pyrotinib", opens="EGFR inhibitor"),
    drugs("HER2 TKI, HER2 tyrosine kinase inhibitor", _HER2_KINASE),
    drugs("HER2 antibody, anti-HER2 antibody", _HER2_ANTIBODIES),
    drugs("anti-HER2", _HER2_KINASE, _HER2_ANTIBODIES, "disitamab vedotin, trastuzumab emtansine",
          opens="HER2 inhibitor"),
    drugs("VEGFR TKI, VEGFR tyrosine kinase inhibitor", _VEGFR),
    drugs("", _VEGFR, "ramucirumab", opens="VEGFR inhibitor"),
    drugs("anti-VEGF", "aflibercept, bevacizumab, brolucizumab, faricimab, ivonescimab, pegaptanib, ranibizumab",
          opens="VEGF inhibitor, VEGFA inhibitor"),
    drugs("ALK TKI", _ALK, opens="ALK inhibitor", stems="alkib"),
    drugs("ROS1 TKI", "crizotinib, entrectinib, repotrectinib, taletrectinib, unecritinib", opens="ROS1 inhibitor"),
    drugs("", _TRK, opens="TRK inhibitor, NTRK inhibitor, tropomyosin receptor kinase inhibitor", stems="trectinib"),
    drugs("", _BTK, opens="BTK inhibitor, Bruton tyrosine kinase inhibitor", stems="brutinib"),
    drugs("BCR-ABL TKI", _BCR_ABL, opens="BCR-ABL inhibitor, BCR-ABL1 inhibitor"),
    drugs("", _FLT3, opens="FLT3 inhibitor"),
    drugs("MET TKI", _MET, opens="MET inhibitor, c-MET inhibitor"),
    drugs("RET TKI", _RET, opens="RET inhibitor"),
    drugs("FGFR TKI", _FGFR, opens="FGFR inhibitor"),
    drugs("", _CSF1R, "axatilimab", opens="CSF1R inhibitor"),
    drugs("jakinib", _JAK, opens="JAK inhibitor, Janus kinase inhibitor", stems="citinib"),
    # Pimecrolimus and tacrolimus inhibit calcineurin instead.
    drugs("rapalog, rapalogue", _MTOR, opens="mTOR inhibitor", stems="rolimus", excluded="pimecrolimus, tacrolimus"),
    drugs("", _PI3K, opens="PI3K inhibitor, phosphoinositide 3-kinase inhibitor", stems="lisib"),
    drugs("", _ROCK, opens="ROCK inhibitor, Rho kinase inhibitor", stems="sudil"),
    # Antibody-drug conjugates and bispecific antibodies
    drugs("antibody-drug conjugate, ADC", _CONJUGATES, stems="vedotin, ogamicin"),
    drugs("bispecific antibody, bispecific", """amivantamab, blinatumomab, cadonilimab, catumaxomab, elranatamab,
          emicizumab, epcoritamab, faricimab, glofitamab, ivonescimab, linvoseltamab, mosunetuzumab, odronextamab,
          talquetamab, tarlatamab, teclistamab, zanidatamab, zenocutuzumab"""),
    drugs("T-cell engager, bispecific T-cell engager, BiTE", """blinatumomab, catumaxomab, elranatamab, epcoritamab,
          glofitamab, linvoseltamab, mosunetuzumab, odronextamab, talquetamab, tarlatamab, tebentafusp, teclistamab"""),
)  # fmt: skip

# For heart, vessels, kidneys, blood and lipids

_CARDIOSELECTIVE = """acebutolol, atenolol, betaxolol, bisoprolol, celiprolol, esmolol, landiolol, levobetaxolol,
    metoprolol, nebivolol, practolol"""
_NON_SELECTIVE = """alprenolol, bunolol, bupranolol, carazolol, carteolol, carvedilol, labetalol, metipranolol, nadolol,
    oxprenolol, penbutolol, pindolol, propranolol, sotalol, timolol"""
_DIHYDROPYRIDINES = """amlodipine, aranidipine, benidipine, cilnidipine, clevidipine, efonidipine, felodipine,
    isradipine, lacidipine, manidipine, nicardipine, nifedipine, nimodipine, nisoldipine, nitrendipine"""
_OTHER_CALCIUM_BLOCKERS = "bepridil, diltiazem, mibefradil, verapamil"
_LOOP_DIURETICS = "bumetanide, ethacrynic acid, furosemide, torsemide"
_THIAZIDES = """bendroflumethiazide, benzthiazide, chlorothiazide, cyclopenthiazide, cyclothiazide, hydrochlorothiazide,
    hydroflumethiazide, methyclothiazide, polythiazide, trichlormethiazide"""
_THIAZIDE_LIKE = "chlorthalidone, indapamide, metolazone, quinethazone, xipamide"
_ALDOSTERONE_ANTAGONISTS = "canrenone, eplerenone, esaxerenone, finerenone, spironolactone"
_VAPTANS = "conivaptan, tolvaptan"
_NITRATES = "isosorbide dinitrate, isosorbide mononitrate, nitroglycerin"
_GLYCOSIDES = "acetyldigitoxin, deslanoside, digitoxin, digoxin, ouabain"
_CLASS_1A = "disopyramide, procainamide, quinidine"
_CLASS_1B = "lidocaine, mexiletine, tocainide"
_CLASS_1C = "flecainide, moracizine, propafenone"
_CLASS_3 = "amiodarone, bretylium, dofetilide, dronedarone, ibutilide, sotalol"
_CLASS_4 = "diltiazem, verapamil"
_STATINS = """atorvastatin, cerivastatin, fluvastatin, lovastatin, pitavastatin, pravastatin, rosuvastatin,
    simvastatin"""
_FIBRATES = "bezafibrate, ciprofibrate, clofibrate, fenofibrate, gemfibrozil"
_PCSK9 = "alirocumab, ebronucimab, evolocumab, inclisiran, ongericimab, recaticimab, tafolecimab"
_XABANS = "apixaban, betrixaban, edoxaban, rivaroxaban"
_ORAL_THROMBIN = "dabigatran etexilate, ximelagatran"
_OTHER_THROMBIN = "argatroban, bivalirudin, desirudin, lepirudin"
_VITAMIN_K_ANTAGONISTS = "acenocoumarol, anisindione, dicumarol, phenindione, phenprocoumon, warfarin"
_LOW_HEPARINS = "dalteparin, enoxaparin, tinzaparin"
_P2Y12 = "cangrelor, clopidogrel, prasugrel, ticagrelor, ticlopidine"
_GP_2B_3A = "abciximab, bevifibatide, eptifibatide, tirofiban"
_C5 = "avacincaptad pegol, crovalimab, eculizumab, pozelimab, ravulizumab, zilucoplan"

_HEART = (
    # Adrenergic
    drugs("beta blocker, beta antagonist, beta-adrenergic blocker, beta adrenoceptor blocker, class II antiarrhythmic,"
          " class 2 antiarrhythmic",
          _CARDIOSELECTIVE, _NON_SELECTIVE, opens="beta adrenergic antagonist, beta adrenoceptor antagonist",
          stems="olol, alol, dilol", excluded="stanozolol"),
    drugs("cardioselective beta blocker, beta1 blocker, selective beta blocker, beta1-selective blocker,"
          " selective beta1 blocker, beta1-selective beta blocker",
          _CARDIOSELECTIVE),
    drugs("non-selective beta blocker", _NON_SELECTIVE),
    drugs("alpha and beta blocker, mixed alpha beta blocker", "carvedilol, labetalol"),
    drugs("alpha blocker, alpha-adrenergic blocker", """alfuzosin, dapiprazole, doxazosin, indoramin, moxisylyte,
          phenoxybenzamine, phentolamine, prazosin, silodosin, tamsulosin, terazosin, tolazoline, urapidil""",
          opens="alpha adrenergic antagonist, alpha adrenoceptor antagonist", stems="zosin, losin"),
    drugs("alpha1 blocker", """alfuzosin, dapiprazole, doxazosin, indoramin, moxisylyte, prazosin, silodosin,
          tamsulosin, terazosin, urapidil""", opens="alpha1 antagonist, alpha1 adrenoceptor antagonist"),
    drugs("", """apraclonidine, brimonidine, clonidine, dexmedetomidine, guanabenz, guanfacine,
          lofexidine, methyldopa, moxonidine, rilmenidine, tizanidine""",
          opens="alpha2 agonist, alpha2 adrenoceptor agonist, alpha2 adrenergic agonist", stems="onidine"),
    drugs("vasopressor, pressor", """angiotensin II, dopamine, droxidopa, ephedrine, epinephrine, mephentermine,
          metaraminol, methoxamine, midodrine, norepinephrine, phenylephrine, terlipressin, vasopressin"""),
    # Renin, angiotensin, aldosterone
    drugs("ACEI", """benazepril, benazeprilat, captopril, cilazapril, cilazaprilat, enalapril, enalaprilat,
          fosinopril, fosinoprilat, imidapril, imidaprilat, lisinopril, moexipril, moexiprilat, perindopril,
          perindoprilat, quinapril, quinaprilat, ramipril, ramiprilat, spirapril, spiraprilat, temocapril, trandolapril,
          trandolaprilat, zofenopril, zofenoprilat""",
          opens="ACE inhibitor, angiotensin converting enzyme inhibitor", stems="pril, prilat"),
    drugs("ARB, sartan", """azilsartan medoxomil,
          candesartan, eprosartan, forasartan, irbesartan, losartan, olmesartan, telmisartan, valsartan""",
          opens="AT1 antagonist, AT1 blocker, AT1 receptor antagonist, AT1 receptor blocker,"
          " angiotensin II receptor antagonist, angiotensin receptor antagonist, angiotensin receptor blocker,"
          " angiotensin II receptor blocker, angiotensin 2 receptor blocker, angiotensin 2 receptor antagonist",
          stems="sartan"),
    drugs("DRI, direct renin inhibitor", "aliskiren", opens="renin inhibitor", stems="kiren"),
    drugs("ARNI, angiotensin receptor-neprilysin inhibitor", "sacubitril"),
    drugs("MRA, aldosterone antagonist", _ALDOSTERONE_ANTAGONISTS,
          opens="mineralocorticoid receptor antagonist, mineralocorticoid antagonist, aldosterone receptor antagonist",
          stems="renone", excluded="drospirenone"),
    # Diuretics
    drugs("diuretic, water pill", _LOOP_DIURETICS, _THIAZIDES, _THIAZIDE_LIKE, _ALDOSTERONE_ANTAGONISTS, _VAPTANS,
          "acetazolamide, amiloride, triamterene"),
    drugs("loop diuretic", _LOOP_DIURETICS),
    drugs("thiazide, thiazide diuretic", _THIAZIDES, stems="thiazide"),
    drugs("thiazide-like diuretic, thiazide-like", _THIAZIDE_LIKE),
    drugs("potassium-sparing diuretic", _ALDOSTERONE_ANTAGONISTS, "amiloride, triamterene"),
    drugs("CAI", "acetazolamide, brinzolamide, diclofenamide, dorzolamide, ethoxzolamide, methazolamide",
          opens="carbonic anhydrase inhibitor", stems="zolamide"),
    drugs("vaptan", _VAPTANS, opens="vasopressin antagonist, vasopressin receptor antagonist", stems="vaptan"),
    # Vessels
    drugs("calcium channel blocker, CCB, calcium antagonist, calcium channel antagonist",
          _DIHYDROPYRIDINES, _OTHER_CALCIUM_BLOCKERS, stems="dipine"),
    drugs("dihydropyridine, dihydropyridine calcium channel blocker, DHP", _DIHYDROPYRIDINES, stems="dipine"),
    drugs("non-dihydropyridine, non-dihydropyridine calcium channel blocker", _OTHER_CALCIUM_BLOCKERS),
    drugs("nitrate, organic nitrate", _NITRATES),
    # `SNP` is the Guide's name of sodium nitroprusside.
    drugs("vasodilator, direct vasodilator", _NITRATES, """diazoxide, fenoldopam, hydralazine, minoxidil, nicorandil,
          pinacidil, SNP"""),
    drugs("", "diazoxide, minoxidil, nicorandil, pinacidil", opens="potassium channel opener"),
    drugs("ERA, sentan", """ambrisentan, aprocitentan, atrasentan, bosentan, clazosentan, macitentan, sitaxsentan,
          sparsentan""",
          opens="endothelin receptor antagonist, endothelin antagonist", stems="entan"),
    drugs("PDE5I", "avanafil, mirodenafil, sildenafil, tadalafil, udenafil, vardenafil",
          opens="PDE5 inhibitor, phosphodiesterase 5 inhibitor, phosphodiesterase type 5 inhibitor", stems="afil"),
    drugs("", "anagrelide, cilostazol, enoximone, ensifentrine, inamrinone, milrinone",
          opens="PDE3 inhibitor, phosphodiesterase 3 inhibitor"),
    drugs("prostacyclin analogue, prostacyclin analog", "epoprostenol, iloprost, treprostinil"),
    drugs("", "epoprostenol, iloprost, selexipag, treprostinil",
          opens="IP receptor agonist, prostacyclin receptor agonist"),
    drugs("sGC stimulator", "riociguat, vericiguat",
          opens="guanylate cyclase stimulator, soluble guanylate cyclase stimulator", stems="ciguat"),
    # Rhythm and force
    drugs("antiarrhythmic", _CLASS_1A, _CLASS_1B, _CLASS_1C, _CLASS_3, _CLASS_4, "adenosine"),
    drugs("class I antiarrhythmic, class 1 antiarrhythmic", _CLASS_1A, _CLASS_1B, _CLASS_1C),
    drugs("class Ia antiarrhythmic, class 1a antiarrhythmic", _CLASS_1A),
    drugs("class Ib antiarrhythmic, class 1b antiarrhythmic", _CLASS_1B),
    drugs("class Ic antiarrhythmic, class 1c antiarrhythmic", _CLASS_1C),
    drugs("class III antiarrhythmic, class 3 antiarrhythmic", _CLASS_3),
    drugs("class IV antiarrhythmic, class 4 antiarrhythmic", _CLASS_4),
    drugs("cardiac glycoside, digitalis glycoside", _GLYCOSIDES),
    drugs("inotrope, positive inotrope, inotropic agent", _GLYCOSIDES,
          "dobutamine, dopamine, enoximone, epinephrine, inamrinone, isoprenaline, milrinone"),
    drugs("", "acoramidis, tafamidis", opens="transthyretin stabilizer, TTR stabilizer, transthyretin stabiliser"),
    drugs("rauwolfia alkaloid", "ajmalicine, deserpidine, rescinnamine, reserpine"),
    drugs("adrenergic neuron blocker, adrenergic neurone blocker", "betanidine, bretylium, guanadrel, guanethidine"),
    # Lipids
    drugs("statin", _STATINS, opens="HMG-CoA reductase inhibitor, HMGCR inhibitor", stems="vastatin"),
    # The Guide gives cinnarizine the INN `cinnarizine clofibrate`.
    drugs("fibrate", _FIBRATES, stems="fibrate", excluded="cinnarizine"),
    drugs("PCSK9 antibody, anti-PCSK9", "alirocumab, ebronucimab, evolocumab, ongericimab, recaticimab, tafolecimab"),
    drugs("", _PCSK9, opens="PCSK9 inhibitor"),
    drugs("lipid-lowering drug, lipid-lowering agent, antihyperlipidemic, hypolipidemic", _STATINS, _FIBRATES, _PCSK9,
          """acipimox, bempedoic acid, dextrothyroxine, evinacumab, ezetimibe, icosapent, lomitapide, mipomersen,
          olezarsen, plozasiran, probucol, volanesorsen"""),
    # Blood
    drugs("anticoagulant, blood thinner", _XABANS, _ORAL_THROMBIN, _OTHER_THROMBIN, _VITAMIN_K_ANTAGONISTS,
          _LOW_HEPARINS, "danaparoid, fondaparinux, heparin"),
    drugs("DOAC, NOAC, direct oral anticoagulant, novel oral anticoagulant", _XABANS, _ORAL_THROMBIN,
          stems="xaban, gatran"),
    drugs("VKA, vitamin K antagonist", _VITAMIN_K_ANTAGONISTS),
    drugs("low molecular weight heparin, LMWH", _LOW_HEPARINS, stems="parin", excluded="heparin"),
    drugs("xaban, direct factor Xa inhibitor", _XABANS, opens="factor Xa inhibitor, FXa inhibitor", stems="xaban"),
    drugs("DTI, direct thrombin inhibitor", _ORAL_THROMBIN, _OTHER_THROMBIN, opens="thrombin inhibitor",
          stems="gatran, irudin"),
    drugs("antiplatelet, antiplatelet drug, antiplatelet agent, platelet inhibitor, platelet aggregation inhibitor",
          _P2Y12, _GP_2B_3A, "aspirin, cilostazol, dipyridamole, ozagrel, sarpogrelate, vorapaxar",
          stems="grel, grelor"),
    # Ozagrel inhibits thromboxane synthase.
    drugs("ADP receptor antagonist, ADP receptor inhibitor", _P2Y12,
          opens="P2Y12 inhibitor, P2Y12 antagonist, P2Y12 receptor antagonist, P2Y12 receptor inhibitor",
          stems="grel, grelor", excluded="ozagrel"),
    drugs("thienopyridine", "clopidogrel, prasugrel, ticlopidine"),
    drugs("", _GP_2B_3A, opens="""glycoprotein IIb/IIIa inhibitor, GP IIb/IIIa inhibitor,
          GPIIb/IIIa antagonist, glycoprotein IIb/IIIa antagonist, αIIbβ3 antagonist, αIIbβ3 inhibitor,
          integrin αIIbβ3 antagonist, integrin αIIbβ3 inhibitor, fibrinogen receptor antagonist""",
          stems="fiban, fibatide"),
    drugs("TFPI antibody, anti-TFPI", "concizumab, marstacimab", opens="TFPI inhibitor"),
    drugs("antifibrinolytic", "6-aminocaproic acid, aprotinin, tranexamic acid"),
    drugs("TPO mimetic, TPO-RA", "avatrombopag, eltrombopag, hetrombopag, lusutrombopag, romiplostim",
          opens="thrombopoietin receptor agonist, TPO receptor agonist", stems="trombopag"),
    drugs("HIF-PHI", "daprodustat, enarodustat, roxadustat, vadadustat",
          opens="HIF prolyl hydroxylase inhibitor, HIF-PH inhibitor", stems="dustat"),
    drugs("ESA, erythropoiesis-stimulating agent", "erythropoietin, peginesatide"),
    drugs("colony-stimulating factor, myeloid growth factor",
          "eflapegrastim, filgrastim, G-CSF, pegfilgrastim, sargramostim", stems="grastim, gramostim"),
    drugs("complement inhibitor", _C5, """avacopan, danicopan, iptacopan, pegcetacoplan, sutimlimab, vilobelimab""",
          stems="copan, coplan"),
    drugs("anti-C5, C5 antibody, anti-C5 antibody", "crovalimab, eculizumab, pozelimab, ravulizumab"),
    drugs("", _C5, opens="C5 inhibitor, complement C5 inhibitor"),
)  # fmt: skip

# For mind, nerves, sleep, pain and anaesthesia

_SSRI = "citalopram, escitalopram, fluoxetine, fluvoxamine, paroxetine, sertraline"
_SNRI = "desvenlafaxine, duloxetine, levomilnacipran, milnacipran, toludesvenlafaxine, venlafaxine"
_TRICYCLICS = """amitriptyline, amoxapine, clomipramine, desipramine, dosulepin, doxepin, imipramine, lofepramine,
    nortriptyline, opipramol, protriptyline, trimipramine"""
_TETRACYCLICS = "maprotiline, mianserin, mirtazapine"
_MAO_A = "moclobemide, pirlindole"
_MAO_B = "rasagiline, safinamide, selegiline"
_TYPICAL = """benperidol, carphenazine, chlorpromazine, chlorprothixene, droperidol, flupentixol, fluphenazine,
    fluspirilene, haloperidol, levomepromazine, loxapine, mesoridazine, molindone, pecazine, periciazine, perphenazine,
    pimozide, pipotiazine, prochlorperazine, promazine, thioridazine, thiothixene, trifluoperazine, triflupromazine,
    zuclopenthixol"""
_ATYPICAL = """amisulpride, aripiprazole, asenapine, blonanserin, brexpiprazole, cariprazine, clozapine, iloperidone,
    lumateperone, lurasidone, olanzapine, paliperidone, perospirone, pimavanserin, quetiapine, risperidone, sertindole,
    sulpiride, ziprasidone, zotepine"""
_Z_DRUGS = "eszopiclone, zaleplon, zolpidem, zopiclone"
_OREXANTS = "daridorexant, lemborexant, suvorexant"
_GABAPENTINOIDS = "crisugabalin, gabapentin, gabapentin enacarbil, mirogabalin, pregabalin"
_DOPAMINE_AGONISTS = """apomorphine, bromocriptine, cabergoline, lisuride, pergolide, pramipexole, ropinirole,
    rotigotine"""
_COMT = "entacapone, opicapone, tolcapone"
_DECARBOXYLASE = "benserazide, carbidopa"
_GEPANTS = "atogepant, rimegepant, ubrogepant, zavegepant"
_CGRP_ANTIBODIES = "eptinezumab, erenumab, fremanezumab, galcanezumab"
_CHOLINESTERASE = """benzgalantamine, donepezil, echothiophate, edrophonium, galantamine, huperzine A, neostigmine,
    physostigmine, pyridostigmine, rivastigmine, tacrine"""
_AMYLOID = "aducanumab, donanemab, lecanemab"
_ANORECTICS = "diethylpropion, fenfluramine, lorcaserin, mazindol, phentermine, sibutramine"
_COXIBS = "celecoxib, etoricoxib, lumiracoxib, parecoxib, polmacoxib, rofecoxib, valdecoxib"
_VOLATILE = "desflurane, enflurane, halothane, isoflurane, methoxyflurane, sevoflurane"
_INTRAVENOUS = """esketamine, etomidate, fospropofol, ketamine, methohexital, propofol, thiamylal, thiopental"""
_NEUROMUSCULAR = """atracurium, gallamine, mivacurium, pancuronium, rocuronium, succinylcholine, tubocurarine,
    vecuronium"""
_SPASMOLYTICS = """baclofen, carisoprodol, chlormezanone, chlorzoxazone, cyclobenzaprine, dantrolene, metaxalone,
    methocarbamol, orphenadrine, tizanidine"""

_MIND = (
    # Mood
    drugs("antidepressant", _SSRI, _SNRI, _TRICYCLICS, _TETRACYCLICS, _MAO_A, """agomelatine, bifemelane, brexanolone,
          bupropion, esketamine, gepirone, isocarboxazid, nefazodone, nomifensine, phenelzine, reboxetine, tianeptine,
          tranylcypromine, trazodone, vilazodone, viloxazine, vortioxetine, zuranolone"""),
    drugs("SSRI, selective serotonin reuptake inhibitor, selective serotonin uptake inhibitor", _SSRI, "dapoxetine"),
    drugs("SNRI, serotonin noradrenaline reuptake inhibitor, serotonin-norepinephrine reuptake inhibitor", _SNRI,
          stems="faxine, nacipran"),
    drugs("NRI, selective noradrenaline reuptake inhibitor, selective norepinephrine reuptake inhibitor",
          "atomoxetine, reboxetine, viloxazine",
          opens="noradrenaline reuptake inhibitor, norepinephrine reuptake inhibitor"),
    drugs("tricyclic antidepressant, TCA, tricyclic", _TRICYCLICS, stems="riptyline, pramine"),
    drugs("NDRI, noradrenaline-dopamine reuptake inhibitor, norepinephrine-dopamine reuptake inhibitor",
          "bupropion, dexmethylphenidate, methylphenidate, solriamfetol"),
    drugs("SARI, serotonin antagonist and reuptake inhibitor", "nefazodone, trazodone"),
    drugs("NaSSA, noradrenergic and specific serotonergic antidepressant", "mianserin, mirtazapine"),
    drugs("tetracyclic antidepressant, TeCA, tetracyclic", _TETRACYCLICS),
    drugs("MAOI", _MAO_A, _MAO_B, "isocarboxazid, pargyline, phenelzine, tranylcypromine",
          opens="monoamine oxidase inhibitor, MAO inhibitor"),
    drugs("irreversible MAOI, irreversible MAO inhibitor, irreversible monoamine oxidase inhibitor",
          "isocarboxazid, pargyline, phenelzine, rasagiline, selegiline, tranylcypromine"),
    drugs("RIMA, reversible inhibitor of monoamine oxidase A", _MAO_A),
    drugs("", _MAO_B, opens="MAO-B inhibitor, monoamine oxidase B inhibitor"),
    # `Li+` is the Guide's name of lithium.
    drugs("mood stabilizer, mood stabiliser", "carbamazepine, lamotrigine, Li+, valproic acid"),
    # Psychosis
    drugs("antipsychotic, neuroleptic", _TYPICAL, _ATYPICAL, "xanomeline"),
    drugs("typical antipsychotic, first-generation antipsychotic, conventional antipsychotic, FGA", _TYPICAL),
    drugs("atypical antipsychotic, second-generation antipsychotic, SGA", _ATYPICAL),
    drugs("phenothiazine", """alimemazine, carphenazine, chlorpromazine, ethopropazine, fluphenazine, levomepromazine,
          mesoridazine, methdilazine, metopimazine, pecazine, periciazine, perphenazine, pipotiazine, prochlorperazine,
          promazine, promethazine, propiomazine, thiethylperazine, thioridazine, trifluoperazine, triflupromazine"""),
    drugs("butyrophenone", "benperidol, droperidol, haloperidol"),
    drugs("thioxanthene", "chlorprothixene, flupentixol, thiothixene, zuclopenthixol"),
    drugs("", "deutetrabenazine, tetrabenazine, valbenazine", opens="VMAT2 inhibitor", stems="benazine"),
    # Anxiety, sleep, waking
    drugs("benzodiazepine, BZD", """alprazolam, chlordiazepoxide, clobazam, clonazepam, clorazepate, diazepam,
          estazolam, flunitrazepam, flurazepam, halazepam, lorazepam, lormetazepam, midazolam, oxazepam, prazepam,
          quazepam, remimazolam, temazepam, triazolam""", stems="azepam, azolam"),
    drugs("Z-drug, nonbenzodiazepine, nonbenzodiazepine hypnotic", _Z_DRUGS, stems="piclone, pidem"),
    drugs("barbiturate", """butabarbital, butalbital, metharbital, methohexital, pentobarbital, phenobarbital,
          secobarbital, thiamylal, thiopental""", stems="barbital, arbital"),
    drugs("anxiolytic, anti-anxiety drug", """alprazolam, buspirone, chlordiazepoxide, chlormezanone, clobazam,
          clorazepate, diazepam, halazepam, hydroxyzine, lorazepam, meprobamate, oxazepam, prazepam"""),
    drugs("hypnotic, sedative, sedative-hypnotic, sleeping pill", _Z_DRUGS, _OREXANTS, """butabarbital,
          dexmedetomidine, estazolam, ethchlorvynol, ethinamate, flunitrazepam, flurazepam, glutethimide, lormetazepam,
          melatonin, methyprylon, midazolam, pentobarbital, propiomazine, quazepam, ramelteon, remimazolam,
          secobarbital, tasimelteon, temazepam, triazolam"""),
    drugs("", "agomelatine, melatonin, ramelteon, tasimelteon",
          opens="melatonin agonist, melatonin receptor agonist", stems="melteon"),
    drugs("DORA, dual orexin receptor antagonist", _OREXANTS, opens="orexin antagonist, orexin receptor antagonist",
          stems="orexant"),
    drugs("stimulant, psychostimulant, CNS stimulant", """amphetamine, caffeine, dexamfetamine, dexmethylphenidate,
          lisdexamfetamine, methamphetamine, methylphenidate, modafinil, serdexmethylphenidate, solriamfetol"""),
    drugs("anorectic, appetite suppressant, anorexiant", _ANORECTICS),
    drugs("anti-obesity drug, anti-obesity, weight-loss drug", _ANORECTICS, """cetilistat, liraglutide, mazdutide,
          orlistat, rimonabant, semaglutide, setmelanotide, tirzepatide"""),
    drugs("cannabinoid, cannabinoid drug", "cannabidiol, dronabinol, nabilone"),
    # Nerves
    drugs("antiepileptic, antiepileptic drug, anticonvulsant, antiseizure medication, antiseizure drug, AED, ASM", """
          brivaracetam, cannabidiol, carbamazepine, cenobamate, clobazam, clonazepam, eslicarbazepine, ethosuximide,
          ethotoin, felbamate, fenfluramine, fosphenytoin, gabapentin, ganaxolone, lacosamide, lamotrigine,
          levetiracetam, mephenytoin, mesuximide, metharbital, oxcarbazepine, paramethadione, perampanel, phenacemide,
          phenobarbital, phenytoin, pregabalin, primidone, retigabine, rufinamide, stiripentol, tiagabine, topiramate,
          trimethadione, valproic acid, vigabatrin, zonisamide""", stems="suximide"),
    drugs("racetam", "aniracetam, brivaracetam, levetiracetam, piracetam", stems="racetam"),
    drugs("gabapentinoid, α2δ ligand, α2δ subunit ligand", _GABAPENTINOIDS, stems="gabalin"),
    drugs("antiparkinson drug, antiparkinson, antiparkinsonian", _DOPAMINE_AGONISTS, _COMT, _MAO_B,
          _DECARBOXYLASE, """amantadine, benzatropine, biperiden, dexetimide, ethopropazine, foslevodopa,
          istradefylline, levodopa, methixene, orphenadrine, procyclidine, trihexyphenidyl"""),
    drugs("", _DOPAMINE_AGONISTS, opens="dopamine agonist, dopamine receptor agonist"),
    drugs("", _COMT, opens="COMT inhibitor, catechol-O-methyltransferase inhibitor", stems="capone"),
    drugs("", _DECARBOXYLASE,
          opens="DOPA decarboxylase inhibitor, aromatic L-amino acid decarboxylase inhibitor, AADC inhibitor"),
    drugs("AChEI", _CHOLINESTERASE, opens="cholinesterase inhibitor, acetylcholinesterase inhibitor,"
          " anticholinesterase, AChE inhibitor", stems="stigmine"),
    drugs("antidementia drug, antidementia", _AMYLOID,
          "benzgalantamine, donepezil, galantamine, huperzine A, memantine, rivastigmine, tacrine"),
    drugs("amyloid PET tracer, amyloid tracer", "florbetaben, florbetapir, flutemetamol"),
    drugs("anti-amyloid antibody, amyloid antibody, anti-amyloid, amyloid beta antibody, anti-amyloid beta antibody,"
          " Aβ antibody, anti-Aβ antibody", _AMYLOID),
    drugs("triptan", "almotriptan, eletriptan, frovatriptan, naratriptan, rizatriptan, sumatriptan, zolmitriptan",
          stems="triptan"),
    drugs("ditan", "lasmiditan", stems="ditan"),
    drugs("ergot, ergot alkaloid, ergot derivative", """bromocriptine, cabergoline, dihydroergotamine, ergometrine,
          ergotamine, lisuride, methylergonovine, methysergide, pergolide, terguride"""),
    drugs("gepant", _GEPANTS, opens="CGRP antagonist, CGRP receptor antagonist,"
          " calcitonin gene-related peptide antagonist", stems="gepant"),
    drugs("CGRP antibody, anti-CGRP antibody, CGRP monoclonal antibody, anti-CGRP",
          "eptinezumab, fremanezumab, galcanezumab"),
    drugs("", _GEPANTS, _CGRP_ANTIBODIES, opens="CGRP inhibitor"),
    drugs("S1P modulator", "etrasimod, fingolimod, ozanimod, ponesimod, siponimod",
          opens="S1P receptor modulator, sphingosine 1-phosphate receptor modulator, S1P receptor agonist"),
    drugs("", "amantadine, dextromethorphan, esketamine, ketamine, memantine",
          opens="NMDA antagonist, NMDA receptor antagonist"),
    # Pain
    drugs("opioid, opiate, opioid analgesic, narcotic analgesic", """alfentanil, anileridine, buprenorphine,
          butorphanol, codeine, dextropropoxyphene, dihydrocodeine, dipipanone, fentanyl, hydrocodone, hydromorphone,
          levomethadyl acetate, levorphanol, meptazinol, methadone, morphine, nalbuphine, oliceridine, oxycodone,
          oxymorphone, pentazocine, pethidine, remifentanil, sufentanil, tapentadol, tegileridine, tramadol""",
          stems="fentanil"),
    drugs("narcotic antagonist", """alvimopan, levallorphan, methylnaltrexone, naldemedine, nalmefene, nalorphine,
          naloxegol, naloxone, naltrexone, samidorphan""",
          opens="opioid antagonist, opioid receptor antagonist"),
    drugs("NSAID, nonsteroidal anti-inflammatory, nonsteroidal anti-inflammatory drug", _COXIBS, """amfenac, aspirin,
          bromfenac, bufexamac, carprofen, diclofenac, diflunisal, esflurbiprofen, etodolac, fenoprofen,
          flufenamic acid, flurbiprofen, ibuprofen, indomethacin, ketoprofen, ketorolac, meclofenamic acid,
          mefenamic acid, meloxicam, nabumetone, naproxen, nepafenac, niflumic acid, nimesulide, oxaprozin,
          phenylbutazone, piroxicam, sulindac, suprofen, tolfenamic acid, tolmetin""",
          stems="profen, coxib, fenac, oxicam"),
    drugs("coxib, selective COX-2 inhibitor, COX-2 selective inhibitor", _COXIBS, opens="COX-2 inhibitor",
          stems="coxib"),
    drugs("local anesthetic", """bupivacaine, chloroprocaine, cocaine, dibucaine, dyclonine,
          hexylcaine, levobupivacaine, lidocaine, mepivacaine, oxybuprocaine, prilocaine, procaine, proparacaine,
          ropivacaine""", stems="caine"),
    drugs("general anesthetic", _VOLATILE, _INTRAVENOUS),
    drugs("inhalational anesthetic, inhaled anesthetic, volatile anesthetic",
          _VOLATILE, stems="flurane"),
    drugs("intravenous anesthetic, IV anesthetic", _INTRAVENOUS),
    # Muscles
    drugs("neuromuscular blocker, neuromuscular blocking agent, NMBA", _NEUROMUSCULAR, stems="curium, curonium"),
    drugs("muscle relaxant", _NEUROMUSCULAR, _SPASMOLYTICS),
    drugs("skeletal muscle relaxant, antispasticity drug", _SPASMOLYTICS),
)  # fmt: skip

# For breath, allergy, stomach, gut and bladder

_SABA = "fenoterol, isoetarine, levosalbutamol, pirbuterol, procaterol, salbutamol, terbutaline"
_LABA = "arformoterol, bambuterol, formoterol, indacaterol, olodaterol, salmeterol, vilanterol"
_LAMA = "aclidinium, glycopyrrolate, revefenacin, tiotropium, umeclidinium"
_FIRST_GENERATION = """alimemazine, antazoline, azatadine, bromodiphenhydramine, brompheniramine, buclizine,
    carbinoxamine, chlorpheniramine, cinnarizine, clemastine, cyclizine, cyproheptadine, dexbrompheniramine,
    dimetindene, diphenhydramine, diphenylpyraline, doxylamine, hydroxyzine, ketotifen, meclizine, mepyramine,
    methdilazine, pheniramine, promethazine, tripelennamine, triprolidine"""
_SECOND_GENERATION = """alcaftadine, astemizole, azelastine, bepotastine, bilastine, cetirizine, desloratadine,
    emedastine, epinastine, fexofenadine, levocabastine, levocetirizine, loratadine, mizolastine, olopatadine,
    rupatadine, terfenadine"""
_LUKASTS = "montelukast, pranlukast, zafirlukast"
_NK1 = "aprepitant, fosaprepitant, fosrolapitant, netupitant, rolapitant"
_PAMORA = "alvimopan, methylnaltrexone, naldemedine, naloxegol"

_CFTR_POTENTIATORS = "deutivacaftor, ivacaftor"
_CFTR_CORRECTORS = "elexacaftor, lumacaftor, tezacaftor, vanzacaftor"

_BREATH_AND_GUT = (
    # Breath
    drugs("bronchodilator", _SABA, _LABA, _LAMA,
          "dyphylline, ensifentrine, ipratropium, isoprenaline, orciprenaline, theophylline"),
    drugs("", _SABA, _LABA, "ritodrine",
          opens="beta agonist, beta2 agonist, beta2 adrenoceptor agonist, beta2 adrenergic agonist", stems="terol"),
    drugs("LABA, long-acting beta agonist, long-acting beta2 agonist", _LABA),
    drugs("SABA, short-acting beta agonist, short-acting beta2 agonist", _SABA),
    drugs("LAMA, long-acting muscarinic antagonist, long-acting antimuscarinic", _LAMA),
    drugs("SAMA, short-acting muscarinic antagonist, short-acting antimuscarinic", "ipratropium"),
    drugs("anticholinergic, antimuscarinic", _LAMA, """atropine, benzatropine, biperiden, clidinium, cyclopentolate,
          darifenacin, dexetimide, dicyclomine, ethopropazine, fesoterodine, ipratropium, mepenzolic acid, methixene,
          N-methyl scopolamine, orphenadrine, oxybutynin, oxyphencyclimine, oxyphenonium, pirenzepine, procyclidine,
          propantheline, scopolamine, sofpironium, solifenacin, tolterodine, trihexyphenidyl, tropicamide, trospium""",
          opens="muscarinic antagonist, muscarinic receptor antagonist", stems="fenacin, clidinium"),
    drugs("xanthine derivative, methylxanthine", "caffeine, dyphylline, pentoxifylline, theophylline"),
    drugs("leukotriene modifier, antileukotriene", _LUKASTS, "zileuton"),
    drugs("LTRA", _LUKASTS,
          opens="leukotriene antagonist, leukotriene receptor antagonist, CysLT1 antagonist", stems="lukast"),
    drugs("", "apremilast, crisaborole, difamilast, ensifentrine, ibudilast, nerandomilast, roflumilast",
          opens="PDE4 inhibitor, phosphodiesterase 4 inhibitor", stems="milast"),
    drugs("CFTR modulator", _CFTR_POTENTIATORS, _CFTR_CORRECTORS, stems="caftor"),
    drugs("", _CFTR_POTENTIATORS, opens="CFTR potentiator"),
    drugs("CFTR corrector", _CFTR_CORRECTORS),
    drugs("mucolytic", "acetylcysteine, ambroxol, bromhexine"),
    drugs("antitussive, cough suppressant",
          "benzonatate, chlophedianol, codeine, dextromethorphan, gefapixant, hydrocodone, pholcodine"),
    drugs("decongestant, nasal decongestant",
          "ephedrine, naphazoline, oxymetazoline, phenylephrine, pseudoephedrine, xylometazoline"),
    # Allergy
    drugs("antihistamine, H1 antihistamine", _FIRST_GENERATION, _SECOND_GENERATION,
          opens="H1 antagonist, H1 blocker, H1 receptor antagonist, histamine H1 antagonist"),
    drugs("first-generation antihistamine, sedating antihistamine", _FIRST_GENERATION),
    drugs("second-generation antihistamine, non-sedating antihistamine, non-drowsy antihistamine", _SECOND_GENERATION),
    drugs("mast cell stabilizer, mast cell stabiliser",
          "amlexanox, cromoglicic acid, ketotifen, lodoxamide, nedocromil, olopatadine, pemirolast, tranilast"),
    # Stomach
    drugs("proton pump inhibitor, PPI",
          "dexlansoprazole, esomeprazole, ilaprazole, lansoprazole, omeprazole, pantoprazole, rabeprazole",
          opens="H+/K+ ATPase inhibitor", stems="oprazole, eprazole, laprazole"),
    drugs("P-CAB, potassium-competitive acid blocker",
          "keverprazan, linaprazan, revaprazan, tegoprazan, vonoprazan, zastaprazan", stems="prazan"),
    drugs("H2 blocker, H2RA, H2 antihistamine", "cimetidine, famotidine, nizatidine, ranitidine",
          opens="H2 antagonist, H2 receptor antagonist, histamine H2 antagonist", stems="tidine",
          excluded="azacitidine"),
    # Vomiting
    drugs("setron", "alosetron, azasetron, granisetron, ondansetron, palonosetron, tropisetron",
          opens="5-HT3 antagonist, 5-HT3 receptor antagonist, serotonin 3 antagonist", stems="setron"),
    drugs("", _NK1, opens="NK1 antagonist, NK1 receptor antagonist, neurokinin 1 antagonist,"
          " neurokinin 1 receptor antagonist, substance P antagonist", stems="pitant"),
    drugs("", "elinzanetant, fezolinetant",
          opens="NK3 antagonist, NK3 receptor antagonist, neurokinin 3 antagonist", stems="netant"),
    drugs("antiemetic", _NK1, """alizapride, azasetron, benzquinamide, cyclizine, diphenidol, domperidone, dronabinol,
          granisetron, metoclopramide, metopimazine, nabilone, ondansetron, palonosetron, prochlorperazine,
          promethazine, scopolamine, thiethylperazine, trimethobenzamide, tropisetron"""),
    # Gut
    drugs("PAMORA, peripherally acting mu-opioid receptor antagonist, peripherally acting mu-opioid antagonist,"
          " peripherally acting mu antagonist, peripherally acting opioid antagonist, peripheral opioid antagonist",
          _PAMORA),
    drugs("prokinetic, gastroprokinetic", "cisapride, domperidone, metoclopramide, mosapride, prucalopride, tegaserod"),
    drugs("laxative", _PAMORA,
          "elobixibat, linaclotide, lubiprostone, plecanatide, prucalopride, tegaserod, tenapanor"),
    drugs("antidiarrheal",
          "crofelemer, difenoxin, diphenoxylate, eluxadoline, loperamide, racecadotril"),
    drugs("antispasmodic, spasmolytic", """alverine, clidinium, dicyclomine, glycopyrrolate, mebeverine,
          mepenzolic acid, N-methyl scopolamine, oxyphencyclimine, oxyphenonium, papaverine, propantheline"""),
    drugs("", "linaclotide, plecanatide", opens="guanylate cyclase-C agonist, GC-C agonist"),
    drugs("", "elobixibat, maralixibat, odevixibat", opens="IBAT inhibitor, ASBT inhibitor,"
          " ileal bile acid transporter inhibitor", stems="ixibat"),
    drugs("aminosalicylate", "balsalazide, mesalazine, olsalazine, sulfasalazine",
          stems="salazine, salazide"),
    # Bladder, glands
    drugs("", "mirabegron, vibegron",
          opens="beta3 agonist, beta3 adrenoceptor agonist, beta3 adrenergic agonist", stems="begron"),
    drugs("cholinomimetic, parasympathomimetic",
          "aceclidine, bethanechol, carbachol, cevimeline, methacholine, pilocarpine, xanomeline",
          opens="muscarinic agonist, muscarinic receptor agonist"),
)  # fmt: skip

# For metabolism, hormones, bones and joints

_SULFONYLUREAS = "acetohexamide, chlorpropamide, glibenclamide, glimepiride, glipizide, tolazamide, tolbutamide"
_GLINIDES = "nateglinide, repaglinide"
_GLIPTINS = """alogliptin, anagliptin, cetagliptin, cofrogliptin, fotagliptin, linagliptin, saxagliptin, sitagliptin,
    teneligliptin, vildagliptin"""
_INCRETINS = """albiglutide, beinaglutide, dulaglutide, exenatide, liraglutide, lixisenatide, mazdutide, semaglutide,
    tirzepatide"""
_GLIFLOZINS = """bexagliflozin, canagliflozin, dapagliflozin, empagliflozin, enavogliflozin, ertugliflozin,
    henagliflozin, ipragliflozin, janagliflozin, sotagliflozin, tofogliflozin"""
_GLITAZONES = "pioglitazone, rosiglitazone, troglitazone"
_GLUCOSIDASE = "acarbose, miglitol"
_GLUCOCORTICOIDS = """amcinonide, beclometasone, beclometasone dipropionate, betamethasone, budesonide, ciclesonide,
    clobetasol propionate, clobetasone, deflazacort, desonide, desoximetasone, dexamethasone, diflorasone diacetate,
    difluprednate, fludroxycortide, flumethasone pivalate, flunisolide, fluocinolone acetonide, fluocinonide,
    fluorometholone, fluticasone, fluticasone furoate, fluticasone propionate, hydrocortisone, loteprednol etabonate,
    medrysone, methylprednisolone, mometasone, prednicarbate, prednisolone, prednisone, rimexolone, triamcinolone,
    triamcinolone acetonide, vamorolone"""
_GOUT = "allopurinol, febuxostat"
_URICOSURICS = "dotinurad, lesinurad, probenecid, sufinpyrazone"
_ANTISENSE = """casimersen, donidalorsen, eplontersen, eteplirsen, fomivirsen, golodirsen, inotersen, mipomersen,
    nusinersen, olezarsen, tofersen, viltolarsen, volanesorsen"""

_METABOLISM = (
    # Diabetes
    drugs("antidiabetic, antidiabetic drug, glucose-lowering drug, antihyperglycemic, hypoglycemic agent",
          _SULFONYLUREAS, _GLINIDES, _GLIPTINS, _INCRETINS, _GLIFLOZINS, _GLITAZONES, _GLUCOSIDASE,
          "benfluorex, chiglitazar, dorzagliatin, insulin, insulin glargine, metformin, pramlintide"),
    drugs("sulfonylurea", _SULFONYLUREAS),
    drugs("meglitinide, glinide", _GLINIDES, stems="glinide"),
    drugs("gliptin", _GLIPTINS,
          opens="DPP-4 inhibitor, dipeptidyl peptidase 4 inhibitor, dipeptidyl peptidase IV inhibitor",
          stems="gliptin"),
    # Teduglutide is an analogue of GLP-2.
    drugs("""incretin mimetic, GLP-1 RA, GLP-1 analogue, GLP-1 analog, glucagon-like peptide 1 analogue,
          glucagon-like peptide 1 analog""", _INCRETINS,
          opens="GLP-1 agonist, GLP-1 receptor agonist, glucagon-like peptide 1 receptor agonist",
          stems="glutide, enatide, dutide", excluded="teduglutide"),
    drugs("gliflozin", _GLIFLOZINS, opens="SGLT2 inhibitor, sodium-glucose cotransporter 2 inhibitor",
          stems="gliflozin"),
    drugs("thiazolidinedione, glitazone, TZD", _GLITAZONES, stems="glitazone"),
    drugs("biguanide", "metformin", stems="formin"),
    drugs("", _GLUCOSIDASE, opens="alpha-glucosidase inhibitor"),
    drugs("insulin preparation, insulin therapy", "insulin, insulin glargine"),
    drugs("insulin analogue, insulin analog, long-acting insulin", "insulin glargine"),
    drugs("", "epalrestat, tolrestat", opens="aldose reductase inhibitor", stems="restat"),
    # Thyroid, adrenal, pituitary
    drugs("thyroid hormone, thyroid hormone replacement", "levothyroxine sodium, liothyronine, tiratricol"),
    drugs("antithyroid, antithyroid drug, thionamide", "methimazole, propylthiouracil"),
    drugs("glucocorticoid, glucocorticosteroid, steroid anti-inflammatory", _GLUCOCORTICOIDS,
          stems="onide, metasone, methasone"),
    drugs("corticosteroid", _GLUCOCORTICOIDS, "fludrocortisone"),
    drugs("mineralocorticoid", "fludrocortisone"),
    drugs("ICS, inhaled corticosteroid, inhaled glucocorticoid, inhaled steroid", """beclometasone,
          beclometasone dipropionate, budesonide, ciclesonide, flunisolide, fluticasone, fluticasone furoate,
          fluticasone propionate, mometasone, triamcinolone acetonide"""),
    drugs("somatostatin analogue, somatostatin analog", "edotreotide, lanreotide, octreotide, pasireotide, vapreotide",
          opens="somatostatin receptor agonist", stems="reotide"),
    drugs("GHRH analogue, GHRH analog", "sermorelin, tesamorelin"),
    drugs("growth hormone secretagogue", "anamorelin, macimorelin, pralmorelin",
          opens="ghrelin receptor agonist, ghrelin agonist"),
    drugs("vasopressin analogue, vasopressin analog", "desmopressin, terlipressin", stems="pressin",
          excluded="vasopressin"),
    drugs("uterotonic, oxytocic",
          "carbetocin, dinoprostone, ergometrine, methylergonovine, misoprostol, oxytocin"),
    drugs("tocolytic", "atosiban, ritodrine"),
    drugs("steroidogenesis inhibitor, cortisol synthesis inhibitor", """aminoglutethimide, ketoconazole,
          levoketoconazole, metyrapone, mitotane, osilodrostat, trilostane"""),
    # Sex hormones
    drugs("androgen", """fluoxymesterone, testosterone, testosterone decanoate, testosterone isocaproate,
          testosterone phenylpropionate, testosterone propionate"""),
    drugs("anabolic steroid", "dromostanolone propionate, ethylestrenol, nandrolone, oxandrolone, stanozolol"),
    drugs("estrogen", """chlorotrianisene, dienestrol, diethylstilbestrol, estetrol, estradiol,
          estradiol valerate, estriol, estrone, estrone-3-sulphate, ethinylestradiol, mestranol, quinestrol"""),
    drugs("progestogen, progestin, gestagen", """desogestrel, dienogest, drospirenone, dydrogesterone,
          ethynodiol diacetate, etonogestrel, gestodene, levonorgestrel, medroxyprogesterone, megestrol, nomegestrol,
          norethisterone, norgestimate, progesterone""", stems="gest, gestrel, gestrol"),
    drugs("SERM, selective estrogen receptor modulator",
          "bazedoxifene, clomiphene, ospemifene, raloxifene, tamoxifen, toremifene", stems="oxifene, oxifen, mifene"),
    drugs("SERD, selective estrogen receptor degrader, selective estrogen receptor downregulator",
          "elacestrant, fulvestrant, imlunestrant", stems="estrant"),
    drugs("SARM, selective androgen receptor modulator", "andarine, GSK2881078", experimental=True),
    drugs("SARD, selective androgen receptor degrader, androgen receptor degrader, AR degrader",
          "ARD-266, ARD-69, bavdegalutamide", experimental=True),
    drugs("SPRM, selective progesterone receptor modulator", "mifepristone, ulipristal acetate"),
    drugs("", "aminoglutethimide, anastrozole, exemestane, fadrozole, letrozole, testolactone",
          opens="aromatase inhibitor, CYP19A1 inhibitor", stems="rozole"),
    drugs("antiandrogen", """apalutamide, bicalutamide, clascoterone, cyproterone acetate, darolutamide, enzalutamide,
          flutamide, nilutamide, rezvilutamide""", opens="androgen receptor antagonist", stems="lutamide"),
    # -relin is the stem of all stimulants of pituitary hormones, ghrelin agonists and analogues of GHRH among them.
    drugs("GnRH analogue, GnRH analog, gonadorelin analogue, gonadorelin analog",
          "buserelin, goserelin, histrelin, leuprolide, nafarelin, triptorelin",
          opens="GnRH agonist, GnRH receptor agonist, LHRH agonist", stems="relin",
          excluded="anamorelin, macimorelin, pralmorelin, protirelin, sermorelin, tesamorelin"),
    drugs("", "abarelix, cetrorelix, degarelix, elagolix, ganirelix, linzagolix, relugolix",
          opens="GnRH antagonist, GnRH receptor antagonist, LHRH antagonist", stems="relix, golix"),
    drugs("5-ARI", "dutasteride, finasteride", opens="5-alpha reductase inhibitor, 5-alpha-reductase 2 inhibitor",
          stems="steride"),
    drugs("prostaglandin analogue, prostaglandin analog", """bimatoprost, latanoprost, latanoprost (free acid form),
          latanoprostene bunod, misoprostol, omidenepag, tafluprost, travoprost, unoprostone isopropyl"""),
    # Bones
    drugs("bisphosphonate, diphosphonate", """alendronic acid, clodronic acid, etidronic acid, ibandronic acid,
          pamidronic acid, risedronic acid, tiludronic acid, zoledronic acid""", stems="onic acid"),
    drugs("vitamin D analogue, vitamin D analog",
          "calcifediol, calcipotriol, calcitriol, doxercalciferol, eldecalcitol, paricalcitol"),
    drugs("calcimimetic", "cinacalcet, etelcalcetide, evocalcet, upacicalcet", stems="calcet, calcetide"),
    drugs("PTH analogue, PTH analog, parathyroid hormone analogue, parathyroid hormone analog",
          "abaloparatide, palopegteriparatide, teriparatide", stems="paratide"),
    drugs("RANKL antibody, anti-RANKL", "denosumab, narlumosbart", opens="RANKL inhibitor, RANK ligand inhibitor"),
    # Joints
    drugs("XOI", _GOUT, opens="xanthine oxidase inhibitor"),
    drugs("uricosuric", _URICOSURICS),
    drugs("antigout drug, antigout", _GOUT, _URICOSURICS, "colchicine, pegloticase"),
    # Enzymes, nucleic acids
    drugs("enzyme replacement therapy, ERT", """alglucosidase alfa, elosulfase alfa, pabinafusp alfa,
          taliglucerase alfa, velaglucerase alfa"""),
    drugs("antisense oligonucleotide, ASO, antisense drug", _ANTISENSE, stems="rsen"),
    drugs("siRNA, small interfering RNA, siRNA drug",
          "fitusiran, givosiran, inclisiran, lumasiran, nedosiran, patisiran, plozasiran, vutrisiran", stems="siran"),
    drugs("", "berotralstat, ecallantide, lanadelumab, sebetralstat",
          opens="kallikrein inhibitor, plasma kallikrein inhibitor", stems="ralstat"),
    drugs("retinoid", """acitretin, adapalene, alitretinoin, bexarotene, etretinate, isotretinoin, palovarotene,
          tamibarotene, tazarotene, tretinoin, trifarotene""", stems="arotene, tretinoin"),
)  # fmt: skip

# Against infections, and for immunity

_PENICILLINS = """amoxicillin, ampicillin, aspoxicillin, azlocillin, bacampicillin, carbenicillin, carfecillin,
    carindacillin, cloxacillin, cyclacillin, dicloxacillin, flucloxacillin, hetacillin, mecillinam, methicillin,
    mezlocillin, nafcillin, oxacillin, penamecillin, penicillin G, pheneticillin, phenoxymethylpenicillin, piperacillin,
    pivmecillinam, sultamicillin, talampicillin, temocillin, ticarcillin"""
_CEPHALOSPORINS_1 = "cefadroxil, cefaloglycin, cefalotin, cefapirin, cefazolin, cefroxadine, cephalexin, cephradine"
_CEPHALOSPORINS_2 = """cefaclor, cefamandole, cefmetazole, cefonicid, ceforanide, cefotetan, cefoxitin, cefprozil,
    cefuroxime, loracarbef"""
_CEPHALOSPORINS_3 = """cefcapene, cefdinir, cefditoren, cefixime, cefmenoxime, cefoperazone, cefotaxime, cefpiramide,
    cefpodoxime, ceftazidime, cefteram, ceftibuten, ceftizoxime, ceftriaxone, latamoxef"""
_CEPHALOSPORINS_4 = "cefepime, cefoselis, cefozopran, cefpirome"
_CEPHALOSPORINS_5 = "ceftaroline fosamil, ceftobiprole"
_CEPHALOSPORINS = ", ".join(
    [
        _CEPHALOSPORINS_1,
        _CEPHALOSPORINS_2,
        _CEPHALOSPORINS_3,
        _CEPHALOSPORINS_4,
        _CEPHALOSPORINS_5,
        "cefiderocol, ceftolozane",
    ]
)
_CARBAPENEMS = "biapenem, doripenem, ertapenem, imipenem, meropenem, panipenem, tebipenem pivoxil"
_MONOBACTAMS = "aztreonam, carumonam"
_MACROLIDES = """azithromycin, clarithromycin, dirithromycin, erythromycin, flurithromycin, josamycin, midecamycin,
    oleandomycin, rokitamycin, roxithromycin, spiramycin, telithromycin, troleandomycin"""
_TETRACYCLINES = """chlortetracycline, clomocycline, demeclocycline, doxycycline, eravacycline, lymecycline,
    meclocycline, metacycline, minocycline, omadacycline, oxytetracycline, rolitetracycline, sarecycline, tetracycline,
    tigecycline"""
_FLUOROQUINOLONES = """balofloxacin, besifloxacin, ciprofloxacin, delafloxacin, enoxacin, finafloxacin, fleroxacin,
    flumequine, garenoxacin, gatifloxacin, gemifloxacin, grepafloxacin, levofloxacin, lomefloxacin, moxifloxacin,
    nadifloxacin, norfloxacin, ofloxacin, pazufloxacin, pefloxacin, prulifloxacin, rufloxacin, sarafloxacin,
    sitafloxacin, sparfloxacin, temafloxacin, tosufloxacin, trovafloxacin"""
_OTHER_QUINOLONES = """cinoxacin, nalidixic acid, nemonoxacin, oxolinic acid, ozenoxacin, pipemidic acid,
    piromidic acid, rosoxacin"""
_AMINOGLYCOSIDES = """amikacin, arbekacin, bekanamycin, dibekacin, dihydrostreptomycin, gentamicin, isepamicin,
    kanamycin, micronomicin, neomycin, netilmicin, paromomycin, plazomicin, sisomicin, streptomycin, tobramycin"""
_SULFONAMIDES = """mafenide, sulfabenzamide, sulfacetamide, sulfachlorpyridazine, sulfadiazine, sulfadimethoxine,
    sulfadimidine, sulfadoxine, sulfaguanidine, sulfamazone, sulfamerazine, sulfamethizole, sulfamethoxazole,
    sulfamethoxypyridazine, sulfametoxydiazine, sulfametrole, sulfamonomethoxine, sulfamoxole, sulfanilamide,
    sulfapyridine, sulfathiazole, sulfisoxazole"""
_OXAZOLIDINONES = "contezolid, linezolid, tedizolid"
_GLYCOPEPTIDES = "dalbavancin, oritavancin, teicoplanin, telavancin, vancomycin"
_POLYMYXINS = "colistin, polymyxin B"
_LINCOSAMIDES = "clindamycin, lincomycin"
_AMPHENICOLS = "azidamfenicol, chloramphenicol"
_RIFAMYCINS = "rifabutin, rifampicin, rifamycin, rifapentine, rifaximin"
_PLEUROMUTILINS = "lefamulin, retapamulin"
_STREPTOGRAMINS = "dalfopristin, pristinamycin IA, pristinamycin IIA, quinupristin"
_ANTIBACTERIAL_NITROFURANS = """furagin, furaltadone, furazolidone, nifuratel, nifuroxazide, nifurtoinol, nitrofural,
    nitrofurantoin"""
_NIDAZOLES = "metronidazole, secnidazole, tinidazole"
_IMIDAZOLES = "clotrimazole, econazole, ketoconazole, luliconazole, miconazole, tioconazole"
_TRIAZOLES = "itraconazole, posaconazole"
_NRTI = """abacavir, didanosine, emtricitabine, lamivudine, stavudine, tenofovir, tenofovir alafenamide, zalcitabine,
    zidovudine"""
_NNRTI = "ainuovirine, delavirdine, doravirine, efavirenz, etravirine, nevirapine, rilpivirine"
_HIV_PROTEASE = """amprenavir, atazanavir, darunavir, fosamprenavir, indinavir, lopinavir, nelfinavir, ritonavir,
    saquinavir, tipranavir"""
_INTEGRASE = "bictegravir, cabotegravir, dolutegravir, elvitegravir, raltegravir"
_OTHER_HIV = "fostemsavir, ibalizumab, lenacapavir, maraviroc"
_NEURAMINIDASE = "oseltamivir, zanamivir"
_NS5A = "daclatasvir, ledipasvir, ombitasvir, pibrentasvir, velpatasvir"
_NS5B = "dasabuvir, sofosbuvir"
_NS3 = """asunaprevir, boceprevir, glecaprevir, grazoprevir, narlaprevir, paritaprevir, simeprevir, vaniprevir"""
_MPRO = "ensitrelvir, nirmatrelvir, simnotrelvir"
_ARTEMISININS = "artemether, artenimol, artesunate"

_INFECTION = (
    # Bacteria
    drugs("antibiotic, antibacterial, antibacterial drug", _PENICILLINS, _CEPHALOSPORINS, _CARBAPENEMS, _MONOBACTAMS,
          _MACROLIDES, _TETRACYCLINES, _FLUOROQUINOLONES, _OTHER_QUINOLONES, _AMINOGLYCOSIDES, _SULFONAMIDES,
          _OXAZOLIDINONES, _GLYCOPEPTIDES, _POLYMYXINS, _LINCOSAMIDES, _AMPHENICOLS, _RIFAMYCINS, _PLEUROMUTILINS,
          _STREPTOGRAMINS, _ANTIBACTERIAL_NITROFURANS, _NIDAZOLES, """bacitracin, clofoctol, daptomycin, fidaxomicin,
          fosfomycin, fusidic acid, gepotidacin, methenamine, mupirocin, nitroxoline, novobiocin, spectinomycin,
          sulopenem, trimethoprim"""),
    drugs("beta-lactam, beta-lactam antibiotic", _PENICILLINS, _CEPHALOSPORINS, _CARBAPENEMS, _MONOBACTAMS,
          "sulopenem"),
    drugs("penicillin, penicillin antibiotic", _PENICILLINS, stems="cillin"),
    drugs("cephalosporin", _CEPHALOSPORINS),
    drugs("first-generation cephalosporin, 1st-generation cephalosporin", _CEPHALOSPORINS_1),
    drugs("second-generation cephalosporin, 2nd-generation cephalosporin", _CEPHALOSPORINS_2),
    drugs("third-generation cephalosporin, 3rd-generation cephalosporin", _CEPHALOSPORINS_3),
    drugs("fourth-generation cephalosporin, 4th-generation cephalosporin", _CEPHALOSPORINS_4),
    drugs("fifth-generation cephalosporin, 5th-generation cephalosporin", _CEPHALOSPORINS_5),
    drugs("cephamycin", "cefmetazole, cefotetan, cefoxitin"),
    # Sulopenem is a penem without being a carbapenem.
    drugs("carbapenem", _CARBAPENEMS, stems="penem", excluded="sulopenem"),
    drugs("monobactam", _MONOBACTAMS, stems="monam"),
    drugs("BLI", "avibactam, clavulanic acid, durlobactam, enmetazobactam, relebactam, sulbactam, vaborbactam",
          opens="beta-lactamase inhibitor", stems="bactam"),
    drugs("macrolide, macrolide antibiotic", _MACROLIDES, stems="thromycin"),
    drugs("tetracycline antibiotic, tetracycline class", _TETRACYCLINES, plurals="tetracyclines", stems="cycline"),
    drugs("fluoroquinolone, fluoroquinolone antibiotic", _FLUOROQUINOLONES, stems="floxacin"),
    drugs("quinolone, quinolone antibiotic", _FLUOROQUINOLONES, _OTHER_QUINOLONES, stems="oxacin"),
    drugs("aminoglycoside, aminoglycoside antibiotic", _AMINOGLYCOSIDES, stems="kacin"),
    drugs("sulfonamide, sulfonamide antibiotic, sulfa drug", _SULFONAMIDES),
    drugs("oxazolidinone, oxazolidinone antibiotic", _OXAZOLIDINONES, stems="zolid"),
    drugs("glycopeptide antibiotic, glycopeptide", _GLYCOPEPTIDES, stems="vancin"),
    drugs("polymyxin, polymyxin antibiotic", _POLYMYXINS),
    drugs("lincosamide, lincosamide antibiotic", _LINCOSAMIDES),
    drugs("amphenicol", _AMPHENICOLS),
    drugs("rifamycin antibiotic, ansamycin", _RIFAMYCINS, plurals="rifamycins"),
    drugs("pleuromutilin, pleuromutilin antibiotic", _PLEUROMUTILINS, stems="mulin"),
    drugs("streptogramin", _STREPTOGRAMINS, stems="pristin"),
    drugs("nitrofuran", _ANTIBACTERIAL_NITROFURANS, "nifurtimox"),
    drugs("nitroimidazole, nitroimidazole antibiotic", _NIDAZOLES, "delamanid, pretomanid", stems="nidazole"),
    drugs("antituberculosis drug, antituberculosis, antitubercular, tuberculostatic, TB drug", """
          bedaquiline, capreomycin, cycloserine,
          delamanid, enviomycin, ethambutol, ethionamide, isoniazid, para-aminosalicylic acid, pretomanid, protionamide,
          pyrazinamide, rifabutin, rifampicin, rifapentine, streptomycin, viomycin"""),
    drugs("", "methotrexate, pemetrexed, pralatrexate, proguanil, pyrimethamine, trimethoprim,"
          " trimetrexate", opens="DHFR inhibitor, dihydrofolate reductase inhibitor"),
    # Fungi
    drugs("antifungal, antimycotic", _IMIDAZOLES, _TRIAZOLES, "amorolfine, ciclopirox"),
    drugs("azole antifungal, antifungal azole, azole", _IMIDAZOLES, _TRIAZOLES, stems="conazole",
          excluded="levoketoconazole"),
    drugs("imidazole antifungal", _IMIDAZOLES),
    drugs("triazole antifungal", _TRIAZOLES),
    # Viruses
    drugs("antiviral, antiviral drug", _NRTI, _NNRTI, _HIV_PROTEASE, _INTEGRASE, _OTHER_HIV, _NEURAMINIDASE, _NS5A,
          _NS5B, _NS3, _MPRO, """aciclovir, amantadine, baloxavir marboxil, brincidofovir, bulevirtide, famciclovir,
          favipiravir, fomivirsen, foscarnet, maribavir, mindeudesivir, molnupiravir, remdesivir, ribavirin,
          trifluridine, umifenovir, valaciclovir, valganciclovir, vidarabine"""),
    drugs("antiretroviral, ARV, anti-HIV drug", _NRTI, _NNRTI, _HIV_PROTEASE, _INTEGRASE, _OTHER_HIV),
    drugs("NRTI, nucleoside reverse transcriptase inhibitor, nucleoside RT inhibitor,"
          " nucleoside analogue reverse transcriptase inhibitor", _NRTI),
    drugs("NNRTI, non-nucleoside reverse transcriptase inhibitor, non-nucleoside RT inhibitor", _NNRTI, stems="virine"),
    drugs("HIV reverse transcriptase inhibitor, HIV-1 reverse transcriptase inhibitor, reverse transcriptase inhibitor",
          _NRTI, _NNRTI),
    drugs("HIV protease inhibitor, HIV-1 protease inhibitor", _HIV_PROTEASE, stems="navir"),
    drugs("INSTI, HIV integrase inhibitor, HIV-1 integrase inhibitor, integrase inhibitor,"
          " integrase strand transfer inhibitor", _INTEGRASE, stems="tegravir"),
    drugs("influenza neuraminidase inhibitor", _NEURAMINIDASE, opens="neuraminidase inhibitor", stems="amivir"),
    drugs("direct-acting antiviral, DAA, HCV antiviral, hepatitis C antiviral", _NS5A, _NS5B, _NS3,
          stems="asvir, buvir, previr"),
    drugs("NS5A inhibitor, HCV NS5A inhibitor", _NS5A, stems="asvir"),
    drugs("NS5B inhibitor, HCV NS5B inhibitor, NS5B polymerase inhibitor", _NS5B, stems="buvir"),
    drugs("NS3 inhibitor, NS3/4A inhibitor, HCV NS3 inhibitor, HCV NS3/4A inhibitor, HCV protease inhibitor,"
          " NS3/4A protease inhibitor", _NS3, stems="previr"),
    drugs("3CL protease inhibitor, Mpro inhibitor, SARS-CoV-2 main protease inhibitor", _MPRO, stems="trelvir"),
    drugs("SARS-CoV-2 antibody, anti-SARS-CoV-2 antibody",
          "casirivimab, cilgavimab, imdevimab, regdanvimab, sipavibart, sotrovimab, tixagevimab"),
    # Parasites
    drugs("antimalarial, antimalarial drug", _ARTEMISININS, """amodiaquine, atovaquone, chloroquine, halofantrine,
          hydroxychloroquine, lumefantrine, mefloquine, piperaquine, primaquine, proguanil, pyrimethamine, quinine,
          sulfadoxine, tafenoquine"""),
    drugs("artemisinin derivative", _ARTEMISININS),
    drugs("anthelmintic, anthelminthic, antihelminthic, antihelmintic",
          "ivermectin, levamisole, mebendazole, niclosamide, oxantel, thiabendazole"),
)  # fmt: skip


# Classes of drugs that act on immunity, and antibodies by what they bind


_PD_1 = """cadonilimab, camrelizumab, cemiplimab, dostarlimab, enlonstobart, iparomlimab, ivonescimab, nivolumab,
    pembrolizumab, penpulimab, pucolentimab, retifanlimab, serplulimab, sintilimab, tislelizumab, toripalimab,
    zimberelimab"""
_PD_L1 = """adebrelimab, atezolizumab, avelumab, benmelstobart, cosibelimab, durvalumab, envafolimab, sugemalimab,
    tagitanlimab"""
_CTLA_4 = "cadonilimab, ipilimumab, tremelimumab, tuvonralimab"
_TNF = "adalimumab, certolizumab pegol, etanercept, golimumab, infliximab"
_IL_12_23 = "ebdarokimab, ustekinumab"
_CALCINEURIN = "cyclosporin A, pimecrolimus, tacrolimus, voclosporin"
_CONVENTIONAL = """auranofin, azathioprine, chloroquine, cyclosporin A, hydroxychloroquine, iguratimod, leflunomide,
    methotrexate, penicillamine, sulfasalazine"""
_BIOLOGIC = "abatacept, anakinra, rituximab, sarilumab, tocilizumab"
_TARGETED = "apremilast, baricitinib, filgotinib, peficitinib, tofacitinib, upadacitinib"

_IMMUNITY = (
    drugs("monoclonal antibody, mAb, therapeutic antibody, antibody drug", type="Antibody"),
    # Checkpoints
    drugs("checkpoint inhibitor, immune checkpoint inhibitor, ICI, immune checkpoint blocker", _PD_1, _PD_L1, _CTLA_4,
          "relatlimab"),
    drugs("PD-1 antibody, anti-PD-1, anti-PD-1 antibody", _PD_1, opens="PD-1 inhibitor, PD-1 blocker"),
    drugs("PD-L1 antibody, anti-PD-L1, anti-PD-L1 antibody", _PD_L1, opens="PD-L1 inhibitor, PD-L1 blocker"),
    drugs("CTLA-4 antibody, anti-CTLA-4, anti-CTLA-4 antibody", _CTLA_4, opens="CTLA-4 inhibitor, CTLA-4 blocker"),
    # Cytokines
    drugs("anti-TNF, TNF alpha blocker", _TNF,
          opens="TNF inhibitor, TNF blocker, TNF alpha inhibitor, tumor necrosis factor inhibitor"),
    drugs("anti-IL-1", "anakinra, canakinumab, rilonacept",
          opens="interleukin-1 inhibitor, IL-1 inhibitor, IL-1 blocker"),
    drugs("IL-5 antibody, anti-IL-5, anti-IL-5 antibody", "mepolizumab, reslizumab"),
    drugs("", "benralizumab, mepolizumab, reslizumab",
          opens="interleukin-5 inhibitor, IL-5 inhibitor, IL-5 antagonist"),
    drugs("IL-6 antibody, anti-IL-6, anti-IL-6 antibody", "sarilumab, satralizumab, siltuximab, tocilizumab",
          opens="interleukin-6 inhibitor, IL-6 inhibitor, IL-6 antagonist"),
    drugs("", "sarilumab, satralizumab, tocilizumab",
          opens="IL-6 receptor antibody, IL-6R antibody, anti-IL-6R, IL-6 receptor inhibitor,"
                " IL-6 receptor antagonist"),
    drugs("IL-13 antibody, anti-IL-13", "lebrikizumab, tralokinumab",
          opens="interleukin-13 inhibitor, IL-13 inhibitor, IL-13 antagonist"),
    drugs("IL-4 receptor antibody, anti-IL-4R", "dupilumab, stapokibart",
          opens="IL-4 receptor antagonist, IL-4R alpha inhibitor"),
    drugs("IL-17 antibody, anti-IL-17, anti-IL-17 antibody",
          "bimekizumab, brodalumab, ixekizumab, secukinumab, vunakizumab, xeligekimab",
          opens="interleukin-17 inhibitor, IL-17 inhibitor, IL-17 antagonist"),
    drugs("IL-12/23 antibody, IL-12/23 inhibitor", _IL_12_23),
    drugs("IL-23 antibody, anti-IL-23, anti-IL-23 antibody", _IL_12_23,
          "guselkumab, mirikizumab, risankizumab, tildrakizumab",
          opens="interleukin-23 inhibitor, IL-23 inhibitor, IL-23 antagonist"),
    drugs("", "belimumab, telitacicept", opens="BAFF inhibitor, BLyS inhibitor"),
    drugs("interferon drug, therapeutic interferon", """IFN-α2, IFN-α2b (recombinant human),
          IFN-β1a (recombinant human), IFN-β1b (recombinant human), IFN-γ, IFN-γ1b (human recombinant),
          peginterferon alfa-2b, peginterferon beta-1a"""),
    # Cells
    drugs("CD20 antibody, anti-CD20, anti-CD20 antibody, CD20 monoclonal antibody", """divozilimab,
          ibritumomab tiuxetan, obinutuzumab, ocrelizumab, ofatumumab, rituximab, tositumomab, ublituximab"""),
    drugs("CD19 antibody, anti-CD19, anti-CD19 antibody",
          "blinatumomab, inebilizumab, loncastuximab tesirine, tafasitamab"),
    drugs("BCMA antibody, anti-BCMA, anti-BCMA antibody",
          "belantamab mafodotin, elranatamab, linvoseltamab, teclistamab"),
    drugs("GD2 antibody, anti-GD2, anti-GD2 antibody", "dinutuximab, naxitamab"),
    drugs("integrin antibody, anti-integrin, anti-integrin antibody", "efalizumab, natalizumab, vedolizumab"),
    drugs("CD38 antibody, anti-CD38, anti-CD38 antibody", "daratumumab, isatuximab"),
    drugs("FcRn blocker, anti-FcRn", "efgartigimod alfa, nipocalimab, rozanolixizumab",
          opens="FcRn inhibitor, FcRn antagonist, neonatal Fc receptor antagonist"),
    drugs("antifibrotic, antifibrotic drug", "nerandomilast, nintedanib, pirfenidone"),
    # Immunosuppression
    drugs("immunosuppressant, immunosuppressive drug, immunosuppressive", _CALCINEURIN, """abatacept, azathioprine,
          basiliximab, belatacept, cyclophosphamide, daclizumab, everolimus, leflunomide, methotrexate, muromonab-CD3,
          mycophenolate mofetil, mycophenolic acid, sirolimus, teriflunomide"""),
    drugs("CNI", _CALCINEURIN, opens="calcineurin inhibitor"),
    drugs("DMARD, disease-modifying antirheumatic drug", _CONVENTIONAL, _TNF, _BIOLOGIC, _TARGETED),
    drugs("csDMARD, conventional DMARD, conventional synthetic DMARD", _CONVENTIONAL),
    drugs("bDMARD, biologic DMARD, biological DMARD", _TNF, _BIOLOGIC),
    drugs("tsDMARD, targeted synthetic DMARD", _TARGETED),
)  # fmt: skip

DRUG_CLASSES = (*_HEART, *_MIND, *_BREATH_AND_GUT, *_METABOLISM, *_INFECTION, *_CANCER, *_IMMUNITY)
