"""Classes of drugs, as tables by area of medicine: `table.py` has them all."""
