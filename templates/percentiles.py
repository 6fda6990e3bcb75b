"""
title: Where most values lie
stage: statistics
knowledge: [quantiles, descriptive statistics]
needs: [df]
pools: [amount]
worth: shown <= 0.2
shows: "{{ commonest([amount]) }}"
slots:
  amount: {kind: amount, distinct: 20..}
where:
  - test: table.followed < 10 and not table.ordered
    says: rows that do not follow things for long, in no order of time
  - test: amount.present >= 40
    says: an amount with at least 40 values
"""

# %%
"""
question: |
  [[How is {{ amount }} distributed over the {{ rows }} in `df`? || Which values of {{ amount }} are usual, which are
  low and which high?]] Answer with a Series of its 10th, 25th, 50th, 75th and 90th
  percentile[[quantiles: (linear interpolation, the default of pandas)]]{% if amount.missing %}[[missing:, missing
  values left out]]{% endif %}, indexed by 10, 25, 50, 75 and 90 and rounded to {{ amount.places }} decimals.

validator:
  result: "{{ same_table }}"
"""

percents_in_order = [10, 25, 50, 75, 90]

pd.Series(np.nanpercentile(df[{{ amount }}], percents_in_order), index=percents_in_order).round({{ amount.places }})
