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
  `Flipper Length (mm)` has gaps. Fill each of them, inside `df`, with the median of
  `Flipper Length (mm)` over the rows that have the same `studyName`, leaving the order of the rows
  and all other columns alone. What is the mean of `Flipper Length (mm)` after that, as a float
  rounded to 2 decimals?
validator:
  namespace_check:
    df:
"""

medians = df.groupby("studyName", observed=True)["Flipper Length (mm)"].transform("median")
df["Flipper Length (mm)"] = df["Flipper Length (mm)"].fillna(medians)

float(round(df["Flipper Length (mm)"].mean(), 2))

# %%
"""
question: |-
  In how many rows of `df` does `Delta 15 N (o/oo)` lie between 8.4 and 9, both limits included, and
  what percentage of all rows of `df` is that (rows without a value count as rows, too)? Answer with a
  tuple: the count, then the percentage rounded to 1 decimal.
validator:
  result:
"""

inside = df["Delta 15 N (o/oo)"].between(8.4, 9)

(int(inside.sum()), float(round(inside.mean() * 100, 1)))

# %%
"""
question: |-
  How are the rows of `df` spread over `Species`? Answer with a Series indexed by `Species` that holds
  the percentage of rows of each value, rounded to 1 decimal. The largest share comes first; equal
  (rounded) shares are ordered by `Species` ascending.
validator:
  result:
    ignore_names: true
"""

shares = df["Species"].value_counts(normalize=True).mul(100).round(1)

shares.sort_index().sort_values(ascending=False, kind="stable")

# %%
"""
question: |-
  How does `Delta 13 C (o/oo)` differ by `Sex`? Make a DataFrame `summary` with one row per `Sex` and
  three columns in this order: `Sex`, `rows` (how many rows of `df` belong to it, with or without
  `Delta 13 C (o/oo)`) and `mean` (its mean `Delta 13 C (o/oo)`, rounded to 3 decimals, missing values
  left out). The highest mean comes first, equal means are ordered by `Sex` ascending, and the index
  counts from 0. Rows without a `Sex` are left out. Show `summary`.
validator:
  namespace_check:
    summary:
      ignore_dtypes: true
  result:
    ignore_dtypes: true
"""

summary = (
    df.groupby("Sex", observed=True)
    .agg(rows=("Delta 13 C (o/oo)", "size"), mean=("Delta 13 C (o/oo)", "mean"))
    .round({"mean": 3})
    .reset_index()
    .sort_values(["mean", "Sex"], ascending=[False, True])
    .reset_index(drop=True)
)

summary

# %%
"""
question: |-
  Bring the `mean` of `summary` back to the single rows: make a DataFrame `compared` with all rows of
  `df` in their order, all columns of `df` and, last, the column `mean` that `summary` has for the
  row's `Sex` (missing where `Sex` is), indexed from 0. In how many rows is `Delta 13 C (o/oo)`
  greater than this `mean`? Answer with an integer.
validator:
  namespace_check:
    compared:
      ignore_dtypes: true
"""

compared = df.merge(summary[["Sex", "mean"]], on="Sex", how="left")

int((compared["Delta 13 C (o/oo)"] > compared["mean"]).sum())

# %%
"""
question: |-
  Cross `Island` with `Clutch Completion`: a DataFrame `grid` with one row per `Island` (as the
  index), one column per `Clutch Completion`, both ascending, and in each cell the mean
  `Culmen Length (mm)` of the rows that belong there, rounded to 2 decimals (missing values left out).
  Combinations without any value stay missing. Show `grid`.
validator:
  namespace_check:
    grid:
      ignore_names: true
      ignore_dtypes: true
  result:
    ignore_names: true
    ignore_dtypes: true
"""

grid = df.pivot_table(
    index="Island", columns="Clutch Completion", values="Culmen Length (mm)", aggfunc="mean", observed=True
).round(2)

grid

# %%
"""
question: |-
  The names in `studyName` are too long for axis labels. Add a last column `studyname_code` to `df`
  with the first three characters of `studyName` in upper case. How many different codes are there,
  and is each of them used for one `studyName` only? Answer with a tuple: the number of codes as an
  integer, then True or False.
