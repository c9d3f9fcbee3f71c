"""The face of C.R.A.P.: its words and pictures."""
