"""How C.R.A.P. shows itself."""
