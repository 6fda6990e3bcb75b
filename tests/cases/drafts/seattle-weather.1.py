# %%
# Conventions:
# - Labels with equal values, as rounded, stand in ascending order; where one is taken, it is the first.
# - Whole numbers are given as integers, rounded ones as floats.
import numpy as np
import pandas as pd

# %%
"""
question: |-
  We are going to look at Weather in Seattle. Read `inputs/seattle-weather.csv` into a DataFrame named
  `df` with the defaults of pandas. Answer with a tuple: its number of rows, then of columns.
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
  A model cannot read `weather` as text. Make a DataFrame `encoded` with the index of `df` and one
  column of integers 0 and 1 for every value of `weather`, named `weather_` followed by the value, in
  ascending order of the values (none is left out). Answer with the sum of each column: a Series
  indexed by column name in that order.
validator:
  namespace_check:
    encoded: |
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

encoded = pd.get_dummies(df["weather"], prefix="weather", dtype=int)

encoded.sum()

# %%
"""
question: |-
  Where do the usual values of `precipitation` end? Set `lower` to its first quartile minus 1.5 times
  the interquartile range and `upper` to its third quartile plus 1.5 times that range (linear
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
  What is usual for `wind` in each `weather`? Make a DataFrame `summary` with one row per `weather`
  and the columns `weather`, `rows` (how many rows in `df` it has) and `mean` (its mean `wind`,
  rounded to 2 decimals), in this order. The highest `mean` comes first, and the index counts from 0.
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
    .agg(rows=("wind", "size"), mean=("wind", "mean"))
    .round({"mean": 2})
    .reset_index()
    .sort_values(["mean", "weather"], ascending=[False, True])
    .reset_index(drop=True)
)

# %%
"""
question: |-
  A measure of variety would help. Write a function `evenness(values)` for a list: the Shannon entropy
  of the shares of its different values (natural logarithm), divided by the natural logarithm of their
  number, so that 1 means that all are equally frequent. With fewer than two different values it
  returns 0.0. `values` must not be changed.
validator:
  template: intact
  table_test:
    function_name: evenness
    test_cases:
      -
        - [a, b]
      -
        - [a, a, a, b]
      -
        - [x]
      -
        - []
      -
        - [1, 2, 3, 3, 3, 3]
      - |
        ```
        def _generate():
            return ([random.choice("aaabbcd") for _ in range(random.randint(5, 80))],)
        ```
      - "//"
      - "//"
    output_checker:
      rtol: 1.0e-09
      atol: 1.0e-09
    input_validator: |
      def _validate(values):
          return isinstance(values, list)
"""

import math


def evenness(values):
    counts = [values.count(value) for value in set(values)]
    if len(counts) < 2:
        return 0.0
    shares = sorted(count / len(values) for count in counts)
    return -sum(share * math.log(share) for share in shares) / math.log(len(shares))

# %%
"""
question: |-
  Apply `evenness` to `weather` of `df`. Answer with a float rounded to 3 decimals.
validator:
  result:
execution:
  max_time: 30
"""

round(evenness(df["weather"].dropna().tolist()), 3)

# %%
"""
question: |-
  How often is `temp_max` above 16 where `weather` is `sun`? Answer with a tuple of floats, rounded to
  1 decimal: the percentage of rows whose `temp_max` is greater than 16 among those whose `weather` is
  `sun`, then among all others.
validator:
  result:
"""

with_value = df.dropna(subset=["temp_max"])
is_above = with_value["temp_max"] > 16
has_level = with_value["weather"] == "sun"

(float(round(is_above[has_level].mean() * 100, 1)), float(round(is_above[~has_level].mean() * 100, 1)))

# %%
"""
question: |-
  Predict `weather` from `precipitation`, `temp_max`, `temp_min` and `wind` by likeness. The rows of
  `df` at the positions 4, 9, 14 and so on (from 0) are for testing, the others for training. Store
  the features as DataFrames `X_known` (training) and `X_probe` (test), columns in my order, and
  `weather` as Series `y_known` and `y_probe`, all in the order and with the index labels of `df`.
  Answer with a tuple: the number of training rows, then of test rows.
validator:
  namespace_check:
    X_known:
    X_probe:
    y_known:
    y_probe:
"""

probe_rows = np.arange(len(df)) % 5 == 4
X_known, X_probe = df.loc[~probe_rows, ["precipitation", "temp_max", "temp_min", "wind"]], df.loc[probe_rows, ["precipitation", "temp_max", "temp_min", "wind"]]
y_known, y_probe = df.loc[~probe_rows, "weather"], df.loc[probe_rows, "weather"]

(len(X_known), len(X_probe))

# %%
"""
question: |-
  Fit a scikit-learn pipeline named `neighbours`, which standardises the features and then is a
  `KNeighborsClassifier` with 5 neighbours, to `X_known` and `y_known`; it is judged by its accuracy
  on `X_probe` and `y_probe`. Answer with a tuple of floats rounded to 3 decimals: its accuracy there,
  then that of always predicting the `weather` most frequent in `y_known`.
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
