# SPDX-License-Identifier: Apache-2.0
"""The hand-made faults of scripts/mutate fit the RTL, and it asks the quick benches."""

import importlib.machinery
import importlib.util
import os
import re
import sys
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

SOURCES = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(SOURCES / "scripts"), str(SOURCES / "scripts/verification")]
# pylint: disable=wrong-import-position
from blocks import MODULES
from hand_made import HAND_MADE, MASK_PORTS, write_hand_made_rtl
from rtl_header import read_header

LOADER = importlib.machinery.SourceFileLoader("mutate", str(SOURCES / "scripts/mutate"))
MUTATE = importlib.util.module_from_spec(importlib.util.spec_from_loader("mutate", LOADER))
LOADER.exec_module(MUTATE)


def mask_inputs(module):
    """The inputs that have a bit per lane or quad of the warp."""
    header = read_header(module).text
    return re.findall(r"^ +input +logic \[(Lanes|Quads)-1:0\] +(\w+)", header, re.MULTILINE)


class HandMade(unittest.TestCase):
    """The list, and what is written of it."""

    def test_every_input_that_takes_masks_has_a_fault(self):
        for module in MODULES:
            width, names = MASK_PORTS.get(module, (None, []))
            self.assertEqual(mask_inputs(module), [(width, name) for name in names], module)

    def test_every_fault_is_switched_on_by_a_number_of_its_own(self):
        with tempfile.TemporaryDirectory() as folder:
            modules = write_hand_made_rtl(HAND_MADE, 64, 4, Path(folder))
            text = "".join(file.read_text(encoding="utf-8") for file in Path(folder).glob("rtl/*.sv"))
        numbers = sorted(fault.number for module in modules for fault in module.mutants)
        self.assertEqual(numbers, list(range(1, len(numbers) + 1)))
        self.assertEqual(sorted(map(int, re.findall(r"mutant_i == (\d+)", text))), numbers)

    def test_chosen_modules_alone_have_faults(self):
        with tempfile.TemporaryDirectory() as folder:
            modules = write_hand_made_rtl(["mdt", "scc_fifo"], 16, 4, Path(folder))
            numbered = {file.stem for file in Path(folder).glob("rtl/*.sv") if "mutant_i" in file.read_text("utf-8")}
        self.assertEqual({module.module for module in modules}, {"mdt", "scc_fifo"})
        self.assertEqual(numbered, {"mdt", "scc_fifo"})

    def test_the_benches_are_those_of_the_quick_tests_also_within_deep_ones(self):
        with tempfile.TemporaryDirectory() as folder:
            bench = Path(folder) / "bench"
            bench.write_text("#!/bin/sh\necho \"[==========] 1 test from 1 suite ran: $LANEFOLD_RTL_PLUSARGS\"\n"
                             "exit ${LANEFOLD_DEEP:-0}\n", encoding="utf-8")
            bench.chmod(0o755)
            arguments = SimpleNamespace(work=Path(folder), timeout=10)
            with mock.patch.dict(os.environ, {"LANEFOLD_DEEP": "1"}):
                said = MUTATE.run_bench(bench, SimpleNamespace(tests="*"), 7, arguments)
        self.assertEqual(said, "passed")


if __name__ == "__main__":
    unittest.main()
