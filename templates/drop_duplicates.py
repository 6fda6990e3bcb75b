"""
title: Remove repeated rows
stage: cleaning
knowledge: [duplicates, cleaning]
needs: [df]
where:
  - test: table.duplicates >= 1
    says: rows that repeat an earlier one
  - test: table.duplicates * 5 <= table.rows and table.telling and table.width >= 6 and not table.designed
    says: mostly distinct rows of at least six columns and of no design, which repeat by mistake and not by chance
effects:
  drop_duplicates: true
"""

# %%
"""
question: |
  Some {{ rows }} in `df` repeat an earlier row in every column. Keep only the first of each, in their order, number
  the rows from 0 again, and store the result in `df`. How many {{ rows }} did that remove?

validator:
  namespace_check:
    df:
"""

rows_before = len(df)
df = df.drop_duplicates().reset_index(drop=True)

rows_before - len(df)
