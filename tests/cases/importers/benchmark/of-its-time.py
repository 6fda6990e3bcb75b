# %%
import pandas as pd

days = pd.DataFrame({"day": [1, 2]})

# %%
"""
question: Double every value of `days`.
"""

days.append_row(days)

# %%
"""
question: How many rows has `days`?
"""

len(days)
