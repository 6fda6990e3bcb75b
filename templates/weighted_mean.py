"""
title: A weighted mean
stage: grouping
knowledge: [weighted means, grouping]
needs: [df]
presumes: rows of a whole
worth: spread(answer) >= (0.2 + group.noise) * value.deviation
slots:
  group: {kind: [category, flag], missing: 0, distinct: 2..20}
  value: {kind: [share, amount], missing: 0, distinct: 8..}
  weight: {kind: count, asks: sum, missing: 0, distinct: 5..}
where:
  - test: group.is_named
    says: a category of which is known what it is
  - test: value.value_kind != "count"
    says: an amount that is no number of things, which grows with the weight
  - test: weight.minimum >= 0 and weight.mean > 0 and group.smallest >= 2 and "income" not in weight.name|lower
    says: weights that are never negative
"""

# %%
"""
question: |
  [[Rows with more {{ weight }} should count more. || Weigh {{ value }} by {{ weight }}.]] Answer with a Series of the
  mean of {{ value }} for each {{ group }}, every row of `df` weighted by its {{ weight }} (missing where the weights
  add up to 0), indexed by {{ group }}[[order: in ascending order]] and rounded to {{ value.places }} decimals.

validator:
  result: "{{ same_table }}"
"""

weighted_products = (df[{{ value }}] * df[{{ weight }}]).groupby(df[{{ group }}]).sum()
row_weights = df.groupby({{ group }}, observed=True)[{{ weight }}].sum()

(weighted_products / row_weights).sort_index().round({{ value.places }})
