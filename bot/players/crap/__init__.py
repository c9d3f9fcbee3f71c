"""How computers play C.R.A.P."""
