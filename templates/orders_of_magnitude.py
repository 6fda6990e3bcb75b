"""
title: Orders of magnitude
stage: features
knowledge: [logarithms, binning, counting]
needs: [df, log]
"""

# %%
"""
question: |
  Round {{ log.column }} down to whole numbers: how many {{ rows }} in `df` are there of each order of magnitude of
  {{ log.amount }}? Answer with a Series of the counts, indexed by that whole number (as an integer) in ascending order.

validator:
  result: "{{ same_table }}"
"""

np.floor(df[{{ log.column }}]).astype(int).value_counts().sort_index()
