# %% [markdown]
# ### Step 1. Import

# %%
!pip install pandas
import pandas as pd
%matplotlib inline

# %% [markdown]
# ### Step 2. How many letters has `pandas`?

# %%
%%time
len('pandas')

# %% [markdown]
# ### Step 3. What is in this folder?

# %%
%%bash
ls -l

# %% [markdown]
# ### Step 4. What does 2 ** 10 give?

# %%
pow?
2 ** 10

# %% [markdown]
# ### Step 5. Say hello

# %%
print 'hello'
