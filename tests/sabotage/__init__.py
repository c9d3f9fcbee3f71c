"""Faults planted on purpose: every test that guards a promise shows with them that it can fail."""
