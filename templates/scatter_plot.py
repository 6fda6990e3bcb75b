"""
title: Points in colours
stage: statistics
family: plot
knowledge: [plots, scatter plots, grouping]
presumes: measures apart from each other
needs: [df]
worth: shown[0]|abs <= 0.95 and shown[1:]|max <= 20
shows: "({{ rank_correlation(one, other) }}, {{ farthest(one) }}, {{ farthest(other) }})"
slots:
  one: {kind: amount, missing: 0, distinct: 15..}
  other: {kind: amount, missing: 0, distinct: 15..}
  group: {kind: [category, flag], text: true, missing: 0, distinct: 2..6}
where:
  - test: table.rows <= 3000 and table.rows >= 20
    says: 20 to 3000 rows
"""

# %%
"""
question: |
  Draw a scatter plot of `df` with matplotlib, in a figure of 6 by 4 inches: {{ one }} from left to right, {{ other }} upwards, the {{ rows }} of each
  {{ group }} as a series of their own, in ascending order of {{ group }}, with a legend that names them.

validator:
  template: intact
  vis:
    legend: true
execution:
  max_time: 30
"""

import matplotlib.pyplot as plt

plt.figure(figsize=(6, 4))
for level, members in df.groupby({{ group }}, observed=True):
    plt.scatter(members[{{ one }}], members[{{ other }}], label=level)
plt.legend()
plt.show()
