# %%
import numpy as np
import pandas as pd

# %%
"""
question: |-
  This session is about one data set: Weather in Seattle. Read `inputs/seattle-weather.csv` into a
  DataFrame named `df` with the default settings of the pandas reader and tell me its size as a tuple:
  the number of rows, then the number of columns.
validator:
  namespace_check:
    df:
"""

df = pd.read_csv("inputs/seattle-weather.csv")

df.shape

# %%
"""
question: |-
  `date` was read as text, written in the format `%Y/%m/%d`. Convert it to datetimes inside `df` and
  tell me how many whole days lie between the earliest and the latest of them, as an integer, ignoring
  any part of a day that is left over.
validator:
  namespace_check:
    df:
"""

df["date"] = pd.to_datetime(df["date"], format="%Y/%m/%d")

int((df["date"].max() - df["date"].min()).days)

# %%
"""
question: |-
  Show me the five rows with the highest `wind`: a DataFrame with the columns `temp_max` and `wind`,
  in this order, from the highest down and with a fresh index from 0. Rows with equal `wind` keep the
  order they have in `df`.
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

ordered = df.sort_values("wind", ascending=False, kind="stable")

ordered[["temp_max", "wind"]].head(5).reset_index(drop=True)

# %%
"""
question: |-
  The rows of `df` are consecutive days in their order. What is the longest stretch of consecutive days
  with a `precipitation` of 0? Answer with a tuple: its number of days as an integer, then the `date` of its
  first day as text such as `2013-05-09`. If several are equally long, take the first of them.
validator:
  result:
"""

dry_4 = df["precipitation"] == 0
stretch_4 = (dry_4 != dry_4.shift()).cumsum()[dry_4]
days_4 = stretch_4.groupby(stretch_4).size()
first_4 = stretch_4.index[stretch_4 == days_4.idxmax()][0]

(int(days_4.max()), df.loc[first_4, "date"].strftime("%Y-%m-%d"))

# %%
"""
question: |-
  For which `weather` does `temp_max` vary most? Measure it by the sample standard deviation (ddof=1)
  and answer with a tuple: the value of `weather`, then its standard deviation rounded to 2 decimals.
  On equal deviations the `weather` that comes first in ascending order wins.
validator:
  result:
"""

spread = df.groupby("weather", observed=True)["temp_max"].std(ddof=1)

(spread.idxmax(), float(round(spread.max(), 2)))

# %%
"""
question: |-
  How does `wind` differ by `weather`? Make a DataFrame `summary` with one row per `weather` and three
  columns in this order: `weather`, `rows` (how many rows of `df` belong to it) and `mean` (its mean
  `wind`, rounded to 2 decimals). The highest `mean` comes first; rows whose `mean`, as rounded, is
  equal are ordered by `weather` ascending, and the index counts from 0.
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
    .agg(rows=("wind", "size"), mean=("wind", "mean"))
    .round({"mean": 2})
    .reset_index()
    .sort_values(["mean", "weather"], ascending=[False, True])
    .reset_index(drop=True)
)

# %%
"""
question: |-
  Does `temp_min` depend on the day of the week? Take the weekday of `date` as a number, 0 for Monday
  to 6 for Sunday, and answer with a Series of the mean `temp_min` of each weekday that occurs,
  rounded to 2 decimals, indexed by that number in ascending order.
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
  Bring the `mean` of `summary` back to the single rows: make a DataFrame `compared` with all rows of
  `df` in their order, all columns of `df` and, last, the column `mean` that `summary` has for the
  row's `weather`, indexed from 0. In how many rows is `wind` greater than this `mean`? Answer with an
  integer.
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

int((compared["wind"] > compared["mean"]).sum())

# %%
"""
question: |-
  For a chart I need `precipitation`, `temp_max`, `temp_min` and `wind` of `df` in long form. Make a
  DataFrame `long` with two columns, `measure` (the name of the original column) and `value`, and one
  row for every value that is not missing; the order of its rows and its index do not matter. Then
  answer with the median of `value` for each `measure`, unrounded, as a Series indexed by `measure` in
  alphabetical order.
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

