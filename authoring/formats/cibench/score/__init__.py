"""CIBench's metrics: OpenCompass' predictions against an exported tree, step by step and in averages of our own counts.

The rules are those of `CIBenchEvaluator` in OpenCompass 0.4.0, compared with runs of the real code. `run` is the way
in; `figure_grades` adds the grades of a model.
"""
