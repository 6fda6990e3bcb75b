"""What probes find: degenerate answers and data (DS62x), models (DS63x), effects (DS66x), tables (DS68x)."""

from authoring.dseal.diagnostic import RuleInfo, Severity

CONSTANT_ANSWER = RuleInfo(
    code="DS621",
    name="constant-answer",
    severity=Severity.NOTE,
    what="All values of the answer are the same: every row of a series, every element of a list.",
    why="An answer of one value repeated is right for whoever guesses that value, whatever was computed.",
    bad='question: How many orders has each customer?\n\ndf.groupby("customer").size()  # one each, in every row',
    good='question: How many orders has each shop?\n\ndf.groupby("shop").size()  # 3, 5, 8',
)
EMPTY_ANSWER = RuleInfo(
    code="DS622",
    name="empty-answer",
    severity=Severity.WARNING,
    what="The answer is an empty table, list or text.",
    why="Every filter that is wrong enough gives the same, and an agent cannot tell it from a mistake of its own.",
    bad='question: Which orders cost more than 900?\n\ndf[df["paid"] > 900]  # none does',
    good='question: Which orders cost more than 90?\n\ndf[df["paid"] > 90]',
)
MISSING_ANSWER = RuleInfo(
    code="DS623",
    name="missing-answer",
    severity=Severity.WARNING,
    what="The answer is a missing value, or all of its values are.",
    why="It comes from a mistake nearly always, and many mistakes give it.",
    bad='question: What is the mean price in March?\n\ndf.loc[df["month"] == 3, "price"].mean()  # no rows',
    good='question: What is the mean price in May?\n\ndf.loc[df["month"] == 5, "price"].mean()',
)
EQUAL_PARTS = RuleInfo(
    code="DS624",
    name="equal-parts",
    severity=Severity.NOTE,
    what="The answer sets two numbers against each other, and they are the same.",
    why="An agent that takes one group for the other, or both for the whole, is right as well.",
    bad="question: Compare the mean price of both shops, as a tuple.  # (4.5, 4.5)",
    good="question: Compare the number of orders of both shops, as a tuple.  # (3, 8)",
)
ORDER_OF_ROWS = RuleInfo(
    code="DS625",
    name="order-of-rows",
    severity=Severity.WARNING,
    what="The answer is another one when the rows of the tables are shuffled, and the question speaks of no order.",
    why="It rests on how the file happens to be sorted, most often where ties are cut off; whoever orders the rows "
    "otherwise on the way is right and counted as wrong.",
    bad='question: Which product is the best seller?\n\ndf["product"].value_counts().index[0]  # two sell equally well',
    good="question: Which product is the best seller? Of several, take the first in alphabetical order.",
)
TRIVIAL_ANSWER = RuleInfo(
    code="DS626",
    name="trivial-answer",
    severity=Severity.NOTE,
    what="The answer stays the same when rows are shuffled, dropped and doubled, and values exchanged or replaced.",
    why="Any table with these columns would give it, so it says nothing about these data.",
    bad='question: Add up the shares of all shops.\n\nround(df["shop"].value_counts(normalize=True).sum(), 6)',
    good='question: What is the largest share of a shop?\n\nround(df["shop"].value_counts(normalize=True).max(), 6)',
)
UNUSED_COLUMN = RuleInfo(
    code="DS627",
    name="unused-column",
    severity=Severity.WARNING,
    what="The question names a column, the reference never does, and no other values of it change the answer.",
    why="Question and reference are about different columns, or the question asks for something that is not done.",
    bad='question: What is the mean of `price`, over the rows with a `rating`?\n\ndf["price"].mean()',
    good="question: What is the mean of `price`, over the rows with a `rating`?\n\n"
    'df.loc[df["rating"].notna(), "price"].mean()',
)
MISSING_VALUE_CRASH = RuleInfo(
    code="DS628",
    name="missing-value-crash",
    severity=Severity.NOTE,
    what="The reference raises an error when one more value is missing in each column that it uses and in which values "
    "are missing.",
    why="It holds where values are missing in these rows alone; nothing is wrong as long as the data stay as they are.",
    bad='df["name"].apply(lambda name: name.split()[0])',
    good='df["name"].str.split().str[0]',
)
COLUMN_PLACES = RuleInfo(
    code="DS629",
    name="column-places",
    severity=Severity.NOTE,
    what="The answer is another one when the columns stand in another order, and the question names no place.",
    why="Columns are taken by their place and not by their name; whoever reorders them on the way gets another answer.",
    bad="question: What is the mean price?\n\ndf.iloc[:, 2].mean()",
    good='question: What is the mean price?\n\ndf["price"].mean()',
)
POSSIBLE_TIES = RuleInfo(
    code="DS630",
    name="possible-ties",
    severity=Severity.NOTE,
    what="The reference takes the largest, the first or so many of something; on half of the rows, drawn at random, "
    "several are equal there, and the question does not say what becomes of them.",
    why="These data have no tie, by a hair: the question is unclear as soon as a row is added or corrected.",
    bad='question: Which product is the best seller?\n\ndf["product"].value_counts().idxmax()  # 31 before 30',
    good="question: Which product is the best seller? Of several, take the first in alphabetical order.",
)
LABEL_AMONG_FEATURES = RuleInfo(
    code="DS631",
    name="label-among-features",
    severity=Severity.WARNING,
    what="A model is trained on a table that holds, as one of its columns, what the model is to predict.",
    why="It predicts by reading the answer, and its score says nothing.",
    bad='model.fit(df, df["price"])',
    good='model.fit(df.drop(columns="price"), df["price"])',
)
PERFECT_FEATURE = RuleInfo(
    code="DS632",
    name="perfect-feature",
    severity=Severity.NOTE,
    what="One feature by itself tells the label of every row: a code of it, or a number that it was made from.",
    why="The model has nothing to learn, and the question measures no modelling.",
    bad='model.fit(df[["grade_code", "age"]], df["grade"])  # grade_code numbers the grades',
    good='model.fit(df[["age", "hours"]], df["grade"])',
)
TEST_SET_SEEN = RuleInfo(
    code="DS633",
    name="test-set-seen",
    severity=Severity.WARNING,
    what="The rows on which a model is tested are all among those on which it was trained.",
    why="Its score is that of memory; the question asks how well it predicts.",
    bad="model.fit(df[features], df[label])\nmodel.score(test[features], test[label])  # test is a part of df",
    good="model.fit(train[features], train[label])\nmodel.score(test[features], test[label])",
)
DEPRECATED_CALL = RuleInfo(
    code="DS661",
    name="deprecated-call",
    severity=Severity.WARNING,
    what="pandas, numpy or scikit-learn warns, while the reference runs, that it does something deprecated.",
    why="A later version gives another answer there, or an error, and the problem ends with it.",
    bad='df["paid"].fillna(method="ffill")',
    good='df["paid"].ffill()',
)
CLOCK_EFFECT = RuleInfo(
    code="DS662",
    name="clock-effect",
    severity=Severity.WARNING,
    what="The answer is another one when the clock goes 400 days ahead.",
    why="The right answer of today is wrong tomorrow.",
    bad='(pd.Timestamp.now() - df["joined"].max()).days',
    good='(pd.Timestamp("2024-01-31") - df["joined"].max()).days',
)
FILE_ORDER_EFFECT = RuleInfo(
    code="DS663",
    name="file-order-effect",
    severity=Severity.WARNING,
    what="The answer is another one when folders list their files in another order.",
    why="No system promises an order, and the next machine has another.",
    bad='pd.concat(map(pd.read_csv, glob.glob("inputs/*.csv"))).head()',
    good='pd.concat(map(pd.read_csv, sorted(glob.glob("inputs/*.csv")))).head()',
)
FILE_TIME_EFFECT = RuleInfo(
    code="DS634",
    name="file-time-effect",
    severity=Severity.WARNING,
    what="The answer is another one when the files were written at other times, the newest first.",
    why="A copy of the files has the times at which it was made, and in which order is left to chance.",
    bad='max(glob.glob("inputs/*.csv"), key=os.path.getmtime)',
    good='max(glob.glob("inputs/*.csv"))  # sales-2024-03.csv',
)
PLACE_EFFECT = RuleInfo(
    code="DS664",
    name="place-effect",
    severity=Severity.WARNING,
    what="The answer is another one for another user, or in another folder.",
    why="Every machine that evaluates has its own.",
    bad="os.getcwd()",
    good='os.path.basename("inputs/shops.csv")',
)
PROCESSOR_EFFECT = RuleInfo(
    code="DS665",
    name="processor-effect",
    severity=Severity.WARNING,
    what="The answer is another one on a machine with another number of processors.",
    why="Every machine that evaluates has its own.",
    bad="np.array_split(df, os.cpu_count())",
    good="np.array_split(df, 4)",
)
MANY_TO_MANY_JOIN = RuleInfo(
    code="DS682",
    name="many-to-many-join",
    severity=Severity.WARNING,
    what="A join on columns that are a key on neither side: their values repeat in both tables, so that each row of "
    "the one meets several of the other.",
    why="Sums and counts behind it are too large, by how much is left to chance.",
    bad='orders.merge(visits, on="customer")["paid"].sum()  # 3 orders and 4 visits of one customer are 12 rows',
    good='orders.merge(customers, on="customer")["paid"].sum()',
)
REPEATED_ROWS = RuleInfo(
    code="DS683",
    name="repeated-rows",
    severity=Severity.NOTE,
    what="A join repeats rows of its first table, because the key repeats in the second one, and a column of the first "
    "table is summed or averaged behind it.",
    why="A value counts as often as its row has partners, which is seldom what is asked for.",
    bad='countries.merge(cities, on="country")["population"].sum()  # that of a country counts once a city',
    good='countries["population"].sum()',
)
TEXT_ORDER = RuleInfo(
    code="DS684",
    name="text-order",
    severity=Severity.WARNING,
    what="Numbers that are held as text are sorted or compared, or the largest or smallest of them is taken, and their "
    "order as text is another one.",
    why="As text, 9 comes behind 10; an answer that takes them as numbers is refused.",
    bad='df["size"].max()  # "9" of "9", "10" and "11"',
    good='df["size"].astype(int).max()',
)
REPEATED_GRAIN = RuleInfo(
    code="DS685",
    name="repeated-grain",
    severity=Severity.NOTE,
    what="A column is summed or averaged over all rows, and is the same in all rows of one key that repeats and that "
    "neither question nor reference names.",
    why="It belongs to the thing that the key names, and counts as often as that thing has rows.",
    bad='visits["beds"].mean()  # of a table of visits, with the beds of the hospital in each row',
    good='visits.drop_duplicates("hospital")["beds"].mean()',
)
LOST_VALUES = RuleInfo(
    code="DS636",
    name="lost-values",
    severity=Severity.WARNING,
    what='`errors="coerce"` turns values that look like numbers or dates into missing ones, and the question does not '
    "speak of values that cannot be read.",
    why="A wrong format or a sign of thousands loses rows in silence, and whoever reads them right is refused.",
    bad='pd.to_datetime(df["day"], format="%m/%d/%Y", errors="coerce")  # 25/03/2023',
    good='pd.to_datetime(df["day"], format="%d/%m/%Y")',
)
CUT_DECIMALS = RuleInfo(
    code="DS637",
    name="cut-decimals",
    severity=Severity.WARNING,
    what="A cast to integers cuts decimals off, and the question does not say that they are dropped.",
    why="Who rounds gets other numbers, and the question does not tell which is meant.",
    bad='df["hours"].astype(int)  # 7 for 7.9',
    good='df["hours"].round().astype(int)  # 8 for 7.9',
)
IDLE_FILLING = RuleInfo(
    code="DS638",
    name="idle-filling",
    severity=Severity.WARNING,
    what="The question says a text for what is missing, and where the reference fills it in, nothing is missing.",
    why="What the question speaks of is lost before, as by a join that drops these rows, or there is none in the data.",
    bad='tickets.merge(agents, how="inner")["team"].fillna("unassigned")',
    good='tickets.merge(agents, how="left")["team"].fillna("unassigned")',
)
MISALIGNED = RuleInfo(
    code="DS639",
    name="misaligned-rows",
    severity=Severity.WARNING,
    what="Two series are calculated with each other whose rows have other numbers, as behind a filter and a merge, so "
    "that some have no partner and become missing.",
    why="Row numbers are taken for labels: what stands beside each other is not calculated with each other.",
    bad='moves.loc[is_out, "quantity"] * moves[is_out].merge(products)["price"]',
    good='out = moves[is_out].merge(products)\nout["quantity"] * out["price"]',
)

PROBE_CODES = tuple(info for info in list(vars().values()) if isinstance(info, RuleInfo))
