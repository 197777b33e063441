#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Cores of equal speed: scripts/equal_speed.py by hand, and scripts/equal-speed on a page."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[2]
sys.path.append(str(SOURCES / "scripts"))
# pylint: disable=wrong-import-position
from equal_speed import area_of_warps, savings, speeds, warps_of_speed

PAGE = """
| what | in the paper | paper | ours | difference | why |
| --- | --- | --- | --- | --- | --- |
| 2 warps against one, geometric mean | figure 8 | 2.00 | 1.50 | -0.50 | because |
| 16 warps against one, geometric mean | figure 8 | 4.00 | 3.00 | -1.00 | because |
| adaptive, 1 warp against one that blocks | 8.3 | 2.00 | 1.50 | -0.50 | because |
| adaptive, 2 warps against one that blocks | 8.3 | 4.50 | 1.40 | -3.10 | because |
| adaptive beyond blocking, 8 warps | 8.3 | 26.0 % | 7.0 % | -19.0 points | because |
"""


class EqualSpeed(unittest.TestCase):
    """The arithmetic."""

    def test_reads_speeds_of_the_page(self):
        """Of the paper, and ours."""
        self.assertEqual(speeds(PAGE, "paper", "sc09.md"), ({1: 1, 2: 2, 16: 4}, {1: 2, 2: 4.5}))
        self.assertEqual(speeds(PAGE, "ours", "sc09.md"), ({1: 1, 2: 1.5, 16: 3}, {1: 1.5, 2: 1.4}))

    def test_refuses_a_damaged_page(self):
        """With the file and the line, and what must be there."""
        whole = "needed is sc09.md of a run of `lanefold study sc09`"
        number = "needed is a speed above 0, as `lanefold study sc09` writes it"
        adaptive = "\n".join(line for line in PAGE.splitlines() if "adaptive, " not in line)
        for page, sentence in (
                ("", f"sc09.md has no row 'N warps against one, geometric mean'; {whole}"),
                (adaptive, f"sc09.md has no row 'adaptive, N warps against one that blocks'; {whole}"),
                (PAGE.replace("| 3.00 |", "| 3,00 |"), "sc09.md:5: the row '16 warps against one, geometric mean' has "
                 f"'3,00' in the column 'ours'; {number}"),
                (PAGE.replace("4.50 | 1.40", "4.50 | 0.00"), "sc09.md:7: the row 'adaptive, 2 warps against one that "
                 f"blocks' has '0.00' in the column 'ours'; {number}"),
                (PAGE[:PAGE.index("2.00 | 1.50 | -0.50 | because |\n| adaptive, 2") + 4], "sc09.md:6: the row "
                 f"'adaptive, 1 warp against one that blocks' has '' in the column 'ours'; {number}")):
            with self.subTest(sentence=sentence), self.assertRaises(RuntimeError) as caught:
                speeds(page, "ours", "sc09.md")
            self.assertEqual(str(caught.exception), sentence)

    def test_finds_the_warps_of_a_speed(self):
        """A power between two points, and no further than the points reach."""
        blocking = {1: 1.0, 4: 2.0, 16: 4.0}
        for speed, warps in ((0.5, 1), (1, 1), (2, 4), (2 ** 1.5, 8), (4, 16), (5, 16)):
            self.assertAlmostEqual(warps_of_speed(blocking, speed), warps)

    def test_finds_the_area_of_warps(self):
        """On a line between two points."""
        areas = {1: 7.0, 2: 7.3, 16: 11.5}
        for warps, area in ((1, 7.0), (1.5, 7.15), (9, 9.4), (16, 11.5)):
            self.assertAlmostEqual(area_of_warps(areas, warps), area)
        with self.assertRaises(RuntimeError):
            area_of_warps(areas, 17)

    def test_counts_the_mechanism(self):
        """As in SC'09, two warps as fast as sixteen: 1 - (7.3 + 0.2) / 11.5."""
        rows = savings({1: 1.0, 16: 4.0}, {2: 4.0}, {2: 7.3, 16: 11.5}, {2: 0.2})
        self.assertEqual(rows[0][:2], (2, 16.0))
        self.assertAlmostEqual(rows[0][2], 1 - 7.5 / 11.5)


class EqualSpeedScript(unittest.TestCase):
    """scripts/equal-speed with the built command."""

    def run_on(self, page):
        """The finished process."""
        return subprocess.run([sys.executable, "-B", SOURCES / "scripts/equal-speed", "--command",
                               os.environ["LANEFOLD"], "--page", str(page)],
                              capture_output=True, text=True, check=False)

    def test_prints_a_line_for_each_slipping_core(self):
        """Of one and two warps, by the paper and by us."""
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "sc09.md"
            page.write_text(PAGE, encoding="utf-8")
            done = self.run_on(page)
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = done.stdout.splitlines()
        self.assertEqual(len(lines), 2 + 4)
        self.assertTrue(lines[2].startswith("| paper | 1 | 2.0 | "))
        self.assertTrue(lines[3].startswith("| paper | 2 | 16.0 | "))
        self.assertTrue(lines[5].startswith("| ours | 2 | 1.8 | -"))
        self.assertTrue(lines[3].endswith("| 36.5 % |"))  # 1 - 7.3 / 11.5, but for the tables

    def test_refuses_a_damaged_page(self):
        """In one sentence, whatever the damage."""
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "sc09.md"
            for content in (b"\xff\n", PAGE.replace("4.00", "four").encode()):
                page.write_bytes(content)
                done = self.run_on(page)
                self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (1, "", 1), done.stderr)
                self.assertRegex(done.stderr, f"^scripts/equal-speed: {page}")

    def test_refuses_a_page_that_there_is_not(self):
        """In one sentence."""
        done = self.run_on("/no/such/page.md")
        self.assertEqual(done.returncode, 1)
        self.assertIn("No such file", done.stderr)


if __name__ == "__main__":
    unittest.main()
