# %%
# Conventions:
# - New DataFrames are numbered from 0.
# - A Series by group stands in ascending order of its index.
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
  Does `temp_min` depend on the day of the week? Answer with a Series of the mean `temp_min` of each
  weekday of `date` that occurs, rounded to 2 decimals, indexed by the weekday as a number, 0 for
  Monday to 6 for Sunday.
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
  Look at `temp_max` and `precipitation` group by group. Compute their Pearson correlation for each
  `weather`, and answer with a Series rounded to 3 decimals, indexed by `weather`.
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

correlations_by_group = {
    level: members["temp_max"].corr(members["precipitation"]) for level, members in df.groupby("weather", observed=True)
}

pd.Series(correlations_by_group).sort_index().round(3)

# %%
"""
question: |-
  What is usual for `precipitation` in each `weather`? Make a DataFrame `summary` with one row per
  `weather` and the columns `weather`, `rows` (how many rows in `df` it has) and `mean` (its mean
  `precipitation`, rounded to 2 decimals), in this order. The highest `mean` comes first; rows whose
  `mean`, as rounded, is equal are ordered by `weather` ascending.
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
  Bring the `mean` of `summary` back to the single rows: make a DataFrame `compared` with all rows in
  `df` in their order, all columns of `df` and, last, the column `mean` that `summary` has for the
  row's `weather`. In how many rows is `precipitation` greater than this `mean`?
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

int((compared["precipitation"] > compared["mean"]).sum())

# %%
"""
question: |-
  For a report, `temp_max` is to be low, middle or high: add a last column `temp_max_band` with the
  text `low` up to and including 12, `middle` above that up to and including 20, and `high` beyond.
  Answer with the number of rows of each: a Series indexed by `low`, `middle` and `high`, in this
  order.
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

edges = [-np.inf, 12, 20, np.inf]
df["temp_max_band"] = pd.cut(df["temp_max"], bins=edges, labels=["low", "middle", "high"]).astype(str)

df["temp_max_band"].value_counts().reindex(["low", "middle", "high"])

# %%
"""
question: |-
  Write a function `band_of(value)` that returns the band of a number by the limits of
  `temp_max_band`: `low` up to and including 12, `middle` above that up to and including 20, `high`
  beyond; for None `unknown`.
validator:
  table_test:
    function_name: band_of
    test_cases:
      - ["`12`"]
      - ["`20`"]
      - ["`12 + 1e-6`"]
      - ["`20 + 1e-6`"]
      - ["`12 - 1000`"]
      - ["`20 + 1000`"]
      - ["`(12 + 20) / 2`"]
      - ["`None`"]
      - ["`random.uniform(-1.6, 35.6)`"]
      - "//"
      - "//"
"""

def band_of(value):
    if value is None:
        return "unknown"
    if value <= 12:
        return "low"
    return "middle" if value <= 20 else "high"

# %%
"""
question: |-
  How often is `wind` above 2.9 where `weather` is `sun`? Answer with a tuple of floats, rounded to 1
  decimal: the percentage of rows whose `wind` is greater than 2.9 among those whose `weather` is
  `sun`, then among all others.
validator:
  result:
"""

with_value = df.dropna(subset=["wind"])
is_above = with_value["wind"] > 2.9
has_level = with_value["weather"] == "sun"

(float(round(is_above[has_level].mean() * 100, 1)), float(round(is_above[~has_level].mean() * 100, 1)))

# %%
"""
question: |-
  How much do `precipitation`, `temp_max`, `temp_min` and `wind` have in common? Standardise these
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
