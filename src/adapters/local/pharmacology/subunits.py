"""Channels that are named by their subunits (`α4β2`), which the Guide lists one by one."""

from collections import defaultdict
from collections.abc import Mapping

from biofacts.adapters.local.entries.pharmacology import decode_target_summary
from biofacts.domain.pharmacology.queries.target_steps import Step
from biofacts.domain.text import fold
from biofacts.ports.catalogue import Catalogue


async def subunits_of(targets: Catalogue, step: Step) -> Mapping[str, Mapping[str, bytes]]:
    """Return the subunits of a channel by family, in the step's order, of every family that has all of them."""
    families: defaultdict[str, dict[str, dict[str, bytes]]] = defaultdict(dict)
    for number, stored in (await targets.with_terms(step.selectors)).items():
        summary = decode_target_summary(stored)
        for word in {*map(fold.literal, summary.name.split())} & {*step.subunits}:
            families[summary.family].setdefault(word, {})[number] = stored
    return {
        family: {number: one for subunit in step.subunits for number, one in found[subunit].items()}
        for family, found in families.items()
        if len(found) == len(step.subunits)
    }
