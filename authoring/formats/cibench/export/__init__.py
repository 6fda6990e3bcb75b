"""The tree of notebooks that OpenCompass loads as CIBench: suites, module folders, steps with tags and outputs.

`tree` is the way in. Scoring and importing such trees stand beside this package.
"""
