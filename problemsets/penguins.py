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
  result:
    ignore_names: true
"""

df["Sex"] = df["Sex"].fillna("unknown")

df["Sex"].value_counts().sort_index()

# %%
"""
question: |-
  Show me the five rows with the highest `Delta 15 N (o/oo)`: a DataFrame with the columns
  `Individual ID` and `Delta 15 N (o/oo)`, in this order, from the highest down and with a fresh index
  from 0. Rows with equal `Delta 15 N (o/oo)` keep the order they have in `df`.
validator:
  result:
    ignore_dtypes: true
"""

ordered = df.sort_values("Delta 15 N (o/oo)", ascending=False, kind="stable")

ordered[["Individual ID", "Delta 15 N (o/oo)"]].head(5).reset_index(drop=True)

# %%
"""
question: |-
  How are the rows of `df` spread over `Clutch Completion`? Answer with a Series indexed by
  `Clutch Completion` that holds the percentage of rows of each value, rounded to 1 decimal. The
  largest share comes first; equal (rounded) shares are ordered by `Clutch Completion` ascending.
validator:
  result:
    ignore_names: true
"""

shares = df["Clutch Completion"].value_counts(normalize=True).mul(100).round(1)

shares.sort_index().sort_values(ascending=False, kind="stable")

# %%
"""
question: |-
  How does `Culmen Length (mm)` differ by `Island`? Make a DataFrame `summary` with one row per
  `Island` and three columns in this order: `Island`, `rows` (how many rows of `df` belong to it, with
  or without `Culmen Length (mm)`) and `mean` (its mean `Culmen Length (mm)`, rounded to 2 decimals,
  missing values left out). The highest mean comes first, equal means are ordered by `Island`
  ascending, and the index counts from 0. Show `summary`.
validator:
  namespace_check:
    summary:
      ignore_dtypes: true
  result:
    ignore_dtypes: true
"""

summary = (
    df.groupby("Island", observed=True)
    .agg(rows=("Culmen Length (mm)", "size"), mean=("Culmen Length (mm)", "mean"))
    .round({"mean": 2})
    .reset_index()
    .sort_values(["mean", "Island"], ascending=[False, True])
    .reset_index(drop=True)
)

summary

# %%
"""
question: |-
  How many rows of `df` fall into each calendar month by `Date Egg`? Answer with a Series in order of
  time, indexed by the month as text such as `2013-01` (year, hyphen, two digits); months without rows
  do not appear.
validator:
  result:
    ignore_names: true
"""

df["Date Egg"].dt.strftime("%Y-%m").value_counts().sort_index()

# %%
"""
question: |-
  Bring the `mean` of `summary` back to the single rows: make a DataFrame `compared` with all rows of
  `df` in their order, all columns of `df` and, last, the column `mean` that `summary` has for the
  row's `Island`, indexed from 0. In how many rows is `Culmen Length (mm)` greater than this `mean`?
  Answer with an integer.
validator:
  namespace_check:
    compared:
      ignore_dtypes: true
"""

compared = df.merge(summary[["Island", "mean"]], on="Island", how="left")

int((compared["Culmen Length (mm)"] > compared["mean"]).sum())

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
    long:
      ignore_order: true
      ignore_dtypes: true
  result:
    ignore_names: true
"""

long = df[["Culmen Depth (mm)", "Flipper Length (mm)", "Body Mass (g)", "Delta 13 C (o/oo)"]].melt(var_name="measure", value_name="value").dropna().reset_index(drop=True)

long.groupby("measure")["value"].median()

# %%
"""
question: |-
  The names in `Species` are too long for axis labels. Add a last column `species_code` to `df` with
  the first three characters of `Species` in upper case. How many different codes are there, and is
  each of them used for one `Species` only? Answer with a tuple: the number of codes as an integer,
  then True or False.
validator:
  namespace_check:
    df:
      ignore_dtypes: true
"""

df["species_code"] = df["Species"].str[:3].str.upper()
names_per_code = df.groupby("species_code")["Species"].nunique()

(len(names_per_code), bool((names_per_code == 1).all()))

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
  Are `studyName` and `Sex` independent of each other? Run Pearson's chi-square test on the table of
  their counts in `df`, without continuity correction, and answer with a tuple: the test statistic
  rounded to 3 decimals, the degrees of freedom as an integer, and True if independence is rejected at
  the 5 percent level, else False.
validator:
  result:
execution:
  max_time: 30
"""

from scipy import stats

observed = pd.crosstab(df["studyName"], df["Sex"])
statistic, p_value, freedom, _ = stats.chi2_contingency(observed, correction=False)

(float(round(statistic, 3)), int(freedom), bool(p_value < 0.05))

# %%
"""
question: |-
  Is `Culmen Length (mm)` different for the rows of `df` where `studyName` is `PAL0809`? Compare them
  with all other rows by Welch's t test (two-sided, variances not assumed equal, missing values left
  out), the rows with `PAL0809` as the first sample. Answer with a tuple: the t statistic rounded to 3
  decimals, then True if the p-value is below 0.05, else False.
validator:
  result:
execution:
  max_time: 30
"""

from scipy import stats

chosen = df["studyName"] == "PAL0809"
t_test = stats.ttest_ind(
    df.loc[chosen, "Culmen Length (mm)"].dropna(), df.loc[~chosen, "Culmen Length (mm)"].dropna(), equal_var=False
)

(float(round(t_test.statistic, 3)), bool(t_test.pvalue < 0.05))
