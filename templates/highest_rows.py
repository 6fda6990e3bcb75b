"""
title: The five largest, and what they are
stage: sorting
knowledge: [sorting, selecting columns]
needs: [df]
unlike: [top_rows, extreme_rows]
worth: (not table.ordered or shown[0]|abs < 0.6) and shown[1] and shown[2] > 1
shows: "({{ drift(amount, table.time) }}, bool(df[{{ amount }}].nlargest(6).diff().iloc[-1] < 0), len(df.nlargest(5, {{ amount }})[{{ telling }}].drop_duplicates()))"
slots:
  amount: {kind: amount, distinct: 8..}
  name: {kind: identifier, text: false, missing: 0}
  telling: {kind: category, missing: 0, distinct: 3..60, many: 2..3}
where:
  - test: name.distinct == table.file_rows and name.is_whole
    says: a number that names each row
  - test: 'name.name|lower not in ["rownames", "row.names", "row_names", "unnamed: 0"]'
    says: a number that was not written with the rows
  - test: not telling|rejectattr("is_named")|list
    says: categories of which is known what they are
  - test: amount.present >= 10
    says: at least 10 rows with the amount
"""

# %%
"""
question: |
  [[Which {{ rows }} have the highest {{ amount }}, and what are they? || Show me the five {{ rows }} with the highest
  {{ amount }}.]] Give a DataFrame of five rows with the columns {{ name }}, {{ telling }} and {{ amount }}, in this
  order, from the highest {{ amount }} down[[index: and with a fresh index from 0]]. Rows with equal {{ amount }} keep
  the order they have in `df`.

validator:
  result: "{{ same_table }}"
"""

rows_from_highest = df.sort_values({{ amount }}, ascending=False, kind="stable").head(5)

#: if telling|length == 2
rows_from_highest[[{{ name }}, {{ telling[0] }}, {{ telling[1] }}, {{ amount }}]].reset_index(drop=True)
#: else
rows_from_highest[[{{ name }}, {{ telling[0] }}, {{ telling[1] }}, {{ telling[2] }}, {{ amount }}]].reset_index(drop=True)
#: endif
