"""All drug classes in one table."""

from biofacts.domain.pharmacology.drug_classes.cancer import CANCER
from biofacts.domain.pharmacology.drug_classes.cardiovascular import HEART
from biofacts.domain.pharmacology.drug_classes.infection_immunity import IMMUNITY, INFECTION
from biofacts.domain.pharmacology.drug_classes.metabolism import METABOLISM
from biofacts.domain.pharmacology.drug_classes.nervous_system import MIND
from biofacts.domain.pharmacology.drug_classes.respiratory_digestive import BREATH_AND_GUT

DRUG_CLASSES = (*HEART, *MIND, *BREATH_AND_GUT, *METABOLISM, *INFECTION, *CANCER, *IMMUNITY)
