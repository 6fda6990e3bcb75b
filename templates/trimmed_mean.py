"""
title: A mean without the extremes
stage: outliers
knowledge: [trimmed mean, quantiles, comparison]
presumes: rows that are alike
needs: [df]
pools: [amount]
worth: "(answer[0] - answer[1])|abs >= 0.1 * amount.deviation and shown <= 0.4"
shows: "{{ commonest([amount]) }}"
slots:
  amount: {kind: amount, distinct: 20..}
where:
  - test: not amount.is_allotted
    says: an amount whose sum is not known beforehand
  - test: not amount.orders_rows
    says: an amount that rows are not sorted by
  - test: table.followed < 10 and not table.ordered
    says: rows that do not follow things for long, in no order of time
  - test: amount.present >= 40
    says: an amount with at least 40 values
"""

# %%
"""
question: |
  [[Do a few extremes drive the mean of {{ amount }}? || Take the edge off {{ amount }}.]] Leave out the lowest tenth
  and the highest tenth of its values{% if amount.missing %}[[missing: (missing ones left out before)]]{% endif %},
  each rounded down to a whole number of values. Answer with a tuple of floats rounded to {{ amount.places }}
  decimals: the mean of all values, then of those that are left.

validator:
  result:
"""

in_sequence = df[{{ amount }}].dropna().sort_values()
trimmed_tenth = len(in_sequence) // 10
trimmed_middle = in_sequence.iloc[trimmed_tenth : len(in_sequence) - trimmed_tenth]

(float(round(in_sequence.mean(), {{ amount.places }})), float(round(trimmed_middle.mean(), {{ amount.places }})))
