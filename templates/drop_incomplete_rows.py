"""
title: Leave out rows that lack the amount
stage: missing
knowledge: [missing values, dropping rows]
needs: [df]
slots:
  amount: {kind: amount, missing: 1..}
where:
  - test: not table.calendar
    says: rows that do not follow each other month by month
  - test: amount.missing * 10 <= table.rows
    says: an amount that is missing in at most a tenth of the rows
  - test: table.rows - amount.missing >= 30
    says: at least 30 rows that have the amount
effects:
  drop_rows_missing: [amount]
"""

# %%
"""
question: |
  From here on I only want rows in which {{ amount }} is known. Remove the others from `df`, number the remaining rows
  from 0 in their order, and tell me how many are left[[types:, as an integer]].

validator:
  namespace_check:
    df:
"""

df = df.dropna(subset=[{{ amount }}]).reset_index(drop=True)

len(df)
