# %%
# Conventions:
# - Whole numbers are given as integers, rounded ones as floats.
# - Numbers are rounded as numpy rounds them.
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
  I want to see the five rows with the highest `temp_min`: a DataFrame with the columns `date` and
  `temp_min`, in this order, from the highest down and with a fresh index from 0. Rows with equal
  `temp_min` keep the order they have in `df`.
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
  Write a function `top_share(values, k)` that says how concentrated a list is: it returns the share,
  between 0 and 1 and unrounded, of the elements of `values` that belong to its `k` most frequent
  values. With fewer than `k` different values the share is 1.0, for an empty list it is 0.0. `k` is
  at least 1, and `values` must not be changed.
validator:
  table_test:
    function_name: top_share
    test_cases:
      -
        - [a, b, a, c]
        - 1
      -
        - [a, b, a, c]
        - 2
      -
        - [x]
        - 3
      -
        - []
        - 2
      -
        - [3, 3, 2, 2, 1]
        - 2
      - |
        ```
        def _generate():
            values = [random.choice("aaabbcdefg") for _ in range(random.randint(5, 60))]
            return values, random.randint(1, 4)
        ```
      - "//"
      - "//"
    output_checker:
      rtol: 1.0e-09
      atol: 1.0e-09
    input_validator: |
      def _validate(values, k):
          return isinstance(values, list) and k >= 1
"""

def top_share(values, k):
    if not values:
        return 0.0
    counts = sorted((values.count(value) for value in set(values)), reverse=True)
    return sum(counts[:k]) / len(values)

# %%
"""
question: |-
  What does `top_share` give for `weather` of `df` with `k` set to 2? Answer with a float rounded to 3
  decimals.
validator:
  result:
"""

round(top_share(df["weather"].dropna().tolist(), 2), 3)

# %%
"""
question: |-
  Within which limits does `wind` lie in each `weather`? Answer with a DataFrame indexed by `weather`
  in ascending order, with the columns `lowest`, `highest` and `range`, the difference of the two,
  rounded to 2 decimals.
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

ranges = df.groupby("weather", observed=True)["wind"].agg(lowest="min", highest="max")

ranges.assign(range=ranges["highest"] - ranges["lowest"]).round(2)

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
  Round `log_wind` down to whole numbers: how many rows in `df` have each order of magnitude of
  `wind`? Answer with a Series of the counts, indexed by that integer in ascending order.
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

np.floor(df["log_wind"]).astype(int).value_counts().sort_index()

# %%
"""
question: |-
  Give the geometric mean of `wind` for each `weather`, 10 to the power of the mean of `log_wind`: a
  Series indexed by `weather` and rounded to 2 decimals, the largest (as rounded) first and equal ones
  in ascending order of `weather`.
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
  I need `temp_max` and `temp_min` of `df` in long form. Make a DataFrame `long` with the columns
  `measure` (the name of the original column) and `value`, one row for every value that is not
  missing; its order and index do not matter. Answer with the median of `value` for each `measure`,
  unrounded: a Series indexed by `measure` in the order of my list.
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
  Smooth `precipitation` over time: order the rows in `df` by `date` (equal ones as they stand in
  `df`), and take the mean of `precipitation` over each row and the six rows before it. Store these
  means in that order, without the first six rows, which have none, indexed from 0, as a Series
  `smooth`. Answer with the highest of them, rounded to 2 decimals.
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
smooth = ordered["precipitation"].rolling(7).mean().dropna().reset_index(drop=True)

float(round(smooth.max(), 2))

# %%
"""
question: |-
  Look at the two most frequent values of `weather` only, `sun` and `fog`: how large is the median of
  `temp_max` among the rows with the first, and among those with the second? Answer with a tuple of
  two floats in this order, rounded to 2 decimals.
validator:
  result:
"""

level_medians = df[df["weather"].isin(["sun", "fog"])].groupby("weather")["temp_max"].median()

(float(round(level_medians["sun"], 2)), float(round(level_medians["fog"], 2)))
