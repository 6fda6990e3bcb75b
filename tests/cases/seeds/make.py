"""Makes the awkward data sets that stand beside it: ``python tests/cases/seeds/make.py [FOLDER]``.

Every set is small, says the same with every run (timestamps inside workbooks and archives are fixed), and is awkward in
the one way that its name says. `build` writes one of them anywhere; those in `LARGE` are too big to be kept in the
repository, and the test makes them when it runs.
"""

import csv
import gzip
import io
import json
import random
import re
import sqlite3
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pandas as pd

ROWS = 48
Row = dict[str, object]


def shop(rows: int = ROWS) -> list[Row]:
    """Return orders of a shop, the table that most sets spoil."""
    chance = random.Random(6)
    return [
        {
            "order": 1000 + at,
            "day": f"2024-{chance.randint(1, 12):02d}-{chance.randint(1, 28):02d}",
            "city": chance.choice(["Köln", "Malmö", "Lyon", "Århus"]),
            "kind": chance.choice(["web", "shop", "phone"]),
            "amount": round(chance.uniform(5, 900), 2),
            "pieces": chance.randint(1, 12),
        }
        for at in range(rows)
    ]


def as_csv(rows: list[Row], sep: str = ",", end: str = "\n") -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]), delimiter=sep, lineterminator=end)
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def european(value: float, digits: int = 2) -> str:
    return f"{value:,.{digits}f}".translate(str.maketrans(",.", ".,"))


def translated(names: list[str], cities: list[str], kinds: list[str]) -> str:
    """Return the shop with names, cities and kinds in another language."""
    rows = shop()
    chance = random.Random(7)
    return as_csv(
        [
            dict(zip(names, [row["order"], chance.choice(cities), chance.choice(kinds), row["amount"], row["pieces"]]))
            for row in rows
        ]
    )


CHINESE = translated(
    ["订单编号", "城市", "类别", "金额", "数量"], ["北京", "上海", "广州", "深圳", "西安"], ["电子产品", "服装", "食品", "图书杂志"]
)
TAIWANESE = translated(
    ["訂單編號", "城市", "類別", "金額", "數量"], ["臺北", "高雄", "臺中", "新竹"], ["電子產品", "服裝", "食品", "圖書雜誌"]
)
JAPANESE = translated(
    ["注文番号", "とし", "しゅるい", "きんがく", "こすう"], ["とうきょう", "おおさか", "札幌", "なごや"], ["パソコン", "ふく", "たべもの"]
)
KOREAN = translated(
    ["주문번호", "도시", "종류", "금액", "수량"], ["서울특별시", "부산광역시", "인천", "대전"], ["전자제품", "의류", "식품", "도서"]
)
RUSSIAN = translated(
    ["Номер заказа", "Город", "Вид", "Сумма", "Штук"],
    ["Москва", "Казань", "Самара", "Тверь"],
    ["электроника", "одежда", "продукты", "книги"],
)


def changed(change: Callable[[int, Row], Row]) -> list[Row]:
    return [change(at, row) for at, row in enumerate(shop())]


def text(content: str, encoding: str = "utf-8") -> Callable[[Path], None]:
    return lambda path: path.write_bytes(content.encode(encoding)) and None  # type: ignore[func-returns-value]


