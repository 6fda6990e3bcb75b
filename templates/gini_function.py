"""
title: Inequality as a function
stage: functions
knowledge: [functions, inequality, sorting]
needs: [df]
worth: answer >= 0.2 and shown < 0.8
shows: "{{ autocorrelation(amount) }}"
slots:
  amount: {kind: amount, asks: sum, distinct: 15..}
where:
  - test: amount.value_kind in ["money", "count"] and "pop" not in amount.name|lower and not ["cost", "price", "fee"]|select("in", listed_words(amount))|list
    says: money that somebody has or a count, but for people who live somewhere
  - test: table.file_rows <= 1500 and table.independent
    says: rows that are few enough to compare all, and do not follow each other in time
  - test: amount.minimum >= 0 and amount.mean > 0
    says: an amount to add up that is never negative
"""

# %%
"""
question: |
  [[How unequal is a distribution? || We need a figure for inequality. || Let us measure inequality.]] Write a
  function `gini(values)` for a list of numbers of at least 0 that returns the Gini coefficient, unrounded: half of
  the mean absolute difference over all ordered pairs of elements (each with itself as well), divided by the mean. For
  an empty list, or if the sum is 0, it returns 0.0.[[arguments: `values` must not be changed.]]

validator:
  template: intact
  table_test:
    function_name: gini
    test_cases:
      - [[1, 1, 1, 1]]
      - [[0, 0, 0, 8]]
      - [[5]]
      - [[]]
      - [[0, 0]]
      - [[3, 1, 2]]
      - [[10, 2.5, 2.5, 0, 40]]
      - |
        ```
        def _generate():
            return ([round(random.expovariate(0.1), 2) for _ in range(random.randint(2, 60))],)
        ```
      - //
      - //
    output_checker:
      rtol: 1.0e-9
      atol: 1.0e-9
    input_validator: |
      def _validate(values):
          return isinstance(values, list) and all(value >= 0 for value in values)
"""

def gini(values):
    total = sum(values)
    if not total:
        return 0.0
    differences = sum(abs(first - second) for first in values for second in values)
    return differences / (2 * len(values) * total)

# %%
"""
question: |
  What does `gini` give for {{ amount }} of `df`{% if amount.missing %}[[missing:, missing values left out]]{% endif %}?
  Answer with a float rounded to 3 decimals.

validator:
  result:
execution:
  max_time: 30
"""

round(gini(df[{{ amount }}].dropna().tolist()), 3)
