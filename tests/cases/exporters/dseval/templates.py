# %%
import pandas as pd

t = pd.read_csv("inputs/t.csv")

# %%
"""
question: How many rows has `t`? Give a whole number.
"""

len(t)

# %%
"""
question: How many columns has `t`? Give a whole number.
validator:
"""

len(t.columns)

# %%
"""
question: Give the sum of `x`.
validator:
  template: comparison
"""

int(t["x"].sum())

# %%
"""
question: Store the sum of `x` as `s`.
validator:
  template: intact
  namespace_check:
    s:
"""

s = int(t["x"].sum())

# %%
"""
question: Store the sum of `x` and one as `s`.
validator:
  template: basic
  namespace_check: {s: }
"""

s = int(t["x"].sum()) + 1

# %%
"""
question: Store the sum of `x` and two as `s`.
validator:
  template: empty
  namespace_check: {s: }
"""

s = int(t["x"].sum()) + 2
