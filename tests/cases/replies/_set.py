# %%
import pandas as pd

df = pd.read_csv("inputs/penguins.csv")

# %%
"""
question: |-
  What is the mean of `body_mass_g`? Round to 1 decimal.
validator:
  result:
    atol: 0.1
"""

round(df["body_mass_g"].mean(), 1)

# %%
"""
question: |-
  How many rows of `df` have a `bill_depth_mm` over 18? Store it as `deep`.
validator:
  namespace_check:
    deep:
"""

deep = int((df["bill_depth_mm"] > 18).sum())
