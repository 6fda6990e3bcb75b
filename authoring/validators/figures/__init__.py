"""What figures show, taken from matplotlib's own objects, and whether two of them show the same.

*Extraction* runs where the figure is, in a process that is thrown away, because drawing settles limits and ticks.
*Comparison* sees plain numbers and words alone and imports no matplotlib. Both are bounded, because a submission's
process may draw and send anything. Options of the `vis` validator are read in `requirements`; verdicts belong to
`authoring.validators.checks.vis`.
"""
