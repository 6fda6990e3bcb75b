"""
title: Within which limits amounts lie
stage: statistics
knowledge: [descriptive statistics, aggregation]
needs: [df]
pools: [amounts]
unlike: [relative_spread]
slots:
  amounts: {kind: amount, many: 2..6, distinct: 8..}
let:
  places: amounts|map(attribute="places")|max
where:
  - test: not amounts|rejectattr("has_middle")|list
    says: amounts of which fewer than half are the smallest or the largest
  - test: amounts|map(attribute="present")|min >= 20 and amounts|map(attribute="sure_distinct")|min >= 3
    says: amounts with at least 20 values
  - test: not amounts|selectattr("minimum", "gt", 0)|selectattr("minimum", "lt", 0.5 * 0.1 ** places)|list
    says: amounts whose least value is not rounded to nothing
  - test: table.followed < 10 and not table.ordered
    says: rows that do not follow things for long, in no order of time
"""

# %%
"""
question: |
  [[Within which limits do {{ amounts }} lie? || Summarise {{ amounts }} of `df`.]] Answer with a DataFrame indexed by
  column name, in this order, with the columns `min`, `median` and
  `max`{% if amounts|map(attribute="missing")|max %}[[missing: (missing values left out)]]{% endif %}, rounded to
  {{ places }} decimals.

validator:
  result: "{{ same_table }}"
"""

df[{{ amounts }}].agg(["min", "median", "max"]).T.round({{ places }})
