"""
title: How an amount is spread out
stage: statistics
family: plot
knowledge: [plots, histograms]
needs: [df]
pools: [amount]
worth: shown[0] <= 12 and shown[1] <= 0.2 and shown[2] <= 0.8
shows: "({{ farthest(amount) }}, {{ commonest([amount]) }}, float(df[{{ amount }}].value_counts(bins={{ bars }}, normalize=True).iloc[0]))"
slots:
  amount: {kind: amount, distinct: 25..}
where:
  - test: table.followed < 10 and not table.ordered
    says: rows that do not follow things for long, in no order of time
  - test: amount.present >= 40
    says: an amount with at least 40 values
  - test: amount.profile.decimals != 0 or amount.maximum - amount.minimum >= 60
    says: an amount of so many values that bars of equal width have about as many each
let:
  bars: pick([10, 12, 15])
"""

# %%
"""
question: |
  Draw a histogram of {{ amount }} in `df` with matplotlib, in a figure of 6 by 4 inches: {{ bars }} bars of equal width
  from the smallest to the largest value, as high as the number of
  {{ rows }}{% if amount.missing %}[[missing:, missing values left out]]{% endif %}. Give the chart the title
  "Distribution" and its horizontal axis the label "{{ amount.name }}".

validator:
  template: intact
  vis:
    titles: true
    labels: true
execution:
  max_time: 30
"""

import matplotlib.pyplot as plt

plt.figure(figsize=(6, 4))
plt.hist(df[{{ amount }}].dropna(), bins={{ bars }})
plt.title("Distribution")
plt.xlabel({{ amount.name }})
plt.show()
