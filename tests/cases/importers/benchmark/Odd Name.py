# %%
import pandas as pd

rain = pd.read_csv("inputs/rain.csv")

# %%
"""
question: Read the wind into `wind`.
validator:
  namespace_check:
    wind:
data:
  wind.csv: https://example.org/wind.csv
"""

wind = pd.read_csv("inputs/wind.csv")

# %%
"""
question: What is the mean of `rain` in `rain`?
"""

rain["rain"].mean()
