"""
title: The five largest
stage: sorting
knowledge: [sorting, selecting columns]
needs: [df]
worth: (not table.ordered or (answer[0][1]|string)[:10] != (label.profile.maximum|string)[:10]) and (not table.ordered or shown[0]|abs < 0.6) and shown[1]
shows: "({{ drift(amount, table.time) }}, bool(df[{{ amount }}].nlargest(6).diff().iloc[-1] < 0))"
slots:
  amount: {kind: amount, distinct: 8..}
  label: {kind: [identifier, text, date, period, category], prefer: [identifier, text]}
where:
  - test: label.is_text or label.is_moment or label.is_year
    says: a column that says in words or as a time what stands in a row
  - test: label.distinct * 10 >= table.file_rows * 9 and (label.value_kind != "period" or label.distinct >= table.file_rows)
    says: a column that tells rows apart
  - test: not (label.is_number and label.minimum in [0, 1] and label.maximum - label.minimum + 1 == label.distinct == table.file_rows)
    says: a column that does more than to count the rows
  - test: 'not akin([amount], label) and label.name|lower not in ["rownames", "row.names", "row_names", "unnamed: 0"]'
    says: a name that is not the amount in another form, and no label that was written with the rows
  - test: amount.present >= 10
    says: at least 10 rows with the amount
"""

# %%
"""
question: |
  [[Show me the five rows with || I want to see the five rows with]] the highest {{ amount }}: a DataFrame with the columns {{ label }} and {{ amount }}, in this
  order, from the highest down[[index: and with a fresh index from 0]]. Rows with equal {{ amount }} keep the order they have
  in `df`.

validator:
  result: "{{ same_table }}"
"""

rows_in_order = df.sort_values({{ amount }}, ascending=False, kind="stable")

rows_in_order[[{{ label }}, {{ amount }}]].head(5).reset_index(drop=True)
