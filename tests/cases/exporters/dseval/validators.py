# Every validator that DSEval 0.0.1 has, the combinations, and the paper's names for them.

# %%
import pandas as pd

t = pd.read_csv("inputs/t.csv")

# %%
"""
question: |
  Sum `x` of `t`. Give a whole number.
validator:
  crash:
  result:
"""

int(t["x"].sum())

# %%
"""
query: |
  Store twice the column `x` of `t` as `twice`, a Series, and leave `t` as it is.
validator:
  error:
  Intact:
    addition: [twice]
    update: false
    replacement: false
    deletion: false
  Variables:
    twice:
"""

twice = t["x"] * 2

# %%
"""
question: |
  Add a column `y`, one less than `x`, to `t` itself. Then give `t`.
validator:
  namespace_intact:
    addition: true
    update: [t]
    deletion:
    treat_replacement_as_update: true
  namespace_check:
    t:
      ignore_index: true
  execute_result:
"""

t["y"] = t["x"] - 1
t

# %%
"""
question: |
  Write a function `top(frame, n)` that gives the `n` rows of `frame` with the largest `x`, largest first.
validator:
  template: intact
  Unit-test:
    function_name: top
    test_cases:
      - ["`pd.DataFrame({'x': [3, 1, 2]})`", 1]
      - "`{'frame': pd.DataFrame({'x': [1.5]}), 'n': 2}`"
      - |
        ```
        import numpy as np
        def _generate():
            return (pd.DataFrame({"x": np.random.rand(9)}), 3)
        ```
      - "//"
      - |
        ```
        _test_case = (pd.DataFrame({"x": [2, 2, 1]}), 2)
        ```
    input_checker:
      ignore_order: true
    input_validator: |
      def _validate(frame, n):
          return n >= 0
    output_checker:
      ignore_index: true
"""

def top(frame, n):
    return frame.sort_values("x", ascending=False, kind="stable").head(n)

# %%
"""
question: |
  Print the number of rows of `t`, and nothing else.
validator:
  template: intact
  stream:
"""

print(len(t))

# %%
"""
question: |
  Print the sum of `x`, and nothing else.
validator:
  template: intact
  and:
    stream_output:
    crash:
"""

print(t["x"].sum())

# %%
"""
question: |
  Give the largest `x` as a whole number, or store it as `largest`.
validator:
  template: intact
  or:
    result:
    and:
      namespace_check:
        largest:
      crash:
"""

largest = int(t["x"].max())
largest

# %%
"""
question: |
  Make `Near`, a class whose `predict(rows)` gives 1.9 times the column `x` of `rows`, and an instance of it as `model`.
validator:
  template: basic
  model:
    model_name: model
    inputs_name: t
    labels_name: twice
    metric_type: [r2, rmse]
    tolerance: [-0.05, 0.05]
"""

class Near:
    def predict(self, rows):
        return rows["x"] * 1.9

model = Near()

# %%
"""
question: |
  As before, as `other`.
validator:
  template: basic
  ModelEval:
    model_name: other
    inputs_name: t
    labels_name: twice
    metric_type: mse
    tolerance: 0
"""

other = Near()
