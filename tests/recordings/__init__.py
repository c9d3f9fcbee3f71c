"""What people see today, recorded, so that a rebuild can prove that it has changed nothing of it.

`python -m tests.recordings faces` and `… evenings` compare what is shown with the files in `kept`. With `--write`
they make those files. Both go away when the rebuilds are done.
"""
