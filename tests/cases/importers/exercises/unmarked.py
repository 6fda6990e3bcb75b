# %% [markdown]
# # Looking at penguins

# %%
import pandas as pd

# %% [markdown]
# ## The data

# %%
df = pd.read_csv('penguins.csv')

# %% [markdown]
# ## Sizes
#
# How many penguins are there?

# %%
len(df)

# %% [markdown]
# We see that some are heavy.

# %%
df['mass'].max()

# %% [markdown]
# Find the mean mass of each species.

# %%
df.groupby('species')['mass'].mean()
