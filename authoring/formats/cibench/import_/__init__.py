"""Notebooks of a CIBench tree made problem sets: `notebook` reads the steps, `experiment` writes the set."""