validator:
  namespace_check:
    df:
      ignore_dtypes: true
"""

df["studyname_code"] = df["studyName"].str[:3].str.upper()
names_per_code = df.groupby("studyname_code")["studyName"].nunique()

(len(names_per_code), bool((names_per_code == 1).all()))

# %%
"""
question: |-
  Which entry of `Comments` is the longest, counting every character and blank? Answer with a tuple:
  the entry, then its length. Of several entries of that length take the one that sorts first.
validator:
  result:
"""

entries = df["Comments"].dropna().drop_duplicates().sort_values().reset_index(drop=True)
lengths = entries.str.len()

(entries[lengths.idxmax()], int(lengths.max()))

# %%
"""
question: |-
  Let us look for outliers of `Body Mass (g)` in `df`. Compute its first and third quartile (linear
  interpolation, the default of pandas; missing values left out) and set `lower` to the first quartile
  minus 1.5 times the interquartile range and `upper` to the third quartile plus 1.5 times that range,
  both unrounded. Answer with a tuple: `lower`, then `upper`, each rounded to 2 decimals.
validator:
  namespace_check:
    lower:
    upper:
"""

q1, q3 = df["Body Mass (g)"].quantile([0.25, 0.75])
lower = q1 - 1.5 * (q3 - q1)
upper = q3 + 1.5 * (q3 - q1)

(float(round(lower, 2)), float(round(upper, 2)))

# %%
"""
question: |-
  Collect the rows of `df` whose `Body Mass (g)` is below `lower` or above `upper` in a DataFrame
  `outliers`, in the order and with the index labels they have in `df`, and tell me how many there
  are, as an integer.
validator:
  namespace_check:
    outliers:
"""

outliers = df[(df["Body Mass (g)"] < lower) | (df["Body Mass (g)"] > upper)]

len(outliers)

# %%
"""
question: |-
  Is `Culmen Depth (mm)` different for the rows of `df` where `Species` is
  `Chinstrap penguin (Pygoscelis antarctica)`? Compare them with all other rows by Welch's t test
  (two-sided, variances not assumed equal, missing values left out), the rows with
  `Chinstrap penguin (Pygoscelis antarctica)` as the first sample. Answer with a tuple: the t
  statistic rounded to 3 decimals, then True if the p-value is below 0.05, else False.
validator:
  result:
execution:
  max_time: 30
"""

from scipy import stats

chosen = df["Species"] == "Chinstrap penguin (Pygoscelis antarctica)"
t_test = stats.ttest_ind(
    df.loc[chosen, "Culmen Depth (mm)"].dropna(), df.loc[~chosen, "Culmen Depth (mm)"].dropna(), equal_var=False
)

(float(round(t_test.statistic, 3)), bool(t_test.pvalue < 0.05))

# %%
"""
question: |-
  Divide the rows of `df` into bands of `Flipper Length (mm)`: add a last column
  `flipper_length_mm_band` that holds the text `low` up to and including 190, `middle` above that up
  to and including 210, and `high` above 210. How many rows does each band have? Answer with a Series
  indexed by `low`, `middle` and `high`, in this order.
validator:
  namespace_check:
    df:
      ignore_dtypes: true
  result:
    ignore_names: true
    ignore_dtypes: true
"""

edges = [-np.inf, 190, 210, np.inf]
df["flipper_length_mm_band"] = pd.cut(df["Flipper Length (mm)"], bins=edges, labels=["low", "middle", "high"]).astype(str)

df["flipper_length_mm_band"].value_counts().reindex(["low", "middle", "high"])

# %%
"""
question: |-
  A model cannot read `Island` as text. Make a DataFrame `encoded` with the index of `df` and one
  column of integers 0 and 1 for every value of `Island`, named `island_` followed by the value as it
  is, in ascending order of the values (no value is left out). Answer with the sum of each column, as
  a Series indexed by column name in that order.
validator:
  namespace_check:
    encoded:
      ignore_dtypes: true
  result:
    ignore_names: true
    ignore_dtypes: true
"""

encoded = pd.get_dummies(df["Island"], prefix="island", dtype=int)

encoded.sum()
