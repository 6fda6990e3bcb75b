"""Words of strangers in the Markdown of cards and READMEs: they bring no markup, and links lead to web pages only."""

import re
from urllib.parse import quote, urlsplit

# What programs make a link of without any sign around it, beside addresses of the web.
_ADDRESS = re.compile(r"(?i)\b(?:mailto|xmpp):|[\w.+-]@[\w-]")
# Whatever a URL may not hold in a link of Markdown is quoted.
_SAFE = "/:?#@!$&'*+,;=%~-._"


def plain(text: str) -> str:
    """Return a text as it may stand in a line or a cell of Markdown: no tags, no links, no end of a cell."""
    line = " ".join(text.split())
    if _ADDRESS.search(line):
        # Within code nothing becomes a link.
        return f"`{line.replace('`', chr(39)).replace('|', '/')}`"
    # The backslash comes first: those that the others get must not be doubled.
    for character in "\\`[]|*":
        line = line.replace(character, f"\\{character}")
    # No backslash: behind a bare address it would be read as the address's end, and what follows as a link.
    return line.replace("<", "&lt;")


def is_web_address(url: str) -> bool:
    """Tell whether a URL leads to a page of the web, and says so without tricks."""
    # Browsers pass over white space and control characters within a scheme.
    if not url.isprintable() or re.search(r"\s", url):
        return False
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme.lower() in {"http", "https"} and bool(parts.hostname) and "@" not in parts.netloc


def link(words: str, url: str) -> str:
    """Return a link of Markdown; the words alone, and the address as a word, where it is none of the web."""
    if is_web_address(url):
        return f"[{plain(words)}]({quote(url, safe=_SAFE)})"
    return f"{plain(words)} ({plain(url)})" if url else plain(words)
