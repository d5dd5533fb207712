#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Usage: scripts/readme-figures.py TUNER-BENCH

Compares Headstock's column of the table "How accurate and how fast" in README.md with figures that
the program TUNER-BENCH measures. A figure agrees if it rounds to the printed digits. The row of
instructions has another check (scripts/instructions.py).

The set of recordings guitarsounds must be installed.

Exit status: 0 every figure agrees, 1 a figure differs, 2 the program failed.
"""

import argparse
import decimal
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent

SYNTHETIC = ["synthetic", "--sets", "string,missing,unvoiced"]
RECORDED = ["accuracy", "--dataset", "guitarsounds"]

# The beginning of a row, the run, the factor to the printed unit, and the figures in the row.
ROWS = [
    ("synthetic strings E2–E4: error", SYNTHETIC, 1,
     [("errors", "string E2–E4", "median"), ("errors", "string E2–E4", "p95")]),
    ("bass strings B0–D♯2: error", SYNTHETIC, 1,
     [("errors", "string B0–D♯2", "median"), ("errors", "string B0–D♯2", "p95")]),
    ("missing first partial", SYNTHETIC, 100, [("errors", "missing", "within 50 c")]),
    ("time to a reading within 50 cents", SYNTHETIC, 1000,
     [("settling", "string E2–D♯3", "50 c, median"), ("settling", "string E2–D♯3", "50 c, p95")]),
    ("time to a reading within 1 cent", SYNTHETIC, 1000,
     [("settling", "string E2–D♯3", "1 c, median")]),
    ("noise and hum alone", SYNTHETIC, 100, [("unvoiced", "all", "false alarms")]),
    ("twelve real strings", RECORDED, 1,
     [("notes", "all", "median"), ("notes", "all", "p95")]),
]


def measured(bench, arguments):
    """Returns every figure of a run by table, row and column."""
    with tempfile.TemporaryDirectory() as directory:
        path = pathlib.Path(directory) / "report.json"
        subprocess.run(
            [bench, *arguments, "--quiet", "--json", str(path)], check=True, capture_output=True)
        report = json.loads(path.read_text(encoding="utf-8"))
    return {
        (table["name"], row["name"], column["name"]): figure
        for table in report["tables"] for row in table["rows"]
        for column, figure in zip(table["columns"], row["figures"])
    }


def printed(text, start):
    """Returns the numbers in the first column of the row that begins with `start`, as written."""
    for line in text.splitlines():
        if line.startswith("| " + start):
            return re.findall(r"\d+(?:\.\d+)?", line.split("|")[2])
    return []


def agrees(number, figure):
    """Returns true if a measured figure rounds to a printed number."""
    step = decimal.Decimal(1).scaleb(decimal.Decimal(number).as_tuple().exponent)
    return abs(decimal.Decimal(figure) - decimal.Decimal(number)) <= step / 2


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bench", metavar="TUNER-BENCH")
    bench = parser.parse_args().bench
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    try:
        runs = {arguments[0]: measured(bench, arguments) for arguments in (SYNTHETIC, RECORDED)}
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"readme-figures.py: {error}", file=sys.stderr)
        return 2
    wrong = 0
    for start, arguments, factor, keys in ROWS:
        numbers = printed(text, start)
        figures = [runs[arguments[0]][key] * factor for key in keys]
        good = len(numbers) == len(figures) and all(map(agrees, numbers, figures))
        wrong += not good
        values = " / ".join(f"{figure:.4g}" for figure in figures)
        print(f"{start}: README.md has {' / '.join(numbers)}, measured {values}"
              + ("" if good else "  differs"))
    if wrong:
        print("readme-figures.py: correct the table of README.md.", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
