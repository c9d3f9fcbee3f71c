"""All measurements, one after the other."""

from benchmarks import engines

engines.main()
