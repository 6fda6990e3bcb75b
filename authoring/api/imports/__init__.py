"""Taking in what other programs wrote: notebooks, tables of pairs, functions, benchmarks and their results.

How a format is read belongs to `authoring.formats`; what was read becomes a seed and a run here, proven like any draft.
"""
