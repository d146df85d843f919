"""Classes of drugs: infections and immunity."""

from biofacts.domain.pharmacology.drug_classes.drug_class import drugs

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

INFECTION = (
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
    drugs("HIV reverse transcriptase inhibitor, HIV-1 reverse transcriptase inhibitor", _NRTI, _NNRTI),
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

IMMUNITY = (
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
    drugs("IL-5 antibody, anti-IL-5, anti-IL-5 antibody", "benralizumab, mepolizumab, reslizumab",
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
