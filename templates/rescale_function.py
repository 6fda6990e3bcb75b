"""
title: Rescaling as a function
stage: functions
unlike: [standardise]
knowledge: [functions, scaling, edge cases]
presumes: rows that are alike
needs: [df]
pools: [amount]
worth: 0.05 <= answer / amount.present <= 0.8 and shown
shows: "bool(((df[{{ amount }}] - (df[{{ amount }}].min() + df[{{ amount }}].max()) / 2).abs() > 1e-9 * df[{{ amount }}].abs().max()).all())"
slots:
  amount: {kind: amount, distinct: 10..}
where:
  - test: table.followed < 10 and not table.series
    says: rows that do not follow things for long, nor each other
"""

# %%
"""
question: |
  [[Make numbers comparable: || Bring numbers to one scale:]] write a function
  `rescale(values)` for a list of numbers and None: it returns a list of floats in the same order, the smallest number
  as 0.0, the largest as 1.0, those between in proportion; None stays None. If all numbers are equal, each becomes
  0.0; a list without numbers is returned as it is.[[arguments: `values` must not be changed.]]

validator:
  template: intact
  table_test:
    function_name: rescale
    test_cases:
      - [[1, 2, 3]]
      - [[5, 5]]
      - [[]]
      - ["`[None, 4, None, 8, 5]`"]
      - ["`[None]`"]
      - [[-10, 0, 30]]
      - |
        ```
        def _generate():
            return ([random.choice([None, round(random.gauss(0, 9), 2)]) for _ in range(random.randint(3, 40))],)
        ```
      - //
      - //
    output_checker:
      atol: 1.0e-9
    input_validator: |
      def _validate(values):
          return isinstance(values, list)
"""

def rescale(values):
    numbers = [value for value in values if value is not None]
    if not numbers:
        return list(values)
    low, width = min(numbers), max(numbers) - min(numbers)
    return [None if value is None else (value - low) / width if width else 0.0 for value in values]

# %%
"""
question: |
  Apply `rescale` to {{ amount }} of `df`{% if amount.missing %}[[missing:, missing values left out]]{% endif %}. How many
  {{ rows }} lie in the upper half of its range, with more than 0.5?[[types: Answer with an integer.]]

validator:
  result:
"""

sum(value > 0.5 for value in rescale(df[{{ amount }}].dropna().tolist()))
