"""
title: Cronbach's alpha as a function
stage: functions
knowledge: [functions, questionnaires, reliability, variance]
needs: [df]
related: true
presumes: items of one scale
worth: 0.5 <= answer <= 0.98 and shown >= 0.05
shows: "{{ weakest_item(items) }}"
slots:
  items: {kind: item, many: 4..60}
let:
  gaps: items|map(attribute="missing")|sum
"""

# %%
"""
question: |
  [[How reliable is a questionnaire? || How consistent are answers to a questionnaire?]] Write a function `cronbach_alpha(answers)`.
  `answers` is a list of rows, each a list of the numbers that one person gave to the same k items (two rows and two
  items at least). It returns k / (k - 1) times (1 minus the sum of the items' variances divided by the variance of the
  rows' sums), with sample variances (ddof=1), unrounded; 0.0 where all rows have the same sum.
  [[arguments: `answers` must not be changed.]]

validator:
  template: intact
  table_test:
    function_name: cronbach_alpha
    test_cases:
      - [[[1, 2], [2, 4], [3, 5]]]
      - [[[1, 1, 2], [4, 5, 4], [2, 2, 3], [3, 5, 4]]]
      - [[[1, 5], [5, 1], [3, 3]]]
      - [[[2, 2, 2], [2, 2, 2]]]
      - [[[0, 1], [1, 0], [1, 1], [0, 0], [1, 1]]]
      - |
        ```
        def _generate():
            items = random.randint(2, 8)
            return ([[random.randint(1, 7) for _ in range(items)] for _ in range(random.randint(3, 40))],)
        ```
      - //
      - //
    output_checker:
      rtol: 1.0e-9
      atol: 1.0e-9
    input_validator: |
      def _validate(answers):
          sizes = {len(row) for row in answers}
          return len(answers) > 1 and len(sizes) == 1 and min(sizes) > 1
"""

def cronbach_alpha(answers):
    def variance(numbers):
        mean = sum(numbers) / len(numbers)
        return sum((number - mean) ** 2 for number in numbers) / (len(numbers) - 1)

    count = len(answers[0])
    total = variance([sum(row) for row in answers])
    if not total:
        return 0.0
    return count / (count - 1) * (1 - sum(variance(item) for item in zip(*answers)) / total)

# %%
"""
question: |
  What does `cronbach_alpha` give for the {{ items|length }} items from {{ items|first }} to {{ items|last }} (columns
  side by side in `df`){% if gaps %}, without {{ rows }} that have a missing value in any of them{% endif %}? Answer
  with a float rounded to 3 decimals.

validator:
  result:
"""

#: if gaps
round(cronbach_alpha(df.loc[:, {{ items|first }}:{{ items|last }}].dropna().to_numpy().tolist()), 3)
#: else
round(cronbach_alpha(df.loc[:, {{ items|first }}:{{ items|last }}].to_numpy().tolist()), 3)
#: endif
