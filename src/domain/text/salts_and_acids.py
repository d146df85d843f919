"""Words around the names of substances: salts, esters, hydrates and their metals, acids and anions, units of doses.

They are here, below compounds and ligands, since the search for any kind needs them.
"""

import re

from biofacts.domain.text.patterns import late_pattern

_SALT_FORMERS = """
    besilate besylate bitartrate camsilate camsylate citrate dihydrate dihydrochloride dimaleate dimesylate edisilate
    edisylate embonate epolamine esilate esylate ethanolate fumarate hcl hemihydrate heptahydrate hexahydrate hyclate
    hydrate hydrobromide hydrochloride maleate mesilate mesylate monohydrate monohydrochloride mucate napsilate
    napsylate olamine pamoate pentahydrate sesquihydrate tartrate tetrahydrate tosilate tosylate trihydrate
    trometamol tromethamine
"""
_ALSO_ESTERS = "acetate bromide chloride iodide nitrate phosphate salt succinate sulfate sulphate"
_OF_MEDICINES = """
    aluminium aluminum ammonium anhydrous arginine benzoate bisulfate butyrate carbonate cipionate cypionate decanoate
    enantate enanthate erbumine gluconate isethionate lactate lysine malate malonate methanesulfonate monosodium oxalate
    palmitate pivalate propionate semisodium solvate stearate undecanoate valerate
"""

SALT_METALS = frozenset({"calcium", "disodium", "magnesium", "potassium", "sodium"})
"""Metals of salts, before or after the name of the other part: `sodium valproate`, `valproate sodium`."""

METALS_IN_FRONT = SALT_METALS | {"lithium"}
"""Metals of salts that come first. After a name, lithium is another medicine: `valproate lithium`."""

METALS_OF_ANIONS = METALS_IN_FRONT | {"copper", "iron", "manganese", "zinc"}
"""Metals of salts before an anion in -ate: `zinc gluconate`; `iron sucrose` and `zinc finger` are no salts."""

SURE_SALTS = frozenset(_SALT_FORMERS.split()) | SALT_METALS
"""The words for salts and hydrates of a substance, not folded.

Sources, also for the words below: the radicals and groups of modified INNs (WHO, International Nonproprietary Names
Modified, INN Working Document 05.167/3), in the spellings of INNs and of the USA.
"""

SALTS = SURE_SALTS | frozenset(_ALSO_ESTERS.split())
"""`SURE_SALTS`, and words that also end the names of other compounds: `estrone sulfate`, `methyl bromide`."""

SALTS_OF_MEDICINES = SALTS | frozenset(_OF_MEDICINES.split())
"""`SALTS`, and words that only behind the name of a medicine are sure to be a salt or an ester of it."""

ESTERS = frozenset({
    "acetate", "butyrate", "cipionate", "cypionate", "decanoate", "enantate", "enanthate", "palmitate", "phosphate",
    "pivalate", "propionate", "stearate", "sulfate", "sulphate", "undecanoate", "valerate",
})  # fmt: skip
"""Forms that are another substance than a metabolite: cholesterol sulfate is not a salt of cholesterol."""

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
