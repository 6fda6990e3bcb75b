# %%
# Conventions:
# - New DataFrames are numbered from 0.
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
  Do `temp_min` and `temp_max` go together? Give me their Pearson correlation over the rows in `df`,
  rounded to 3 decimals.
validator:
  result:
"""

float(round(df["temp_min"].corr(df["temp_max"]), 3))

# %%
"""
question: |-
  Does `precipitation` depend on the day of the week? Answer with a Series of the mean `precipitation`
  of each weekday of `date` that occurs, rounded to 2 decimals, indexed by the weekday as a number, 0
  for Monday to 6 for Sunday, in ascending order.
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

df.groupby(df["date"].dt.day_of_week)["precipitation"].mean().round(2)

# %%
"""
question: |-
  Put `precipitation`, `temp_max`, `temp_min` and `wind` on one scale: make a DataFrame `scaled` with
  these columns in this order and the index of `df`, of each value minus the column's mean, divided by
  the column's population standard deviation (ddof=0), unrounded. Answer with the largest value of
  each column of `scaled`: a Series indexed by column name, in the same order, rounded to 3 decimals.
validator:
  namespace_check:
    scaled:
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

amounts = df[["precipitation", "temp_max", "temp_min", "wind"]]
scaled = (amounts - amounts.mean()) / amounts.std(ddof=0)

scaled.max().round(3)

# %%
"""
question: |-
  Names have no average, but modes. Write a function `modes(values)` that returns the list of those
  different elements of the list `values` that occur most often, in the order of their first
  appearance. None counts for nothing and is never returned; without any other element the result is
  an empty list. `values` must not be changed.
validator:
  template: intact
  table_test:
    function_name: modes
    test_cases:
      -
        - [a, b, a]
      -
        - [b, a]
      -
        - []
      - ["`[None, None, 'x']`"]
      - ["`[None]`"]
      -
        - [3, 1, 3, 1, 2]
      - |
        ```
        def _generate():
            return ([random.choice(["p", "q", "r", "s", None]) for _ in range(random.randint(1, 40))],)
        ```
      - "//"
      - "//"
    input_validator: |
      def _validate(values):
          return isinstance(values, list)
"""

def modes(values):
    counts = {}
    for value in values:
        if value is not None:
            counts[value] = counts.get(value, 0) + 1
    highest = max(counts.values(), default=0)
    return [value for value, count in counts.items() if count == highest]

# %%
"""
question: |-
  Use `modes` on `weather` twice: for the rows in `df` whose `wind` is at most 2.9, and for those
  where it is greater. Answer with a tuple of the two lists.
validator:
  result:
"""

complete_pairs = df[["weather", "wind"]].dropna()
is_low = complete_pairs["wind"] <= 2.9

(modes(complete_pairs.loc[is_low, "weather"].tolist()), modes(complete_pairs.loc[~is_low, "weather"].tolist()))

# %%
"""
question: |-
  What is usual for `precipitation` in each `weather`? Make a DataFrame `summary` with one row per
  `weather` and the columns `weather`, `rows` (how many rows in `df` it has) and `mean` (its mean
  `precipitation`, rounded to 2 decimals), in this order. The highest `mean` comes first.
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
    .agg(rows=("precipitation", "size"), mean=("precipitation", "mean"))
    .round({"mean": 2})
    .reset_index()
    .sort_values(["mean", "weather"], ascending=[False, True])
    .reset_index(drop=True)
)

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

# %%
"""
question: |-
  What was last known of `temp_min` at midnight of 2012-05-02, 2013-05-02, 2014-05-02 and 2015-05-02?
  Make a DataFrame `report` with the columns `day` (these days as datetimes, in this order), `date`
  and `temp_min`, both of the last row of `df` by `date` that is not later. Answer with the mean of
  its `temp_min`, rounded to 2 decimals.
validator:
  namespace_check:
    report: |
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

report_days = pd.DataFrame({"day": pd.to_datetime(["2012-05-02", "2013-05-02", "2014-05-02", "2015-05-02"]).astype(df["date"].dtype)})
report = pd.merge_asof(
    report_days, df[["date", "temp_min"]].sort_values("date"), left_on="day", right_on="date"
)

float(round(report["temp_min"].mean(), 2))
