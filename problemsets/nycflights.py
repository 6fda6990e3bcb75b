# %%
import numpy as np
import pandas as pd

# %%
"""
question: |-
  This session is about one data set: Airlines, airports, planes and weather. Read
  `inputs/weather.csv` into a DataFrame named `df` with the default settings of the pandas reader and
  tell me its size as a tuple: the number of rows, then the number of columns.
validator:
  namespace_check:
    df:
execution:
  max_time: 30
"""

df = pd.read_csv("inputs/weather.csv")

df.shape

# %%
"""
question: |-
  More files belong to these data: `inputs/airlines.csv`, `inputs/airports.csv` and
  `inputs/planes.csv`. Read each of them into a dict `tables` of DataFrames, whose keys are the names
  of the files without folder and ending, with the default settings of the pandas reader. Which of the
  tables, `df` not included, has the most rows? Answer with a tuple: its key in `tables`, then its
  number of rows.
validator:
  namespace_check:
    tables:
execution:
  max_time: 30
"""

tables = {
    "airlines": pd.read_csv("inputs/airlines.csv"),
    "airports": pd.read_csv("inputs/airports.csv"),
    "planes": pd.read_csv("inputs/planes.csv"),
}
largest = max(tables, key=lambda name: len(tables[name]))

(largest, len(tables[largest]))

# %%
"""
question: |-
  `year` tells us nothing, because no two rows differ there. Drop this column from `df` and answer
  with the list of the column names that are left, in their order.
validator:
  namespace_check:
    df:
execution:
  max_time: 30
"""

df = df.drop(columns=["year"])

df.columns.tolist()

# %%
"""
question: |-
  From here on I only want rows in which `wind_dir` is known. Remove the others from `df`, number the
  remaining rows from 0 in their present order, and tell me how many rows are left, as an integer.
validator:
  namespace_check:
    df:
execution:
  max_time: 30
"""

df = df.dropna(subset=["wind_dir"]).reset_index(drop=True)

len(df)

# %%
"""
question: |-
  Show me the five rows with the highest `visib`: a DataFrame with the columns `temp` and `visib`, in
  this order, from the highest down and with a fresh index from 0. Rows with equal `visib` keep the
  order they have in `df`.
validator:
  result:
    ignore_dtypes: true
execution:
  max_time: 30
"""

ordered = df.sort_values("visib", ascending=False, kind="stable")

ordered[["temp", "visib"]].head(5).reset_index(drop=True)

# %%
"""
question: |-
  For which `origin` does `wind_speed` vary most? Measure it by the sample standard deviation (ddof=1)
  of the values that are there and answer with a tuple: the value of `origin`, then its standard
  deviation rounded to 2 decimals. On equal deviations the `origin` that comes first in ascending
  order wins.
validator:
  result:
execution:
  max_time: 30
"""

spread = df.groupby("origin", observed=True)["wind_speed"].std(ddof=1)

(spread.idxmax(), float(round(spread.max(), 2)))

# %%
"""
question: |-
  `origin` in `df` refers to `faa` in the table `airports` of `tables`. Make a DataFrame `joined` from
  the two: all rows of `df` in their order, with the columns of `df` followed by `faa` and `name` of
  that table, missing where it has no row for them, and indexed from 0. How many rows of `joined` have
  no `name`?
validator:
  namespace_check:
    joined:
execution:
  max_time: 30
"""

lookup = tables["airports"]
joined = df.merge(
    lookup[["faa", "name"]], left_on="origin", right_on="faa", how="left"
)
int(joined["name"].isna().sum())

# %%
"""
question: |-
  Which values of `name` occur in most rows of `joined`? Give the five most frequent with their
  numbers of rows: a Series indexed by `name`, the most frequent first, equal counts in alphabetical
  order. Rows without a `name` do not count, and if there are fewer than five, give all.
validator:
  result:
    ignore_names: true
execution:
  max_time: 30
"""

joined["name"].value_counts().sort_index().sort_values(ascending=False, kind="stable").head(5)

# %%
"""
question: |-
  Cross `month` with `origin`: a DataFrame `grid` with one row per `month` (as the index), one column
  per `origin`, both ascending, and in each cell the mean `humid` of the rows that belong there,
  rounded to 2 decimals (missing values left out). Combinations without any value stay missing. Show
  `grid`.
validator:
  namespace_check:
    grid:
      ignore_names: true
      ignore_dtypes: true
  result:
    ignore_names: true
    ignore_dtypes: true
execution:
  max_time: 30
"""

grid = df.pivot_table(
    index="month", columns="origin", values="humid", aggfunc="mean", observed=True
).round(2)

grid

