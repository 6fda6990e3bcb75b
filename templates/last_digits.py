"""
title: Were the numbers rounded
stage: statistics
knowledge: [data quality, counting, shares]
needs: [df]
pools: [amount]
shows: "{{ commonest([amount]) }}"
worth: "shown <= 0.1 and numbers(answer)|max >= [18, 10 + 120 / amount.present ** 0.5]|max and numbers(answer)|max < 95"
slots:
  amount: {kind: amount, distinct: 25..}
where:
  - test: amount.is_whole and amount.minimum >= 10 and amount.maximum - amount.minimum >= 50 and amount.maximum < 1000000
    says: whole numbers of two digits or more, over a range of 50, none of more than six digits, with which many files are written
  - test: amount.present >= 80
    says: an amount with at least 80 values
"""

# %%
"""
question: |
  [[Was {{ amount }} noted exactly, or in round numbers? || Do some last digits turn up more often in {{ amount }} than
  others?]] Answer with a Series, indexed by the last digit from 0 to 9 in ascending order, of the percentage of
  {{ rows }} in `df` whose {{ amount }} ends in it{% if amount.missing %}[[missing:, missing values left
  out]]{% endif %}: 0 for a digit that does not occur, rounded to 1 decimal.

validator:
  result: "{{ same_table }}"
"""

last_digits = df[{{ amount }}].dropna().astype("int64") % 10

last_digits.value_counts(normalize=True).reindex(range(10), fill_value=0).mul(100).round(1)
