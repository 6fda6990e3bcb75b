"""The pilot: solvers try a problem set before people do, and what they do is turned into findings for its author.

Answers come from `evaluate`, each problem from the state that the references left. `comparison` puts them into clusters
by the set's own judge, `item_statistics` counts, and `diagnosis` says what the answers tell of a problem.
"""
