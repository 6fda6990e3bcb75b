"""
title: The closest pair
stage: statistics
knowledge: [correlation matrix, selection]
presumes: measures apart from each other
needs: [df]
family: correlation
worth: "0.3 < answer[2]|abs < 0.975 and answer[2]|abs >= 3 / table.rows ** 0.5 and shown[0] >= 0.001 and shown[1] <= 0.25 and not shown[2]"
shows: "({{ flattest(amounts) }}, {{ commonest(amounts) }}, {{ bounded(amounts) }})"
slots:
  amounts: {kind: amount, missing: 0, distinct: 10.., many: 3..5}
where:
  - test: amounts|map(attribute="sure_distinct")|min >= 8
    says: three amounts with at least 8 distinct values
"""

# %%
"""
question: |
  Which two of {{ amounts }} are most strongly related in `df`, whatever the sign, by the Spearman correlation? Answer
  with a tuple: the name that comes first in my list, the other name, and the correlation with its sign, rounded to 3
  decimals. Of pairs equally strong to 3 decimals take the one whose first name, then whose second, stands first in my
  list.

validator:
  result:
"""

paired_columns = {{ amounts }}
rank_correlations = df[paired_columns].corr(method="spearman").round(3)
column_pairs = [
    (a, b, float(rank_correlations.loc[a, b])) for i, a in enumerate(paired_columns) for b in paired_columns[i + 1 :]
]

max(column_pairs, key=lambda pair: abs(pair[2]))
