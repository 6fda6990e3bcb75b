"""What figures show, taken from matplotlib's own objects, and whether two of them show the same.

*Looking* runs where the figure is, in a process that is thrown away, because drawing settles limits and ticks.
*Comparing* sees plain numbers and words alone and imports no matplotlib. Both are bounded, because a submission's
process may draw and send anything.
"""
