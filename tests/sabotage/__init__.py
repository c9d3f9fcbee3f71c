"""Planted faults, with which every test that guards a promise shows that it can fail."""
