"""Comparing two values as DSEval's matcher does: `matches` under given flags, `loose` under loosened ones.

A module compares one family of values (scalars, arrays, frames, containers, sparse matrices) or serves several of them;
`dispatch` decides which one is asked. Reading flags belongs to `authoring.validators.flags`, verdicts to
`authoring.validators.comparison`.
"""
