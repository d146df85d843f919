"""Words of chemical names: salts, esters and hydrates, acids and their anions, and the units of doses.

They are here, below compounds and ligands, since the search for any kind needs them.
"""

import re

from biofacts.domain.text.patterns import late_pattern

_SALT_FORMERS = """
    besilate besylate bitartrate citrate dihydrate dihydrochloride fumarate hcl hydrate hydrobromide hydrochloride
    maleate mesilate mesylate monohydrate tartrate tosilate tosylate
"""
_ALSO_ESTERS = "acetate bromide chloride iodide nitrate phosphate salt succinate sulfate sulphate"

SALT_METALS = frozenset({"calcium", "magnesium", "potassium", "sodium"})

SURE_SALTS = frozenset(_SALT_FORMERS.split()) | SALT_METALS
"""The words for salts and hydrates of a substance, not folded."""

SALTS = SURE_SALTS | frozenset(_ALSO_ESTERS.split())
"""`SURE_SALTS`, and words that also end the names of other compounds: `estrone sulfate`, `methyl bromide`."""

UNITS = "mg|mcg|[µμu]g|g|kg|ml|iu|units?|(?:milli|micro)?gram(?:me)?s?|puffs?|%"
"""The pattern of the dose units that follow a name in lists of medicines."""

_ACID = late_pattern(r"(?<=[a-z])ic acid$", re.I)
_ANION = late_pattern(r"(?<=[a-z]{2})ate$", re.I)
# An alkyl makes an ester of an anion (`methyl benzoate`), but `N-acetyl` may be a part of the acid's name.
_ALKYL = late_pattern(r"(?<!\S)(?!N\d?-)\S*yl\s", re.I)
# By the rule, a phosphate would belong to `phosphic acid`.
_IRREGULAR = {"phosphate": "phosphoric acid", "sulfate": "sulfuric acid", "sulphate": "sulphuric acid"}


def acid_or_anion(name: str) -> str | None:
    """Return the name of an acid's anion, or of an anion's acid, since either may be drawn for the same metabolite.

    `-ic acid` corresponds to `-ate`. Return None for other names, also for `-ous acid`, `-ite`, and esters (`methyl
    benzoate`).
    """
    if not name.casefold().endswith(("acid", "ate")) or _ALKYL.search(name):
        return None
    if _ACID.search(name):
        return next(
            (name[: -len(acid)] + anion for anion, acid in _IRREGULAR.items() if name.casefold().endswith(acid)),
            _ACID.sub("ate", name),
        )
    for anion, acid in _IRREGULAR.items():
        if name.casefold().endswith(anion):
            # `glucose 6-phosphate` is an ester.
            return name[: -len(anion)] + acid if " " not in name and "-" not in name else None
    return _ANION.sub("ic acid", name) if _ANION.search(name) else None