def fixed_zip(data: bytes, path: Path) -> None:
    """Write a zip archive again with fixed times, and without the moment at which a workbook was saved."""
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.infolist():
            content = old.read(entry)
            if entry.filename == "docProps/core.xml":
                content = re.sub(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", b"2024-01-01T00:00:00Z", content)
            new.writestr(zipfile.ZipInfo(entry.filename), content, zipfile.ZIP_DEFLATED)


def workbook(sheets: dict[str, list[list[object]]], merged: str = "") -> Callable[[Path], None]:
    def build(path: Path) -> None:
        import openpyxl

        book = openpyxl.Workbook()
        book.remove(book.worksheets[0])
        for name, rows in sheets.items():
            sheet = book.create_sheet(name)
            for row in rows:
                sheet.append(row)
            if merged:
                sheet.merge_cells(merged)
        out = io.BytesIO()
        book.save(out)
        fixed_zip(out.getvalue(), path)

    return build


def grid(rows: list[Row]) -> list[list[object]]:
    return [list(rows[0]), *(list(row.values()) for row in rows)]


def database(path: Path) -> None:
    path.unlink(missing_ok=True)
    with sqlite3.connect(path) as connection:
        pd.DataFrame(shop()).to_sql("orders", connection, index=False)
    connection.close()


def zipped(members: dict[str, str]) -> Callable[[Path], None]:
    def build(path: Path) -> None:
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            for name, content in members.items():
                archive.writestr(name, content)
        fixed_zip(out.getvalue(), path)

    return build


def open_document(path: Path) -> None:
    zipped({"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": "<office:document/>"})(path)


def gzipped(path: Path) -> None:
    path.write_bytes(gzip.compress(as_csv(shop()).encode(), mtime=0))


def parquet(frame: pd.DataFrame) -> Callable[[Path], None]:
    return lambda path: frame.to_parquet(path, index=False)


def questionnaire(rows: int = 240) -> list[Row]:
    """Return answers of people to two scales and a test; one item is keyed the other way, and some were left out."""
    chance = random.Random(9)
    people: list[Row] = []
    for _ in range(rows):
        calm, able, clear = chance.gauss(0, 1), chance.gauss(0, 1), chance.gauss(0, 1)
        moods = [min(max(round(3 + calm + chance.gauss(0, 0.9)), 1), 5) for _ in range(9)]
        moods[3] = 6 - moods[3]
        views: list[object] = [min(max(round(2 + clear + chance.gauss(0, 0.8)), 0), 4) for _ in range(8)]
        views = ["" if chance.random() < 0.03 else view for view in views]
        solved = [int(able + chance.gauss(0, 1) > at / 3 - 1) for at in range(6)]
        people.append({
            "age": chance.randrange(18, 80), "town": chance.choice(["Lund", "Ystad", "Kivik"]),
            **{f"Q{at}": mood for at, mood in enumerate(moods, start=1)},
            **{f"view {at}": view for at, view in enumerate(views, start=1)},
            **{f"k.{at}": value for at, value in enumerate(solved, start=1)},
        })
    return people


def flags(rows: int = 240) -> list[Row]:
    """Return an experiment of choices, of which every column is 0 or 1."""
    chance = random.Random(8)
    tests = [(chance.randint(0, 1), chance.randint(0, 1)) for _ in range(rows)]
    return [
        {"partner": partner, "food_left": food, "pulled_left": int(chance.random() < (0.8 if food else 0.4))}
        for partner, food in tests
    ]


def wide(columns: int, rows: int = 6) -> str:
    header = ",".join(["id", "kind", "size", *(f"gene_{at}" for at in range(columns - 3))])
    lines = [",".join([str(n), "ab"[n % 2], f"{n * 1.5}", *(str((n * at) % 10) for at in range(columns - 3))]) for n in range(rows)]
    return "\n".join([header, *lines]) + "\n"


def footed() -> str:
    rows = shop()
    return as_csv(rows) + f"Total,,,,{sum(float(str(row['amount'])) for row in rows):.2f},\n" + "Source: the till\n"


def lists() -> pd.DataFrame:
    frame = pd.DataFrame(shop())
    frame["tags"] = [["a"] * (at % 3) for at in range(ROWS)]
    frame["place"] = [{"lat": at / 10, "lon": 1.0} for at in range(ROWS)]
    return frame


NAMES = ["Größe", "数量", "naïve col", "Größe", " padded ", "a`b", 'quo"ted', "emoji🐧"]
MIXED_DATES = ["2024-01-31", "31/01/2024", "Jan 31, 2024", "31.1.24", "2024-01-31T10:00:00Z", "20240131", "n/a", ""]
BOTH_WAYS = [f"{1 + at % 12:02d}/{1 + (at * 5) % 12:02d}/2024" for at in range(ROWS)]

SETS: dict[str, Callable[[Path], None]] = {
    "utf-16.csv": text(as_csv(shop()), "utf-16"),
    "utf-16-without-mark.csv": text(as_csv(shop()), "utf-16-le"),
    "latin-1.csv": text(as_csv(shop()), "latin-1"),
    "cp1252.csv": text(as_csv(changed(lambda at, row: {**row, "note": "“50 €” – ok"})), "cp1252"),
    "byte-order-mark.csv": text(as_csv(shop()), "utf-8-sig"),
    "gbk.csv": text(CHINESE, "gbk"),
    "big5.csv": text(TAIWANESE, "big5"),
    "shift-jis.csv": text(JAPANESE, "cp932"),
    "euc-kr.csv": text(KOREAN, "euc-kr"),
    "cp1251.csv": text(RUSSIAN, "cp1251"),
    "two-encodings.csv": lambda path: path.write_bytes("city,note\nKöln,ä\n".encode() + "Malmö,ö\n".encode("cp1252") * 9),
    "semicolons-decimal-commas.csv": text(
        as_csv(changed(lambda at, row: {**row, "amount": european(float(str(row["amount"])))}), ";")
    ),
    "european-thousands.csv": text(
        as_csv(changed(lambda at, row: {**row, "amount": european(float(str(row["amount"])) * 50)}), ";"), "cp1252"
    ),
    "thousands-commas.csv": text(as_csv(changed(lambda at, row: {**row, "amount": f"{float(str(row['amount'])) * 50:,.2f}"}))),
    "percent-and-currency.csv": text(
        as_csv(changed(lambda at, row: {**row, "amount": f"${row['amount']}", "share": f"{at * 2}%", "fee": f"{at}.50 €"}))
    ),
    "mixed-dates.csv": text(as_csv(changed(lambda at, row: {**row, "day": MIXED_DATES[at % len(MIXED_DATES)]}))),
    "day-or-month-first.csv": text(as_csv(changed(lambda at, row: {**row, "day": BOTH_WAYS[at]}))),
    "columns-2000.csv": text(wide(2_000, rows=24)),
    "flags-alone.csv": text(as_csv(flags())),
    "questionnaire.csv": text(as_csv(questionnaire())),
    "columns-2001.csv": text(wide(2_001, rows=2)),
    "one-column.csv": text("score\n" + "\n".join(str(at * 7 % 23) for at in range(ROWS)) + "\n"),
    "one-column-of-names.csv": text("full name\n" + "\n".join(f"Ada {at}, Byron" if at % 5 else "Bob" for at in range(9)) + "\n"),
    "unicode-and-repeated-names.csv": text(
        "\n".join([",".join(['"' + name.replace('"', '""') + '"' for name in NAMES]), *(f"{at},{at},x,y,z,1,2,3" for at in range(ROWS))])
        + "\n"
    ),
    "names-that-pandas-would-make.csv": text("x,x,x.1\n" + "\n".join(f"{at},{at * 2},{at * 3}" for at in range(ROWS)) + "\n"),
    "no-names.csv": text("\n".join(f"{at},{at / 4},web" for at in range(ROWS)) + "\n"),
    "index-column.csv": text(pd.DataFrame(shop()).to_csv()),
    "nested.json": text(
        json.dumps([{**row, "buyer": {"age": 20 + at % 50, "home": {"zip": f"0{at:04d}"}}} for at, row in enumerate(shop())])
    ),
    "lists-in-records.json": text(json.dumps([{"order": at, "lines": [{"piece": 1}, {"piece": 2}]} for at in range(9)])),
    "envelope.json": text(json.dumps({"status": "ok", "count": ROWS, "results": shop()})),
    "objects-on-lines.json": text("".join(json.dumps(row) + "\n" for row in shop())),
    "keys-come-and-go.jsonl": text("".join(json.dumps({k: v for k, v in row.items() if k != "kind" or at % 3}) + "\n" for at, row in enumerate(shop()))),
    "two-sheets.xlsx": workbook({"orders": grid(shop()), "cities": [["city", "land"], ["Köln", "DE"], ["Lyon", "FR"], ["Malmö", "SE"], ["Århus", "DK"]]}),
    "title-above-header.xlsx": workbook({"Report": [["Orders of 2024"], [], *grid(shop())]}, merged="A1:F1"),
    "empty-sheet.xlsx": workbook({"Sheet1": []}),
    "lists.parquet": parquet(lists()),
    "packed.csv.gz": gzipped,
    "folders.zip": zipped({"data/": "", "data/2023/orders.csv": as_csv(shop()), "data/2024/orders.csv": as_csv(shop()[:30]), "data/README.txt": "Orders by year.\n", "__MACOSX/data/._orders.csv": "x"}),
    "nul-bytes.csv": text(as_csv(shop()).replace("phone", "pho\0ne")),
    "remarks-above-header.csv": text("# Orders of the shop\n# made 2024-12-31\n\n" + as_csv(shop())),
    "title-above-header.csv": text('"Orders of the shop, 2024"\n"Source: till"\n' + as_csv(shop())),
    "sep-line.csv": text("sep=;\n" + as_csv(shop(), ";")),
    "totals-below.csv": text(footed()),
    "quoted-newlines.csv": text(as_csv(changed(lambda at, row: {**row, "note": f'two\nlines, "said" {at}'}))),
    "ragged-rows.csv": text("\n".join(line + ",extra" * (at % 7 == 3) for at, line in enumerate(as_csv(shop()).split("\n")))),
    "commas-in-text.csv": text("title,year\n" + "\n".join(f"The good, the bad, part {at},{1990 + at}" for at in range(9)) + "\n"),
    "unclosed-quote.csv": text(as_csv(shop()).replace("web", '"web', 1)),
    "empty.csv": text(""),
    "header-only.csv": text("order,day,city\n"),
    "mixed-types.csv": text(as_csv(changed(lambda at, row: {**row, "pieces": "many" if at % 9 == 4 else row["pieces"]}))),
    "gaps-of-all-kinds.csv": text(as_csv(changed(lambda at, row: {**row, "amount": ["-", "?", "N/A", "n.a.", "-999"][at] if at < 5 else row["amount"]}))),
    "nothing-in-a-column.csv": text(as_csv(changed(lambda at, row: {**row, "remarks": "", "shop": "main"}))),
    "one-row.csv": text(as_csv(shop(1))),
    "carriage-returns.csv": text(as_csv(shop(), end="\r")),
    "spaces-around.csv": text(as_csv(shop()).replace(",", ", ")),
    "aligned-with-spaces.txt": text("\n".join("".join(f"{value!s:>12}" for value in row) for row in grid([{k: v for k, v in row.items() if k != "kind"} for row in shop()])) + "\n"),
    "web-page.csv": text("<!DOCTYPE html>\n<html><body><h1>403 Forbidden</h1></body></html>\n"),
    "old-workbook.xls": lambda path: path.write_bytes(bytes.fromhex("d0cf11e0a1b11ae1") + bytes(504)),
    "workbook-by-another-name.csv": workbook({"orders": grid(shop()[:3])}),
    "open-document.ods": open_document,
    "orders.sqlite": database,
    "pickled.pkl": lambda path: path.write_bytes(b"\x80\x04K\x01."),
    "no-ending": text(as_csv(shop())),
}
"""What is kept, and how it is made."""

LARGE: dict[str, Callable[[Path], None]] = {
    "huge-value.csv": text("id,note\n1," + "a" * 1_000_001 + "\n2,b\n"),
    "long-then-text.csv": text("id,code\n" + "".join(f"{at},{at % 7}\n" for at in range(140_000)) + "140000,none\n"),
}
"""What is made when the test runs."""


def build(name: str, folder: Path) -> Path:
    """Write one set into a folder, and return where it stands."""
    path = folder / name
    (SETS | LARGE)[name](path)
    return path


if __name__ == "__main__":
    for each in SETS:
        build(each, Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "data")
