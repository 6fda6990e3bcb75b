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
  Is `wind` related to `temp_max`? Give me their Pearson correlation over the rows in `df`, rounded to
  3 decimals.
validator:
  result:
"""

float(round(df["wind"].corr(df["temp_max"]), 3))

# %%
"""
question: |-
  I want to see the five rows with the highest `temp_min`: a DataFrame with the columns `date` and
  `temp_min`, in this order, from the highest down. Rows with equal `temp_min` keep the order they
  have in `df`.
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

ordered = df.sort_values("temp_min", ascending=False, kind="stable")

ordered[["date", "temp_min"]].head(5).reset_index(drop=True)

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
  Use `modes` on `weather` twice: for the rows in `df` whose `temp_max` is at most 16, and for those
  where it is greater. Answer with a tuple of the two lists.
validator:
  result:
"""

complete_pairs = df[["weather", "temp_max"]].dropna()
is_low = complete_pairs["temp_max"] <= 16

(modes(complete_pairs.loc[is_low, "weather"].tolist()), modes(complete_pairs.loc[~is_low, "weather"].tolist()))

# %%
"""
question: |-
  A table of `precipitation` by `weather`, please. Make a DataFrame `summary` with one row per
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
  A fair comparison of `temp_min` looks within the `weather`. Add a last column `temp_min_gap` to
  `df`: `temp_min` minus the median of `temp_min` of all rows with the same `weather`. What is its
  largest absolute value, rounded to 2 decimals?
validator:
  namespace_check:
    df: |
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

df["temp_min_gap"] = df["temp_min"] - df.groupby("weather", observed=True)["temp_min"].transform("median")

float(round(df["temp_min_gap"].abs().max(), 2))

# %%
"""
question: |-
  Smooth `wind` over time: order the rows in `df` by `date` (equal ones as they stand in `df`), and
  take the mean of `wind` over each row and the six rows before it. Store these means in that order,
  without the first six rows, which have none, indexed from 0, as a Series `smooth`. Answer with the
  highest of them, rounded to 2 decimals.
validator:
  namespace_check:
    smooth: |
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

ordered = df.sort_values("date", kind="stable")
smooth = ordered["wind"].rolling(7).mean().dropna().reset_index(drop=True)

float(round(smooth.max(), 2))

# %%
"""
question: |-
  A mean of `precipitation` hangs on its extremes. Add a last column `precipitation_clipped` to `df`:
  `precipitation`, with every value below its 5th percentile set to that percentile, and every value
  above its 95th percentile to that one (linear interpolation, the default of pandas). What is the
  mean of `precipitation_clipped` minus the mean of `precipitation`, rounded to 3 decimals?
validator:
  namespace_check:
    df: |
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

low, high = df["precipitation"].quantile([0.05, 0.95])
df["precipitation_clipped"] = df["precipitation"].clip(low, high)

float(round(df["precipitation_clipped"].mean() - df["precipitation"].mean(), 3))

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
