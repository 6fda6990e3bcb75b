# %%
import pandas as pd

shops = pd.read_csv("inputs/shops.csv")

# %%
"""
question: How many rows has `shops`?
"""

len(shops)
