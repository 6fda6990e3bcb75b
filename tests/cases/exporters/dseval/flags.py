# %%
import pandas as pd
t = pd.read_csv("inputs/t.csv")
# %%
"""
question: |
  Give the values of `x` as a list, in any order.
validator:
  result:
    ignore_order: true
"""
t["x"].tolist()
# %%
"""
question: |
  Give `t`, with any index and any names of columns.
validator:
  result:
    ignore_index: true
    ignore_names: true
    ignore_dtypes: true
"""
t
# %%
"""
question: |
  Give the column `x` of `t`.
validator:
  result:
    match_partial: true
"""
t["x"]
# %%
"""
question: |
  Give the labels of the columns of `t`.
validator:
  result:
    value_only: true
"""
t.columns
# %%
"""
question: |
  Give a table of any content.
validator:
  result:
    type_only: true
"""
t.head(1)
# %%
"""
question: |
  Give `x` as an array of 64-bit floats.
validator:
  result:
    strict_type: true
    atol: 0.01
    rtol: 1.0e-3
"""
t["x"].to_numpy("float64")
# %%
"""
question: |
  Give a number that is at least nine tenths of the mean of `x`.
validator:
  result:
    metrictol: 0.9
"""
float(t["x"].mean())
# %%
"""
question: |
  Store the squares of `x` as `squares`, the cubes as `cubes`, and the names of the columns as `names`.
validator:
  namespace_check:
    squares:
      ignore_order: true
      ignore_index: false
      metrictol:
    cubes: |
      def compare_fn(reference, submission):
          return {"match": list(reference) == list(submission), "reason": "other cubes"}
    names:
"""
squares, cubes, names = t["x"] ** 2, t["x"] ** 3, list(t.columns)
# %%
"""
question: |
  Give the values of `x`, as a set.
validator:
  result:
    compare_fn: |
      def compare_fn(reference, submission):
          return {"match": set(reference) == set(submission), "reason": "other values"}
"""
set(t["x"].tolist())
# %%
"""
question: |
  Give the largest of `x`.
validator:
  result:
    compare_fn:
      atol: 1
"""
int(t["x"].max())
# %%
"""
question: |
  Give the smallest of `x`.
validator:
  result: |
    def compare_fn(reference, submission):
        return {"match": reference == submission, "reason": "another"}
"""
int(t["x"].min())
# %%
"""
question: |
  Write `double(v)`.
validator:
  template: intact
  table_test:
    function_name: double
    test_cases: [[1], [2.5]]
    input_checker: false
    output_checker: |
      def compare_fn(reference, submission):
          return {"match": abs(reference - submission) < 1, "reason": "far off"}
"""
def double(v):
    return 2 * v
