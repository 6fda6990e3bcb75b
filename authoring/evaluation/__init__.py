"""Measuring agents with a benchmark, and benchmarks themselves.

`solvers` answer, `evaluate` runs and judges the answers, `metrics` and `agreement` count the verdicts, `statistics` and
`plots` describe the benchmark, and `player` runs cells for exports. How a single value is judged belongs in
`authoring.validators`; the file that an evaluation leaves belongs in `authoring.workspace.evaluation_file`.
"""
