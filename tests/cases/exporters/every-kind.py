# One problem of each kind: a number, a text, a table, a variable, printed text, a figure.

# %%
import pandas as pd

t = pd.read_csv("inputs/t.csv")

# %%
"""
question: |
  Give the sum of `x` of `t` as an integer.
"""

int(t["x"].sum())

# %%
"""
question: |
  Give the kinds in `t`, each once, as a set.
"""

set(t["kind"])

# %%
"""
question: |
  Give the sum of `x` for each `kind` of `t`, as a DataFrame with the columns `kind` and `x`.
"""

t.groupby("kind", as_index=False)["x"].sum()

# %%
"""
question: |
  Store the mean of `x` as `mean`.
validator:
  template: intact
  namespace_check:
    mean:
"""

mean = t["x"].mean()

# %%
"""
question: |
  Print the kinds of `t`, one a line.
validator:
  template: intact
  stream:
"""

print(*t["kind"], sep="\n")

# %%
"""
question: |
  Draw a histogram of `x` of `t` with 3 bins in a figure of 4 by 3 inches.
validator:
  template: intact
  vis:
execution:
  max_time: 30
"""

import matplotlib.pyplot as plt

plt.figure(figsize=(4, 3))
plt.hist(t["x"], bins=3)
plt.show()
