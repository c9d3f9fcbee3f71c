"""The process itself: holding back its start, tuning it, watching over it, and looking what is wrong."""
