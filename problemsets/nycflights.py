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
  `time_hour` tells the hour of a row as text. Each `origin` in `df` should have one row for every hour from
  its earliest to its latest one. How many of these hours have no row? Answer with a dict from each value of
  `origin` to the number of its missing hours, an integer.
validator:
  result:
execution:
  max_time: 30
"""

hours_3 = pd.to_datetime(df["time_hour"]).groupby(df["origin"])
spans_3 = (hours_3.max() - hours_3.min()) / pd.Timedelta(hours=1) + 1

(spans_3 - hours_3.size()).astype(int).to_dict()

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
  Add a last column `wind_gust_per_temp` to `df`: `wind_gust` divided by `temp`, missing where either
  of them is. What is its median, as a float rounded to 3 decimals?
validator:
  namespace_check:
    df:
execution:
  max_time: 30
"""

df["wind_gust_per_temp"] = df["wind_gust"] / df["temp"]

float(round(df["wind_gust_per_temp"].median(), 3))

# %%
"""
question: |-
  How does `precip` differ by `month`? Make a DataFrame `summary` with one row per `month` and three
  columns in this order: `month`, `rows` (how many rows of `df` belong to it) and `mean` (its mean
  `precip`, rounded to 4 decimals). The highest `mean` comes first; rows whose `mean`, as rounded, is
  equal are ordered by `month` ascending, and the index counts from 0.
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
execution:
  max_time: 30
"""

summary = (
    df.groupby("month", observed=True)
    .agg(rows=("precip", "size"), mean=("precip", "mean"))
    .round({"mean": 4})
    .reset_index()
    .sort_values(["mean", "month"], ascending=[False, True])
    .reset_index(drop=True)
)

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
execution:
  max_time: 30
"""

joined["name"].value_counts().sort_index().sort_values(ascending=False, kind="stable").head(5)

# %%
"""
question: |-
  Within each `month`, how do the rows of `df` divide among the values of `origin`? Answer with a
  DataFrame that has `month` as its index and one column per `origin`, both ascending, and holds
  percentages that add up to 100 in each row before rounding, rounded to 1 decimal, with 0 where
  nothing belongs.
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
execution:
  max_time: 30
"""

pd.crosstab(df["month"], df["origin"], normalize="index").mul(100).round(1)

# %%
"""
question: |-
  Can `visib` be predicted from `wind_dir` and `precip`? Set every fifth row of `df` aside for
  testing, that is the rows at positions 4, 9, 14 and so on counted from 0, and keep the others for
  training, both in the order of `df`. Store `wind_dir` and `precip` of these rows as DataFrames
  `X_fit` and `X_held` (training and test, columns in this order) and `visib` as Series `y_fit` and
  `y_held`; all four keep the index labels of `df`. What would be the root mean squared error on
  `y_held` of always predicting the mean of `y_fit`, as a float rounded to 2 decimals?
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
X_fit, X_held = df.loc[~held, ["wind_dir", "precip"]], df.loc[held, ["wind_dir", "precip"]]
y_fit, y_held = df.loc[~held, "visib"], df.loc[held, "visib"]

float(round(((y_held - y_fit.mean()) ** 2).mean() ** 0.5, 2))

# %%
"""
question: |-
  Fit scikit-learn's ordinary linear regression, with default settings, on `X_fit` and `y_fit` and
  name it `regressor`. It will be judged by its root mean squared error on `X_held` and `y_held`.
  Answer with its predictions for the first three rows of `X_held`, as a list of floats rounded to 2
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

regressor.predict(X_held)[:3].round(2).tolist()

# %%
"""
question: |-
  Is `humid` different for the rows of `df` where `origin` is `EWR`? Compare them with all other rows
  by Welch's t test (two-sided, variances not assumed equal, missing values left out), the rows with
  `EWR` as the first sample. Answer with a tuple: the t statistic rounded to 3 decimals, then True if
  the p-value is below 0.05, else False.
validator:
  result:
execution:
  max_time: 30
"""

from scipy import stats

chosen = df["origin"] == "EWR"
t_test = stats.ttest_ind(
    df.loc[chosen, "humid"].dropna(), df.loc[~chosen, "humid"].dropna(), equal_var=False
)

(float(round(t_test.statistic, 3)), bool(t_test.pvalue < 0.05))

# %%
"""
question: |-
  I would like to hunt for outliers in any list of numbers. Write a function
  `outside_fences(values, factor)` that takes a list of at least four numbers and returns a list of
  those that are smaller than the first quartile minus `factor` times the interquartile range or
  larger than the third quartile plus `factor` times that range, in the order in which they stand in
  `values` and as often as they stand there. Quartiles are those of `np.quantile` with its default
  method. `values` must not be changed.
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
execution:
  max_time: 30
"""

def outside_fences(values, factor):
    q1, q3 = np.quantile(values, [0.25, 0.75])
    low, high = q1 - factor * (q3 - q1), q3 + factor * (q3 - q1)
    return [value for value in values if value < low or value > high]

# %%
"""
question: |-
  How many values of `wind_speed` in `df` does `outside_fences` return with a factor of 3, missing
  values left out? Answer with an integer.
validator:
  result:
execution:
  max_time: 30
"""

len(outside_fences(df["wind_speed"].dropna().tolist(), 3))
