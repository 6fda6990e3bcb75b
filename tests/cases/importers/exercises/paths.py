# %% [markdown]
# ### Step 1. Import

# %%
import pandas as pd

# %% [markdown]
# ### Step 2. Read [the shops](https://github.com/ann/data/blob/main/my%20shops.csv?raw=true) into `shops`

# %%
shops = pd.read_csv('https://github.com/ann/data/blob/main/my%20shops.csv?raw=true')

# %% [markdown]
# ### Step 3. Read the prices into `prices`

# %%
prices = pd.read_csv(r'C:\Users\ann\Desktop\prices.csv')

# %% [markdown]
# ### Step 4. Read the towns into `towns`, see <https://towns.example.org/all.json>.

# %%
TOWNS = '~/Downloads/all.json'
with open(TOWNS) as file:
    text = file.read()
towns = pd.read_json(TOWNS)

# %% [markdown]
# ### Step 5. Read the sheet into `sheet`

# %%
sheet = pd.read_csv('https://sheets.example.org/d/12ab/export?format=csv')

# %% [markdown]
# ### Step 6. Read the users into `users`

# %%
users = pd.read_table('https://data.example.org/u.user', sep='|')

# %% [markdown]
# ### Step 7. What is the address of the house?

# %%
'https://house.example.org/index'
