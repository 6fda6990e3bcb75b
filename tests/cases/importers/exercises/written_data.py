# %% [markdown]
# ### Step 1. Import the libraries

# %%
import pandas as pd

# %% [markdown]
# ### Step 2. This is the data, as a dictionary

# %%
raw = {'name': ['Ann', 'Bo', 'Cy', 'Di'], 'age': [7, 8, 9, 10]}

# %% [markdown]
# ### Step 3. Make a DataFrame of it and call it people

# %%
people = pd.DataFrame(raw)
people

# %% [markdown]
# ### Step 4. Make a list called `towns` with Rome, Oslo, Lima, Cairo, Quito and Paris

# %%
towns = ['Rome', 'Oslo', 'Lima', 'Cairo', 'Quito', 'Paris']

# %% [markdown]
# ### Step 5. Add the towns you like

# %%
people['town'] = ['Bern', 'Nice', 'Graz', 'Linz']
people

# %% [markdown]
# ### Step 6. Who is the oldest?

# %%
people.loc[people['age'].idxmax(), 'name']
