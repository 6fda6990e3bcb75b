"""
title: Numbers that were read as text
stage: cleaning
knowledge: [cleaning, data types, string replacement]
always: true
needs: [df]
related: true
slots:
  texts: {kind: figures, many: 1..60}
let:
  groups: step_groups(texts)
  afters: tidied(texts)
  are_measured: afters|selectattr("is_measurable")|list|length == afters|length
effects:
  tidy: [texts]
"""

# %%
"""
question: |
  [[Some columns of `df` hold numbers as text. || Numbers of `df` were read as text.]] Convert them inside `df`:
  {% for group in groups %} {% set numbers = group.numbers %} {% set left_out = (["blanks at the ends"] if
  group.step.strips else []) + (["the `" ~ numbers.before ~ "` before each number"] if numbers.before else []) +
  (["the `" ~ numbers.after ~ "` behind each number"] if numbers.after else []) + (["the " ~ ("`" ~ numbers.thousands ~
  "`" if numbers.thousands|trim else "blank") ~ " between thousands"] if numbers.thousands else []) %}
  {% if group.is_span %}the neighbouring columns {{ group.columns|first }} to {{ group.columns|last }}
  {% else %}{{ group.columns }}{% endif %}{% if left_out %} without {{ left_out }}{% endif %}
  {% if numbers.decimal != "." %}, with `{{ numbers.decimal }}` before the decimals{% endif %}
  {% if group.marks %}, with {{ group.marks }} as a missing value{% endif %}{% if not loop.last %}; {% endif %}
  {% endfor %}.
  {% if texts|length > 1 and are_measured %} Answer with a Series, indexed by the names of these columns in their
  order, of the median of each, rounded to 2 decimals.{% elif texts|length > 1 %} Answer with a DataFrame of these columns
  with the index `min` and `max`: the smallest and the largest number of each.
  {% elif are_measured %} What is the median of {{ texts[0] }} then, rounded to {{ afters[0].places }} decimals?
  {% else %} Answer with a tuple of the smallest and the largest number of {{ texts[0] }}.{% endif %}

validator:
  namespace_check:
    df: "{{ same_table }}"
  result: "{% if texts|length > 1 %}{{ same_table }}{% endif %}"
"""

#: for group in groups
#: if group.columns|length > 1
for name in {{ group.columns }}:
    df[name] = pd.to_numeric({{ group.called_on("df[name]") }})
#: else
df[{{ group.columns[0] }}] = pd.to_numeric({{ group.called_on(group.columns[0]) }})
#: endif
#: endfor

#: if texts|length > 1 and are_measured
df[{{ texts }}].median().round(2)
#: elif texts|length > 1
df[{{ texts }}].agg(["min", "max"])
#: elif are_measured
float(round(df[{{ texts[0] }}].median(), {{ afters[0].places }}))
#: else
(float(df[{{ texts[0] }}].min()), float(df[{{ texts[0] }}].max()))
#: endif
