"""Classes of drugs for breath, allergy, stomach, gut and bladder."""

from biofacts.domain.pharmacology.drug_classes.drug_class import drugs

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

BREATH_AND_GUT = (
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
    drugs("PAMORA, peripherally acting mu-opioid receptor antagonist", _PAMORA),
    drugs("prokinetic, gastroprokinetic", "cisapride, domperidone, metoclopramide, mosapride, prucalopride, tegaserod"),
    drugs("laxative", _PAMORA,
          "elobixibat, linaclotide, lubiprostone, plecanatide, prucalopride, tegaserod, tenapanor"),
    drugs("antidiarrheal, antidiarrhoeal",
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
