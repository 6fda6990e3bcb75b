# %%
import pandas as pd

# %%
"""
question: |
  Read `inputs/prices.csv` into `prices`.
validator:
  namespace_check:
    prices:
"""
prices = pd.read_csv("inputs/prices.csv")

# %%
"""
question: |
  Give the mean price, rounded to one decimal.
"""
round(prices["price"].mean(), 1)

# %%
"""
question: |
  Give the cities, dearest first.
"""
prices.sort_values("price", ascending=False)[["city"]]
