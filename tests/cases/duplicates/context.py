# %%
import numpy as np
import pandas as pd
from sklearn.linear_model import LinearRegression

rng = np.random.default_rng(11)
n = 90
df = pd.DataFrame(
    {
        "id": rng.integers(1, 70, n),
        "name": rng.choice(list("abcdefghij"), n),
        "species": rng.choice(["Adelie", "Gentoo", "Chinstrap"], n, p=[0.5, 0.3, 0.2]),
        "island": rng.choice(["Biscoe", "Dream", "Torgersen"], n, p=[0.5, 0.4, 0.1]),
        "sex": rng.choice(["M", "F", None], n, p=[0.4, 0.4, 0.2]),
        "mass": np.where(rng.random(n) < 0.1, np.nan, rng.normal(4200, 700, n).round()),
        "flipper": rng.normal(200, 12, n).round(1),
        "carrier": rng.choice(["AA", "UA", "DL", "B6", "WN", "EV"], n, p=[0.3, 0.25, 0.2, 0.12, 0.08, 0.05]),
        "tailnum": rng.choice([f"N{number}" for number in range(40)], n),
        "flight": rng.integers(1, 60, n),
        "origin": rng.choice(["JFK", "LGA", "EWR"], n),
        "dest": rng.choice(["SEA", "BOS", "ORD"], n),
        "arr_delay": np.where(rng.random(n) < 0.15, np.nan, rng.normal(5, 20, n).round()),
        "dep_delay": np.where(rng.random(n) < 0.12, np.nan, rng.normal(8, 15, n).round()),
        "temp_max": rng.normal(22, 7, n).round(1),
        "temp_min": rng.normal(10, 5, n).round(1),
        "precipitation": rng.exponential(4, n).round(2),
        "wind": rng.normal(4, 1.5, n).round(2),
        "weather": rng.choice(["rain", "sun", "snow"], n, p=[0.5, 0.4, 0.1]),
        "date": pd.date_range("2024-01-01", periods=n).astype(str),
        "day": pd.date_range("2024-01-01", periods=n),
        "sales": rng.normal(300, 60, n).round(2),
        "price": rng.integers(10, 60, n),
        "alcohol": rng.normal(13, 0.8, n).round(2),
        "ash": rng.normal(2.4, 0.3, n).round(2),
        "quality": rng.integers(3, 9, n),
        "shop": rng.choice(["north", "south", "west"], n),
        "month": rng.integers(1, 13, n),
        "amount": rng.normal(50, 9, n).round(2),
        "text": rng.choice(["a b c", "d e", "f", "g h i j"], n),
        "team": rng.choice(["red", "blue", "green", "white"], n),
        "points": rng.integers(0, 12, n),
        "城市": rng.choice(["北京", "上海", "广州"], n),
        "省份": rng.choice(["甲", "乙", "丙"], n),
        "价格": rng.normal(80, 15, n).round(2),
        "年龄": rng.integers(18, 60, n),
    }
)
df["mass"] = df["mass"].fillna(4000)
airports = pd.DataFrame({"origin": ["JFK", "LGA"], "dest": ["SEA", "BOS"], "runways": [4, 2]})

