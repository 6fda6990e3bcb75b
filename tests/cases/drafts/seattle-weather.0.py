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
  Make numbers comparable: write a function `rescale(values)` for a list of numbers and None: it
  returns a list of floats in the same order, the smallest number as 0.0, the largest as 1.0, those
  between in proportion; None stays None. If all numbers are equal, each becomes 0.0; a list without
  numbers is returned as it is. `values` must not be changed.
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
  Three bands of `temp_min` are enough: add a last column `temp_min_band` with the text `low` up to
  and including 6.2, `middle` above that up to and including 11, and `high` beyond. Answer with the
  number of rows of each: a Series indexed by `low`, `middle` and `high`, in this order.
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

edges = [-np.inf, 6.2, 11, np.inf]
df["temp_min_band"] = pd.cut(df["temp_min"], bins=edges, labels=["low", "middle", "high"]).astype(str)

df["temp_min_band"].value_counts().reindex(["low", "middle", "high"])

# %%
"""
question: |-
  A mean of `wind` hangs on its extremes. Add a last column `wind_clipped` to `df`: `wind`, with every
  value below its 5th percentile set to that percentile, and every value above its 95th percentile to
  that one (linear interpolation, the default of pandas). What is the mean of `wind_clipped` minus the
  mean of `wind`, rounded to 3 decimals?
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

low, high = df["wind"].quantile([0.05, 0.95])
df["wind_clipped"] = df["wind"].clip(low, high)

float(round(df["wind_clipped"].mean() - df["wind"].mean(), 3))

# %%
"""
question: |-
  Which rows fall out of line? Fit a straight line of `temp_max` against `precipitation` through all
  rows of `df` by ordinary least squares, and add a last column `temp_max_residual` to `df`:
  `temp_max` minus the value on the line, unrounded. Answer with a tuple: the slope, rounded to 4
  decimals, then the largest absolute `temp_max_residual`, rounded to 2 decimals.
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

slope, intercept = np.polyfit(df["precipitation"], df["temp_max"], 1)
df["temp_max_residual"] = df["temp_max"] - (slope * df["precipitation"] + intercept)

(float(round(slope, 4)), float(round(df["temp_max_residual"].abs().max(), 2)))

# %%
"""
question: |-
  Do the rows in `df` whose `weather` is `drizzle` stand out in `wind`? Compare them, as the first
  sample, with all other rows by Welch's t test (two-sided, variances not assumed equal). Answer with
  a tuple: the t statistic rounded to 3 decimals, then True if the p-value is below 0.05, else False.
validator:
  result:
execution:
  max_time: 30
"""

from scipy import stats

chosen = df["weather"] == "drizzle"
t_test = stats.ttest_ind(
    df.loc[chosen, "wind"].dropna(), df.loc[~chosen, "wind"].dropna(), equal_var=False
)

(float(round(t_test.statistic, 3)), bool(t_test.pvalue < 0.05))
