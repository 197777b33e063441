# SPDX-License-Identifier: Apache-2.0
"""What scripts/tables makes of a page, with runs that are given."""

import contextlib
import importlib.machinery
import importlib.util
import io
import sys
import unittest
from pathlib import Path
from unittest import mock

SOURCES = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCES / "scripts"))
# pylint: disable=wrong-import-position
import result_tables

LOADER = importlib.machinery.SourceFileLoader("tables", str(SOURCES / "scripts/tables"))
TABLES = importlib.util.module_from_spec(importlib.util.spec_from_loader("tables", LOADER))
LOADER.exec_module(TABLES)

PAGE = """Text
<!-- table: gains -->
| workload | shows | gain |
|---|---|---|
| bfs | a graph | 1.0 % |
| kmeans | clusters | 2.0 % |
<!-- end -->
"""


def renewed(page, rows):
    """The page with these rows, the tables that differed, and what was printed."""
    printed = io.StringIO()
    with mock.patch.dict(TABLES.TABLES, {"gains": lambda runs: rows}, clear=True), \
            contextlib.redirect_stdout(printed):
        text, _, differing = TABLES.renewed("page.md", page, ["gains"], None)
    return text, differing, printed.getvalue()


class Tables(unittest.TestCase):
    """Rows in pages, and figures in rows."""

    def test_a_page_with_the_rows_of_the_runs_stays_as_it_is(self):
        self.assertEqual(renewed(PAGE, [["bfs", None, "1.0 %"], ["kmeans", None, "2.0 %"]]),
                         (PAGE, [], ""))

    def test_rows_that_differ_are_written_and_named(self):
        text, differing, printed = renewed(PAGE, [["bfs", None, "1.5 %"],
                                                  ["kmeans", None, "2.0 %"]])
        self.assertEqual(text, PAGE.replace("1.0 %", "1.5 %"))
        self.assertEqual(differing, ["gains"])
        self.assertEqual(printed, "page.md, table gains:\n  - | bfs | a graph | 1.0 % |\n"
                                  "  + | bfs | a graph | 1.5 % |\n")

    def test_another_order_is_a_difference(self):
        _, differing, printed = renewed(PAGE, [["kmeans", None, "2.0 %"], ["bfs", None, "1.0 %"]])
        self.assertEqual(differing, ["gains"])
        self.assertIn("another order", printed)

    def test_a_table_without_its_end_is_refused(self):
        with self.assertRaisesRegex(RuntimeError, "page.md: a table's comments"):
            renewed(PAGE.replace("<!-- end -->", ""), [])

    def test_figures_are_rounded_once(self):
        self.assertEqual([result_tables.millions(count) for count in
                          (62_000, 994_000, 996_000, 2_040_000, 12_500_047, 29_450_809)],
                         ["0.06", "0.99", "1.0", "2.0", "13", "29"])
        self.assertEqual(result_tables.percent(-0.0034), "-0.3 %")


if __name__ == "__main__":
    unittest.main()
