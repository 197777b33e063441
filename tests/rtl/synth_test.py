# SPDX-License-Identifier: Apache-2.0
"""Runs scripts/synth for 16x4 and checks that its figures stay in their ranges, that they do not
vary, and that mistakes are refused."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SYNTH = Path(__file__).resolve().parents[2] / "scripts/synth"

# Lowest and highest of each figure: room for another version of a tool, none for a broken circuit.
RANGES = {
    "bcc_control": {"cells": (60, 100), "levels": (3, 10), "path_fo4": (4, 9.6)},
    "scc_control": {"cells": (600, 1077), "transistors": (3000, 5020), "levels": (8, 24),
                    "path_fo4": (10, 21.2)},
    "swizzle_crossbar": {"gate_equivalents": (2800, 3900), "path_fo4": (5, 11)},
    "wired_or_crossbar": {"gate_equivalents": (2800, 3900), "path_fo4": (5, 11)},
    "quad_swizzler": {"gate_equivalents": (500, 1000), "path_fo4": (3, 7)},
    "wired_or_bus": {"gate_equivalents": (500, 1250), "path_fo4": (2, 7)},
}


def run(*arguments):
    """The script's exit code and what it printed."""
    return subprocess.run([sys.executable, SYNTH, *arguments], capture_output=True, text=True,
                          check=False)


class Synth(unittest.TestCase):
    """The script as a user runs it."""

    def test_figures_of_16x4_stay_in_their_ranges_and_fit_the_cycle(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "figures.json"
            done = run("--geometry", "16x4", "--json", str(path), *RANGES)
            self.assertEqual(done.returncode, 0, done.stderr)
            figures = json.loads(path.read_text(encoding="utf-8"))
        self.assertIn("SCC control for 16x4 fits a cycle of 30 FO4", done.stdout)
        area = {row["module"]: row["gate_equivalents"] for row in figures["modules"]}
        credit = area["wired_or_crossbar"] - area["wired_or_bus"]
        self.assertIn(f"SCC adds the bus alone: {area['wired_or_bus']}, a credit of {credit:.1f}.",
                      done.stdout)
        self.assertAlmostEqual(figures["fo4_ns"], 0.1045, delta=0.002)
        self.assertEqual([row["module"] for row in figures["modules"]], list(RANGES))
        for row in figures["modules"]:
            for name, (lowest, highest) in RANGES[row["module"]].items():
                with self.subTest(module=row["module"], figure=name):
                    self.assertGreaterEqual(row[name], lowest)
                    self.assertLessEqual(row[name], highest)

    def test_figures_do_not_vary(self):
        self.assertEqual(run("exec_mask", "bcc_control").stdout,
                         run("exec_mask", "bcc_control").stdout)

    def test_mistakes_are_refused_in_one_sentence(self):
        for arguments, words in ((["--geometry", "17x4"], "no geometry '17x4'"),
                                 (["carry_lookahead"], "no module 'carry_lookahead'"),
                                 (["--json", "absent/figures.json"], "no such folder"),
                                 (["--json", "/"], "'/' is no name of a file"),
                                 (["--library", "absent"], "qflow-tech-osu018")):
            with self.subTest(arguments=arguments):
                done = run(*arguments)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn(words, done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1)

    def test_a_library_without_cells_is_refused_in_one_sentence(self):
        with tempfile.TemporaryDirectory() as folder:
            for suffix in ("lib", "lef", "sp"):
                (Path(folder) / f"osu018_stdcells.{suffix}").touch()
            done = run("--library", folder, "exec_mask")
        self.assertEqual((done.returncode, done.stdout, done.stderr),
                         (2, "", "scripts/synth: there is no cell INVX2 in the osu018_stdcells.lib "
                                 f"in {folder}; the Debian package qflow-tech-osu018 has it\n"))


if __name__ == "__main__":
    unittest.main()
