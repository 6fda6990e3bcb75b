"""
title: Orders of magnitude
stage: features
knowledge: [logarithms, binning, counting]
needs: [df, log]
worth: numbers(answer)|select("ge", 0.05 * table.rows)|list|length >= 3
"""

# %%
"""
question: |
  Round {{ log.column }} down to whole numbers: how many {{ rows }} in `df` have each order of magnitude of
  {{ log.amount }}? Answer with a Series of the counts, indexed by that integer in ascending order.

validator:
  result: "{{ same_table }}"
"""

np.floor(df[{{ log.column }}]).astype(int).value_counts().sort_index()
