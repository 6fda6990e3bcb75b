"""Where Python strings begin and end, for code that may not parse."""

import re

_TOKEN = re.compile(
    r"""
    (?P<comment>\#[^\r\n]*)
  | (?P<quotes>\"{3}|'{3})
  | (?P<string>"(?:\\(?:\r\n|[\s\S])|[^"\\\r\n])*"? | '(?:\\(?:\r\n|[\s\S])|[^'\\\r\n])*'?)
    """,
    re.VERBOSE,
)
_ENDS = {
    '"""': re.compile(r'(?:\\[\s\S]|[^\\])*?"""'),
    "'''": re.compile(r"(?:\\[\s\S]|[^\\])*?'''"),
}


def open_string(code: str) -> str:
    """Return the triple quotes of a string that the code leaves open at its end, or an empty text."""
    position = 0
    while (token := _TOKEN.search(code, position)) is not None:
        position = token.end()
        if token["quotes"]:
            end = _ENDS[token["quotes"]].match(code, position)
            if end is None:
                return token["quotes"]
            position = end.end()
    return ""
