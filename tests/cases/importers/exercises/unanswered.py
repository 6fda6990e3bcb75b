# %% [markdown]
# ### Step 1. Import the libraries

# %%


# %% [markdown]
# ### Step 2. Add 1 and 2

# %%
# your code here

# %% [markdown]
# ### Step 3. Add 3 and 4

# %%
3 + ____

# %% [markdown]
# ### Step 4. Add 5 and 6

# %%
pass
