# %%
import pandas as pd

visits = pd.DataFrame(
    [
        [501, "Meyer, Anna", "2023-01-04 08:15", "2023-01-04 09:05", "Surgery", "D1", 34, 62.5, "128/84"],
        [502, "Okafor, Ben", "2023-01-04 09:40", "2023-01-04 10:10", "surgery ", "D1", 71, 88.0, "142/91"],
        [503, "Lindt, Carla", "2023-01-09 23:30", "2023-01-10 01:15", " Cardiology", "D2", 65, None, "150/95"],
        [504, "Meyer, Jonas", "2023-01-12 11:00", None, "PEDIATRICS", "D3", 8, 27.5, None],
        [505, "Rossi, Dario", "2023-01-19 14:20", "2023-01-19 15:00", "Cardiology", "D2", 58, 91.2, "138/88"],
        [506, "Novak, Eva", "2023-02-01 07:55", "2023-02-01 08:25", "pediatrics", "D3", 17, 54.0, "112/70"],
        [507, "Okafor, Ben", "2023-02-03 10:10", "2023-02-03 10:50", "Surgery", "D4", 71, 87.1, "140/90"],
        [507, "Okafor, Ben", "2023-02-03 10:10", "2023-02-03 10:50", "Surgery", "D4", 71, 87.1, "140/90"],
        [508, "Silva, Filipe", "2023-02-14 16:30", "2023-02-14 18:00", "surgery", "D1", 45, None, None],
        [509, "Lindt, Carla", "2023-02-20 09:00", "2023-02-20 09:45", "cardiology ", "D2", 65, 70.3, "146/92"],
        [510, "Haas, Greta", "2023-03-02 13:15", None, " Surgery", "D9", 18, 58.8, "118/76"],
        [511, "Rossi, Luca", "2023-03-05 20:00", "2023-03-07 06:30", "SURGERY", "D4", 39, 79.9, "131/85"],
        [512, "Novak, Eva", "2023-03-08 15:10", "2023-03-08 15:35", "Pediatrics", "D3", 17, 54.6, "110/72"],
        [513, "Tran, Hoa", "2023-03-15 08:05", "2023-03-15 09:25", "cardiology", "D2", 82, 49.4, "155/97"],
        [514, "Meyer, Anna", "2023-03-21 10:30", "2023-03-21 10:55", "Surgery", "D1", 34, 63.0, "126/82"],
        [515, "Silva, Ines", "2023-04-03 12:00", None, "pediatrics ", "D3", 12, 41.7, "104/66"],
        [515, "Silva, Ines", "2023-04-03 12:00", None, "pediatrics ", "D3", 12, 41.7, "104/66"],
        [516, "Costa, Igor", "2023-04-11 17:45", "2023-04-11 19:15", "Cardiology", "D2", 64, 102.4, "160/99"],
        [517, "Haas, Greta", "2023-04-18 09:20", "2023-04-18 10:00", "surgery", "D9", 18, 59.1, None],
        [518, "Brandt, Kai", "2023-05-02 22:50", "2023-05-03 00:20", "Surgery ", "D4", 27, 74.8, "122/79"],
        [519, "Tran, Hoa", "2023-05-09 08:30", "2023-05-09 09:10", " cardiology", "D2", 82, None, "151/94"],
        [520, "Ahmadi, Leila", "2023-05-16 11:15", "2023-05-16 11:50", "Surgery", "D1", 52, 66.6, "134/86"],
        [521, "Brandt, Mia", "2023-06-01 14:00", "2023-06-01 14:20", "Pediatrics", "D3", 5, 18.9, None],
        [522, "Costa, Igor", "2023-06-13 16:05", "2023-06-13 17:50", "cardiology", "D2", 64, 101.0, "157/98"],
        [523, "Weber, Nils", "2023-06-20 07:40", "2023-06-20 08:15", "surgery", "D4", 47, 83.3, "129/83"],
        [524, "Ahmadi, Leila", "2023-06-29 10:45", None, "Surgery", "D1", 52, None, "133/87"],
    ],
    columns=["visit_id", "patient", "arrived", "left", "department", "staff_code", "age", "weight_kg", "pressure"],
)
staff = pd.DataFrame(
    {
        "code": ["D1", "D2", "D3", "D4", "D6"],
        "doctor": ["Dr. Winter", "Dr. Sato", "Dr. Bauer", "Dr. Cole", "Dr. Ruiz"],
        "room": [12, 7, 3, 14, 9],
    }
)

