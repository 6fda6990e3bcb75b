"""
title: Drop columns that say nothing
stage: cleaning
knowledge: [cleaning, dropping columns]
needs: [df]
slots:
  idle: {kind: [empty, constant], many: 1..6}
where:
  - test: idle|length == table.idle
    says: at most six columns that say nothing
  - test: not idle|selectattr("distinct", "ge", 1)|selectattr("missing")|list
    says: columns that say nothing, not even by their gaps
  - test: table.width - idle|length >= 3
    says: enough columns besides those that say nothing
effects:
  drop_columns: [idle]
"""

# %%
"""
question: |
  No two rows differ in {{ idle }}. Drop {% if idle|length == 1 %}this column{% else %}these columns{% endif %} from `df`
  and answer with the list of the column names that are left, in their order.

validator:
  namespace_check:
    df:
"""

df = df.drop(columns={{ idle }})

df.columns.tolist()
