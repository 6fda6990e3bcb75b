"""
title: Within one deviation of the mean
stage: statistics
knowledge: [standard deviation, filtering, shares]
presumes: rows that are alike
needs: [df]
pools: [amount]
worth: "(answer - 68)|abs >= 6 and shown <= 0.2"
shows: "{{ commonest([amount]) }}"
slots:
  amount: {kind: amount, distinct: 25..}
where:
  - test: amount.present >= 40
    says: an amount with at least 40 values
  - test: not amount.has_two_peaks
    says: an amount whose values do not fall into two heaps
"""

# %%
"""
question: |
  [[Is {{ amount }} shaped like a bell? || Does {{ amount }} spread as a normal distribution would, of which 68 percent
  lie within one standard deviation?]] Answer with the percentage of all values of {{ amount }} in `df` that lie at
  most one sample standard deviation (divided by n - 1) from their
  mean{% if amount.missing %}[[missing:, missing values left out]]{% endif %}, as a float rounded to 1 decimal.

validator:
  result:
"""

values = df[{{ amount }}].dropna()

float(round(((values - values.mean()).abs() <= values.std()).mean() * 100, 1))
