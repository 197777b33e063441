# SPDX-License-Identifier: Apache-2.0
"""What scripts/block-pages makes of waveforms, and of pages."""

import importlib.machinery
import importlib.util
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

SOURCES = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(SOURCES / "scripts"), str(SOURCES / "scripts/verification"), str(SOURCES / "scripts/documentation")]
# pylint: disable=wrong-import-position
import timing_diagrams as timing
import vcd

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

    def read(self, names):
        """What fst2vcd would print."""
        done = subprocess.CompletedProcess([], 0, WAVES)
        with mock.patch.object(vcd.subprocess, "run", return_value=done):
            return vcd.read_fst("x.fst", "core0_x.x", names)

    def test_cycles_have_what_stands_before_the_edge(self):
        times = self.read(["clk_i", "mask_i"])
        self.assertEqual([values["mask_i"] for values in vcd.cycles(times, "clk_i")], ["0101", "1"])
        self.assertEqual(len(vcd.evaluations(times)), 4)

    def test_a_signal_that_is_not_there_is_named(self):
        with self.assertRaisesRegex(ValueError, "the scope core0_x.x has no valid_i"):
            self.read(["mask_i", "valid_i"])


class Lanes(unittest.TestCase):
    """From values to the words of WaveDrom."""

    def test_values_stay_until_they_change(self):
        window = [{"a": bits} for bits in ("0101", "101", "1111", None)]
        self.assertEqual(timing.lane("a", None, window), {"name": "a", "wave": "=.=x", "data": ["5", "f"]})

    def test_bits_are_levels_and_have_a_meaning_while_another_is_1(self):
        window = [{"a": a, "v": v} for a, v in (("1", "1"), ("0", "1"), ("0", "0"), ("1", "1"))]
        self.assertEqual(timing.lane("a", "v", window), {"name": "a", "wave": "10x1"})

    def test_a_part_may_begin_above_what_is_there(self):
        self.assertEqual(timing.part("a[3:2]", {"a": "110"}), "01")
        self.assertEqual(timing.part("a[1:0]", {"a": "110"}), "10")


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
