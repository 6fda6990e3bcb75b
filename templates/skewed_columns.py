"""
title: Which amounts lean to one side
stage: statistics
unlike: [relative_spread]
knowledge: [skewness, descriptive statistics, sorting]
needs: [df]
pools: [amounts]
worth: "spread(answer) >= 0.5 and numbers(answer)|map('abs')|max >= 1 and shown[0] <= 0.4 and shown[1] <= 0.05"
shows: "({{ commonest(amounts) }}, float((df[{{ amounts }}] == df[{{ amounts }}].max()).mean().max()))"
slots:
  amounts: {kind: amount, many: 3..6, distinct: 15..}
where:
  - test: table.followed < 10 and not table.ordered
    says: rows that do not follow things for long, in no order of time
  - test: amounts|map(attribute="present")|min >= 30
    says: amounts with at least 30 values
"""

# %%
"""
question: |
  [[Which of {{ amounts }} have a long tail, and on which side? || How lopsided are {{ amounts }}?]] Answer with a Series
  of their sample skewness (as pandas computes it, corrected for bias{% if amounts|map(attribute="missing")|max %},
  missing values left out{% endif %}), indexed by column name and rounded to 2 decimals, the highest[[ties: (as
  rounded)]] first[[ties: and equal ones in ascending order of their names]].

validator:
  result: "{{ same_table }}"
"""

skewness_by_column = df[{{ amounts }}].skew().round(2)

skewness_by_column.sort_index().sort_values(ascending=False, kind="stable")
