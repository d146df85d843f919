"""Classes of drugs, as tables by area of medicine."""
