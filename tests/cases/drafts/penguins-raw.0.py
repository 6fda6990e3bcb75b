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
  Hunt for outliers: write a function `outside_fences(values, factor)` that returns a list of those of
  at least four numbers that lie more than `factor` times the interquartile range below the first
  quartile or above the third, in their order and as often as they stand in `values`. Quartiles are
  those of `np.quantile` with its default method. `values` must not be changed.
validator:
  table_test:
    function_name: outside_fences
    test_cases:
      -
        - [1, 2, 3, 4]
        - 1.5
      -
        - [5, 5, 5, 5, 5, 9]
        - 1.5
      -
        - [-40, 1, 2, 2, 3, 3, 4, 50, -40]
        - 1.5
      -
        - [10, 12, 11, 13, 30, 12]
        - 3
      -
        - [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
        - 0
      - |
        ```
        def _generate():
            size = random.randint(8, 60)
            values = [round(random.gauss(0, 1) ** 3, 3) for _ in range(size)]
            return values, random.choice([0.5, 1, 1.5, 3])
        ```
      - "//"
      - "//"
      - "//"
    input_validator: |
      def _validate(values, factor):
          return len(values) >= 4 and factor >= 0
"""

def outside_fences(values, factor):
    q1, q3 = np.quantile(values, [0.25, 0.75])
    low, high = q1 - factor * (q3 - q1), q3 + factor * (q3 - q1)
    return [value for value in values if value < low or value > high]

# %%
"""
question: |-
  How many values of `Flipper Length (mm)` in `df` does `outside_fences` return with a factor of 3?
validator:
  result:
"""

len(outside_fences(df["Flipper Length (mm)"].dropna().tolist(), 3))

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
  Bring `Culmen Length (mm)`, `Culmen Depth (mm)` and `Flipper Length (mm)` of `df` into one column.
  Make a DataFrame `long` with the columns `measure` (the name of the original column) and `value`,
  one row for every value that is not missing; its order and index do not matter. Answer with the
  median of `value` for each `measure`, unrounded: a Series indexed by `measure` in alphabetical
  order.
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

long = df[["Culmen Length (mm)", "Culmen Depth (mm)", "Flipper Length (mm)"]].melt(var_name="measure", value_name="value").dropna().reset_index(drop=True)

long.groupby("measure")["value"].median()

# %%
"""
question: |-
  A table of `Body Mass (g)` by `Sex`, please. Make a DataFrame `summary` with one row per `Sex` and
  the columns `Sex`, `rows` (how many rows in `df` it has, with or without `Body Mass (g)`) and `mean`
  (its mean `Body Mass (g)`, rounded to 2 decimals), in this order. The highest `mean` comes first,
  and the index counts from 0.
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
    .agg(rows=("Body Mass (g)", "size"), mean=("Body Mass (g)", "mean"))
    .round({"mean": 2})
    .reset_index()
    .sort_values(["mean", "Sex"], ascending=[False, True])
    .reset_index(drop=True)
)

# %%
"""
question: |-
  A fair comparison of `Culmen Length (mm)` looks within the `Island`. Add a last column
  `culmen_length_mm_gap` to `df`: `Culmen Length (mm)` minus the median of `Culmen Length (mm)` of all
  rows with the same `Island`. What is its largest absolute value, rounded to 2 decimals?
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

df["culmen_length_mm_gap"] = df["Culmen Length (mm)"] - df.groupby("Island", observed=True)["Culmen Length (mm)"].transform("median")

float(round(df["culmen_length_mm_gap"].abs().max(), 2))

# %%
"""
question: |-
  Take the rows of `df` where `Delta 15 N (o/oo)` is greater than 8.7. Which `Species` is most
  frequent among them? Answer with a tuple: the `Species`, then its count.
validator:
  result:
"""

rows_above = df.loc[df["Delta 15 N (o/oo)"] > 8.7, "Species"].value_counts()

(rows_above[rows_above == rows_above.max()].index.min(), int(rows_above.max()))

# %%
"""
question: |-
  Do a few extremes drive the mean of `Delta 13 C (o/oo)`? Leave out the lowest tenth and the highest
  tenth of its values, each rounded down to a whole number of values. Answer with a tuple of floats
  rounded to 3 decimals: the mean of all values, then of those that are left.
validator:
  result:
"""

in_sequence = df["Delta 13 C (o/oo)"].dropna().sort_values()
tenth = len(in_sequence) // 10
middle = in_sequence.iloc[tenth : len(in_sequence) - tenth]

(float(round(in_sequence.mean(), 3)), float(round(middle.mean(), 3)))

# %%
"""
question: |-
  How sure can we be of the mean of `Culmen Length (mm)`? Bootstrap it: with
  `rng = np.random.default_rng(0)` draw 500 times, in a loop, by `rng.choice` with replacement, as
  many values as `df` has rows from `Culmen Length (mm)` as a numpy array in the order of `df`. Answer
  with a tuple: the 2.5th and the 97.5th percentile of the 500 means (linear interpolation, the
  default of numpy), rounded to 3 decimals.
validator:
  result:
execution:
  max_time: 30
"""

measured = df["Culmen Length (mm)"].to_numpy()
rng = np.random.default_rng(0)
draw_means = [rng.choice(measured, size=len(measured), replace=True).mean() for _ in range(500)]

tuple(float(bound) for bound in np.percentile(draw_means, [2.5, 97.5]).round(3))
