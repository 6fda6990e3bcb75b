"""
title: Ask the neighbours
stage: modelling
family: classification
unlike: [classify]
knowledge: [nearest neighbours, train and test split, baselines]
needs: [df]
worth: "answer[0] > answer[1] + 0.02"
slots:
  target: {kind: [label, category, flag], prefer: label, missing: 0, distinct: 2..6}
  features: {kind: amount, missing: 0, distinct: 8.., many: 2..5}
where:
  - test: target.value_kind != "period" and not target.names_thing and target.name not in table.key
    says: a category that is neither a time nor the name of a thing
  - test: target.levels and (target.is_text or target.is_whole) and target.smallest >= 12
    says: a category whose levels are all known, in 12 rows each
  - test: target.most(target.levels[0]) <= 0.7 * table.rows and table.rows >= 80
    says: at least 80 rows, no level in more than 70 percent of them
"""

# %%
"""
question: |
  [[Can the nearest neighbours tell {{ target }}? || Predict {{ target }} from {{ features }} by likeness.]] The rows of `df` at the
  positions 4, 9, 14 and so on, counted from 0, are for testing, the others for training. Store {{ features }} (columns in this order)
  of the testing rows as a DataFrame `X_probe` and their {{ target }} as a Series `y_probe`, both with the index labels of `df`.
  Fit a scikit-learn pipeline named `neighbours`, which standardises the features and then is a `KNeighborsClassifier` with 5
  neighbours and other settings as they are, to the training rows; it is judged by its accuracy on `X_probe` and `y_probe`. Answer
  with a tuple of floats rounded to 3 decimals: its share of right predictions for the testing rows, then the share that is right if
  the {{ target }} that is most frequent in the training rows[[ties: (the first in ascending order of several)]] is always predicted.

validator:
  namespace_check:
    X_probe:
    y_probe:
  model:
    model_name: neighbours
    inputs_name: X_probe
    labels_name: y_probe
    metric_type: accuracy
    tolerance: -0.02
  result:
execution:
  max_time: 30
"""

from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

probe_rows = np.arange(len(df)) % 5 == 4
X_probe, y_probe = df.loc[probe_rows, {{ features }}], df.loc[probe_rows, {{ target }}]
train_features, train_labels = df.loc[~probe_rows, {{ features }}], df.loc[~probe_rows, {{ target }}]
neighbours = make_pipeline(StandardScaler(), KNeighborsClassifier(n_neighbors=5)).fit(train_features, train_labels)

(
    float(round((neighbours.predict(X_probe) == y_probe).mean(), 3)),
    float(round((y_probe == train_labels.mode().iloc[0]).mean(), 3)),
)
