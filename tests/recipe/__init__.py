"""The game that the documents build, through the whole bot. `tests/helpers/recipe.py` takes it from there."""
