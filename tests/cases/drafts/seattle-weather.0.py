# %%
# Conventions:
# - New DataFrames are numbered from 0.
# - A Series by group stands in ascending order of its index.
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
  Write a function `longest_rise(values)` for a list of numbers: it returns the length of the longest
  stretch of consecutive elements in which each is greater than the one before. A single element is a
  stretch of length 1; an empty list gives 0. `values` must not be changed.
validator:
  table_test:
    function_name: longest_rise
    test_cases:
      -
        - []
      -
        - [7]
      -
        - [1, 2, 3, 4]
      -
        - [4, 3, 2, 1]
      -
        - [1, 2, 2, 3, 4, 5]
      -
        - [5, 1, 2, 3, 0, 1]
      -
        - [-1.5, -1.25, 0, 0.5, 0.5]
      - |
        ```
        def _generate():
            return ([random.randint(0, 9) for _ in range(random.randint(2, 80))],)
        ```
      - "//"
      - "//"
"""

def longest_rise(values):
    longest = length = 0
    for index, value in enumerate(values):
        rising = index > 0 and value > values[index - 1]
        length = length + 1 if rising else 1
        longest = max(longest, length)
    return longest

# %%
"""
question: |-
  Apply `longest_rise` to `temp_min` of `df`, in the order of the rows.
validator:
  result:
"""

longest_rise(df["temp_min"].tolist())

# %%
"""
question: |-
  I want to see the five rows with the highest `temp_max`: a DataFrame with the columns `date` and
  `temp_max`, in this order, from the highest down. Rows with equal `temp_max` keep the order they
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

ordered = df.sort_values("temp_max", ascending=False, kind="stable")

ordered[["date", "temp_max"]].head(5).reset_index(drop=True)

# %%
"""
question: |-
  Does `precipitation` depend on the day of the week? Answer with a Series of the mean `precipitation`
  of each weekday of `date` that occurs, rounded to 2 decimals, indexed by the weekday as a number, 0
  for Monday to 6 for Sunday.
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
  A table of `wind` by `weather`, please. Make a DataFrame `summary` with one row per `weather` and
  the columns `weather`, `rows` (how many rows in `df` it has) and `mean` (its mean `wind`, rounded to
  2 decimals), in this order. The highest `mean` comes first.
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
  Bring the `mean` of `summary` back to the single rows: make a DataFrame `compared` with all rows in
  `df` in their order, all columns of `df` and, last, the column `mean` that `summary` has for the
  row's `weather`. In how many rows is `wind` greater than this `mean`?
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

int((compared["wind"] > compared["mean"]).sum())

# %%
"""
question: |-
  `wind` has a long tail. Add a last column `log_wind` to `df` with the logarithm of `wind` to base
  10, unrounded. Answer with a tuple: the skewness of `wind`, then that of `log_wind` (as pandas
  computes it, corrected for bias), rounded to 3 decimals.
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

df["log_wind"] = np.log10(df["wind"])

(float(round(df["wind"].skew(), 3)), float(round(df["log_wind"].skew(), 3)))

# %%
"""
question: |-
  Give the geometric mean of `wind` for each `weather`, 10 to the power of the mean of `log_wind`: a
  Series indexed by `weather` and rounded to 2 decimals, the largest first.
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

geometric = (10 ** df.groupby("weather", observed=True)["log_wind"].mean()).round(2)

geometric.sort_index().sort_values(ascending=False, kind="stable")

# %%
"""
question: |-
  Bring `temp_max` and `temp_min` of `df` into one column. Make a DataFrame `long` with the columns
  `measure` (the name of the original column) and `value`, one row for every value that is not
  missing; its order and index do not matter. Answer with the median of `value` for each `measure`,
  unrounded: a Series indexed by `measure`.
validator:
  namespace_check:
    long: |
      def compare_fn(reference, submission):
          import pandas as pd

          forgiven = ["check_dtype", "check_column_type", "check_names", "check_categorical"]
          options = dict.fromkeys(forgiven, False) | {"rtol": 1e-9, "atol": 1e-9}
          try:
              ordered = [
                  table.sort_values(list(table.columns), key=lambda column: column.astype(object)).reset_index(drop=True)
                  for table in (submission, reference)
              ]
              pd.testing.assert_frame_equal(*ordered, **options)
          except (AssertionError, AttributeError, TypeError, ValueError) as error:
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

long = df[["temp_max", "temp_min"]].melt(var_name="measure", value_name="value").dropna().reset_index(drop=True)

long.groupby("measure")["value"].median().reindex(["temp_max", "temp_min"])

# %%
"""
question: |-
  Could fewer numbers stand for `precipitation`, `temp_max`, `temp_min` and `wind`? Standardise these
  columns of `df` with scikit-learn's `StandardScaler` and fit a `PCA` with all its components. Answer
  with a tuple: the share of the variance that the first component explains, rounded to 3 decimals,
  then how many components, from the first on, together explain at least 80 percent.
validator:
  result:
execution:
  max_time: 30
"""

from sklearn.decomposition import PCA
from sklearn.preprocessing import StandardScaler

explained = PCA().fit(StandardScaler().fit_transform(df[["precipitation", "temp_max", "temp_min", "wind"]])).explained_variance_ratio_
components_needed = int(np.argmax(explained.cumsum() >= 0.8)) + 1

(float(round(explained[0], 3)), components_needed)
