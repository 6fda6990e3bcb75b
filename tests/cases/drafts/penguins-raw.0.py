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
  Turn `Species` into indicators. Make a DataFrame `encoded` with the index of `df` and one column of
  integers 0 and 1 for every value of `Species`, named `species_` followed by the value, in ascending
  order of the values (none is left out). Answer with the sum of each column: a Series indexed by
  column name in that order.
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

encoded = pd.get_dummies(df["Species"], prefix="species", dtype=int)

encoded.sum()

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
  What does `top_share` give for `Island` of `df` with `k` set to 2? Answer with a float rounded to 3
  decimals.
validator:
  result:
"""

round(top_share(df["Island"].dropna().tolist(), 2), 3)

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
  Take the rows of `df` where `Delta 15 N (o/oo)` is greater than 8.7. Which `studyName` is most
  frequent among them? Answer with a tuple: the `studyName`, then its count.
validator:
  result:
"""

rows_above = df.loc[df["Delta 15 N (o/oo)"] > 8.7, "studyName"].value_counts()

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

# %%
"""
question: |-
  Look for the longest break in `Date Egg`. Order the different values of `Date Egg` and find the two
  neighbours that lie furthest apart. Answer with a tuple: the earlier one as text such as
  `2013-01-31`, then the whole days between them; of equally long breaks take the first.
validator:
  result:
"""

moments = pd.Series(df["Date Egg"].dropna().unique()).sort_values().reset_index(drop=True)
breaks = moments.diff().shift(-1)

(moments[breaks.idxmax()].strftime("%Y-%m-%d"), int(breaks.max().days))
