"""
title: Quartiles by group
stage: reshaping
unlike: [group_summary, group_ranges, percentiles]
knowledge: [grouping, quantiles, reshaping]
needs: [df]
worth: "differs(shown[0], group.distinct, table.rows) and shown[1] <= 0.3"
shows: "({{ explained_share(group, amount) }}, {{ commonest([amount]) }})"
slots:
  group: {kind: [category, flag], missing: 0, distinct: 2..12}
  amount: {kind: amount, distinct: 15..}
where:
  - test: amount.has_middle
    says: an amount of which fewer than half are the smallest or the largest
  - test: group.is_named
    says: a category of which is known what it is
  - test: group.smallest >= amount.missing + 8
    says: a group in which every level has eight values of the amount
"""

# %%
"""
question: |
  [[Where does the middle half of {{ amount }} lie in each {{ group }}? || Compare the quartiles of {{ amount }} between
  the values of {{ group }}.]] Answer with a DataFrame, one row per {{ group }} with {{ group }} as the
  index[[order:, ascending]], whose columns "q1", "q2" and "q3" are the first quartile, the median and the third
  quartile of {{ amount }}[[quantiles: (linear interpolation, the default of pandas)]]{% if amount.missing %}[[missing:,
  missing values left out]]{% endif %}, rounded to {{ amount.places }} decimals.

validator:
  result: "{{ same_table }}"
"""

quartiles_by_group = df.groupby({{ group }}, observed=True)[{{ amount }}].quantile([0.25, 0.5, 0.75]).unstack()

quartiles_by_group.set_axis(["q1", "q2", "q3"], axis=1).round({{ amount.places }})
