"""
title: Five numbers as a function
stage: functions
knowledge: [functions, quantiles, descriptive statistics]
needs: [df]
pools: [amount]
unlike: [percentiles]
worth: shown <= 0.2
shows: "{{ commonest([amount]) }}"
slots:
  amount: {kind: amount, distinct: 12..}
where:
  - test: table.followed < 10 and not table.ordered
    says: rows that do not follow things for long, in no order of time
  - test: amount.present >= 20
    says: an amount with at least 20 values
"""

# %%
"""
question: |
  [[Five numbers are to describe any list: || For quick summaries:]] write a function `five_numbers(values)` that
  returns the tuple minimum, first quartile, median, third quartile, maximum of a list of numbers, unrounded. Quartiles
  are those of `np.quantile` with its default method. None stands for a missing value and is left out; where nothing is
  left, the result is None.[[arguments: `values` must not be changed.]]

validator:
  table_test:
    function_name: five_numbers
    test_cases:
      - [[3, null, -1, 12, null, 4]]
      - [[null, null]]
      - |
        ```
        def _generate():
            values = [round(random.gauss(0, 20), 2) for _ in range(random.randint(2, 40))]
            return ([None if random.random() < 0.1 else value for value in values],)
        ```
      - //
    output_checker:
      rtol: 1.0e-9
      atol: 1.0e-9
"""

def five_numbers(values):
    present = [value for value in values if value is not None]
    return tuple(np.quantile(present, [0, 0.25, 0.5, 0.75, 1])) if present else None

# %%
"""
question: |
  What are the five numbers of {{ amount }} in
  `df`{% if amount.missing %}[[missing:, missing values left out]]{% endif %}? Answer with the tuple, each rounded to
  {{ amount.places }} decimals.

validator:
  result:
"""

tuple(np.round(five_numbers(df[{{ amount }}].dropna().tolist()), {{ amount.places }}).tolist())
