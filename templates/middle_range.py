"""
title: How much lies in the middle
stage: sorting
knowledge: [filtering, shares]
presumes: rows that are alike
needs: [df]
pools: [amount]
slots:
  amount: {kind: amount, distinct: 10..}
let:
  limits: amount.cuts(3, 4)
where:
  - test: limits
    says: an amount that round numbers divide into three parts
"""

# %%
"""
question: |
  In how many {{ rows }} in `df` does {{ amount }} lie between {{ limits[0] }} and {{ limits[1] }}, both limits
  included, and what percentage of all {{ rows }} in `df` is that{% if amount.missing %} (those without a value count,
  too){% endif %}? Answer with a tuple: the count, then the percentage rounded to 1 decimal.

validator:
  result:
"""

inside = df[{{ amount }}].between({{ limits[0] }}, {{ limits[1] }})

(int(inside.sum()), float(round(inside.mean() * 100, 1)))
