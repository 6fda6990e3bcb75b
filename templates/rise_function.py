"""
title: The longest rise
stage: functions
knowledge: [functions, loops, sequences]
presumes: one thing over time
needs: [df]
worth: shown and answer <= 0.8 * table.file_rows
shows: 'df[{{ table.series }}].is_monotonic_increasing'
slots:
  amount: {kind: amount, missing: 0, distinct: 10..}
where:
  - test: table.series and not table.followed and not table.calendar
    says: a row for each time
  - test: amount.minimum >= 0
    says: an amount that is no change from one time to the next
"""

# %%
"""
question: |
  Write a function `longest_rise(values)` for a list of numbers: it returns the length of the longest stretch of
  consecutive elements in which each is greater than the one before. A single element is a stretch of length 1; an
  empty list gives 0.[[arguments: `values` must not be changed.]]

validator:
  table_test:
    function_name: longest_rise
    test_cases:
      - [[]]
      - [[7]]
      - [[1, 2, 3, 4]]
      - [[4, 3, 2, 1]]
      - [[1, 2, 2, 3, 4, 5]]
      - [[5, 1, 2, 3, 0, 1]]
      - [[-1.5, -1.25, 0, 0.5, 0.5]]
      - |
        ```
        def _generate():
            return ([random.randint(0, 9) for _ in range(random.randint(2, 80))],)
        ```
      - //
      - //
"""

def longest_rise(values):
    longest = length = 0
    for index, value in enumerate(values):
        rising = index > 0 and value > values[index - 1]
        length = length + 1 if rising else 1
        longest = max(longest, length)
    return longest

# %%
"""
question: |
  Apply `longest_rise` to {{ amount }} of `df`, in the order of the rows.[[types: Answer with an integer.]]

validator:
  result:
"""

longest_rise(df[{{ amount }}].tolist())
