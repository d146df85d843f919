"""The language of queries: words of questions, generic words, and synonyms of processes.

These words belong to the language of biology: they do not decide which entry matches a query.
"""

from biofacts.domain.text import fold

_ASKING = """
    about affect affects again all already also any both cause causes could describe describing detail details did
    each event events explain explained find first for give given had has have having help if including information
    involve involves involving just know known learn like list look main me more most much my need new often one
    other our overview please process relate related relating resulting say see she should show some such summary
    tell than them then there they topic under us used using versus very vs want was we well were while who whose
    will would you your
"""

_GENERIC = """
    acid action activate activated activation activator activity acute adult agonist altered anabolic anabolism
    analysis antagonist assembly associated axis based binding biogenesis biology biosynthesis biosynthetic blockade
    blocker breakdown canonical cascade catabolic catabolism cell cellular chain change chemical chronic class
    complex component compound condition control crosstalk damage defect deficiency degradation delivery dependent
    derived development developmental differentiation disease disorder disruption disruptor disturbance domain dose
    drug dysfunction dysregulation effect efficacy element enzyme event expression factor failure family formation
    function gene general generation group growth homeostasis human hypothesis impaired independent induced
    induction infection inhibition inhibitor inhibitory interaction involvement ion level ligand link loss
    maintenance management mechanism mediated medicine member metabolic metabolism metabolite mode model modifying
    modulation modulator molecular molecule monitoring mutation negative network nuclear number organ organism
    pathogenesis pathology pathophysiology patient pharmacodynamics pharmacokinetics pharmacology phase physiology
    positive potential processing production profile progression promoter protein reaction receptor recycling
    reduction regulated regulation regulator regulatory related release research resistance resistant response
    result risk role route secretion selective sensitivity side signal signaling signalling source stage state
    stimulation stimulus strain stress structure study subunit superfamily superpathway symptom syndrome synthase
    synthesis synthetic system target targeted therapeutic therapy tissue toxicity toxin transcription
    transcriptional transduction transition transmission transport treatment trial type uptake use virus
"""


_SALT_FORMERS = """
    acetate besilate besylate bitartrate bromide chloride citrate dihydrate dihydrochloride fumarate hcl hydrate
    hydrobromide hydrochloride iodide maleate mesilate mesylate monohydrate nitrate phosphate salt succinate sulfate
    sulphate tartrate tosylate
"""

SALTS = frozenset([*_SALT_FORMERS.split(), "calcium", "magnesium", "potassium", "sodium"])
"""Names of salts and hydrates of a substance, unfolded."""


def _folded(words: str) -> frozenset[str]:
    return frozenset(token for word in words.split() for token in fold.tokens(word))


ASKING = _folded(_ASKING)
"""Words of questions, beside `fold.STOP_WORDS`: meaningless in a query, though they may be part of a name."""

GENERIC = _folded(_GENERIC) | _folded(_SALT_FORMERS)
"""Words for a kind of thing (`syndrome`, `metabolism`, `inhibitor`) that identify nothing.

An entry that matches only these is no answer to a query with other words.
"""
