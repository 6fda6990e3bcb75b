"""
title: Ask the neighbours
stage: modelling
family: classification
unlike: [classify]
knowledge: [nearest neighbours, train and test split, baselines]
needs: [df]
presumes: features known before
worth: "answer[0] >= 0.1 + ([answer[1], 1 - answer[1]]|max if target.distinct == 2 else answer[1]) and answer[0] < 0.97"
slots:
  target: {kind: [label, category, flag], prefer: label, missing: 0, distinct: 2..6}
  features: {kind: amount, missing: 0, distinct: 8.., many: 2..5}
where:
  - test: target.is_named and not listed_words(target)|select("in", ["male", "female", "gender", "race", "ethnicity", "white", "black", "hispanic", "minority"])|list
    says: a category of which is known what it is, and with which nobody is born
  - test: table.file_rows <= 50_000
    says: at most 50,000 rows, because each of them is compared with all others
  - test: table.independent
    says: rows that stand for different things
  - test: target.name not in table.calculated
    says: a category that does not follow from another column
  - test: target.value_kind != "period" and "time" not in target.roles and "treatment" not in target.roles and not target.names_thing and target.name not in table.key
    says: a category that is neither a time nor the name of a thing nor what somebody was given
  - test: '"unknown" not in target.levels|map(attribute="value")|list'
    says: a category that is known of all rows
  - test: target.levels and (target.is_text or target.is_whole) and target.smallest >= 12
    says: a category whose levels are all known, in 12 rows each
  - test: target.most(target.levels[0]) <= 0.7 * table.rows and table.rows >= 80
    says: at least 80 rows, no level in more than 70 percent of them
"""

# %%
"""
question: |
  [[Can the nearest neighbours tell {{ target }} by {{ features }}? || Predict {{ target }} from {{ features }} by
  likeness.]] Every fifth row of `df`, from position 4 (from 0) on, is for
  testing, the others for training.
  Store the features as DataFrames `X_known` (training) and `X_probe` (test), columns in my order, and {{ target }} as
  Series `y_known` and `y_probe`, all in the order and with the index labels of `df`. Answer with a tuple: the number
  of training rows, then of test rows.

validator:
  namespace_check:
    X_known:
    X_probe:
    y_known:
    y_probe:
"""

probe_rows = np.arange(len(df)) % 5 == 4
X_known, X_probe = df.loc[~probe_rows, {{ features }}], df.loc[probe_rows, {{ features }}]
y_known, y_probe = df.loc[~probe_rows, {{ target }}], df.loc[probe_rows, {{ target }}]

(len(X_known), len(X_probe))

# %%
"""
question: |
  Fit a scikit-learn pipeline named `neighbours`, which standardises the features and then is a `KNeighborsClassifier`
  with 5 neighbours, to `X_known` and `y_known`; it is judged by its accuracy on `X_probe` and `y_probe`. Answer with
  a tuple of floats rounded to 3 decimals: its accuracy there, then that of always predicting the {{ target }} most
  frequent in `y_known`[[ties: (the first in ascending order of several)]].

validator:
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

neighbours = make_pipeline(StandardScaler(), KNeighborsClassifier(n_neighbors=5)).fit(X_known, y_known)

(
    float(round((neighbours.predict(X_probe) == y_probe).mean(), 3)),
    float(round((y_probe == y_known.mode().iloc[0]).mean(), 3)),
)
