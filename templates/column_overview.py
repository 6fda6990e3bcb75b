"""
title: An overview of the columns
stage: loading
knowledge: [descriptive statistics, counting]
needs: [df]
unlike: [missing_counts]
worth: shown >= 2
shows: "0 if df.isna().all().any() else sum(df[name].nunique() * 10 <= len(df) for name in df)"
where:
  - test: table.width <= 25 and not (table.designed or table.counts_things or table.marks_missing)
    says: at most 25 columns, rows that are things and no combinations, and no marks for missing values
"""

# %%
"""
question: |
  [[Give me an overview of the columns of `df`: || What is in the columns of `df`? Answer with || Before we start, describe
  the columns of `df`:]] a DataFrame indexed by the column names in their order, with the columns `distinct` (how many
  different values a column has){% if table.gaps %}, `missing` (how many are missing, which count as no
  value){% endif %} and `commonest` (the percentage of the {% if table.gaps %}values that are there{% else %}rows{% endif %} with its
  most frequent value, rounded to 1 decimal).

validator:
  result: "{{ same_table }}"
"""

#: if table.gaps
pd.DataFrame(
    {
        "distinct": df.nunique(),
        "missing": df.isna().sum(),
        "commonest": df.apply(lambda column: column.value_counts(normalize=True).max() * 100).round(1),
    }
)
#: else
pd.DataFrame(
    {
        "distinct": df.nunique(),
        "commonest": df.apply(lambda column: column.value_counts(normalize=True).max() * 100).round(1),
    }
)
#: endif
