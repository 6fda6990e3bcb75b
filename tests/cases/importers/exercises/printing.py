# %% [markdown]
# ### Step 1. Import

# %%
import pandas as pd

# %% [markdown]
# ### Step 2. Make a table called `df` with the column `a` and the values 1, 2, 3, 4, 5 and 6

# %%
df = pd.DataFrame({'a': [1, 2, 3, 4, 5, 6]})
print(df)

# %% [markdown]
# ### Step 3. What is the sum?

# %%
total = df.a.sum()
print('The sum is ' + str(round(total, 2)))

# %% [markdown]
# ### Step 4. What is the mean?

# %%
print(f'the mean is {df.a.mean():.2f}')

# %% [markdown]
# ### Step 5. What are the smallest and the largest value?

# %%
print('smallest', df.a.min())
print('largest: %d' % df.a.max())

# %% [markdown]
# ### Step 6. Print every value on a line of its own

# %%
for value in df.a:
    print(value)

# %% [markdown]
# ### Step 7. Of which type are the columns?

# %%
df.info()

# %% [markdown]
# ### Step 8. Show the middle rows

# %%
display(df.iloc[2:4])

# %% [markdown]
# ### Step 9. Greet the reader

# %%
print('Hello')

# %% [markdown]
# ### Step 10. Add a column `b` that doubles `a`

# %%
df['b'] = df['a'] * 2
print(df.shape)
df.info()

# %% [markdown]
# ### Step 11. Make a Series called `doubles` with the values of `b`

# %%
df['b']
