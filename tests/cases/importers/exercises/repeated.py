# %% [markdown]
# ### Step 1. Make a list of 3, 1 and 2 and call it `x`

# %%
x = [3, 1, 2]

# %% [markdown]
# ### Step 2. Look at it

# %%
x[0]

# %% [markdown]
# ### Step 3. Sort `x`

# %%
x.sort()

# %% [markdown]
# ### Step 4. Look at it

# %%
x[0]
