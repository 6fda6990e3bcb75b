"""A model that says what it is told to say, and sets to be said."""

from authoring.llm.port import Finish, OnText, Reply, Request

IMPORTS = "# %%\nimport numpy as np\nimport pandas as pd\n"
READ = '# %%\n"""\nquestion: |-\n  Read `inputs/gauges.csv` as `df` and return its number of rows, an integer.\n'
READ += 'validator:\n  namespace_check:\n    df:\n"""\n\ndf = pd.read_csv("inputs/gauges.csv")\n\nlen(df)\n'


class Says:
    """A model with a list of replies.

    Attributes:
        asked: what it was asked so far.
    """

    name = "says"
    fingerprint = "says:1"

    def __init__(self, *replies: str | Reply) -> None:
        self._replies = list(replies)
        self.asked: list[Request] = []

    def complete(self, request: Request, *, on_text: OnText | None = None) -> Reply:
        """Return the next reply."""
        del on_text
        self.asked.append(request)
        said = self._replies.pop(0)
        return said if isinstance(said, Reply) else Reply(text=said, model=self.name)


def cut_off(text: str) -> Reply:
    """Return a reply that the limit of tokens ended."""
    return Reply(text=text, model="says", finish=Finish.LENGTH)


def count(number: int, *, code: str = "") -> str:
    """Return the cell of a problem of its own about the table."""
    question = f"How many rows of `df` have a `level` above {number} or a name that ends in {number}, as an integer?"
    written = code or f'int(((df["level"] > {number}) | df["river"].str.endswith("{number}")).sum())'
    return f'# %%\n"""\nquestion: |-\n  {question}\n"""\n\n{written}\n'


def problemset(problems: int = 10, **codes: str) -> str:
    """Return a set of so many problems; `p4="..."` gives the fourth another code."""
    more = [count(number, code=codes.get(f"p{number}", "")) for number in range(2, problems + 1)]
    return "\n".join([IMPORTS, READ, *more])
