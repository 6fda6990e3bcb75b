"""
title: A bar for each group
stage: features
family: plot
knowledge: [plots, grouping, bar charts]
needs: [df]
worth: "differs(shown[0], group.distinct, table.rows) and shown[1] <= 20"
shows: "({{ explained_share(group, amount) }}, float(bar_heights.abs().max() / bar_heights.abs().median()))"
slots:
  group: {kind: [category, flag, period], text: true, missing: 0, distinct: 2..12}
  amount: {kind: amount, distinct: 8..}
where:
  - test: (group.profile.longest or 12) * group.distinct <= 90
    says: a category of so few and short levels that their names fit below bars
  - test: group.is_named
    says: a category of which is known what it is
  - test: group.smallest > amount.missing + 2
    says: a group in which every level has three values of the amount
"""

# %%
"""
question: |
  Draw a vertical bar chart with matplotlib, in a figure of 6 by 4 inches: a bar for each {{ group }} in `df`, in ascending order from the
  left, as high as its median of {{ amount }}{% if amount.missing %}[[missing: (missing values left out)]]{% endif %}, with the {{ group }} below it. Give the
  chart the title "Median by group".

validator:
  template: intact
  vis:
    titles: true
    ticks: true
execution:
  max_time: 30
"""

import matplotlib.pyplot as plt

bar_heights = df.groupby({{ group }}, observed=True)[{{ amount }}].median().sort_index()
plt.figure(figsize=(6, 4))
plt.bar(bar_heights.index, bar_heights)
plt.title("Median by group")
plt.show()
