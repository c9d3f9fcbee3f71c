"""All measurements, one after the other; the exit code is 1 when a target is missed.

`python -m benchmarks.engines` and `python -m benchmarks.load` measure one thing, and take options.
"""

import argparse
import sys

from benchmarks import engines
from benchmarks.load import __main__ as load

argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__).parse_args()
sys.exit(max([engines.main([]), load.main([])]))
