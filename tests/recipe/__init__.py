"""Tests of the game that the documents build, in the whole bot. `tests/helpers/recipe.py` reads it."""
