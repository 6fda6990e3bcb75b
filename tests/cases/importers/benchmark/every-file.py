# %%
import os

import pandas as pd

tables = [pd.read_csv(f"inputs/{name}") for name in sorted(os.listdir("inputs"))]

# %%
"""
question: How many tables are there?
"""

len(tables)
