# %%
# Conventions:
# - New DataFrames are numbered from 0.
# - Whole numbers are given as integers, rounded ones as floats.
import numpy as np
import pandas as pd

# %%
"""
question: |-
  The data of this session: Weather in Seattle. Read `inputs/seattle-weather.csv` into a DataFrame
  named `df` with the defaults of pandas. Answer with a tuple: its number of rows, then of columns.
validator:
  namespace_check:
    df:
"""

df = pd.read_csv("inputs/seattle-weather.csv")

df.shape

# %%
"""
question: |-
  `date` was read as text in the format `%Y/%m/%d`. Convert it to datetimes inside `df` and tell me
  how many whole days lie between the earliest and the latest of them.
validator:
  namespace_check:
    df:
"""

df["date"] = pd.to_datetime(df["date"], format="%Y/%m/%d")

int((df["date"].max() - df["date"].min()).days)

# %%
"""
question: |-
  Numbers of different size should be made comparable. Write a function `rescale(values)` for a list
  of numbers and None: it returns a list of floats in the same order, the smallest number as 0.0, the
  largest as 1.0, those between in proportion; None stays None. If all numbers are equal, each becomes
  0.0; a list without numbers is returned as it is. `values` must not be changed.
validator:
  template: intact
  table_test:
    function_name: rescale
    test_cases:
      -
        - [1, 2, 3]
      -
        - [5, 5]
      -
        - []
      - ["`[None, 4, None, 8, 5]`"]
      - ["`[None]`"]
      -
        - [-10, 0, 30]
      - |
        ```
        def _generate():
            return ([random.choice([None, round(random.gauss(0, 9), 2)]) for _ in range(random.randint(3, 40))],)
        ```
      - "//"
      - "//"
    output_checker:
      atol: 1.0e-09
    input_validator: |
      def _validate(values):
          return isinstance(values, list)
"""

def rescale(values):
    numbers = [value for value in values if value is not None]
    if not numbers:
        return list(values)
    low, width = min(numbers), max(numbers) - min(numbers)
    return [None if value is None else (value - low) / width if width else 0.0 for value in values]

# %%
"""
question: |-
  Apply `rescale` to `wind` of `df`. What is the median of the result, rounded to 3 decimals?
validator:
  result:
"""

float(round(np.median(rescale(df["wind"].dropna().tolist())), 3))

# %%
"""
question: |-
  Let us look for outliers of `precipitation` in `df`. Set `lower` to its first quartile minus 1.5
  times the interquartile range and `upper` to its third quartile plus 1.5 times that range (linear
  interpolation, the default of pandas), both unrounded. Answer with a tuple: `lower`, then `upper`,
  each rounded to 2 decimals.
validator:
  namespace_check:
    lower:
    upper:
"""

q1, q3 = df["precipitation"].quantile([0.25, 0.75])
lower = q1 - 1.5 * (q3 - q1)
upper = q3 + 1.5 * (q3 - q1)

(float(round(lower, 2)), float(round(upper, 2)))

# %%
"""
question: |-
  Collect the rows in `df` whose `precipitation` is below `lower` or above `upper` in a DataFrame
  `outliers`, in the order and with the index labels of `df`. How many are there?
validator:
  namespace_check:
    outliers:
"""

outliers = df[(df["precipitation"] < lower) | (df["precipitation"] > upper)]

len(outliers)

# %%
"""
question: |-
  Does `temp_min` depend on the day of the week? Answer with a Series of the mean `temp_min` of each
  weekday of `date` that occurs, rounded to 2 decimals, indexed by the weekday as a number, 0 for
  Monday to 6 for Sunday, in ascending order.
validator:
  result: |
    def compare_fn(reference, submission):
        import pandas as pd

        forgiven = ["check_dtype", "check_index_type", "check_names", "check_categorical", "check_freq"]
        options = dict.fromkeys(forgiven, False) | {"rtol": 1e-9, "atol": 1e-9}
        try:
            if isinstance(reference, pd.DataFrame):
                pd.testing.assert_frame_equal(submission, reference, check_column_type=False, **options)
            else:
                pd.testing.assert_series_equal(submission, reference, **options)
        except (AssertionError, TypeError, ValueError) as error:
            return {"match": False, "reason": str(error)}
        return {"match": True, "reason": ""}
"""

df.groupby(df["date"].dt.day_of_week)["temp_min"].mean().round(2)

