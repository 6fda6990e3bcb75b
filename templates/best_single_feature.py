"""
title: The best single predictor
stage: modelling
knowledge: [linear regression, model comparison, cross validation]
needs: [df]
presumes: features known before
worth: 0.15 < answer[1] < 0.92 and not shown[0] and shown[1]|abs < 0.8
shows: "({{ bounded([target] + features|list) }}, {{ autocorrelation(target) }})"
slots:
  target: {kind: amount, prefer: [money, share], missing: 0, distinct: 15..}
  features: {kind: amount, missing: 0, distinct: 8.., many: 3..5}
where:
  - test: '"age" not in listed_words(target)'
    says: an amount that is not known of everyone
  - test: not akin(features, target)
    says: amounts that are not called after one thing
  - test: table.independent
    says: rows that stand for different things
  - test: not foresees(features, target)
    says: an amount that none of the others is a later value of
  - test: table.rows >= 40
    says: at least 40 rows
"""

# %%
"""
question: |
  [[Which of {{ features }} alone predicts {{ target }} best? || Which of {{ features }} alone says most about
  {{ target }}?]] For each, compute the mean of the five R² scores that `cross_val_score` gives scikit-learn's
  `LinearRegression` with `KFold(5, shuffle=True, random_state=0)` on the rows of `df` in their order. Answer with a tuple:
  the best column, then its mean, rounded to 3 decimals; of equal ones, as rounded, the first of my
  list.

validator:
  result:
execution:
  max_time: 30
"""

from sklearn.linear_model import LinearRegression
from sklearn.model_selection import KFold, cross_val_score

scoring_folds = KFold(5, shuffle=True, random_state=0)
single_scores = {
    name: cross_val_score(LinearRegression(), df[[name]], df[{{ target }}], cv=scoring_folds).mean()
    for name in {{ features }}
}

mean_scores = pd.Series(single_scores).round(3)

(mean_scores.idxmax(), float(mean_scores.max()))
