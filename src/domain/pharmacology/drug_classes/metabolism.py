"""Classes of drugs for metabolism, hormones, bones and joints."""

from biofacts.domain.pharmacology.drug_classes.drug_class import drugs

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

METABOLISM = (
    # Diabetes
    drugs("antidiabetic, antidiabetic drug, glucose-lowering drug, antihyperglycemic, hypoglycemic agent",
          _SULFONYLUREAS, _GLINIDES, _GLIPTINS, _INCRETINS, _GLIFLOZINS, _GLITAZONES, _GLUCOSIDASE,
          "benfluorex, chiglitazar, dorzagliatin, insulin, insulin glargine, metformin, pramlintide"),
    drugs("sulfonylurea", _SULFONYLUREAS),
    drugs("meglitinide, glinide", _GLINIDES, stems="glinide"),
    drugs("gliptin", _GLIPTINS,
          opens="DPP-4 inhibitor, dipeptidyl peptidase 4 inhibitor, dipeptidyl peptidase IV inhibitor",
          stems="gliptin"),
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
