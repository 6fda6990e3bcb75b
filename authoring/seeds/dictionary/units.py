"""Units that headers name: ``Weight (kg)``, ``bill_length_mm``, ``Rate %``, ``Weight_in_lbs``."""

import re
from collections.abc import Iterable

_UNITS = """
mm cm dm m km in inch inches ft feet yd mi miles nm um µm
mg g kg lb lbs oz t ton tons tonnes
ms s sec secs second seconds min mins minute minutes h hr hrs hour hours day days week weeks month months yr yrs
year years
c f k °c °f degc degf celsius fahrenheit kelvin deg degree degrees ° rad
l ml cl dl gal gallons liters litres m2 m3 km2 ha acre acres sqft sqm ft2 cu sq
w kw mw gw kwh mwh gwh wh j kj kcal cal v mah hz khz mhz ghz db pa hpa kpa mpa bar mbar psi mmhg
usd eur gbp jpy chf cad aud inr $ € £ ¥ cent cents dollars euros k$
% percent pct ppm ppb bp
kph kmh km/h mph m/s knots kt rpm bpm
bytes kb mb gb tb bit bits px
mol mmol umol nmol pmol meq iu u ng pg beats breaths
bil mil thousands millions billions thousand million billion
"""
UNITS = frozenset(_UNITS.split())
_MONEY = "usd eur gbp jpy chf cad aud inr $ € £ ¥ cent cents dollars euros k$"
_COUNTS = "bil mil thousands millions billions thousand million billion bits bit"
_OF_MONEY_AND_COUNTS = frozenset(f"{_MONEY} {_COUNTS}".split())

_AMBIGUOUS = frozenset(
    [
        "in",
        "m",
        "g",
        "s",
        "h",
        "c",
        "f",
        "k",
        "l",
        "t",
        "w",
        "j",
        "v",
        "a",
        "f",
        "min",
        "day",
        "days",
        "month",
        "months",
        "year",
        "years",
        "second",
        "hour",
        "week",
        "nm",
        "um",
        "pa",
        "deg",
        "u",
        "beats",
        "breaths",
        "mol",
    ]
)
"""Units that are words or letters of other meanings as well, which count only in brackets or behind ``_in_``."""
SPELLINGS = {
    "pct": "%",
    "percent": "%",
    "degc": "°C",
    "celsius": "°C",
    "°c": "°C",
    "c": "°C",
    "degf": "°F",
    "fahrenheit": "°F",
}
SPELLINGS |= {
    "°f": "°F",
    "inches": "in",
    "inch": "in",
    "feet": "ft",
    "miles": "mi",
    "lbs": "lb",
    "degrees": "°",
    "deg": "°",
}
_BRACKETS = re.compile(r"[(\[{]\s*(?P<inside>[^()\[\]{}]{1,20}?)\s*[)\]}]\s*$")
_BEHIND_IN = re.compile(r"[\s_.]in[\s_.](?P<unit>[A-Za-z°%$€£]+)$")
_SUFFIX = re.compile(r"(?:[_\s.]|(?<=[a-z])(?=[A-Z]))(?P<unit>[A-Za-zµ°]+[23]?)$")
_PART = re.compile(r"[A-Za-zµ°%$€£]+[23]?")
_SEVERAL_LETTERS = re.compile("[A-Za-z]{2}")
_NUMBER = re.compile(r"(?<![A-Za-z])\d|\d\d|[014-9]")
_POWERS = re.compile(r"1?0{2,}s?|10\^\d+|\d+(?:,000)*s?")


def unit_of_header(name: str) -> str:
    """Return the unit that a header names; empty where it names none."""
    text = name.strip()
    if (match := _BRACKETS.search(text)) is not None:
        return _spelt(match["inside"])
    if (match := _BEHIND_IN.search(text)) is not None:
        return _spelt(match["unit"])
    if text.endswith("%"):
        return "%"
    match = _SUFFIX.search(text)
    if match is None or match["unit"].lower() not in UNITS:
        return ""
    # Names may end in a letter or a word for other reasons.
    return (
        ""
        if match["unit"].lower() in _AMBIGUOUS and not _is_plain_suffix(text, match["unit"])
        else _spelt(match["unit"])
    )


def _is_plain_suffix(name: str, unit: str) -> bool:
    """Whether a short suffix is set apart as units are: ``body_mass_g``, not ``Vitamin C`` or ``plan_a``."""
    return unit in {"g", "m", "s", "h"} and name.endswith(f"_{unit}") and name.count("_") > 1


def are_units(texts: Iterable[str]) -> bool:
    """Return whether texts are several units, or half of them or more end with units in brackets, and not all alike.

    What has a number is an amount, 36 months, and a currency may be that of one column among others.
    """
    labels = [text.strip() for text in texts]
    contents = [match["inside"] for text in labels if (match := _BRACKETS.search(text)) is not None]
    entries = contents if 2 * len(contents) >= len(labels) else labels
    # A letter alone most often stands for something else.
    clear = {text.casefold() for text in entries if "/" in text or _SEVERAL_LETTERS.search(text)} - _AMBIGUOUS
    return len(clear) > 1 and all(is_unit(text) and _is_physical(text) for text in entries)


def _is_physical(text: str) -> bool:
    """Return whether a unit has no number before it, and is no currency or word for a large number."""
    parts = {part.lower() for part in _PART.findall(text)}
    return _NUMBER.search(text) is None and parts.isdisjoint(_OF_MONEY_AND_COUNTS)


def is_unit(text: str) -> bool:
    """Whether a text is a unit that is known here, or made of such."""
    return _spelt(text) != ""


def _spelt(text: str) -> str:
    """Return a unit as it is shown, if every part of it is known: ``kg/m2``, ``1000 t``, ``USD per hour``."""
    parts = [part for part in _PART.findall(_POWERS.sub(" ", text)) if part.lower() not in {"per", "of"}]
    if not parts or not all(part.lower() in UNITS for part in parts):
        return ""
    return SPELLINGS.get(text.lower(), text)
