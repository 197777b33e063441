# SPDX-License-Identifier: Apache-2.0
"""Which bits that never changed scripts/verification/rtl_coverage.py lets pass."""

import re
import sys
import tempfile
import unittest
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCES / "scripts/verification"))
# pylint: disable=wrong-import-position
from rtl_coverage import (EXPLANATIONS, Explanation, assertion_lines, collect, read_explanations, unexplained_gaps,
                          wrong_covers)

# Module with its parameters, bit, count.
TOGGLES = (("adder__L8", "sum_o[0]", 3), ("adder__L8", "sum_o[1]", 0), ("adder__L16", "sum_o[0]", 0),
           ("adder__L16", "sum_o[1]", 5), ("adder__L16", "carry", 0))


def gaps(*explanations):
    """What is reported of TOGGLES."""
    with tempfile.NamedTemporaryFile("w+", encoding="utf-8") as file:
        for module, bit, count in TOGGLES:
            fields = {"f": "/x/adder.sv", "l": "7", "n": "3", "page": f"v_toggle/{module}", "o": bit}
            text = "".join(f"\x01{name}\x02{value}" for name, value in fields.items())
            file.write(f"C '{text}' {count}\n")
        file.flush()
        return unexplained_gaps(collect(file.name)[1], list(explanations))


class RtlCoverage(unittest.TestCase):
    """The list of explanations against a coverage file."""

    def test_a_gap_of_one_set_of_parameters_is_not_hidden_by_another(self):
        self.assertEqual(gaps(), ["  adder__L16 carry", "  adder__L16 sum_o[0]",
                                  "  adder__L8 sum_o[1]"])

    def test_explained_gaps_pass(self):
        self.assertEqual(gaps(Explanation("adder.sv", "sum_o|carry", 3, "constant")), [])
        self.assertEqual(gaps(Explanation("adder.sv", "sum_o", 2, "constant")),
                         ["  adder__L16 carry"])

    def test_more_gaps_than_explained_are_reported(self):
        lines = gaps(Explanation("adder.sv", "sum_o|carry", 2, "constant"))
        self.assertEqual(lines[0], "  adder.sv sum_o|carry: 3 bits, but 2 are explained (constant); "
                                   "all of them:")
        self.assertEqual(len(lines), 4)

    def test_cover_points_are_seen_or_explained(self):
        with tempfile.NamedTemporaryFile("w+", encoding="utf-8") as file:
            for number, (place, count) in enumerate((("Full", 2), ("Takes", 0), ("Full", 1))):
                fields = {"f": "/x/adder.sv", "l": str(number), "n": "3", "page": "v_user/adder", "o": place}
                text = "".join(f"\x01{name}\x02{value}" for name, value in fields.items())
                file.write(f"C '{text}' {count}\n")
            file.flush()
            covers = collect(file.name)[0]["cover"]
        self.assertEqual(covers, {"adder.sv": {"Full": 3, "Takes": 0}})
        self.assertEqual(wrong_covers(covers, []), ["  adder.sv Takes"])
        rule = Explanation("adder.sv", "Tak.*", None, "never")
        self.assertEqual(wrong_covers(covers, [rule]), [])
        self.assertEqual(wrong_covers(covers, [rule, Explanation("adder.sv", "Full", None, "never")]),
                         ["  adder.sv Full"])

    def test_assertions_have_neither_lines_nor_bits(self):
        with tempfile.NamedTemporaryFile("w+", suffix=".sv", encoding="utf-8") as file:
            file.write("a\n`ifdef LANEFOLD_ASSERTIONS\nb\n`endif\nendmodule\n")
            file.flush()
            self.assertEqual(assertion_lines(file.name), {2, 3, 4})

    def test_the_list_names_files_that_exist(self):
        files = [file.name for file in (SOURCES / "rtl").glob("*.sv")]
        for one in read_explanations(EXPLANATIONS):
            self.assertTrue(any(re.fullmatch(one.file, file) for file in files), one.file)


if __name__ == "__main__":
    unittest.main()
