"""All measurements, one after the other; the exit code is 1 when a target of the load is missed.

`python -m benchmarks.engines` and `python -m benchmarks.load` measure one thing, and take options.
"""

import argparse
import sys

from benchmarks import engines
from benchmarks.load.__main__ import main

argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__).parse_args()
engines.main([])
sys.exit(main([]))
