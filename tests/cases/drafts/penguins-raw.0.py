# %%
# Conventions:
# - Labels with equal values, as rounded, stand in ascending order; where one is taken, it is the first.
# - Missing values are left out.
# - Whole numbers are given as integers, rounded ones as floats.
import numpy as np
import pandas as pd

# %%
"""
question: |-
  This session is about Palmer penguins, field records. Read `inputs/penguins-raw.csv` into a
  DataFrame named `df` with the defaults of pandas. Answer with a tuple: its number of rows, then of
  columns.
validator:
  namespace_check:
    df:
"""

df = pd.read_csv("inputs/penguins-raw.csv")

df.shape

# %%
"""
question: |-
  `Date Egg` was read as text in the format `%Y-%m-%d`. Convert it to datetimes inside `df` and tell
  me how many whole days lie between the earliest and the latest of them.
validator:
  namespace_check:
    df:
"""

df["Date Egg"] = pd.to_datetime(df["Date Egg"], format="%Y-%m-%d")

int((df["Date Egg"].max() - df["Date Egg"].min()).days)

# %%
"""
question: |-
  From here on I only want rows in which `Culmen Length (mm)` is known. Remove the others from `df`,
  number the remaining rows from 0 in their order, and tell me how many are left.
validator:
  namespace_check:
    df:
"""

df = df.dropna(subset=["Culmen Length (mm)"]).reset_index(drop=True)

len(df)

# %%
"""
question: |-
  Cross `studyName` with `Island`: a DataFrame `grid` with one row per `studyName` (as the index), one
  column per `Island`, both ascending, and in each cell the mean `Delta 15 N (o/oo)` of its rows,
  rounded to 3 decimals. Combinations without any value stay missing.
validator:
  template: intact
  namespace_check:
    grid: |
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

grid = df.pivot_table(
    index="studyName", columns="Island", values="Delta 15 N (o/oo)", aggfunc="mean", observed=True
).round(3)

# %%
"""
question: |-
  Is `Body Mass (g)` related to `Culmen Depth (mm)`? Give me their Pearson correlation over the rows
  in `df` that have both, rounded to 3 decimals.
validator:
  result:
"""

float(round(df["Body Mass (g)"].corr(df["Culmen Depth (mm)"]), 3))

# %%
"""
question: |-
  How many rows in `df` fall into each calendar month by `Date Egg`? Answer with a Series in order of
  time, indexed by the month as text such as `2013-01` (year, hyphen, two digits); months without rows
  do not appear.
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

df["Date Egg"].dt.strftime("%Y-%m").value_counts().sort_index()

# %%
"""
question: |-
  A most frequent value need not be the only one. Write a function `modes(values)` that returns the
  list of those different elements of the list `values` that occur most often, in the order of their
  first appearance. None counts for nothing and is never returned; without any other element the
  result is an empty list. `values` must not be changed.
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
  Use `modes` on `Clutch Completion` twice: for the rows in `df` whose `Delta 13 C (o/oo)` is at most
  -26, and for those where it is greater. Answer with a tuple of the two lists.
validator:
  result:
"""

complete_pairs = df[["Clutch Completion", "Delta 13 C (o/oo)"]].dropna()
is_low = complete_pairs["Delta 13 C (o/oo)"] <= -26

(modes(complete_pairs.loc[is_low, "Clutch Completion"].tolist()), modes(complete_pairs.loc[~is_low, "Clutch Completion"].tolist()))

# %%
"""
question: |-
  A table of `Flipper Length (mm)` by `Sex`, please. Make a DataFrame `summary` with one row per `Sex`
  and the columns `Sex`, `rows` (how many rows in `df` it has, with or without `Flipper Length (mm)`)
  and `mean` (its mean `Flipper Length (mm)`, rounded to 2 decimals), in this order. The highest
  `mean` comes first, and the index counts from 0.
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
    df.groupby("Sex", observed=True)
    .agg(rows=("Flipper Length (mm)", "size"), mean=("Flipper Length (mm)", "mean"))
    .round({"mean": 2})
    .reset_index()
    .sort_values(["mean", "Sex"], ascending=[False, True])
    .reset_index(drop=True)
)

# %%
"""
question: |-
  A fair comparison of `Culmen Length (mm)` looks within the `Species`. Add a last column
  `culmen_length_mm_gap` to `df`: `Culmen Length (mm)` minus the median of `Culmen Length (mm)` of all
  rows with the same `Species`. What is its largest absolute value, rounded to 2 decimals?
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

df["culmen_length_mm_gap"] = df["Culmen Length (mm)"] - df.groupby("Species", observed=True)["Culmen Length (mm)"].transform("median")

float(round(df["culmen_length_mm_gap"].abs().max(), 2))

# %%
"""
question: |-
  Take the rows of `df` where `Body Mass (g)` is greater than 4100. Which `Island` is most frequent
  among them? Answer with a tuple: the `Island`, then its count.
validator:
  result:
"""

rows_above = df.loc[df["Body Mass (g)"] > 4100, "Island"].value_counts()

(rows_above[rows_above == rows_above.max()].index.min(), int(rows_above.max()))

# %%
"""
question: |-
  Do a few extremes drive the mean of `Delta 15 N (o/oo)`? Leave out the lowest tenth and the highest
  tenth of its values, each rounded down to a whole number of values. Answer with a tuple of floats
  rounded to 3 decimals: the mean of all values, then of those that are left.
validator:
  result:
"""

in_sequence = df["Delta 15 N (o/oo)"].dropna().sort_values()
tenth = len(in_sequence) // 10
middle = in_sequence.iloc[tenth : len(in_sequence) - tenth]

(float(round(in_sequence.mean(), 3)), float(round(middle.mean(), 3)))
