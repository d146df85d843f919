"""Classes of drugs against cancer, and kinase inhibitors for any indication."""

from biofacts.domain.pharmacology.drug_classes.drug_class import drugs

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
_TYROSINE_KINASE = ", ".join(
    [
        _EGFR_KINASE,
        _HER2_KINASE,
        _VEGFR,
        _ALK,
        _TRK,
        _BTK,
        _BCR_ABL,
        _FLT3,
        _MET,
        _RET,
        _FGFR,
        _CSF1R,
        _JAK,
        "avapritinib, defactinib, fostamatinib, ripretinib, unecritinib",
    ]
)
_MTOR = "everolimus, sirolimus, temsirolimus"
_PI3K = "alpelisib, copanlisib, duvelisib, idelalisib, inavolisib, leniolisib, umbralisib"
_ROCK = "belumosudil, fasudil, netarsudil, ripasudil"
_CONJUGATES = """belantamab mafodotin, brentuximab vedotin, datopotamab deruxtecan, disitamab vedotin,
    enfortumab vedotin, gemtuzumab ozogamicin, inotuzumab ozogamicin, loncastuximab tesirine,
    mirvetuximab soravtansine, polatuzumab vedotin, sacituzumab govitecan, sacituzumab tirumotecan,
    telisotuzumab vedotin, tisotumab vedotin, trastuzumab emtansine"""

CANCER = (
    # Cell poisons
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
    drugs("tyrosine kinase inhibitor, TKI", _TYROSINE_KINASE, stems="tinib", excluded=_MEK),
    drugs("", _CDK4_6, opens="CDK4/6 inhibitor", stems="ciclib"),
    drugs("", _MEK, opens="MEK inhibitor", stems="metinib"),
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
    drugs("", _TRK, opens="TRK inhibitor, NTRK inhibitor", stems="trectinib"),
    drugs("", _BTK, opens="BTK inhibitor, Bruton tyrosine kinase inhibitor", stems="brutinib"),
    drugs("BCR-ABL TKI", _BCR_ABL, opens="BCR-ABL inhibitor, BCR-ABL1 inhibitor"),
    drugs("", _FLT3, opens="FLT3 inhibitor"),
    drugs("MET TKI", _MET, opens="MET inhibitor, c-MET inhibitor"),
    drugs("RET TKI", _RET, opens="RET inhibitor"),
    drugs("FGFR TKI", _FGFR, opens="FGFR inhibitor"),
    drugs("", _CSF1R, "axatilimab", opens="CSF1R inhibitor"),
    drugs("jakinib", _JAK, opens="JAK inhibitor, Janus kinase inhibitor", stems="citinib"),
    drugs("rapalog, rapalogue", _MTOR, opens="mTOR inhibitor", stems="rolimus", excluded="pimecrolimus, tacrolimus"),
    drugs("", _PI3K, opens="PI3K inhibitor, phosphoinositide 3-kinase inhibitor", stems="lisib"),
    drugs("", _ROCK, opens="ROCK inhibitor, Rho kinase inhibitor", stems="sudil"),
    # Antibodies with a load, or with two ends
    drugs("antibody-drug conjugate, ADC", _CONJUGATES, stems="vedotin, ogamicin"),
    drugs("bispecific antibody, bispecific", """amivantamab, blinatumomab, cadonilimab, catumaxomab, elranatamab,
          emicizumab, epcoritamab, faricimab, glofitamab, ivonescimab, linvoseltamab, mosunetuzumab, odronextamab,
          talquetamab, tarlatamab, teclistamab, zanidatamab, zenocutuzumab"""),
    drugs("T-cell engager, bispecific T-cell engager, BiTE", """blinatumomab, catumaxomab, elranatamab, epcoritamab,
          glofitamab, linvoseltamab, mosunetuzumab, odronextamab, talquetamab, tarlatamab, tebentafusp, teclistamab"""),
)  # fmt: skip
