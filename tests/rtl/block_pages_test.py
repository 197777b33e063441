# SPDX-License-Identifier: Apache-2.0
"""What scripts/block-pages makes of waveforms, and of pages."""

import importlib.machinery
import importlib.util
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

SOURCES = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(SOURCES / "scripts"), str(SOURCES / "scripts/verification"), str(SOURCES / "scripts/documentation"),
                str(SOURCES / "scripts/synthesis")]
# pylint: disable=wrong-import-position
import timing_diagrams as timing
import waveform

LOADER = importlib.machinery.SourceFileLoader("block_pages", str(SOURCES / "scripts/block-pages"))
BLOCK_PAGES = importlib.util.module_from_spec(importlib.util.spec_from_loader("block_pages", LOADER))
LOADER.exec_module(BLOCK_PAGES)

WAVES = """$scope module core0_x $end
$scope module x $end
$var wire 1 ! clk_i $end
$var wire 4 " mask_i [3:0] $end
$upscope $end
$upscope $end
$scope module other $end
$var wire 1 # mask_i $end
$upscope $end
$enddefinitions $end
#0
0!
b0101 "
1#
#5
1!
#9
0!
b1 "
#10
1!
"""


class Waveforms(unittest.TestCase):
    """From changes to values of cycles."""

    def steps(self, signals, clocked=True):
        """What fst2vcd would print."""
        said = {"scope": "core0_x/x", "signals": signals, "clocked": clocked}
        def read(_, modules, make):
            return waveform.read_ports(WAVES.splitlines(keepends=True), modules, make)
        with mock.patch.object(timing, "read_fst", read):
            return timing.steps_of("x.fst", said)

    def test_cycles_have_what_stands_before_the_edge(self):
        steps = self.steps(["mask_i"])
        self.assertEqual([values["mask_i"] for values in timing.columns(steps, True)], ["0101", "0001"])
        self.assertEqual(len(timing.columns(steps, False)), 4)

    def test_without_a_clock_each_change_is_an_evaluation(self):
        steps = self.steps(["mask_i"], clocked=False)
        self.assertEqual([values["mask_i"] for values in timing.columns(steps, False)], ["0101", "0001"])

    def test_a_signal_that_is_not_there_is_named(self):
        with self.assertRaisesRegex(RuntimeError, "the module core0_x/x has no valid_i"):
            self.steps(["mask_i", "valid_i"])


class Lanes(unittest.TestCase):
    """From values to the words of WaveDrom."""

    def test_values_stay_until_they_change(self):
        window = [{"a": bits} for bits in ("0101", "0101", "1111")]
        self.assertEqual(timing.lane("a", None, window), {"name": "a", "wave": "=.=", "data": ["5", "f"]})

    def test_bits_are_levels_and_have_a_meaning_while_another_is_1(self):
        window = [{"a": a, "v": v} for a, v in (("1", "1"), ("0", "1"), ("0", "0"), ("1", "1"))]
        self.assertEqual(timing.lane("a", "v", window), {"name": "a", "wave": "10x1"})

    def test_a_part_is_counted_from_the_lowest_bit(self):
        self.assertEqual(timing.part("a[3:2]", {"a": "0110"}), "01")
        self.assertEqual(timing.part("a[1:0]", {"a": "0110"}), "10")


class Pages(unittest.TestCase):
    """Tables between comments."""

    def test_only_what_is_between_comments_changes(self):
        text = "".join(f"{part}\n<!-- {part} -->\nSTALE\n<!-- end of {part} -->\n" for part in BLOCK_PAGES.PARTS)
        fresh = BLOCK_PAGES.with_tables(text, "mdt")
        self.assertNotIn("STALE", fresh)
        self.assertIn("| `Entries` | `2` |", fresh)
        self.assertIn("| `place_i` | input | `PlaceBits` |", fresh)
        self.assertIn("| no lane is in two entries | `lane_doubled_o` |", fresh)
        self.assertEqual(BLOCK_PAGES.with_tables(fresh, "mdt"), fresh)

    def test_a_page_without_comments_is_refused(self):
        with self.assertRaises(SystemExit):
            BLOCK_PAGES.with_tables("# mdt\n", "mdt")

    def test_a_file_is_written_unless_it_is_checked_only(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "page.md"
            self.assertTrue(BLOCK_PAGES.renew(path, "new", True))
            self.assertFalse(path.exists())
            self.assertTrue(BLOCK_PAGES.renew(path, "new", False))
            self.assertFalse(BLOCK_PAGES.renew(path, "new", True))


if __name__ == "__main__":
    unittest.main()
