"""Viruses, bacteria, fungi and parasites that a query names: their proteins are hardly in the Guide."""

import re

from biofacts.domain.text.patterns import late_pattern

# Genera of the WHO's lists of priority pathogens and neglected tropical diseases, and the usual names of viruses.
_GENERA = """
    acinetobacter aspergillus bacillus bordetella borrelia brugia campylobacter candida chlamydia clostridioides
    clostridium cryptococcus cryptosporidium entamoeba enterobacter enterococcus escherichia giardia haemophilus
    helicobacter klebsiella legionella leishmania listeria mycobacterium mycoplasma neisseria onchocerca plasmodium
    pneumocystis pseudomonas salmonella schistosoma shigella staphylococcus streptococcus toxoplasma treponema
    trichomonas trypanosoma vibrio wolbachia yersinia
"""
_VIRUSES = (
    r"\w*virus(?:es)?|\w*viral|(?:HIV|SIV|HTLV|HSV)(?:[- ]?[12])?|HCV|HBV|HPV|H?CMV|EBV|RSV|VZV|influenza(?: [AB])?"
    r"|(?:SARS|MERS)(?:-CoV)?(?:-?2)?|CoV|hepatitis [A-E]|dengue|zika|ebola"
)
_NAMES = late_pattern(
    rf"(?<![\w-])(?!anti)(?:{_VIRUSES}|\w*bacteri\w*|fung(?:al|us|i)|parasit\w+|E\. ?coli|P\. ?falciparum|"
    rf"{'|'.join(_GENERA.split())})(?!\w)",
    re.I,
)


def named_in(query: str) -> str | None:
    """Return the first pathogen that a query names beside other words, as it is written."""
    found = _NAMES.search(query)
    return found[0] if found and found[0] != query.strip() else None
