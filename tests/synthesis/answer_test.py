# SPDX-License-Identifier: Apache-2.0
"""What scripts/synth says of figures that are given."""

import argparse
import contextlib
import io
import sys
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.path[:0] = [str(SCRIPTS), str(SCRIPTS / "synthesis")]
# pylint: disable=wrong-import-position
from answers import budgets, cycles, print_answer, print_cycles
from geometry import Geometry

CROSSBARS = [{"module": module, "gate_equivalents": area, "path_fo4": path}
             for module, area, path in (("swizzle_crossbar", 3298.0, 7.6),
                                        ("wired_or_crossbar", 3352.3, 7.3),
                                        ("quad_swizzler", 850.3, 4.7),
                                        ("wired_or_bus", 797.3, 4.0))]
FORMS = ("Of swizzlers and a wired-OR bus the crossbar takes 3352.3 gate equivalents for 3298.0, "
         "and 7.3 FO4 for 7.6.\n")


def printed(function, *arguments):
    """What the function prints."""
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        function(*arguments)
    return text.getvalue()


def answer(rows, lanes, alu_width, budget=30):
    """The sentences."""
    return printed(print_answer, rows, Geometry(lanes, alu_width), budget)


class Answer(unittest.TestCase):
    """The sentences below the table."""

    def test_swizzlers_of_four_lanes_are_credited(self):
        for lanes in (8, 16, 64):
            self.assertEqual(answer(CROSSBARS, lanes, 4), FORMS +
                             "Where each quad has its swizzler without SCC (850.3 each), SCC adds "
                             "the bus alone: 797.3, a credit of 2555.0.\n")

    def test_swizzlers_of_more_lanes_are_not(self):
        for lanes, alu_width in ((32, 8), (64, 16)):
            self.assertEqual(answer(CROSSBARS, lanes, alu_width), FORMS)

    def test_parts_of_a_crossbar_say_nothing(self):
        self.assertEqual(answer(CROSSBARS[:2], 16, 4), "")

    def test_control_fits_a_cycle_that_is_long_enough(self):
        control = [{"module": "scc_control", "gate_equivalents": 1103.3, "path_fo4": 18.2}]
        for budget, verdict in ((18.2, "fits"), (18, "does not fit")):
            self.assertEqual(answer(control, 16, 4, budget), f"\nSCC control for 16x4 {verdict} a "
                             f"cycle of {budget} FO4: it takes 18.2 FO4.\n")

    def test_control_fits_a_cycle_with_its_wires(self):
        control = [{"module": "scc_control", "cells": 907, "gate_equivalents": 1103.3, "path_fo4": 18.2,
                    "placed": {"path_fo4": 20.1}},
                   {"module": "bcc_control", "cells": 85, "gate_equivalents": 105, "path_fo4": 6.5,
                    "placed": {"path_fo4": 6.9}}]
        self.assertEqual(answer(control, 16, 4, 20), "\nSCC control for 16x4 does not fit a cycle of 20 FO4: it takes "
                         "20.1 FO4, 18.2 without wires.\nNext to BCC it costs 907 cells for 85, 1103.3 gate "
                         "equivalents for 105 (10.5 times), and 20.1 FO4 for 6.9.\n")


class Budgets(unittest.TestCase):
    """Cycles of several lengths."""

    def test_are_lengths_in_fo4(self):
        self.assertEqual(budgets("15,30,12.5,15"), [30, 15, 12.5])
        for wrong in ("", "30,", "x", "0", "1001", "nan"):
            with self.assertRaises(argparse.ArgumentTypeError):
                budgets(wrong)

    def test_a_path_takes_the_cycles_that_it_fills(self):
        self.assertEqual([cycles(35.4, budget) for budget in (36, 35.4, 30, 15, 10)],
                         [1, 1, 2, 3, 4])
        self.assertEqual(cycles(0, 30), 1)

    def test_are_the_columns(self):
        rows = [{"path_fo4": 9.8}, {"path_fo4": 30, "placed": {"path_fo4": 35.4}}]
        self.assertEqual(printed(print_cycles, ["bcc_control", "scc_control"], rows, [30, 15]),
                         "\ncycles of ... FO4         30     15\n"
                         "bcc_control                1      1\n"
                         "scc_control                2      3\n")


if __name__ == "__main__":
    unittest.main()
