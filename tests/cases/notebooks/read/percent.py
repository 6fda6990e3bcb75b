#!/usr/bin/env python
# coding: utf-8
# ---
# jupyter:
#   jupytext:
#     text_representation:
#       format_name: percent
#   kernelspec:
#     name: python3
# ---

# %% [markdown]
# # River levels
#
# How high is the Elbe on average?

# %% Reading tags=["setup"]
import pandas as pd

levels = pd.read_csv("gauges.csv")

# %% [md]
"""
## Floods
Which rivers were above 9?
"""

#%% {"tags": ["solution"]}
%time levels[levels["level"] > 9]["river"].unique()

# %% [raw]
# left for nbconvert

# %%

# %%
# a comment is code, too
levels.describe()
