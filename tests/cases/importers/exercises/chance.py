# %% [markdown]
# ### Step 1. Import

# %%
import numpy as np
import random

# %% [markdown]
# ### Step 2. Draw 10 random numbers below 5 and call them `drawn`

# %%
drawn = np.random.randint(5, size=10)
drawn

# %% [markdown]
# ### Step 3. What is their mean?

# %%
drawn.mean()

# %% [markdown]
# ### Step 4. Give a random number

# %%
random.random()

# %% [markdown]
# ### Step 5. Give three numbers of a generator that has the seed 1

# %%
rng = np.random.default_rng(1)
rng.random(3)
