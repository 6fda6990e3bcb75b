"""
title: How many dimensions
stage: modelling
knowledge: [principal components, scaling, variance]
needs: [df]
presumes: measures apart from each other
worth: "1.8 / amounts|length <= answer[0] < 0.8 and answer[1] < amounts|length and shown[0] >= 0.01 and shown[1] <= 0.25 and not shown[2]"
shows: "({{ flattest(amounts) }}, {{ commonest(amounts) }}, {{ bounded(amounts) }})"
slots:
  amounts: {kind: amount, missing: 0, distinct: 8.., many: 3..6}
where:
  - test: not table.ordered
    says: rows in no order of time
  - test: table.rows >= 30
    says: at least 30 rows
"""

# %%
"""
question: |
  [[How much do {{ amounts }} have in common? || Could fewer numbers stand for {{ amounts }}?]] Standardise these
  columns of `df` with scikit-learn's `StandardScaler` and fit a `PCA` with all its components. Answer with a tuple:
  the share of the variance that the first component explains,[[types: as a float]] rounded to 3 decimals, then how
  many components, from the first on, together explain at least 80 percent[[types:, as an integer]].

validator:
  result:
execution:
  max_time: 30
"""

from sklearn.decomposition import PCA
from sklearn.preprocessing import StandardScaler

explained_shares = PCA().fit(StandardScaler().fit_transform(df[{{ amounts }}])).explained_variance_ratio_
components_needed = int(np.argmax(explained_shares.cumsum() >= 0.8)) + 1

(float(round(explained_shares[0], 3)), components_needed)
