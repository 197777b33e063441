# SPDX-License-Identifier: Apache-2.0
"""What is read of Liberty files, and that whatever is wrong in one is refused with its line."""

import gzip
import random
import re
import sys
import tempfile
import unittest
from pathlib import Path

SYNTHESIS = Path(__file__).resolve().parents[2] / "scripts/synthesis"
sys.path.insert(0, str(SYNTHESIS))
# pylint: disable=wrong-import-position
from cells import find_gate, read_cells
from functions import truth_table
from liberty import parse, read_text
from units import check_units

HEDGEROW = Path(__file__).resolve().parent / "hedgerow.lib"
NAME = Path("some.lib")
SEED = 20
MUTATIONS = 150


def refused(text, read=parse):
    """The sentence that refuses a text, None if it is taken."""
    try:
        read(text, NAME)
    except ValueError as error:
        return str(error)
    return None


def use(text, path):
    """All that scripts/synth takes from a text by itself."""
    cells = read_cells(parse(text, path), path)
    return [find_gate(gate, cells, path) for gate in ("inverter", "buffer", "two-input NAND")]


class Liberty(unittest.TestCase):
    """Groups and attributes."""

    def setUp(self):
        self.text = read_text(HEDGEROW)

    def test_groups_have_their_lines_and_attributes(self):
        library = parse(self.text, HEDGEROW)
        self.assertEqual((str(library), library.attributes["time_unit"]), ("library (hedgerow)", "1ps"))
        lines = self.text.split("\n")
        for cell in library.all("cell"):
            self.assertEqual(lines[cell.line - 1], f"  cell ({cell.names[0]}) {{")
            self.assertEqual(lines[cell.end - 1], "  }")

    def test_the_forms_of_a_statement(self):
        text = ('library ("a") { // so\n x : 1 y : 2;}')
        self.assertIn("some.lib:2: the value ends in ':'", refused(text))
        library = parse('library ("a") { /* a\n b */ x : 1\n y : "2 ;}" ;; v (1, "2", \\\n "3") w (4);'
                        "cell (b c) { z : VDD + 0.5; };}", NAME)
        self.assertEqual(library.attributes, {"x": "1", "y": "2 ;}"})
        self.assertEqual((library.lists, library.lines),
                         ({"v": ["1", "2", "3"], "w": ["4"]}, {"x": 2, "y": 3, "v": 3, "w": 4}))
        self.assertEqual([(cell.names, cell.line, cell.attributes) for cell in library.groups],
                         [(["b", "c"], 4, {"z": "VDD + 0.5"})])

    def test_tables_keep_their_rows(self):
        library = parse('library (a) { t (b) { index_1 ("1, 2"); values ("1 2", \\\n "3, 4e1"); } }', NAME)
        self.assertEqual(library.groups[0].tables, {"index_1": [[1, 2]], "values": [[1, 2], [3, 40]]})
        names = 'library (a) { compact_lut_template (b) { index_3 ("init_current, peak_current"); } }'
        self.assertEqual(parse(names, NAME).groups[0].kind, "compact_lut_template")

    def test_every_truncation_is_refused_at_its_last_line(self):
        end = self.text.rindex("}")
        for size in [*range(0, end, 37), end]:
            text = self.text[:size]
            line = text.rstrip("\n").count("\n") + 1
            self.assertRegex(refused(text) or "taken", rf"^some\.lib:{line}: ", f"after {size} bytes")

    def test_a_truncation_names_what_is_open(self):
        for begin, words in (("  cell (elm) {\n    area", "the file ends within cell (elm), which begins on line "),
                             ('values ("9', "the file ends in a string that begins on line "),
                             ("/* Inv", "the file ends in a comment that begins on line ")):
            text = self.text[:self.text.index(begin) + len(begin)]
            line = text.count("\n", 0, text.rindex(begin)) + 1
            self.assertIn(f": {words}{line}", refused(text))

    def test_what_is_no_liberty_is_refused(self):
        for text, words in (("", ":1: there is no group; a Liberty file is one group"),
                            ("\n\nhello", ":3: 'hello' begins no statement"),
                            ("cell (a) {}", ":1: this is cell (a); a Liberty file is one group"),
                            ("\na : b;\nlibrary (a) {}", ":2: this is a; a Liberty file is one group"),
                            ("library (a) {}\nlibrary (b) {}", ":2: this is one more library; a Liberty file"),
                            ("library (a) {\n values (\"1\",\n \"nan\"); }", ":3: 'nan' of values is no number"),
                            ("library (a) {\n values (\"1, 1e999\"); }", ":2: '1e999' of values is no number"),
                            ("library (a) {}\n}", ":2: '}' begins no statement"),
                            ("library (a) {\n b : ;}", ":2: the value ends in ';'"),
                            ("library (a) {\n\n (b) }", ":3: '(' begins no statement"),
                            ("library (a) {\n b (c { }", ":2: '{' stands where 'b (' of line 2 needs a ')'"),
                            ("library (a) {\n values (\"1, 2\",\n \"3, 4}\"); }", ":3: '4}' of values is no number"),
                            ("library (a) {\n \\\\ }", ":2: "), ("library (a{" * 9000, ":1: ")):
            with self.subTest(text=text[:40]):
                self.assertIn(words, refused(text) or "taken")

    def test_a_file_of_other_bytes_is_no_text(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "program.lib"
            path.write_bytes(b"\x7fELF")
            with self.assertRaisesRegex(ValueError, r"program\.lib:1: this is no text: a byte is 127"):
                read_text(path)
            path.write_bytes(b"\xef\xbb\xbflibrary (\xe9) {\r\n}\r\n")
            self.assertEqual(str(parse(read_text(path), path)), "library (\N{REPLACEMENT CHARACTER})")

    def test_gzip_is_unpacked(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "packed.lib.gz"
            content = gzip.compress(HEDGEROW.read_bytes())
            path.write_bytes(content)
            self.assertEqual(read_text(path), self.text)
            for wrong in (content[:-20], content[:2], content[:40] + b"!!!" + content[43:]):
                path.write_bytes(wrong)
                with self.assertRaisesRegex(ValueError, r"packed\.lib\.gz:1: gzip cannot unpack this: "):
                    read_text(path)

    def test_random_changes_are_taken_or_refused_with_a_line(self):
        dice = random.Random(SEED)
        taken = 0
        for index in range(MUTATIONS):
            text = self.text
            for _ in range(dice.randint(1, 3)):
                at = dice.randrange(len(text))
                new = dice.choice(["", "{", "}", "(", ")", '"', ";", ":", "\\", "/*", "!", "0", "'", ","])
                text = text[:at] + new + text[at + dice.choice([0, 1, 1, 40]):]
            sentence = refused(text, use)
            taken += sentence is None
            self.assertRegex(sentence or "some.lib:1: taken", r"^some\.lib(:\d+: | has no ).+\Z",
                             f"seed {SEED}, {index}")
        self.assertTrue(0 < taken < MUTATIONS, taken)


class Units(unittest.TestCase):
    """What the head of a library says."""

    def refused(self, old, new):
        """The sentence against a library with other words."""
        text = read_text(HEDGEROW)
        self.assertIn(old, text)
        return refused(text.replace(old, new, 1), lambda text, path: check_units(parse(text, path), path))

    def test_units_of_other_libraries_are_taken(self):
        for old, news in (("1ps", ["1ns", "100ps", "10PS"]), ("(1, ff)", ["(1,pf)", "(0.5, FF)", '("1.00", "pf")']),
                          ("  time_unit", ["  one_unit"]), ("  capacitive_load_unit", ["  load_unit"])):
            for new in news:
                with self.subTest(new=new):
                    self.assertIsNone(self.refused(old, new))

    def test_what_is_no_unit_is_refused_with_its_line(self):
        for old, new, line, words in (
                ("1ps", "1parsec", 5, "the time_unit is '1parsec'; needed is a time such as 1ns"),
                ("1ps", "100 ps", 5, "the time_unit is '100 ps'"),
                ('time_unit : "1ps"', "time_unit (1ps)", 5, "the time_unit is '(1ps)'"),
                ("capacitive_load_unit (1, ff)", "capacitive_load_unit : 1ff", 6, "capacitive_load_unit is (1ff)"),
                ("1uA", '1uA"; slew_derate_from_library : "0', 8, "the slew_derate_from_library is '0'"),
                ("1ps", "-5ns", 5, "the time_unit is '-5ns'"), ("1ps", "0ps", 5, "the time_unit is '0ps'"),
                ("(1, ff)", "(1, foo)", 6, "the capacitive_load_unit is (1, foo); needed is one such as (1, pf)"),
                ("(1, ff)", "(0, ff)", 6, "is (0, ff)"), ("(1, ff)", "(1)", 6, "is (1)"), ("(1, ff)", "()", 6, "is ()"),
                ("rise : 50", "rise : 120", 14, "the input_threshold_pct_rise is '120'; needed is a number from 0 to"),
                ("rise : 20", "rise : low", 18, "the slew_lower_threshold_pct_rise is 'low'"),
                ("rise : 20", "rise : 80", 18,
                 "slews are measured from 80 % to 80 %; needed is less at the lower end")):
            with self.subTest(new=new):
                sentence = self.refused(old, new)
                self.assertRegex(sentence or "taken", rf"^some\.lib:{line}: ")
                self.assertIn(words, sentence)


class Cells(unittest.TestCase):
    """Gates are found by what they do."""

    def setUp(self):
        self.text = read_text(HEDGEROW)

    def names(self, text):
        return [cell.name for cell in use(text, NAME)]

    def test_functions_in_all_their_forms(self):
        for function, rows in (("a b", 0b1000), ("a & b", 0b1000), ("!(a * b)", 0b0111), ("a' + b'", 0b0111),
                               ("a ^ b", 0b0110), ("(a+b)' | !a b'", 0b0001 | 0b0001), ("1", 0b1111), ("a 0", 0),
                               ("a+b a'", 0b1110), ("a ^ b a", 0b0010), ("!a''", 0b0101), ("!!a", 0b1010)):
            with self.subTest(function=function):
                self.assertEqual(truth_table(function, ["a", "b"]), rows)
        for function in ("", "a +", "(a", "a)", "c", "a $ b", "'a", "2"):
            with self.subTest(function=function), self.assertRaises(ValueError):
                truth_table(function, ["a", "b"])

    def test_the_smallest_and_of_these_the_strongest(self):
        self.assertEqual(self.names(self.text), ["ash", "beech", "cedar"])
        same_area = self.text.replace("area : 1.2;", "area : 0.8;").replace("area : 2.4;", "area : 0.8;")
        self.assertEqual(self.names(same_area), ["ash_tall", "beech", "cedar_tall"])
        self.assertEqual(self.names(self.text.replace("area : 0.8;", "area : 0.8; dont_use : true;")),
                         ["ash_tall", "beech", "cedar"])
        self.assertEqual(self.names(self.text.replace("area : 0.8;", "area : 0.8; pad_cell : true;")),
                         ["ash_tall", "beech", "cedar"])

    def test_a_load_may_be_said_in_other_ways(self):
        for new, load in (("rise_capacitance : 1.5; fall_capacitance : 1.7", 1.7), ("max_transition : 9", 0.4)):
            text = self.text.replace("capacitance : 1.6", new, 1).replace(
                "time_unit", "default_input_pin_cap : 0.4;\n time_unit", 1)
            self.assertEqual(read_cells(parse(text, NAME), NAME)["ash"].load, load)

    def test_outputs_need_delays_and_slopes(self):
        for old, new, untimed in (("cell_rise", "cell_up", []), ("cell_fall", "cell_down", []),
                                  ("", "", []), ("rise_transition", "cell_fell", []), ("cell_", "sell_", ["leaf"]),
                                  ("_transition (grid)", "_slope (grid)", ["leaf"]),
                                  ("timing ()", "times ()", ["leaf"])):
            with self.subTest(new=new):
                cell = read_cells(parse(self.text.replace(old, new), NAME), NAME)["ash"]
                self.assertEqual(cell.untimed, untimed)
        constant = self.text.replace("timing ()", "times ()").replace("\"root'\"", '"1"')
        self.assertEqual(read_cells(parse(constant, NAME), NAME)["ash"].untimed, [])

    def test_wrong_cells_are_refused(self):
        for old, new, words in (("area : 0.8", "area : small", "the area 'small' is no number from 0"),
                                ("area : 0.8", "area : -1", "the area '-1' is no number from 0"),
                                ("area : 0.8", "area : 0", "cell ash has no area"),
                                ("capacitance : 1.6", "capacitance : 0", "cell ash has no capacitance at its inputs"),
                                ("capacitance : 1.6", "capacitance : nan", "the capacitance 'nan' is no number"),
                                ("(ash_tall)", "(ash)", "there is a cell ash already on line"),
                                ("\"root'\"", '"root +"', "in cell ash the function 'root +' cannot be read at")):
            with self.subTest(new=new):
                self.assertRegex(refused(self.text.replace(old, new, 1), use), rf"^some\.lib:\d+: .*{re.escape(words)}")

    def test_missing_gates_are_refused(self):
        for function, gate in (("root'", "inverter"), ("root", "buffer"), ("(north south)'", "two-input NAND")):
            other = "north' + south'" if gate == "two-input NAND" else function
            text = self.text.replace(f'"{function}"', '"0"').replace(f'"{other}"', '"0"')
            self.assertEqual(refused(text, use), f"some.lib has no {gate}; needed are at least one inverter, one "
                             "buffer, one two-input NAND, each with its function and without dont_use")


if __name__ == "__main__":
    unittest.main()
