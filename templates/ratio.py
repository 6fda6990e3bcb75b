"""
title: One amount per unit of another
stage: features
knowledge: [derived columns, ratios]
needs: [df]
presumes: rows of a whole
slots:
  top: {kind: amount, asks: sum, distinct: 10..}
  bottom: {kind: amount, distinct: 10..}
let:
  ratio: new(top.slug ~ "_per_" ~ bottom.slug)
where:
  - test: bottom.minimum > 0 and top.minimum > 0
    says: two amounts that are always positive
  - test: top.mean >= 0.05 * bottom.mean
    says: two amounts of comparable size
  - test: bottom.value_kind == "count" and top.value_kind in ["money", "count"] or (top.unit and top.unit == bottom.unit)
    says: money or a count and another count, or two amounts of one unit
  - test: top.present - bottom.missing >= 10
    says: two amounts that are known together in enough rows
effects:
  add: [ratio]
"""

# %%
"""
question: |
  Add a last column {{ ratio }} to `df`: {{ top }} divided by {{ bottom }}
  {% if top.missing or bottom.missing %}, missing where either of them is{% endif %}. What is its median,[[types: as a float]]
  rounded to 3 decimals?

validator:
  namespace_check:
    df:
"""

df[{{ ratio }}] = df[{{ top }}] / df[{{ bottom }}]

float(round(df[{{ ratio }}].median(), 3))
