# %%
import pandas as pd

snow = pd.read_csv("inputs/snow.csv")

# %%
"""
question: How many rows has `snow`?
"""

len(snow)

# %%
"""
question: How many columns has `snow`?
"""

len(snow.columns)
