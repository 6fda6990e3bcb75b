# Limits, hidden names, fetched files, and the forms a docstring may have.

# %%
import pandas as pd

t = pd.read_csv("inputs/t.csv")
total = 7

# %%
"""
question: |
  Give the sum of `x`, of the file `t.csv`.
data:
  t.csv: https://example.org/t.csv
execution:
  max_time: 20
  max_memory: 500
  forbid_names: [total]
"""

int(pd.read_csv("inputs/t.csv")["x"].sum())

# %%
r"""
question: |
  Give the number of values of `x` whose text matches `\d+`.
execution:
  max_memory: -1
  forbid_names:
"""

int(t["x"].astype(str).str.fullmatch(r"\d+").sum())

# %%

# %%
"""
question: "Wie heißt die größte Zahl? 最大値? Answer as `largest: 2`, a text \U0001F427."
data:
execution:
"""

f"largest: {t['x'].max()}"
# %%
