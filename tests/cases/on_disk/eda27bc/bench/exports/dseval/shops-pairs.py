# %%
"""
question: |-
  Read `inputs/shops.csv` into a variable called shops
validator:
  namespace_check:
    shops:
"""

import pandas as pd
shops = pd.read_csv("inputs/shops.csv")

# %%
"""
question: |-
  How many rows has `shops`?
"""

len(shops)

# %%
"""
question: |-
  Which town has the most shops? Give its name.
"""

shops["town"].value_counts().idxmax()
