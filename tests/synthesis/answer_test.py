# SPDX-License-Identifier: Apache-2.0
"""What scripts/synth says of figures that are given."""

import contextlib
import importlib.machinery
import importlib.util
import io
import sys
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))
# pylint: disable=wrong-import-position
from geometry import Geometry

LOADER = importlib.machinery.SourceFileLoader("synth", str(SCRIPTS / "synth"))
SYNTH = importlib.util.module_from_spec(importlib.util.spec_from_loader("synth", LOADER))
LOADER.exec_module(SYNTH)

CROSSBARS = [{"module": module, "gate_equivalents": area, "path_fo4": path}
             for module, area, path in (("swizzle_crossbar", 3298.0, 7.6),
                                        ("wired_or_crossbar", 3352.3, 7.3),
                                        ("quad_swizzler", 850.3, 4.7),
                                        ("wired_or_bus", 797.3, 4.0))]
FORMS = ("Of swizzlers and a wired-OR bus the crossbar takes 3352.3 gate equivalents for 3298.0, "
         "and 7.3 FO4 for 7.6.\n")


def answer(rows, lanes, alu_width):
    """What is printed."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        SYNTH.print_answer(rows, Geometry(lanes, alu_width))
    return printed.getvalue()


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


if __name__ == "__main__":
    unittest.main()
