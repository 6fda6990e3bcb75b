# %%
import pandas as pd

# %%
"""
question: |
  Write `double(x)`, and store a model of `x` and `y` as `model`.
validator:
  template: intact
  namespace_intact:
    update: [x]
  namespace_check:
    x:
      ignore_order: true
      atol: 1.0e-3
    y:
  table_test:
    function_name: double
    test_cases:
      - [1]
      - x: "`2 + 3`"
      - "//"
    output_checker:
      rtol: 0.01
  model:
    model_name: model
    inputs_name: x
    labels_name: y
    metric_type: [r2, rmse]
    tolerance: [-0.01, 0.01]
  or:
    stream:
    result:
execution:
  max_time: 30
  max_memory: 500
  forbid_names: [pd]
"""

def double(x):
    return 2 * x

x, y = pd.DataFrame({"a": [1, 2]}), [2, 4]

class Model:
    def predict(self, rows):
        return y

model = Model()
