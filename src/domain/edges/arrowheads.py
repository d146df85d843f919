"""The meaning of arrowheads: the type of an interaction, its effect, and the sign of that effect."""

from collections.abc import Mapping

from biofacts.domain.edges.edge import Effect, Sign
from biofacts.domain.pathways.pathway import InteractionType

NO_HEAD = "Line"
"""GPML's word for the end of a line without an arrowhead."""

_TYPES: Mapping[str, InteractionType] = {
    NO_HEAD: "association",
    "Arrow": "activation",
    "TBar": "inhibition",
    "mim-stimulation": "activation",
    "mim-necessary-stimulation": "stimulation_necessary",
    "mim-inhibition": "inhibition",
    "mim-binding": "binding",
    "mim-covalent-bond": "binding",
    "mim-conversion": "conversion",
    "mim-catalysis": "catalysis",
    "mim-transcription-translation": "transcription_translation",
    "mim-modification": "modification",
    "mim-cleavage": "cleavage",
    "mim-translocation": "translocation",
}
_EFFECTS: Mapping[InteractionType, Effect] = {
    "activation": "activates",
    "inhibition": "inhibits",
    "binding": "binds",
    "conversion": "converts",
    "catalysis": "catalyses",
    "transcription_translation": "transcribes",
    "modification": "modifies",
    "cleavage": "cleaves",
    "translocation": "translocates",
    "stimulation_necessary": "necessary_for",
    "association": "associates",
    "other": "other",
}
_SIGNS: Mapping[Effect, Sign] = {"activates": "+", "catalyses": "+", "necessary_for": "+", "inhibits": "-"}


def interaction_type(head: str, *, between_metabolites: bool) -> InteractionType:
    """Return the meaning of an arrowhead, which is written as GPML does."""
    # Nothing activates a metabolite: a plain arrow between two of them is a reaction.
    if head == "Arrow" and between_metabolites:
        return "conversion"
    if head.startswith(("Receptor", "Ligand")):
        return "binding"
    return _TYPES.get(head, "other")


def effect(interaction: InteractionType) -> Effect:
    """Return the effect of an interaction on its target."""
    return _EFFECTS[interaction]


def sign(interaction: InteractionType) -> Sign | None:
    """Return the sign of an interaction's effect; None if it has none, such as a conversion."""
    return _SIGNS.get(effect(interaction))
