"""The four main measurements, one after another. The exit code is 1 if a target is missed.

`python -m benchmarks.engines`, `load`, `strength` and `years` each measure one thing, with options.
"""

import argparse
import sys

from benchmarks import engines
from benchmarks.load import __main__ as load
from benchmarks.strength import __main__ as strength
from benchmarks.years import __main__ as years

argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__).parse_args()
sys.exit(max([engines.main([]), load.main([]), strength.main([]), years.main([])]))
