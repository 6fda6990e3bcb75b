# %% [markdown]
# ### Step 1. Import

# %%
import pandas as pd
import matplotlib.pyplot as plt
import seaborn as sns
% matplotlib inline
sns.set(style='white')

# %% [markdown]
# ### Step 2. Read `inputs/tips.csv` and call it tips

# %%
tips = pd.read_csv('tips.csv')

# %% [markdown]
# ### Step 3. Draw a histogram of the tips

# %%
tips.tip.hist()
plt.title('Tips')
plt.show()

# %% [markdown]
# ### Step 4. Plot the mean tip of every day

# %%
by_day = tips.groupby('day').tip.mean()
ax = by_day.plot(kind='bar')
ax.set_title('Tips')

# %% [markdown]
# ### Step 5. On which day is the mean tip the largest?

# %%
by_day.idxmax()

# %% [markdown]
# ### Step 6. Zoom in

# %%
large = tips[tips.tip > 3]
plt.scatter(large.tip, large.total)

# %% [markdown]
# ### Step 7. Put the tips of the ladies into `ladies`

# %%
ladies = tips[tips.sex == 'F']
ladies.tip.hist()

# %% [markdown]
# ### Step 8. Draw a bar chart of the days that can be zoomed

# %%
import plotly.express as px
px.bar(tips, x='day', y='tip')
