"""Problems of several sets: the same one is found once, and the same words about other data are not."""

import time

from authoring.dseal.duplicates.across_sets import NamedSet, repeats_across_sets, signatures_of_text
from authoring.dseal.duplicates.problems import ProblemSignature

CELL = '# %%\n"""\nquestion: |\n  {0}\n"""\n{1}\n\n'
READ = '# %%\nimport pandas as pd\ndf = pd.read_csv("inputs/{0}")\n\n'
MEAN = CELL.format("Give the mean of `fare` for every `port`.", 'df.groupby("port")["fare"].mean()')
AGAIN = CELL.format("For each `port`, tell me its mean `fare`.", 't = df.groupby("port")\nt["fare"].mean()')
SPLIT = CELL.format(
    "Split `df` into `train` and `test`, 20 percent for testing, with random state 42.",
    "train, test = train_test_split(df, test_size=0.2, random_state=42)",
)


def ships(name: str, *cells: str, file: str = "ships.csv") -> NamedSet:
    """Return a set about a file."""
    return NamedSet(name, READ.format(file) + "".join(cells))


def test_a_problem_of_two_sets_is_found_in_the_later_one() -> None:
    """Reworded and with other names, it names the set that had it first; repeats within one set are not meant."""
    findings = repeats_across_sets(
        [ships("one", SPLIT, MEAN), ships("two", AGAIN, SPLIT), ships("three", SPLIT, SPLIT)]
    )

    assert {name: [(finding.code, finding.problem) for finding in each] for name, each in findings.items()} == {
        "two": [("DS229", 1), ("DS229", 2)],
        "three": [("DS229", 1), ("DS229", 2)],
    }
    assert findings["two"][0].message == "problem 1 asks the same as problem 2 of one"
    assert repeats_across_sets([ships("one", SPLIT, SPLIT)]) == {}


def test_known_sets_are_held_against_but_not_reported() -> None:
    """A set that stands already is accused of nothing, and a copy of its own text is no second set."""
    known = ships("known", MEAN)

    assert list(repeats_across_sets([ships("new", AGAIN)], known=[known])) == ["new"]
    assert repeats_across_sets([NamedSet("copy", known.text)], known=[known]) == {}


def test_a_draft_is_no_second_set_beside_the_set_it_was_admitted_as() -> None:
    """Two texts under one name are two states of one set."""
    assert repeats_across_sets([ships("one", SPLIT, MEAN), ships("one", SPLIT, AGAIN)]) == {}


def test_other_data_make_another_problem() -> None:
    """To split the data is a task of every set; sets without any file are held against each other."""
    apart = [ships("one", SPLIT), ships("two", SPLIT + "# %%\n1\n", file="trains.csv")]
    bare = [NamedSet("one", MEAN), NamedSet("two", AGAIN)]

    assert repeats_across_sets(apart) == {}
    assert list(repeats_across_sets(bare)) == ["two"]


def test_sets_about_other_files_are_not_read() -> None:
    """Of many known sets, those are parsed that name a file of the set; the rest cannot have its problems."""
    recalled: list[str] = []

    def recall(text: str) -> tuple[ProblemSignature, ...]:
        recalled.append(text)
        return signatures_of_text(text)

    known, apart, new = ships("known", MEAN), ships("apart", MEAN, file="trains.csv"), ships("new", AGAIN)
    findings = repeats_across_sets([new], known=[apart, known], recall=recall)

    assert recalled == [known.text, new.text]
    assert findings == repeats_across_sets([new], known=[apart, known])
    assert findings["new"][0].message == "problem 1 asks the same as problem 1 of known"


def test_many_sets_take_time_in_proportion() -> None:
    """Four times as many sets take no more than eight times as long: no set is compared with every other."""

    def seconds(count: int, run: int) -> float:
        # Other texts in each run: those of an earlier one are parsed already.
        code = 'df[df["{0}"] > 3].groupby("{0}")["fare"].agg(["mean", "max"]).reset_index()'
        cells = [
            CELL.format(f"Aggregate `c{n}` by group {n} of run {run}.", code.format(f"c{n}_{run}"))
            for n in range(count)
        ]
        sets = [NamedSet(str(n), cell) for n, cell in enumerate(cells)]
        began = time.process_time()
        assert repeats_across_sets(sets) == {}
        return time.process_time() - began

    few = min(seconds(100, run) for run in range(3))
    assert min(seconds(400, run) for run in range(3, 5)) < 8 * few


def test_short_code_counts_with_its_question() -> None:
    """The same look-up under questions that are much alike is one problem, and under others it is not."""
    first = CELL.format("What is the mean fare of the passengers?", 'df["fare"].mean()')
    again = CELL.format("Compute the mean of the fare that passengers paid.", 'df["fare"].mean()')
    other = CELL.format("Which value does one get for a typical voyage?", 'df["fare"].mean()')

    assert [*repeats_across_sets([ships("one", first), ships("two", again)])] == ["two"]
    assert repeats_across_sets([ships("one", first), ships("two", other)]) == {}
