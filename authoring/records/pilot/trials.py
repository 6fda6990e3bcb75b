"""What solvers did on one problem in a pilot, as its certificate and the record of its admission have it."""

from datetime import datetime

from authoring.records.base import Record
from authoring.records.wording import counted


class PilotTrials(Record):
    """The answers of solvers to one problem, and what they tell of it."""

    time: datetime
    """When the pilot ended."""
    solvers: tuple[str, ...]
    """Who answered, an entry for each; programs and files are named without their paths, as this is published."""
    answers: int
    right: int
    """Those that the validator accepts."""
    form: int = 0
    """Those with the right value that the validator refuses for their form."""
    codes: tuple[str, ...] = ()
    """Codes of what the answers tell of the problem."""

    @property
    def counts(self) -> str:
        """All of it in words: ``9 of 12 answers right, 2 refused for their form (4 solvers): DS972``."""
        form = f", {self.form} refused for their form" if self.form else ""
        codes = f": {', '.join(self.codes)}" if self.codes else ""
        answers, solvers = counted(self.answers, "answer"), counted(len(self.solvers), "solver")
        return f"{self.right} of {answers} right{form} ({solvers}){codes}"
