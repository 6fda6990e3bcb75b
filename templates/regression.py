"""
title: Predict an amount
stage: modelling
knowledge: [train and test split, linear regression, model evaluation]
needs: [df]
presumes: features known before
family: regression
worth: "0.3 * answer[1] < answer[0] < 0.85 * answer[1] and shown[0] >= 0.02 and shown[1]|abs < 0.8"
shows: "({{ flattest(features) }}, {{ autocorrelation(target) }})"
slots:
  target: {kind: amount, prefer: [money, share], missing: 0, distinct: 15..}
  features: {kind: amount, missing: 0, distinct: 5.., many: 2..4}
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
  [[Can {{ target }} be predicted from {{ features }}? || How far is {{ target }} explained by {{ features }}?]] Every fifth row of `df`, from position 4 (from 0) on, is for
  testing, the others for training. Store the features as
  DataFrames `X_fit` (training) and `X_held` (test), columns in my order, and {{ target }} as Series `y_fit` and
  `y_held`, all in the order and with the index labels of `df`. Answer with a tuple: the mean of `y_fit`, then that of
  `y_held`,[[types: as floats]] rounded to {{ target.places }} decimals.

validator:
  namespace_check:
    X_fit:
    X_held:
    y_fit:
    y_held:
"""

held_rows = np.arange(len(df)) % 5 == 4
X_fit, X_held = df.loc[~held_rows, {{ features }}], df.loc[held_rows, {{ features }}]
y_fit, y_held = df.loc[~held_rows, {{ target }}], df.loc[held_rows, {{ target }}]

(float(round(y_fit.mean(), {{ target.places }})), float(round(y_held.mean(), {{ target.places }})))

# %%
"""
question: |
  Fit scikit-learn's ordinary linear regression, with default settings, on `X_fit` and `y_fit` and name it
  `regressor`. It is judged by its root mean squared error on `X_held` and `y_held`. Answer with a tuple: this error,
  then that of always predicting the mean of `y_fit`,[[types: as floats]] rounded to {{ target.places }} decimals.

validator:
  model:
    model_name: regressor
    inputs_name: X_held
    labels_name: y_held
    metric_type: rmse
    tolerance: 0.02
  result:
execution:
  max_time: 30
"""

from sklearn.linear_model import LinearRegression

regressor = LinearRegression().fit(X_fit, y_fit)

errors_of_line, errors_of_mean = y_held - regressor.predict(X_held), y_held - y_fit.mean()

(
    float(round((errors_of_line**2).mean() ** 0.5, {{ target.places }})),
    float(round((errors_of_mean**2).mean() ** 0.5, {{ target.places }})),
)
