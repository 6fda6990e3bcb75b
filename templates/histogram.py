"""
title: How an amount is spread out
stage: statistics
family: plot
knowledge: [plots, histograms]
needs: [df]
pools: [amount]
worth: shown[0] <= 12 and shown[1] <= 0.2 and shown[2] <= 0.8 and not shown[3]
shows: "({{ farthest(amount) }}, {{ commonest([amount]) }}, float(df[{{ amount }}].value_counts(bins={{ bars }}, normalize=True).iloc[0]), bool((lambda places: (places - places.round()).abs().lt(1e-6) & places.between(0.5, {{ bars }} - 0.5))((df[{{ amount }}] - {{ low }}) / ({{ high }} - {{ low }}) * {{ bars }}).any()))"
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
  # Values written with few decimals would lie on edges of bars, where rounding decides: edges lie half a step between
  # them, and every bar is as many steps wide, so that none has room for more values than others.
  most: pick([9, 11, 13, 15]) if amount.present >= 150 else pick([7, 8, 9])
  places: amount.profile.decimals if amount.profile.decimals is not none else 9
  unit: 10 ** -places
  steps: ((amount.maximum - amount.minimum) / unit)|round|int + 1
  wide: (steps / most)|round(0, "ceil")|int
  bars: (steps / wide)|round(0, "ceil")|int if steps <= 2000 else most
  reach: ((amount.minimum - unit / 2)|round(places + 1), (amount.minimum - unit / 2 + bars * wide * unit)|round(places + 1)) if steps <= 2000 else none
  low: reach[0] if reach else amount.minimum
  high: reach[1] if reach else amount.maximum
"""

# %%
"""
question: |
  Draw a histogram of {{ amount }} in `df` with matplotlib, in a figure of 6 by 4 inches: {{ bars }} bars of equal width
  from {% if reach %}{{ low }} to {{ high }}{% else %}the smallest to the largest value{% endif %}, as high as the
  number of {{ rows }}{% if amount.missing %}[[missing:, missing values left out]]{% endif %}. Give the chart the title
  "Distribution" and its horizontal axis the label {{ amount }}.

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
plt.hist(df[{{ amount }}].dropna(), bins={{ bars }}, range={{ reach }})
plt.title("Distribution")
plt.xlabel({{ amount.name }})
plt.show()
