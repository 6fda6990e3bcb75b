"""
title: Predict a category
stage: modelling
knowledge: [train and test split, classification, model evaluation]
needs: [df]
presumes: features known before
family: classification
worth: "answer[0] >= 0.1 + ([answer[1], 1 - answer[1]]|max if target.distinct == 2 else answer[1]) and answer[0] < 0.97"
slots:
  target: {kind: [label, category, flag], prefer: label, missing: 0, distinct: 2..6}
  features: {kind: amount, missing: 0, distinct: 5.., many: 2..5}
where:
  - test: target.is_named and not listed_words(target)|select("in", ["male", "female", "gender", "race", "ethnicity", "white", "black", "hispanic", "minority"])|list
    says: a category of which is known what it is, and with which nobody is born
  - test: table.file_rows <= 200_000
    says: at most 200,000 rows, because fitting takes seconds
  - test: table.independent
    says: rows that stand for different things
  - test: target.name not in table.calculated
    says: a category that does not follow from another column
  - test: target.value_kind != "period" and "time" not in target.roles and "treatment" not in target.roles and not target.names_thing and target.name not in table.key
    says: a category that is neither a time nor the name of a thing nor what somebody was given
  - test: '"unknown" not in target.levels|map(attribute="value")|list'
    says: a category that is known of all rows
  - test: target.levels and (target.is_text or target.is_whole)
    says: a category whose levels are all known
  - test: target.smallest >= 10 and table.rows >= 60
    says: at least 60 rows, 10 of each level
  - test: target.most(target.levels[0]) <= 0.7 * table.rows
    says: a category in which no level has more than 70 percent of the rows
"""

# %%
"""
question: |
  [[We want to predict {{ target }} from {{ features }}. || Could {{ features }} tell {{ target }}? || A model is to
  recognise {{ target }} by {{ features }}.]] Every fourth row of `df`, from position 3 (from 0) on, is for
  testing, the others for training. Store the features as DataFrames `X_train` and `X_test`, columns in my order, and
  {{ target }} as Series `y_train` and `y_test`, all in the order and with the index labels of `df`. Answer with a
  tuple: the number of training rows, then of test rows.

validator:
  namespace_check:
    X_train:
    X_test:
    y_train:
    y_test:
"""

test_positions = np.arange(len(df)) % 4 == 3
X_train, X_test = df.loc[~test_positions, {{ features }}], df.loc[test_positions, {{ features }}]
y_train, y_test = df.loc[~test_positions, {{ target }}], df.loc[test_positions, {{ target }}]

(len(X_train), len(X_test))

# %%
"""
question: |
  Train a classifier named `model` on `X_train` and `y_train`: a scikit-learn pipeline that standardises the features
  and then fits a logistic regression with `max_iter=1000` and otherwise default settings. It is judged by its
  accuracy on `X_test` and `y_test`. Answer with its predictions for the rows of `X_test`, in their order, as a list.

validator:
  model:
    model_name: model
    inputs_name: X_test
    labels_name: y_test
    metric_type: accuracy
    tolerance: -0.02
execution:
  max_time: 30
"""

from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

model = make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000)).fit(X_train, y_train)

model.predict(X_test).tolist()

# %%
"""
question: |
  Is `model` better than guessing? Answer with a tuple of floats rounded to 3 decimals: the share of the rows of
  `X_test` that `model` predicts correctly, then the share that always guessing the {{ target }} most frequent in
  `y_train`[[ties: (the first in ascending order, if several are)]] gets right.

validator:
  result:
execution:
  max_time: 30
"""

majority_guess = y_train.mode().iloc[0]
test_hits = model.predict(X_test) == y_test

(float(round(test_hits.mean(), 3)), float(round((y_test == majority_guess).mean(), 3)))
