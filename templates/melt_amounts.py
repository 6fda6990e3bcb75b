"""
title: From wide to long
stage: reshaping
knowledge: [melting, long format, grouping]
presumes: rows that are alike
needs: [df]
unlike: [amount_ranges]
worth: shown >= 0.02
shows: "{{ flattest(amounts) }}"
slots:
  amounts: {kind: amount, many: 2..4, distinct: 5..}
where:
  - test: not amounts|rejectattr("has_middle")|list
    says: amounts of which fewer than half are the smallest or the largest
  - test: amounts|map(attribute="present")|min >= 5
    says: two amounts with at least 5 values each
  - test: amounts|map(attribute="mean")|min > 0 and amounts|map(attribute="mean")|max < 20 * amounts|map(attribute="mean")|min
    says: two amounts of comparable size
  - test: comparable(amounts)
    says: two amounts of one unit, or named after one thing
  - test: '"value" not in table.names and "measure" not in table.names'
    says: columns with other names than "measure" and "value"
"""

# %%
"""
question: |
  [[I need {{ amounts }} of `df` in long form. || Bring {{ amounts }} of `df` into one column.]] Make a DataFrame
  `long` with the columns `measure` (the name of the original column) and `value`, one row for every value that is not
  missing; its order and index do not matter. Answer with the median of `value` for each `measure`, unrounded: a
  Series indexed by `measure` in the order of my list.

validator:
  namespace_check:
    long: "{{ same_rows }}"
  result: "{{ same_table }}"
"""

long = df[{{ amounts }}].melt(var_name="measure", value_name="value").dropna().reset_index(drop=True)

long.groupby("measure")["value"].median().reindex({{ amounts }})
