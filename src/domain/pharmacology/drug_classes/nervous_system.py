"""Classes of drugs for mind, nerves, sleep, pain and anaesthesia."""

from biofacts.domain.pharmacology.drug_classes.drug_class import drugs

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

MIND = (
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
    drugs("gabapentinoid", _GABAPENTINOIDS, stems="gabalin"),
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
    drugs("anti-amyloid antibody, amyloid antibody, anti-amyloid", _AMYLOID),
    drugs("triptan", "almotriptan, eletriptan, frovatriptan, naratriptan, rizatriptan, sumatriptan, zolmitriptan",
          stems="triptan"),
    drugs("ditan", "lasmiditan", stems="ditan"),
    drugs("ergot, ergot alkaloid, ergot derivative", """bromocriptine, cabergoline, dihydroergotamine, ergometrine,
          ergotamine, lisuride, methylergonovine, methysergide, pergolide, terguride"""),
    drugs("gepant", _GEPANTS, opens="CGRP antagonist, CGRP receptor antagonist", stems="gepant"),
    drugs("CGRP antibody, anti-CGRP antibody, CGRP monoclonal antibody, anti-CGRP", _CGRP_ANTIBODIES),
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
    drugs("local anesthetic, local anaesthetic", """bupivacaine, chloroprocaine, cocaine, dibucaine, dyclonine,
          hexylcaine, levobupivacaine, lidocaine, mepivacaine, oxybuprocaine, prilocaine, procaine, proparacaine,
          ropivacaine""", stems="caine"),
    drugs("general anesthetic, general anaesthetic", _VOLATILE, _INTRAVENOUS),
    drugs("inhalational anesthetic, inhalational anaesthetic, inhaled anesthetic, inhaled anaesthetic,"
          " volatile anesthetic, volatile anaesthetic",
          _VOLATILE, stems="flurane"),
    drugs("intravenous anesthetic, intravenous anaesthetic, IV anesthetic, IV anaesthetic", _INTRAVENOUS),
    # Muscles
    drugs("neuromuscular blocker, neuromuscular blocking agent, NMBA", _NEUROMUSCULAR, stems="curium, curonium"),
    drugs("muscle relaxant", _NEUROMUSCULAR, _SPASMOLYTICS),
    drugs("skeletal muscle relaxant, antispasticity drug", _SPASMOLYTICS),
)  # fmt: skip
