"""
title: What varies most for its size
stage: statistics
knowledge: [standard deviation, descriptive statistics, ratios]
presumes: measures apart from each other
needs: [df]
pools: [amounts]
worth: shown <= 0.4
shows: "float((df[{{ amounts }}].min() / df[{{ amounts }}].mean()).max())"
slots:
  amounts: {kind: amount, many: 3..6, distinct: 8..}
where:
  - test: amounts|map(attribute="minimum")|min >= 0 and amounts|map(attribute="mean")|min > 0
    says: three amounts that are never negative
  - test: not amounts|selectattr("minimum", "ge", 1)|selectattr("maximum", "le", 10)|list
    says: amounts that are no ratings from 1 to 10, whose zero means nothing
  - test: amounts|map(attribute="present")|min >= 20 and amounts|map(attribute="sure_distinct")|min >= 3
    says: amounts with at least 20 values
  - test: table.followed < 10 and not table.ordered
    says: rows that do not follow things for long, in no order of time
"""

# %%
"""
question: |
  [[Which of {{ amounts }} varies most for its size? || Compare how much {{ amounts }} vary, whatever their units.]]
  Answer with a Series, indexed by column name, of the coefficient of variation of each: the sample standard deviation
  (ddof=1) divided by the mean{% if amounts|map(attribute="missing")|max %}[[missing:, missing values left
  out]]{% endif %}, rounded to 3 decimals, the largest[[ties: (as rounded)]] first[[ties: and equal ones in ascending
  order of their names]].

validator:
  result: "{{ same_table }}"
"""

variation_by_column = (df[{{ amounts }}].std(ddof=1) / df[{{ amounts }}].mean()).round(3)

variation_by_column.sort_index().sort_values(ascending=False, kind="stable")
