"""Who answers: recorded submissions, the reference itself, a program of the user's.

One module a solver, found by `registry`; each offers ``open_solver``, and adding one touches no other file. How answers
are run and judged belongs in `authoring.evaluation.evaluate`.
"""