long = df[["precipitation", "temp_max", "temp_min", "wind"]].melt(var_name="measure", value_name="value").dropna().reset_index(drop=True)

long.groupby("measure")["value"].median()

# %%
"""
question: |-
  Let us look for outliers of `precipitation` in `df`. Compute its first and third quartile (linear
  interpolation, the default of pandas) and set `lower` to the first quartile minus 1.5 times the
  interquartile range and `upper` to the third quartile plus 1.5 times that range, both unrounded.
  Answer with a tuple: `lower`, then `upper`, each rounded to 2 decimals.
validator:
  namespace_check:
    lower:
    upper:
"""

q1, q3 = df["precipitation"].quantile([0.25, 0.75])
lower = q1 - 1.5 * (q3 - q1)
upper = q3 + 1.5 * (q3 - q1)

(float(round(lower, 2)), float(round(upper, 2)))

# %%
"""
question: |-
  Collect the rows of `df` whose `precipitation` is below `lower` or above `upper` in a DataFrame
  `outliers`, in the order and with the index labels they have in `df`, and tell me how many there
  are, as an integer.
validator:
  namespace_check:
    outliers:
"""

outliers = df[(df["precipitation"] < lower) | (df["precipitation"] > upper)]

len(outliers)

# %%
"""
question: |-
  Divide the rows of `df` into bands of `temp_min`: add a last column `temp_min_band` that holds the
  text `low` up to and including 6.2, `middle` above that up to and including 11, and `high` above 11.
  How many rows does each band have? Answer with a Series indexed by `low`, `middle` and `high`, in
  this order.
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

edges = [-np.inf, 6.2, 11, np.inf]
df["temp_min_band"] = pd.cut(df["temp_min"], bins=edges, labels=["low", "middle", "high"]).astype(str)

df["temp_min_band"].value_counts().reindex(["low", "middle", "high"])

# %%
"""
question: |-
  We want to predict `weather` from `precipitation`, `temp_max`, `temp_min` and `wind`. Set every
  fourth row of `df` aside for testing, that is the rows at positions 3, 7, 11 and so on counted from
  0, and keep the others for training, both in the order of `df`. Store the features as DataFrames
  `X_train` and `X_test`, with the columns in the order in which I named them, and `weather` as Series
  `y_train` and `y_test`; all four keep the index labels of `df`. Answer with a tuple: the number of
  training rows, then of test rows.
validator:
  namespace_check:
    X_train:
    X_test:
    y_train:
    y_test:
"""

for_test = np.arange(len(df)) % 4 == 3
X_train, X_test = df.loc[~for_test, ["precipitation", "temp_max", "temp_min", "wind"]], df.loc[for_test, ["precipitation", "temp_max", "temp_min", "wind"]]
y_train, y_test = df.loc[~for_test, "weather"], df.loc[for_test, "weather"]

(len(X_train), len(X_test))

# %%
"""
question: |-
  Train a classifier named `model` on `X_train` and `y_train`: a scikit-learn pipeline that
  standardises the features and then fits a logistic regression with `max_iter=1000` and all other
  settings at their defaults. It will be judged by its accuracy on `X_test` and `y_test`.
validator:
  model:
    model_name: model
    inputs_name: X_test
    labels_name: y_test
    metric_type: accuracy
    tolerance: -0.02
execution:
  max_time: 30
"""

from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

model = make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000)).fit(X_train, y_train)

# %%
"""
question: |-
  Is that better than guessing? Compare `model` with always guessing the `weather` that is most
  frequent in `y_train` (the first in ascending order, if several are). Answer with a tuple: the share
  of the rows of `X_test` that `model` predicts correctly, then the share that guessing gets right,
  both as floats rounded to 3 decimals.
validator:
  result:
execution:
  max_time: 30
"""

guess = y_train.mode().iloc[0]
hits = model.predict(X_test) == y_test

(float(round(hits.mean(), 3)), float(round((y_test == guess).mean(), 3)))
