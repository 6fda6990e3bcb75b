# %% [markdown]
# ### Step 1. Import

# %%
import pandas as pd

# %% [markdown]
# ### Step 2. You have this DataFrame `df`:
#
# ```python
# df = pd.DataFrame({'a': [1, 2, 2, 3]})  # a column
# ```
#
# How many distinct values are there?

# %%
df = pd.DataFrame({'a': [1, 2, 2, 3]})

df['a'].nunique()
