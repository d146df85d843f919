"""Classes of drugs that act on immunity, and antibodies by what they bind."""

from biofacts.domain.pharmacology.drug_classes.drug_class import drugs

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
    drugs("TNFi, anti-TNF, TNF alpha blocker", _TNF,
          opens="TNF inhibitor, TNF blocker, TNF alpha inhibitor, tumor necrosis factor inhibitor"),
    drugs("anti-IL-1", "anakinra, canakinumab, rilonacept",
          opens="interleukin-1 inhibitor, IL-1 inhibitor, IL-1 blocker"),
    drugs("IL-5 antibody, anti-IL-5, anti-IL-5 antibody", "benralizumab, mepolizumab, reslizumab",
          opens="interleukin-5 inhibitor, IL-5 inhibitor, IL-5 antagonist"),
    drugs("IL-6 antibody, anti-IL-6, anti-IL-6 antibody", "sarilumab, satralizumab, siltuximab, tocilizumab",
          opens="interleukin-6 inhibitor, IL-6 inhibitor, IL-6 antagonist"),
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
