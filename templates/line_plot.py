"""
title: A line through time
stage: time
family: plot
knowledge: [plots, line plots, time series]
needs: [df]
worth: "shown[0] > 0.1 * amount.deviation and (shown[1] == 1 or not (table.followed or table.ordered))"
shows: '[(float(groups.mean().max() - groups.mean().min()), int(groups.size().nunique())) for groups in [df.groupby({{ year }})[{{ amount }}]]][0]'
slots:
  year: {year: true, missing: 0, distinct: 6..}
  amount: {kind: amount, missing: 0, distinct: 8..}
let:
  alone: year.distinct == table.rows
  heading: '"Year by year" if alone else "Mean by year"'
where:
  - test: alone or 3 * year.distinct <= table.rows
    says: a year of every row, or years with several rows
"""

# %%
"""
question: |
  Draw a line plot with matplotlib, in a figure of 6 by 4 inches: for each {{ year }} in `df`, in ascending order from
  the left, {% if alone %}{{ amount }}{% else %}the mean of {{ amount }} over its {{ rows }}{% endif %}, joined by one line. Give the plot the title
  "{{ heading }}".

validator:
  template: intact
  vis:
    titles: true
execution:
  max_time: 30
"""

import matplotlib.pyplot as plt

line_means = df.groupby({{ year }})[{{ amount }}].mean().sort_index()
plt.figure(figsize=(6, 4))
plt.plot(line_means.index, line_means)
plt.title({{ heading }})
plt.show()
