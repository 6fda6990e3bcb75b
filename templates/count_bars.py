"""
title: A bar for each level
stage: features
family: plot
unlike: [level_shares]
knowledge: [plots, counting, bar charts]
needs: [df]
slots:
  group: {kind: [category], text: true, distinct: 3..12}
where:
  - test: (group.profile.longest or 12) * group.distinct <= 90
    says: a category of so few and short levels that their names fit below bars
  - test: group.levels and not group.is_even and "treatment" not in group.roles
    says: a category, not drawn by lot, of which all levels are known and some more frequent
  - test: group.most(group.levels[0]) >= 2 * group.smallest and group.leading(1) < 0.9 * group.present
    says: a category in which some levels are more frequent, none in nearly all rows
"""

# %%
"""
question: |
  [[Draw how the {{ rows }} in `df` divide among the values of {{ group }}: || Let me see which {{ group }} is how
  frequent in `df`:]] a vertical bar chart by matplotlib, in a figure of 6 by 4 inches, with a bar for each {{ group }}
  as high as its number of {{ rows }} and the {{ group }} below it, the most frequent on the left[[ties: and equal ones
  in ascending order of {{ group }}]]. Give the chart the title "Number of rows".

validator:
  template: intact
  vis:
    titles: true
    ticks: true
execution:
  max_time: 30
"""

import matplotlib.pyplot as plt

level_counts = df[{{ group }}].value_counts().sort_index().sort_values(ascending=False, kind="stable")
plt.figure(figsize=(6, 4))
plt.bar(level_counts.index, level_counts)
plt.title("Number of rows")
plt.show()
