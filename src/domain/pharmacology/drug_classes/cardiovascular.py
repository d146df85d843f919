"""Classes of drugs for heart, vessels, kidneys, blood and lipids."""

from biofacts.domain.pharmacology.drug_classes.drug_class import drugs

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

HEART = (
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
          " angiotensin II receptor blocker", stems="sartan"),
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
    drugs("ADP receptor antagonist, ADP receptor inhibitor", _P2Y12,
          opens="P2Y12 inhibitor, P2Y12 antagonist, P2Y12 receptor antagonist, P2Y12 receptor inhibitor",
          stems="grel, grelor", excluded="ozagrel"),
    drugs("thienopyridine", "clopidogrel, prasugrel, ticlopidine"),
    drugs("", _GP_2B_3A, opens="""glycoprotein IIb/IIIa inhibitor, GP IIb/IIIa inhibitor,
          GPIIb/IIIa antagonist, glycoprotein IIb/IIIa antagonist""",
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
