# %%
import numpy as np
import pandas as pd

# %%
"""
question: |-
  This session is about one data set: Palmer penguins, field records. Read `inputs/penguins-raw.csv`
  into a DataFrame named `df` with the default settings of the pandas reader and tell me its size as a
  tuple: the number of rows, then the number of columns.
validator:
  namespace_check:
    df:
"""

df = pd.read_csv("inputs/penguins-raw.csv")

df.shape

# %%
"""
question: |-
  `Region` and `Stage` tell us nothing, because no two rows differ there. Drop these columns from `df`
  and answer with the list of the column names that are left, in their order.
validator:
  namespace_check:
    df:
"""

df = df.drop(columns=["Region", "Stage"])

df.columns.tolist()

# %%
"""
question: |-
  `Date Egg` was read as text, written in the format `%Y-%m-%d`. Convert it to datetimes inside `df`
  and tell me how many whole days lie between the earliest and the latest of them, as an integer,
  ignoring any part of a day that is left over.
validator:
  namespace_check:
    df:
"""

df["Date Egg"] = pd.to_datetime(df["Date Egg"], format="%Y-%m-%d")

int((df["Date Egg"].max() - df["Date Egg"].min()).days)

# %%
"""
question: |-
  Not every row of `df` has a `Sex`. Put the text `unknown` where it is missing, inside `df`, and
  count the rows of each `Sex` afterwards. Answer with a Series indexed by `Sex`, sorted by that index
  in ascending order.
validator:
  namespace_check:
    df:
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

df["Sex"] = df["Sex"].fillna("unknown")

df["Sex"].value_counts().sort_index()

# %%
"""
question: |-
  In how many rows of `df` does `Culmen Length (mm)` lie between 41 and 47, both limits included, and
  what percentage of all rows of `df` is that (rows without a value count as rows, too)? Answer with a
  tuple: the count, then the percentage rounded to 1 decimal.
validator:
  result:
"""

inside = df["Culmen Length (mm)"].between(41, 47)

(int(inside.sum()), float(round(inside.mean() * 100, 1)))

# %%
"""
question: |-
  Show me the five rows with the highest `Flipper Length (mm)`: a DataFrame with the columns
  `Delta 15 N (o/oo)` and `Flipper Length (mm)`, in this order, from the highest down and with a fresh
  index from 0. Rows with equal `Flipper Length (mm)` keep the order they have in `df`.
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

ordered = df.sort_values("Flipper Length (mm)", ascending=False, kind="stable")

ordered[["Delta 15 N (o/oo)", "Flipper Length (mm)"]].head(5).reset_index(drop=True)

# %%
"""
question: |-
  How many rows of `df` fall into each calendar month by `Date Egg`? Answer with a Series in order of
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
  The names in `Species` are too long for axis labels. Add a last column `species_code` to `df` with
  the first three characters of `Species` in upper case. How many different codes are there, and is
  each of them used for one `Species` only? Answer with a tuple: the number of codes as an integer,
  then True or False.
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

df["species_code"] = df["Species"].str[:3].str.upper()
names_per_code = df.groupby("species_code")["Species"].nunique()

(len(names_per_code), bool((names_per_code == 1).all()))

# %%
"""
question: |-
  Do `Body Mass (g)` and `Culmen Depth (mm)` go together? Give me their Pearson correlation over the
  rows of `df` that have both, as a float rounded to 3 decimals.
validator:
  result:
"""

float(round(df["Body Mass (g)"].corr(df["Culmen Depth (mm)"]), 3))

# %%
"""
question: |-
  Add a last column `delta_15_n_o_oo_per_culmen_length_mm` to `df`: `Delta 15 N (o/oo)` divided by
  `Culmen Length (mm)`, missing where either of them is. What is its median, as a float rounded to 3
  decimals?
validator:
  namespace_check:
    df:
"""

df["delta_15_n_o_oo_per_culmen_length_mm"] = df["Delta 15 N (o/oo)"] / df["Culmen Length (mm)"]

float(round(df["delta_15_n_o_oo_per_culmen_length_mm"].median(), 3))

# %%
"""
question: |-
  How does `Delta 13 C (o/oo)` differ by `studyName`? Make a DataFrame `summary` with one row per
  `studyName` and three columns in this order: `studyName`, `rows` (how many rows of `df` belong to
  it, with or without `Delta 13 C (o/oo)`) and `mean` (its mean `Delta 13 C (o/oo)`, rounded to 3
  decimals, missing values left out). The highest `mean` comes first; rows whose `mean`, as rounded,
  is equal are ordered by `studyName` ascending, and the index counts from 0.
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
    df.groupby("studyName", observed=True)
    .agg(rows=("Delta 13 C (o/oo)", "size"), mean=("Delta 13 C (o/oo)", "mean"))
    .round({"mean": 3})
    .reset_index()
    .sort_values(["mean", "studyName"], ascending=[False, True])
    .reset_index(drop=True)
)

# %%
"""
question: |-
  Bring the `mean` of `summary` back to the single rows: make a DataFrame `compared` with all rows of
  `df` in their order, all columns of `df` and, last, the column `mean` that `summary` has for the
  row's `studyName`, indexed from 0. In how many rows is `Delta 13 C (o/oo)` greater than this `mean`?
  Answer with an integer.
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

compared = df.merge(summary[["studyName", "mean"]], on="studyName", how="left")

int((compared["Delta 13 C (o/oo)"] > compared["mean"]).sum())

# %%
"""
question: |-
  For a chart I need `Culmen Depth (mm)`, `Flipper Length (mm)`, `Body Mass (g)` and
  `Delta 13 C (o/oo)` of `df` in long form. Make a DataFrame `long` with two columns, `measure` (the
  name of the original column) and `value`, and one row for every value that is not missing; the order
  of its rows and its index do not matter. Then answer with the median of `value` for each `measure`,
  unrounded, as a Series indexed by `measure` in alphabetical order.
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

long = df[["Culmen Depth (mm)", "Flipper Length (mm)", "Body Mass (g)", "Delta 13 C (o/oo)"]].melt(var_name="measure", value_name="value").dropna().reset_index(drop=True)

long.groupby("measure")["value"].median()

# %%
"""
question: |-
  Which entry of `Island` is the longest, counting every character and blank? Answer with a tuple: the
  entry, then its length. Of several entries of that length take the one that sorts first.
validator:
  result:
"""

entries = df["Island"].dropna().drop_duplicates().sort_values().reset_index(drop=True)
lengths = entries.str.len()

(entries[lengths.idxmax()], int(lengths.max()))

# %%
"""
question: |-
  Is `Delta 13 C (o/oo)` different for the rows of `df` where `Clutch Completion` is `No`? Compare
  them with all other rows by Welch's t test (two-sided, variances not assumed equal, missing values
  left out), the rows with `No` as the first sample. Answer with a tuple: the t statistic rounded to 3
  decimals, then True if the p-value is below 0.05, else False.
validator:
  result:
execution:
  max_time: 30
"""

from scipy import stats

chosen = df["Clutch Completion"] == "No"
t_test = stats.ttest_ind(
    df.loc[chosen, "Delta 13 C (o/oo)"].dropna(), df.loc[~chosen, "Delta 13 C (o/oo)"].dropna(), equal_var=False
)

(float(round(t_test.statistic, 3)), bool(t_test.pvalue < 0.05))
