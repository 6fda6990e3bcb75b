"""
title: Who is in the top tenth
stage: grouping
unlike: [above_median, band_shares]
knowledge: [quantiles, shares, comparison]
needs: [df]
pools: [amount]
worth: "spread(answer) >= 10 + 200 * group.noise and numbers(answer)|map('abs')|max >= 10"
slots:
  group: {kind: [category, flag], missing: 0, distinct: 3..12}
  amount: {kind: amount, distinct: 40..}
where:
  - test: group.is_named and "treatment" not in group.roles
    says: a category of which is known what it is, not drawn by lot
  - test: amount.present >= 100 and group.smallest >= 5
    says: at least 100 values of the amount, and five rows in every level
"""

# %%
"""
question: |
  [[Which {{ group }} is more frequent at the top of {{ amount }} than elsewhere? || Which {{ group }}
  has more than its share of the highest {{ amount }}?]] The top are the {{ rows }} in `df` whose {{ amount }} is at least its 90th
  percentile[[quantiles: (linear interpolation, the default of pandas)]]. Answer with a Series, indexed by
  {{ group }}[[order: in ascending order]]: the percentage of the top that each {{ group }} makes up (0 where none is
  there) minus its percentage of all {{ rows }}{% if amount.missing %} with a value of {{ amount }}{% endif %}, rounded
  to 1 decimal.

validator:
  result: "{{ same_table }}"
"""

with_value = df.dropna(subset=[{{ amount }}])
is_top = with_value[{{ amount }}] >= with_value[{{ amount }}].quantile(0.9)
shares_by_level = with_value[{{ group }}].value_counts(normalize=True).sort_index()
top_shares = with_value.loc[is_top, {{ group }}].value_counts(normalize=True).reindex(shares_by_level.index, fill_value=0)

(top_shares - shares_by_level).mul(100).round(1)