# %%
"""
question: |-
  Extreme values of `precip` should not dominate a mean. Add a last column `precip_clipped` to `df` in
  which every value of `precip` below its 5th percentile is set to that percentile, and every value
  above its 95th percentile to that one (linear interpolation, the default of pandas). By how much
  does this change the mean: what is the mean of `precip_clipped` minus the mean of `precip`, as a
  float rounded to 5 decimals?
validator:
  namespace_check:
    df:
      ignore_dtypes: true
execution:
  max_time: 30
"""

low, high = df["precip"].quantile([0.05, 0.95])
df["precip_clipped"] = df["precip"].clip(low, high)

float(round(df["precip_clipped"].mean() - df["precip"].mean(), 5))

# %%
"""
question: |-
  Is `humid` different for the rows of `df` where `month` is `6`? Compare them with all other rows by
  Welch's t test (two-sided, variances not assumed equal, missing values left out), the rows with `6`
  as the first sample. Answer with a tuple: the t statistic rounded to 3 decimals, then True if the
  p-value is below 0.05, else False.
validator:
  result:
execution:
  max_time: 30
"""

from scipy import stats

chosen = df["month"] == 6
t_test = stats.ttest_ind(
    df.loc[chosen, "humid"].dropna(), df.loc[~chosen, "humid"].dropna(), equal_var=False
)

(float(round(t_test.statistic, 3)), bool(t_test.pvalue < 0.05))

# %%
"""
question: |-
  Divide the rows of `df` into bands of `wind_dir`: add a last column `wind_dir_band` that holds the
  text `low` up to and including 170, `middle` above that up to and including 270, and `high` above
  270. How many rows does each band have? Answer with a Series indexed by `low`, `middle` and `high`,
  in this order.
validator:
  namespace_check:
    df:
      ignore_dtypes: true
  result:
    ignore_names: true
    ignore_dtypes: true
execution:
  max_time: 30
"""

edges = [-np.inf, 170, 270, np.inf]
df["wind_dir_band"] = pd.cut(df["wind_dir"], bins=edges, labels=["low", "middle", "high"]).astype(str)

df["wind_dir_band"].value_counts().reindex(["low", "middle", "high"])

# %%
"""
question: |-
  Can `precip` be predicted from `wind_dir` and `visib`? Set every fifth row of `df` aside for
  testing, that is the rows at positions 4, 9, 14 and so on counted from 0, and keep the others for
  training, both in the order of `df`. Store `wind_dir` and `visib` of these rows as DataFrames
  `X_fit` and `X_held` (training and test, columns in this order) and `precip` as Series `y_fit` and
  `y_held`; all four keep the index labels of `df`. What would be the root mean squared error on
  `y_held` of always predicting the mean of `y_fit`, as a float rounded to 4 decimals?
validator:
  namespace_check:
    X_fit:
    X_held:
    y_fit:
    y_held:
execution:
  max_time: 30
"""

held = np.arange(len(df)) % 5 == 4
X_fit, X_held = df.loc[~held, ["wind_dir", "visib"]], df.loc[held, ["wind_dir", "visib"]]
y_fit, y_held = df.loc[~held, "precip"], df.loc[held, "precip"]

float(round(((y_held - y_fit.mean()) ** 2).mean() ** 0.5, 4))

# %%
"""
question: |-
  Fit scikit-learn's ordinary linear regression, with default settings, on `X_fit` and `y_fit` and
  name it `regressor`. It will be judged by its root mean squared error on `X_held` and `y_held`.
  Answer with its predictions for the first three rows of `X_held`, as a list of floats rounded to 4
  decimals.
validator:
  model:
    model_name: regressor
    inputs_name: X_held
    labels_name: y_held
    metric_type: rmse
    tolerance: 0.02
execution:
  max_time: 30
"""

from sklearn.linear_model import LinearRegression

regressor = LinearRegression().fit(X_fit, y_fit)

regressor.predict(X_held)[:3].round(4).tolist()

# %%
"""
question: |-
  New values of `wind_dir` will come in one by one. Write a function `band_of(value)` that returns the
  band of a number by the limits used for `wind_dir_band`: `low` up to and including 170, `middle`
  above that up to and including 270, `high` beyond. For None it returns `unknown`.
validator:
  table_test:
    function_name: band_of
    test_cases:
      - ["`170`"]
      - ["`270`"]
      - ["`170 + 1e-6`"]
      - ["`270 + 1e-6`"]
      - ["`170 - 1000`"]
      - ["`270 + 1000`"]
      - ["`(170 + 270) / 2`"]
      - ["`None`"]
      - ["`random.uniform(0.0, 360.0)`"]
      - "//"
      - "//"
execution:
  max_time: 30
"""

def band_of(value):
    if value is None:
        return "unknown"
    if value <= 170:
        return "low"
    return "middle" if value <= 270 else "high"
