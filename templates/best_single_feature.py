"""
title: The best single predictor
stage: modelling
knowledge: [linear regression, model comparison, cross validation]
needs: [df]
slots:
  target: {kind: amount, prefer: [money, share], missing: 0, distinct: 15..}
  features: {kind: amount, missing: 0, distinct: 8.., many: 3..5}
where:
  - test: table.rows >= 40
    says: at least 40 rows
"""

# %%
"""
question: |
  [[How well does each of {{ features }} alone predict {{ target }}? || Which of {{ features }} alone says most about
  {{ target }}?]] For each, compute the mean of the five R² scores that `cross_val_score` gives scikit-learn's
  `LinearRegression` with `KFold(5)`, not shuffled, on the rows of `df` in their order. Answer with a Series indexed
  by column name and rounded to 3 decimals, the highest[[ties: (as rounded)]] first[[ties: and equal ones in
  alphabetical order]].

validator:
  result: "{{ same_table }}"
execution:
  max_time: 30
"""

from sklearn.linear_model import LinearRegression
from sklearn.model_selection import KFold, cross_val_score

single_scores = {
    name: cross_val_score(LinearRegression(), df[[name]], df[{{ target }}], cv=KFold(5)).mean()
    for name in {{ features }}
}

pd.Series(single_scores).round(3).sort_index().sort_values(ascending=False, kind="stable")
