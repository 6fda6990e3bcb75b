# %% [markdown]
# ### Step 1. Import

# %%
import pandas as pd
df = pd.DataFrame({'a': [1, 2, 2], 'b': ['x', 'y', 'y']})

# %% [markdown]
# ### Step 2. Write a function that doubles

# %%
def double(x):
    return 2 * x

# %% [markdown]
# ### Step 3. Write a lambda that adds one

# %%
plus = lambda x: x + 1

# %% [markdown]
# ### Step 4. Double column `a` of `df`

# %%
df['a'] = df['a'].apply(double)

# %% [markdown]
# ### Step 5. Group `df` by `b` and call the groups `groups`

# %%
groups = df.groupby('b')

# %% [markdown]
# ### Step 6. How large are the groups?

# %%
groups.size()

# %% [markdown]
# ### Step 7. Add column `a` of `df` to itself and call it `both`

# %%
both = df['a'].add(df['a'])
both.tail()

# %% [markdown]
# ### Step 8. Multiply every value of `df` by 2

# %%
(df * 2).head()
