# -*- coding: utf-8 -*-
# <nbformat>3.0</nbformat>

# <markdowncell>

# # River levels

# <codecell>

levels = pd.read_csv("gauges.csv")
