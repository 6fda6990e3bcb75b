# %% [markdown]
# ### Step 1. Import

# %%
import pandas as pd
df = pd.DataFrame({'a': range(3)})

# %% [markdown]
# ### Step 2. How many rows has the DataFrame `df`?

# %%
# Solution 1
len(df)

# %%
# Solution 2
df.shape[0]

# %% [markdown]
# ### Step 3. How many columns has it?

# %%
df.shape  # both

# %%
df.shape[1]  # the columns only

# %% [markdown]
# ### Step 4. What is the sum of the even ones?

# %%
even = df[df['a'] % 2 == 0]
even.head()

# %%
even['a'].sum()

# %% [markdown]
# ### Step 5. What is the largest value of `a`?

# %%
df['a'].max()

# or

max(df['a'])

# %% [markdown]
# ### Step 6. What is the smallest value of `a`?

# %% [markdown]
# **Solution:**

# %%
df['a'].min()

# %% [markdown]
# ### Step 7. What is the mean of `a`?

# %%
df['a'].sum()

# %% [markdown]
# Answer:

# %%
df['a'].mean()
