"""
title: How many rows are complete
stage: missing
knowledge: [missing values, shares]
needs: [df]
unlike: [fill_unknown, fill_group_median]
worth: answer >= 20 and not shown
shows: "any(set(gap[df[name].notna()].groupby(df[name], observed=True).mean()) == {0.0, 1.0} for part, gap in [('', df.isna().any(axis=1)), *((part, df[part].isna()) for part in df if df[part].isna().any())] for name in df if name != part and 2 <= df[name].nunique() <= min(30, len(df) / 5)) or (lambda gaps, most: float(gaps.any(axis=1).mean() - gaps[[name for name in gaps if (gaps[name] & gaps[most]).sum() <= 0.9 * (gaps[name] | gaps[most]).sum()]].any(axis=1).mean()) > 0.25)(df.isna(), df.isna().sum().idxmax())"
where:
  - test: table.gaps >= 2 and not table.marks_missing and not table.waits
    says: missing values in two columns or more, no marks that stand for further ones, and nothing that was waited for
"""

# %%
"""
question: |
  [[What percentage of || How complete are the data? What percentage of]] the {{ rows }} in `df` has a value in every column? Answer with a float rounded to 1 decimal.

validator:
  result:
"""

float(round(df.notna().all(axis=1).mean() * 100, 1))
