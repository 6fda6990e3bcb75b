"""
title: Who lies above the middle
stage: grouping
knowledge: [grouping, medians, shares]
needs: [df]
unlike: [band_shares, two_conditions]
worth: "spread(answer) >= 5 + 100 * group.noise and numbers(answer)|reject('in', [0, 100])|list and shown <= 0.1"
shows: "float((df[{{ amount }}] == df[{{ amount }}].median()).mean())"
slots:
  group: {kind: [category, flag], missing: 0, distinct: 2..30}
  amount: {kind: amount, distinct: 15..}
where:
  - test: group.is_named
    says: a category of which is known what it is
  - test: group.smallest >= amount.missing + 5
    says: a group in which every level has five values of the amount
"""

# %%
"""
question: |
  [[In which {{ group }} is {{ amount }} most often above the median of all {{ rows }} in `df`? || Take the median
  {{ amount }} of all {{ rows }} in `df`: in which {{ group }} do most lie above it?]] Answer with a Series, indexed by
  {{ group }}, of the percentage of {{ rows }} whose {{ amount }} is greater than that
  median{% if amount.missing %}[[missing:, missing values left out]]{% endif %}, rounded to 1 decimal, the
  largest[[ties: (as rounded)]] first[[ties: and equal ones in ascending order of {{ group }}]].

validator:
  result: "{{ same_table }}"
"""

with_value = df.dropna(subset=[{{ amount }}])
is_above = with_value[{{ amount }}] > with_value[{{ amount }}].median()
above_shares = is_above.groupby(with_value[{{ group }}]).mean().mul(100).round(1)

above_shares.sort_index().sort_values(ascending=False, kind="stable")
