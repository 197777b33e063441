# SPDX-License-Identifier: Apache-2.0
"""Results as an SQLite database and as a CSV file."""

import csv
import io
import sqlite3

from lanefold_studies.axes import shown
from lanefold_studies.output_file import replacement, write_whole

COLUMNS = ["counters.cycles", "counters.warp_instructions", "simd_efficiency"]


def numbers(node, path=""):
    """(dotted path, number) of everything below."""
    if isinstance(node, (dict, list)):
        items = node.items() if isinstance(node, dict) else enumerate(node)
        for name, value in items:
            yield from numbers(value, f"{path}.{name}" if path else str(name))
    elif isinstance(node, (int, float)) and not isinstance(node, bool):
        yield path, node


def quoted(name):
    """A name of SQL."""
    return '"' + name.replace('"', '""') + '"'


def write_database(path, results):
    """Table `points` has a row for each point and a column for each axis, `counters` a row for each
    number below `total`. Points without a result have no counters."""
    with replacement(path) as name:
        try:
            database = sqlite3.connect(name)
            with database:
                fill(database, results)
            database.close()
        except sqlite3.OperationalError as error:
            raise OSError(str(error)) from error


def fill(database, results):
    """Both tables, in the order of the results."""
    columns = "".join(f", {quoted(axis)}" for axis in results.axes)
    database.execute("CREATE TABLE points "
                     f"(point INTEGER PRIMARY KEY, run TEXT, key TEXT{columns})")
    database.execute("CREATE TABLE counters (point INTEGER REFERENCES points, name TEXT, "
                     "value NUMERIC, PRIMARY KEY (point, name)) WITHOUT ROWID")
    holes = ", ".join("?" * (3 + len(results.axes)))
    for number, row in enumerate(results, start=1):
        values = [row.axes.get(axis) for axis in results.axes]
        database.execute(f"INSERT INTO points VALUES ({holes})",
                         [number, str(row.point), row.key, *values])
        if row.record is not None:
            database.executemany("INSERT INTO counters VALUES (?, ?, ?)",
                                 ((number, *pair) for pair in numbers(row.record["total"])))


def write_csv(path, results, columns):
    """A row for each point: its axes, then the chosen statistics, empty without a result."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*results.axes, *columns])
    for row in results:
        axes = [row.axes.get(axis, "") for axis in results.axes]
        statistics = [row[column] if row.record else "" for column in columns]
        writer.writerow([shown(cell) if isinstance(cell, bool) else cell
                         for cell in [*axes, *statistics]])
    write_whole(path, text.getvalue().encode())
