"""
title: Join by several columns
stage: joining
join: true
composite: true
knowledge: [composite keys, left join, aggregation]
needs: [df, tables]
slots:
  amount: {of: partner, kind: amount, distinct: 5..}
where:
  - test: join.usable and join.coverage >= 0.3 and amount.name not in table.names
    says: a second table that most rows find a partner in
  - test: join.columns|map(attribute="name")|list == join.partner_columns|map(attribute="name")|list
    says: keys that have the same names on both sides
"""

# %%
"""
question: |
  [[Bring {{ amount }} over from `tables["{{ join.table.stem }}"]`. || `tables["{{ join.table.stem }}"]` knows
  {{ amount }}.]] Its rows are named by {{ join.partner_columns }} together, as in `df`. Make a DataFrame `combined`:
  all rows and columns of `df` in their order, and last the column {{ amount }} of the row with the same values in
  these columns, missing where there is none[[index:, numbered from 0]]. Answer with a tuple: the number of rows of
  `combined` without {{ amount }}, then the mean of the others, rounded to {{ amount.places }} decimals.

validator:
  namespace_check:
    combined: "{{ same_table }}"
execution:
  max_time: 30
"""

composite_keys = {{ join.columns }}
combined = df.merge(tables[{{ join.table.stem }}][[*composite_keys, {{ amount }}]], on=composite_keys, how="left")

(int(combined[{{ amount }}].isna().sum()), float(round(combined[{{ amount }}].mean(), {{ amount.places }})))