# %%
"""
question: |-
  A table of `temp_max` by `weather`, please. Make a DataFrame `summary` with one row per `weather`
  and the columns `weather`, `rows` (how many rows in `df` it has) and `mean` (its mean `temp_max`,
  rounded to 2 decimals), in this order. The highest `mean` comes first; rows whose `mean`, as
  rounded, is equal are ordered by `weather` ascending.
validator:
  template: intact
  namespace_check:
    summary: |
      def compare_fn(reference, submission):
          import pandas as pd

          forgiven = ["check_dtype", "check_index_type", "check_names", "check_categorical", "check_freq"]
          options = dict.fromkeys(forgiven, False) | {"rtol": 1e-9, "atol": 1e-9}
          try:
              if isinstance(reference, pd.DataFrame):
                  pd.testing.assert_frame_equal(submission, reference, check_column_type=False, **options)
              else:
                  pd.testing.assert_series_equal(submission, reference, **options)
          except (AssertionError, TypeError, ValueError) as error:
              return {"match": False, "reason": str(error)}
          return {"match": True, "reason": ""}
"""

summary = (
    df.groupby("weather", observed=True)
    .agg(rows=("temp_max", "size"), mean=("temp_max", "mean"))
    .round({"mean": 2})
    .reset_index()
    .sort_values(["mean", "weather"], ascending=[False, True])
    .reset_index(drop=True)
)

# %%
"""
question: |-
  Bring the `mean` of `summary` back to the single rows: make a DataFrame `compared` with all rows in
  `df` in their order, all columns of `df` and, last, the column `mean` that `summary` has for the
  row's `weather`. In how many rows is `temp_max` greater than this `mean`?
validator:
  namespace_check:
    compared: |
      def compare_fn(reference, submission):
          import pandas as pd

          forgiven = ["check_dtype", "check_index_type", "check_names", "check_categorical", "check_freq"]
          options = dict.fromkeys(forgiven, False) | {"rtol": 1e-9, "atol": 1e-9}
          try:
              if isinstance(reference, pd.DataFrame):
                  pd.testing.assert_frame_equal(submission, reference, check_column_type=False, **options)
              else:
                  pd.testing.assert_series_equal(submission, reference, **options)
          except (AssertionError, TypeError, ValueError) as error:
              return {"match": False, "reason": str(error)}
          return {"match": True, "reason": ""}
"""

compared = df.merge(summary[["weather", "mean"]], on="weather", how="left")

int((compared["temp_max"] > compared["mean"]).sum())

# %%
"""
question: |-
  How far do `precipitation`, `temp_max` and `wind` explain `temp_min`? The rows of `df` at the
  positions 4, 9, 14 and so on (from 0) are for testing, the others for training. Store the features
  as DataFrames `X_fit` (training) and `X_held` (test), columns in my order, and `temp_min` as Series
  `y_fit` and `y_held`, all in the order and with the index labels of `df`. Answer with a tuple: the
  mean of `y_fit`, then that of `y_held`, rounded to 2 decimals.
validator:
  namespace_check:
    X_fit:
    X_held:
    y_fit:
    y_held:
"""

held = np.arange(len(df)) % 5 == 4
X_fit, X_held = df.loc[~held, ["precipitation", "temp_max", "wind"]], df.loc[held, ["precipitation", "temp_max", "wind"]]
y_fit, y_held = df.loc[~held, "temp_min"], df.loc[held, "temp_min"]

(float(round(y_fit.mean(), 2)), float(round(y_held.mean(), 2)))

# %%
"""
question: |-
  Fit scikit-learn's ordinary linear regression, with default settings, on `X_fit` and `y_fit` and
  name it `regressor`. It is judged by its root mean squared error on `X_held` and `y_held`. Answer
  with a tuple: this error, then that of always predicting the mean of `y_fit`, rounded to 2 decimals.
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
    float(round((errors_of_line**2).mean() ** 0.5, 2)),
    float(round((errors_of_mean**2).mean() ** 0.5, 2)),
)

# %%
"""
question: |-
  How much do rows with `weather` `sun` and those with `fog` differ in `precipitation`? Give Cohen's
  d: the mean of `precipitation` of the first minus that of the second, divided by the pooled standard
  deviation (the square root of the two sample variances, ddof=1, averaged with the weights n - 1 of
  their groups). Answer with a float rounded to 3 decimals.
validator:
  result:
"""

first_sample = df.loc[df["weather"] == "sun", "precipitation"]
second_sample = df.loc[df["weather"] == "fog", "precipitation"]
freedom = len(first_sample) + len(second_sample) - 2
pooled = (
    (len(first_sample) - 1) * first_sample.var(ddof=1) + (len(second_sample) - 1) * second_sample.var(ddof=1)
) / freedom

float(round((first_sample.mean() - second_sample.mean()) / pooled**0.5, 3))
