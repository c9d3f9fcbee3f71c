"""Lessons: a game learned in a few clicks, from written positions. They're data, in `data/lessons`."""
