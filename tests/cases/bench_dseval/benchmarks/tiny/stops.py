# %%
import pandas as pd

# %%
"""
question: |
  How much is one and one?
"""
1 + 1

# %%
"""
question: |
  Read `inputs/absent.csv` into `absent`.
validator:
  namespace_check:
    absent:
"""
absent = pd.read_csv("inputs/absent.csv")

# %%
"""
question: |
  How much is two and two?
"""
2 + 2
