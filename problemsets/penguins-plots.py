# %%
import pandas as pd

# %%
"""
question: |-
  Import `matplotlib.pyplot` as `plt` for the plots to come. Read `inputs/penguins-raw.csv` and make
  the DataFrame `df` of it, with these columns in this order: `species`, the first word of `Species`;
  `island`, as in `Island`; `year`, the calendar year of `Date Egg` as an integer; `bill`, `flipper`
  and `mass`, the values of `Culmen Length (mm)`, `Flipper Length (mm)` and `Body Mass (g)`. Leave out
  the rows in which `bill`, `flipper` or `mass` is missing, and number the others from 0 in their order.
validator:
  template: intact
  namespace_check:
    df:
execution:
  max_time: 30
"""

import matplotlib.pyplot as plt

raw = pd.read_csv("inputs/penguins-raw.csv")
df = pd.DataFrame(
    {
        "species": raw["Species"].str.split().str[0],
        "island": raw["Island"],
        "year": pd.to_datetime(raw["Date Egg"], format="%Y-%m-%d").dt.year,
        "bill": raw["Culmen Length (mm)"],
        "flipper": raw["Flipper Length (mm)"],
        "mass": raw["Body Mass (g)"],
    }
)
df = df.dropna(subset=["bill", "flipper", "mass"]).reset_index(drop=True)

# %%
"""
question: |-
  How much does the mean of `mass` change over the years? For each value of `species`, take the mean of
  `mass` in each `year` of `df`, and subtract the lowest of these means from the highest. Answer with a
  dict from the value of `species` to this difference, a float rounded to 1 decimal.
validator:
  result:
"""

masses_2 = df.groupby(["species", "year"])["mass"].mean().groupby("species")
(masses_2.max() - masses_2.min()).round(1).to_dict()

# %%
"""
question: |-
  Draw a histogram of `mass` in `df`: 18 bins, each 200 wide, from 2700 to 6300, in a figure of 6 by 4
  inches. Give it the title "Body mass", and the axes the labels "Mass (g)" and "Penguins".
validator:
  template: intact
  vis:
    titles: true
    labels: true
execution:
  max_time: 30
"""

plt.figure(figsize=(6, 4))
plt.hist(df["mass"], bins=range(2700, 6301, 200))
plt.title("Body mass")
plt.xlabel("Mass (g)")
plt.ylabel("Penguins")
plt.show()

# %%
"""
question: |-
  How many rows of `df` have an unusual `mass`, that is one more than 2 standard deviations away from the
  mean of `mass` in their own `species`, on either side? Take the standard deviation of a sample (divided
  by n - 1) within each `species`. Answer with an integer.
validator:
  result:
"""

masses_4 = df.groupby("species")["mass"]
deviations_4 = (df["mass"] - masses_4.transform("mean")) / masses_4.transform("std")
int((deviations_4.abs() > 2).sum())

# %%
"""
question: |-
  Print one line for each value of `species` in `df`, in alphabetical order: the value, a colon, a
  space, and the number of its rows. Print nothing else.
validator:
  template: intact
  stream:
"""

counts_5 = df["species"].value_counts().sort_index()
print("\n".join(f"{species}: {count}" for species, count in counts_5.items()))

# %%
"""
question: |-
  Draw a vertical bar chart in a figure of 6 by 4 inches: a bar for each value of `species` in `df`, in
  alphabetical order from the left, as high as its mean of `mass`, with the value below it. Give the
  chart the title "Mean body mass", and the vertical axis the label "Mass (g)".
validator:
  template: intact
  vis:
    titles: true
    labels: true
    ticks: true
execution:
  max_time: 30
"""

means_6 = df.groupby("species")["mass"].mean().sort_index()
plt.figure(figsize=(6, 4))
plt.bar(means_6.index, means_6)
plt.title("Mean body mass")
plt.ylabel("Mass (g)")
plt.show()

# %%
"""
question: |-
  Draw a scatter plot of `df` in a figure of 6 by 4 inches: `flipper` from left to right, `mass`
  upwards, the rows of each value of `species` as a series of their own, in alphabetical order, with a
  legend that names them. Label the axes "Flipper length (mm)" and "Mass (g)".
validator:
  template: intact
  vis:
    labels: true
    legend: true
execution:
  max_time: 30
"""

plt.figure(figsize=(6, 4))
for species, rows_7 in df.groupby("species"):
    plt.scatter(rows_7["flipper"], rows_7["mass"], label=species)
plt.xlabel("Flipper length (mm)")
plt.ylabel("Mass (g)")
plt.legend()
plt.show()

# %%
"""
question: |-
  What is the Pearson correlation of `flipper` and `mass` in `df`? Answer with a float rounded to 3
  decimals.
validator:
  result:
"""

float(round(df["flipper"].corr(df["mass"]), 3))

# %%
"""
question: |-
  Make `yearly`, a DataFrame with the mean of `flipper` in `df`: a row for each `year`, ascending, as
  its index, and a column for each value of `species`, in alphabetical order.
validator:
  template: intact
  namespace_check:
    yearly: |
      def compare_fn(reference, submission):
          import pandas as pd

          forgiven = ["check_dtype", "check_index_type", "check_names", "check_categorical", "check_freq"]
          options = dict.fromkeys(forgiven, False) | {"rtol": 1e-09, "atol": 1e-09}
          try:
              if isinstance(reference, pd.DataFrame):
                  pd.testing.assert_frame_equal(submission, reference, check_column_type=False, **options)
              else:
                  pd.testing.assert_series_equal(submission, reference, **options)
          except (AssertionError, TypeError, ValueError) as error:
              return {"match": False, "reason": str(error)}
          return {"match": True, "reason": ""}
"""

yearly = df.pivot_table(index="year", columns="species", values="flipper", aggfunc="mean")

# %%
"""
question: |-
  Draw `yearly` as a line plot in a figure of 6 by 4 inches: the years from left to right, a line for
  each column in its order, with a legend that names them. Mark the years, and nothing else, on the
  horizontal axis. Give the plot the title "Mean flipper length".
validator:
  template: intact
  vis:
    titles: true
    legend: true
    ticks: true
execution:
  max_time: 30
"""

plt.figure(figsize=(6, 4))
for species in yearly.columns:
    plt.plot(yearly.index, yearly[species], label=species)
plt.xticks(yearly.index)
plt.title("Mean flipper length")
plt.legend()
plt.show()

# %%
"""
question: |-
  Which value of `species` has the largest mean of `bill` in `df`? Answer with a text: the value, a
  colon, a space, and that mean rounded to 1 decimal.
validator:
  result:
"""

bills = df.groupby("species")["bill"].mean()
f"{bills.idxmax()}: {bills.max():.1f}"

# %%
"""
question: |-
  Draw box plots of `bill` in `df` side by side in a figure of 6 by 4 inches, whiskers as matplotlib
  draws them by default: one for each value of `island`, in alphabetical order from the left, with the
  value below it. Label the vertical axis "Bill length (mm)".
validator:
  template: intact
  vis:
    labels: true
    ticks: true
execution:
  max_time: 30
"""

islands = sorted(df["island"].unique())
plt.figure(figsize=(6, 4))
plt.boxplot([df.loc[df["island"] == island, "bill"] for island in islands], tick_labels=islands)
plt.ylabel("Bill length (mm)")
plt.show()
