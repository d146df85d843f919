"""All drug classes in one table."""

from biofacts.domain.pharmacology.classes.breath_and_gut import BREATH_AND_GUT
from biofacts.domain.pharmacology.classes.cancer import CANCER
from biofacts.domain.pharmacology.classes.heart import HEART
from biofacts.domain.pharmacology.classes.immunity import IMMUNITY
from biofacts.domain.pharmacology.classes.infection import INFECTION
from biofacts.domain.pharmacology.classes.metabolism import METABOLISM
from biofacts.domain.pharmacology.classes.mind import MIND

DRUG_CLASSES = (*HEART, *MIND, *BREATH_AND_GUT, *METABOLISM, *INFECTION, *CANCER, *IMMUNITY)
