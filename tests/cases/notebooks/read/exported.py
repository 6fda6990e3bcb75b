#!/usr/bin/env python
# coding: utf-8

# # River levels
# How high is the Elbe on average?

# In[1]:


import pandas as pd
get_ipython().run_line_magic('matplotlib', 'inline')
levels = pd.read_csv("gauges.csv")


# In[ ]:


# the mean
levels["level"].mean()
# and that is all


# ## Floods

# In[3]:


levels.max()
