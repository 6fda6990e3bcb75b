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
  # Written with few decimals, values would lie on edges of bars, where rounding decides: edges lie halfway between them.
  places: amount.profile.decimals if amount.profile.decimals is not none else 9
  unit: 10 ** -places
  steps: ((amount.maximum - amount.minimum) / unit / pick([10, 12, 15]))|round(0, "ceil")|int
  bars: ((amount.maximum - amount.minimum + unit) / unit / steps)|round(0, "ceil")|int
  is_between: amount.maximum - amount.minimum <= 2000 * unit
  low: (amount.minimum - unit / 2)|round(places + 1) if is_between else amount.minimum
  high: (amount.minimum - unit / 2 + bars * steps * unit)|round(places + 1) if is_between else amount.maximum
  reach: (low, high) if is_between else none
"""

# %%
"""
question: |
  Draw a histogram of {{ amount }} in `df` with matplotlib, in a figure of 6 by 4 inches: {{ bars }} bars of equal width
  from {% if is_between %}{{ low }} to {{ high }}{% else %}the smallest to the largest value{% endif %}, as high as the
  number of {{ rows }}{% if amount.missing %}[[missing:, missing values left out]]{% endif %}. Give the chart the title
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
plt.hist(df[{{ amount }}].dropna(), bins={{ bars }}, range={{ reach }})
plt.title("Distribution")
plt.xlabel({{ amount.name }})
plt.show()
