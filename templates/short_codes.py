"""
title: Short codes for long names
stage: strings
knowledge: [strings, slicing, derived columns]
needs: [df]
worth: answer[1]
slots:
  group: {kind: [category, flag], text: true, missing: 0, distinct: 5..30}
let:
  code: new(group.slug ~ "_code")
where:
  - test: group.has_letters and (group.profile.longest or 0) >= 15
    says: five category names, some of fifteen characters or more
effects:
  add: [code]
gives:
  code: {column: code, group: group}
"""

# %%
"""
question: |
  [[Axis labels have to be shorter than {{ group }}. || The names in {{ group }} are too long for axis labels.]] Add a
  last column {{ code }} to `df` with the first three characters of {{ group }} in upper case. Answer with a tuple:
  the number of different codes[[types: as an integer]], then True if each of them is used for one {{ group }} only,
  else False.

validator:
  namespace_check:
    df: "{{ same_table }}"
"""

df[{{ code }}] = df[{{ group }}].str[:3].str.upper()
names_per_code = df.groupby({{ code }})[{{ group }}].nunique()

(len(names_per_code), bool((names_per_code == 1).all()))
