# %%
# Conventions:
# - New DataFrames are numbered from 0.
# - Equal values stand in ascending order
#   of their labels.

# %%
import pandas as pd

t = pd.read_csv("inputs/t.csv")

# %%
"""
question: |
  Which values above 1 has `x` of `t`? Answer with a DataFrame.
"""

t[t["x"] > 1].reset_index(drop=True)

# %%
"""
question: 'How often does each value of `x` occur in `t`? Answer with a Series indexed by value, the most frequent first.'
validator:
  result:
    ignore_names: true
"""

t["x"].value_counts().sort_index().sort_values(ascending=False, kind="stable")