# %%
"""
question: |
  Make a new table `clean` from `visits`: without the rows that repeat an earlier row in every column, without the rows
  that have no `weight_kg`, with `department` in lower case and without spaces around it, and with the rows numbered
  from 0 in the index. Leave `visits` as it is.
validator:
  namespace_check:
    clean:
"""

clean = visits.drop_duplicates().dropna(subset=["weight_kg"]).reset_index(drop=True)
clean["department"] = clean["department"].str.strip().str.lower()

# %%
"""
question: |
  What is the interquartile range of `weight_kg` (its 0.75 quantile minus its 0.25 quantile) over the rows of `visits`
  with an `age` of at least 18, without the missing weights? Round it to two decimals.
validator:
  result:
"""

adult_weights = visits.loc[visits["age"] >= 18, "weight_kg"]
round(adult_weights.quantile(0.75) - adult_weights.quantile(0.25), 2)

# %%
"""
question: |
  Make a table `joined` with every row of `visits`, in the same order and numbered from 0, and behind its columns
  two more, `doctor` and `room`, from `staff`: `staff_code` in `visits` is `code` in `staff`. Where `staff` lacks the
  code they are missing. Add no other column, and leave both tables as they are.
validator:
  namespace_check:
    joined:
"""

joined = visits.merge(staff, how="left", left_on="staff_code", right_on="code").drop(columns="code")

# %%
"""
question: |
  The `patient` of a row of `visits` is a family name, a comma and a given name. Which family names are shared by two or
  more different patients? Give them as a list in alphabetical order.
validator:
  result:
"""

patients = pd.Series(visits["patient"].unique())
families = patients.str.split(",").str[0].value_counts()
sorted(families[families > 1].index)

# %%
"""
question: |
  How long is the mean stay in minutes, from `arrived` to `left`, over the rows of `visits` in which `left` is known?
  Give a number, rounded to one decimal.
validator:
  result:
"""

stay = pd.to_datetime(visits["left"]) - pd.to_datetime(visits["arrived"])
round(stay.mean().total_seconds() / 60, 1)

# %%
"""
question: |
  Write a function `parse_pressure(text)` that returns the two whole numbers of a text like "128/84" as a tuple, here
  (128, 84). There may be spaces around either number. For any other text it returns None.
validator:
  table_test:
    function_name: parse_pressure
    test_cases:
      - ["128/84"]
      - [" 135 / 90 "]
      - ["unknown"]
      - ["120/80/60"]
      - ["120/"]
      - ["95"]
      - [""]
"""


def parse_pressure(text):
    parts = [part.strip() for part in text.split("/")]
    if len(parts) != 2 or not all(part.isdecimal() for part in parts):
        return None
    return int(parts[0]), int(parts[1])


# %%
"""
question: |
  Write a function `longest_gap(days)`. It takes a list of days, texts like "2023-03-01" in any order, and returns the
  largest number of days from one of them to the next one in time, as a whole number. For fewer than two days it returns
  0. The list must not be changed.
validator:
  table_test:
    function_name: longest_gap
    test_cases:
      - [["2023-01-04", "2023-01-09", "2023-03-02", "2023-03-05"]]
      - [["2023-03-02", "2023-01-04", "2023-01-20"]]
      - [["2024-02-28", "2024-03-01"]]
      - [["2023-05-01", "2023-05-01"]]
      - [["2023-05-01"]]
      - [[]]
"""


def longest_gap(days):
    stamps = sorted(pd.Timestamp(day) for day in days)
    return max(((later - earlier).days for earlier, later in zip(stamps, stamps[1:])), default=0)


# %%
"""
question: |
  Store in `age_bands` how many different patients (by `patient`) in `visits` are of which age: a dict with the keys
  "child" for those under 18, "adult" for those from 18 to 64, and "senior" for those of 65 and more.
validator:
  namespace_check:
    age_bands:
"""

ages = visits.drop_duplicates("patient")["age"]
age_bands = {
    "child": int((ages < 18).sum()),
    "adult": int(ages.between(18, 64).sum()),
    "senior": int((ages >= 65).sum()),
}
