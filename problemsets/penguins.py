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
  `Individual ID` names a nest and one of its two birds: N12A2 is the second bird of nest N12. The nest of
  the same name in another `studyName` is another nest. In some nests `Body Mass (g)` is known of both a
  bird whose `Sex` is `MALE` and one whose `Sex` is `FEMALE`. Answer with a tuple of two integers: in how
  many of these nests the male has the greater `Body Mass (g)`, then how many such nests there are.
validator:
  result:
"""

nests_2 = df.assign(nest=df["Individual ID"].str.split("A").str[0]).pivot_table(
    index=["studyName", "nest"], columns="Sex", values="Body Mass (g)"
)
pairs_2 = nests_2[["MALE", "FEMALE"]].dropna()

(int((pairs_2["MALE"] > pairs_2["FEMALE"]).sum()), len(pairs_2))

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
  What percentage of the rows of `df` has a value in every column? Answer with a float rounded to 1
  decimal.
validator:
  result:
"""

float(round(df.notna().all(axis=1).mean() * 100, 1))

# %%
"""
question: |-
  `Culmen Depth (mm)` has gaps. Fill each of them, inside `df`, with the median of `Culmen Depth (mm)`
  over the rows that have the same `studyName`, leaving the order of the rows and all other columns
  alone. What is the mean of `Culmen Depth (mm)` after that, as a float rounded to 2 decimals?
validator:
  namespace_check:
    df:
"""

medians = df.groupby("studyName", observed=True)["Culmen Depth (mm)"].transform("median")
df["Culmen Depth (mm)"] = df["Culmen Depth (mm)"].fillna(medians)

float(round(df["Culmen Depth (mm)"].mean(), 2))

# %%
"""
question: |-
  Show me the five rows with the highest `Delta 15 N (o/oo)`: a DataFrame with the columns
  `Body Mass (g)` and `Delta 15 N (o/oo)`, in this order, from the highest down and with a fresh index
  from 0. Rows with equal `Delta 15 N (o/oo)` keep the order they have in `df`.
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

ordered = df.sort_values("Delta 15 N (o/oo)", ascending=False, kind="stable")

ordered[["Body Mass (g)", "Delta 15 N (o/oo)"]].head(5).reset_index(drop=True)

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
  Do long culmens go with shallow ones? Compute the Pearson correlation of `Culmen Length (mm)` and
  `Culmen Depth (mm)` over the rows of `df` that have both, and then the same for each `Species` by itself.
  Answer with a tuple: the correlation over all these rows, rounded to 3 decimals; the `Species` whose own
  correlation is the highest (of several, the first in ascending order); that correlation, rounded to 3
  decimals.
validator:
  result:
"""

within_8 = df.groupby("Species")[["Culmen Length (mm)", "Culmen Depth (mm)"]].apply(
    lambda rows: rows["Culmen Length (mm)"].corr(rows["Culmen Depth (mm)"])
)
overall_8 = df["Culmen Length (mm)"].corr(df["Culmen Depth (mm)"])

(float(round(overall_8, 3)), within_8.idxmax(), float(round(within_8.max(), 3)))

# %%
"""
question: |-
  Look only at the rows where `Delta 13 C (o/oo)` is greater than -26. Which `Clutch Completion`
  occurs most often among them, and in how many of them? Answer with a tuple: the value of
  `Clutch Completion`, then the count. If several are equally frequent, take the one that comes first
  in ascending order.
validator:
  result:
"""

counts_9 = df.loc[df["Delta 13 C (o/oo)"] > -26, "Clutch Completion"].value_counts()

(counts_9[counts_9 == counts_9.max()].index.min(), int(counts_9.max()))

# %%
"""
question: |-
  How does `Flipper Length (mm)` differ by `Species`? Make a DataFrame `summary` with one row per
  `Species` and three columns in this order: `Species`, `rows` (how many rows of `df` belong to it,
  with or without `Flipper Length (mm)`) and `mean` (its mean `Flipper Length (mm)`, rounded to 2
  decimals, missing values left out). The highest `mean` comes first; rows whose `mean`, as rounded,
  is equal are ordered by `Species` ascending, and the index counts from 0.
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
    df.groupby("Species", observed=True)
    .agg(rows=("Flipper Length (mm)", "size"), mean=("Flipper Length (mm)", "mean"))
    .round({"mean": 2})
    .reset_index()
    .sort_values(["mean", "Species"], ascending=[False, True])
    .reset_index(drop=True)
)

# %%
"""
question: |-
  Bring the `mean` of `summary` back to the single rows: make a DataFrame `compared` with all rows of
  `df` in their order, all columns of `df` and, last, the column `mean` that `summary` has for the
  row's `Species`, indexed from 0. In how many rows is `Flipper Length (mm)` greater than this `mean`?
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

compared = df.merge(summary[["Species", "mean"]], on="Species", how="left")

int((compared["Flipper Length (mm)"] > compared["mean"]).sum())

# %%
"""
question: |-
  For a chart I need `Culmen Length (mm)`, `Culmen Depth (mm)`, `Body Mass (g)` and
  `Delta 15 N (o/oo)` of `df` in long form. Make a DataFrame `long` with two columns, `measure` (the
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

long = df[["Culmen Length (mm)", "Culmen Depth (mm)", "Body Mass (g)", "Delta 15 N (o/oo)"]].melt(var_name="measure", value_name="value").dropna().reset_index(drop=True)

long.groupby("measure")["value"].median()

# %%
"""
question: |-
  Take the first word of every entry of `Comments`, that is everything before its first white space
  (white space at the beginning of an entry does not count). Which three first words are most
  frequent? Answer with a Series of their counts indexed by the word, the most frequent first, equal
  counts in the order in which the words sort. Skip missing entries. If there are fewer than three,
  give all.
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

first = df["Comments"].str.split().str[0]

first.value_counts().sort_index().sort_values(ascending=False, kind="stable").head(3)

# %%
"""
question: |-
  A model cannot read `Island` as text. Make a DataFrame `encoded` with the index of `df` and one
  column of integers 0 and 1 for every value of `Island`, named `island_` followed by the value as it
  is, in ascending order of the values (no value is left out). Answer with the sum of each column, as
  a Series indexed by column name in that order.
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

encoded = pd.get_dummies(df["Island"], prefix="island", dtype=int)

encoded.sum()

# %%
"""
question: |-
  Is `Delta 13 C (o/oo)` different for the rows of `df` where `Species` is
  `Gentoo penguin (Pygoscelis papua)`? Compare them with all other rows by Welch's t test (two-sided,
  variances not assumed equal, missing values left out), the rows with
  `Gentoo penguin (Pygoscelis papua)` as the first sample. Answer with a tuple: the t statistic
  rounded to 3 decimals, then True if the p-value is below 0.05, else False.
validator:
  result:
execution:
  max_time: 30
"""

from scipy import stats

chosen = df["Species"] == "Gentoo penguin (Pygoscelis papua)"
t_test = stats.ttest_ind(
    df.loc[chosen, "Delta 13 C (o/oo)"].dropna(), df.loc[~chosen, "Delta 13 C (o/oo)"].dropna(), equal_var=False
)

(float(round(t_test.statistic, 3)), bool(t_test.pvalue < 0.05))
