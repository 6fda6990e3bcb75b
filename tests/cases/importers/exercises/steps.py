# %% [markdown]
# # Ex1 - Shops
#
# Watch the [video](https://video.example.org/1) first.

# %% [markdown]
# Thanks to [Ann](https://ann.example.org).
#
# ### Step 1. Import the libraries

# %%
import pandas as pd

# %% [markdown]
# ### Step 2. Read the table from this [address](https://data.example.org/raw/shops.csv).

# %% [markdown]
# ### Step 3. Assign it to a variable called shops.

# %%
url = 'https://data.example.org/raw/shops.csv'
shops = pd.read_csv(url, sep=';')
shops.head()

# %% [markdown]
# ### Step 4. See the first 10 rows

# %%
shops.head(10)

# %% [markdown]
# ### Step 5. What are the names of the columns?

# %%
shops.columns

# %% [markdown]
# ### Step 6. Turn the price into a number

# %%
# without the sign
shops['price'] = shops['price'].str[1:].astype(float)
shops['price'].head()

# %% [markdown]
# ### Step 7. Set the town as the index

# %%
shops = shops.set_index('town')
shops

# %% [markdown]
# ### Step 8. Delete the shops without a price

# %%
shops.dropna(subset=['price'], inplace=True)

# %% [markdown]
# ### Step 9. What is the mean price for each kind?

# %%
means = shops.groupby('kind')['price'].mean()
means

# %% [markdown]
# ### Step 10. Which kind is the dearest?

# %%
means = means.sort_values()
means.index[-1]

# %% [markdown]
# ### Step 11. What does each shop earn on average?

# %%
shops['earned'] = shops['price'] * shops['sold']
shops['earned'].mean()

# %% [markdown]
# ### Step 12. Add the column `tax`, and give its sum

# %%
shops['tax'] = shops['price'] * 0.1
shops['tax'].sum()

# %% [markdown]
# ### Step 13. Split off the small ones and call them `small`

# %%
small = shops[shops['sold'] < 5]
small.head()

# %% [markdown]
# ### Step 14. How many small shops are there?

# %%
# about a dozen
len(small)
