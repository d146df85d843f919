"""Tables of drug classes by area of medicine; `table.py` joins them."""
