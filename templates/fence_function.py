"""
title: The fences as a function
stage: functions
unlike: [iqr_fences]
knowledge: [functions, quantiles, outliers]
needs: [df]
pools: [amount]
worth: answer <= 0.08 * table.file_rows and shown[0] <= 0.25 and not shown[1]
shows: "({{ commonest([amount]) }}, (lambda x, q: bool(min((x - q[0.25] + {{ factor }} * (q[0.75] - q[0.25])).abs().min(), (x - q[0.75] - {{ factor }} * (q[0.75] - q[0.25])).abs().min()) < 1e-9 * (1 + abs(q[0.75]))))(df[{{ amount }}], df[{{ amount }}].quantile([0.25, 0.75])))"
slots:
  amount: {kind: amount, distinct: 10..}
let:
  factor: 1.5 if amount.outliers else 3
where:
  - test: table.followed < 10 and not table.ordered
    says: rows that do not follow things for long, in no order of time
  - test: amount.present >= 20
    says: an amount with at least 20 values
"""

# %%
"""
question: |
  [[Hunt for outliers: || Outliers of any list:]] write a function
  `outside_fences(values, factor)` that takes a list of at least four numbers and returns a list of those that lie more
  than `factor` times the interquartile range below the first quartile or above the third, in their order and as often as
  they stand in `values`. Quartiles are those of `np.quantile` with its default method.[[arguments: `values` must not be
  changed.]]

validator:
  table_test:
    function_name: outside_fences
    test_cases:
      - [[1, 2, 3, 4], 1.5]
      - [[5, 5, 5, 5, 5, 9], 1.5]
      - [[-40, 1, 2, 2, 3, 3, 4, 50, -40], 1.5]
      - [[10, 12, 11, 13, 30, 12], 3]
      - [[0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 0]
      - |
        ```
        def _generate():
            size = random.randint(8, 60)
            values = [round(random.gauss(0, 1) ** 3, 3) for _ in range(size)]
            return values, random.choice([0.5, 1, 1.5, 3])
        ```
      - //
      - //
      - //
    input_validator: |
      def _validate(values, factor):
          return len(values) >= 4 and factor >= 0
"""

def outside_fences(values, factor):
    q1, q3 = np.quantile(values, [0.25, 0.75])
    low, high = q1 - factor * (q3 - q1), q3 + factor * (q3 - q1)
    return [value for value in values if value < low or value > high]

# %%
"""
question: |
  How many values of {{ amount }} in `df` does `outside_fences` return with a factor of {{ factor }}
  {% if amount.missing %}[[missing:, missing values left out]]{% endif %}?[[types: Answer with an integer.]]

validator:
  result:
"""

len(outside_fences(df[{{ amount }}].dropna().tolist(), {{ factor }}))
