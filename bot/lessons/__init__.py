"""Lessons: a game learned in a few presses, from written positions. They are data, in `data/lessons`."""
