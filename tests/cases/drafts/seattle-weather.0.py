# %%
# Conventions:
# - Labels with equal values, as rounded, stand in ascending order; where one is taken, it is the first.
# - Whole numbers are given as integers, rounded ones as floats.
# - Numbers are rounded as numpy rounds them.
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
  Give me an overview of the columns of `df`: a DataFrame indexed by the column names in their order,
  with the columns `distinct` (how many different values a column has) and `commonest` (the percentage
  of the rows with its most frequent value, rounded to 1 decimal).
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

pd.DataFrame(
    {
        "distinct": df.nunique(),
        "commonest": df.apply(lambda column: column.value_counts(normalize=True).max() * 100).round(1),
    }
)

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
  Apply `longest_rise` to `wind` of `df`, in the order of the rows.
validator:
  result:
"""

longest_rise(df["wind"].tolist())

# %%
"""
question: |-
  I want to see the five rows with the highest `temp_max`: a DataFrame with the columns `date` and
  `temp_max`, in this order, from the highest down and with a fresh index from 0. Rows with equal
  `temp_max` keep the order they have in `df`.
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

rows_in_order = df.sort_values("temp_max", ascending=False, kind="stable")

rows_in_order[["date", "temp_max"]].head(5).reset_index(drop=True)

# %%
"""
question: |-
  Compare the quartiles of `temp_min` between the values of `weather`. Answer with a DataFrame, one
  row per `weather` with `weather` as the index, ascending, whose columns "q1", "q2" and "q3" are the
  first quartile, the median and the third quartile of `temp_min` (linear interpolation, the default
  of pandas), rounded to 2 decimals.
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

quartiles_by_group = df.groupby("weather", observed=True)["temp_min"].quantile([0.25, 0.5, 0.75]).unstack()

quartiles_by_group.set_axis(["q1", "q2", "q3"], axis=1).round(2)

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

geometric_by_group = (10 ** df.groupby("weather", observed=True)["log_wind"].mean()).round(2)

geometric_by_group.sort_index().sort_values(ascending=False, kind="stable")

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

rows_in_time = df.sort_values("date", kind="stable")
smooth = rows_in_time["precipitation"].rolling(7).mean().dropna().reset_index(drop=True)

float(round(smooth.max(), 2))

# %%
"""
question: |-
  By how much do the values of `weather` differ in `temp_min`? Take the median of `temp_min` for each
  `weather`. Answer with a tuple: the `weather` with the highest median, the one with the lowest, and
  the difference of the two, rounded to 2 decimals.
validator:
  result:
"""

group_medians = df.groupby("weather", observed=True)["temp_min"].median()

(
    group_medians.idxmax(),
    group_medians.idxmin(),
    float(round(group_medians.max() - group_medians.min(), 2)),
)

# %%
"""
question: |-
  Take the median `precipitation` of all rows in `df`: in which `weather` do most lie above it? Answer
  with a Series, indexed by `weather`, of the percentage of rows whose `precipitation` is greater than
  that median, rounded to 1 decimal, the largest first.
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

with_value = df.dropna(subset=["precipitation"])
is_above = with_value["precipitation"] > with_value["precipitation"].median()
above_shares = is_above.groupby(with_value["weather"]).mean().mul(100).round(1)

above_shares.sort_index().sort_values(ascending=False, kind="stable")

# %%
"""
question: |-
  Find the closest pair of levels of `weather` by `precipitation`, `temp_max`, `temp_min` and `wind`.
  Standardise these columns over all rows in `df` (minus the mean, divided by the sample standard
  deviation, ddof=1), take the mean of each by `weather`, and the Euclidean distance between these
  means. Answer with a tuple of three: the two levels in ascending order, then their distance rounded
  to 3 decimals.
validator:
  result:
"""

from itertools import combinations

group_measures = df[["precipitation", "temp_max", "temp_min", "wind"]]
scaled_measures = (group_measures - group_measures.mean()) / group_measures.std(ddof=1)
group_centres = scaled_measures.groupby(df["weather"], observed=True).mean()
centre_distances = {
    pair: float(((group_centres.loc[pair[0]] - group_centres.loc[pair[1]]) ** 2).sum() ** 0.5)
    for pair in combinations(group_centres.index, 2)
}
closest_groups = min(centre_distances, key=centre_distances.get)

(*closest_groups, round(centre_distances[closest_groups], 3))
