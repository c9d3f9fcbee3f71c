"""Recordings of everything people see, which prove that a rebuild hasn't changed any of it.

`python -m tests.recordings faces` and `… evenings` compare what's shown with the files in `kept`. With
`--write` they make those files. All of it goes away when the rebuilds are done.
"""
