"""
title: Where values are missing
stage: missing
knowledge: [missing values, sorting]
needs: [df]
worth: spread(answer) > 0
unlike: [fill_unknown, fill_group_median, missing_marks]
where:
  - test: table.gaps >= 2 and not table.marks_missing and not table.waits
    says: missing values in two columns or more, no marks that stand for further ones, and nothing that was waited for
"""

# %%
"""
question: |
  [[How complete is the table? || Where are the gaps? || Before we go on: what is missing?]] Count the missing values of every column of `df` that has any. Answer with a Series indexed
  by column name, the largest count first; here, columns with equal counts follow each
  other in the order of the table.

validator:
  result: "{{ same_table }}"
"""

missing_by_column = df.isna().sum()

missing_by_column[missing_by_column > 0].sort_values(ascending=False, kind="stable")
