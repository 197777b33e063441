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

    def test_registers_that_are_driven_shorten_the_path_of_control_in_two_cycles(self):
        paths = {}
        for options in ((), ("--driven",)):
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "figures.json"
                done = run(*options, "--json", str(path), "scc_control", "scc_pipeline")
                self.assertEqual(done.returncode, 0, done.stderr)
                at_once, pipeline = json.loads(path.read_text(encoding="utf-8"))["modules"]
            self.assertEqual(at_once["registers"], 0)
            self.assertGreater(pipeline["registers"], 100)
            paths[options] = (at_once["path_fo4"], pipeline["path_fo4"])
        self.assertEqual(paths[()][0], paths[("--driven",)][0])
        self.assertLess(paths[("--driven",)][1], min(paths[()][1], 0.9 * paths[()][0]))

    def test_figures_do_not_vary(self):
        self.assertEqual(run("exec_mask", "bcc_control").stdout,
                         run("exec_mask", "bcc_control").stdout)

    def test_fo4_and_nand2_carry_over_to_other_processes_and_ns_do_not(self):
        control = {}
        for library in ("osu018", "osu035", "osu050"):
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "figures.json"
                done = run("--library", library, "--json", str(path), "bcc_control", "scc_control")
                self.assertEqual(done.returncode, 0, done.stderr)
                control[library] = json.loads(path.read_text(encoding="utf-8"))
        first = control["osu018"]
        for library, scale in (("osu035", 1.3), ("osu050", 1.6)):
            self.assertGreater(control[library]["fo4_ns"], scale * first["fo4_ns"])
            for row, reference in zip(control[library]["modules"], first["modules"]):
                with self.subTest(library=library, module=row["module"]):
                    self.assertGreater(row["path_ns"], scale * reference["path_ns"])
                    for name in ("path_fo4", "gate_equivalents", "transistors"):
                        self.assertAlmostEqual(row[name] / reference[name], 1, delta=0.15)

    def test_a_folder_with_the_files_of_a_technology_is_the_same_library(self):
        folder = "/usr/share/qflow/tech/osu018"
        self.assertEqual(run("--library", folder, "exec_mask").stdout, run("exec_mask").stdout)

    def test_modules_of_one_warp_or_core_are_built_at_every_shape(self):
        for geometry in ("8x4", "64x16"):
            shapes = ["mdt:Entries=1,PlaceBits=8", "mdt:Entries=2,PlaceBits=8", "slip_controller:CounterBits=1",
                      "warp_slice_table:Warps=1,Entries=1", "warp_slice_table:Warps=1,Entries=2"]
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "figures.json"
                done = run("--geometry", geometry, "--json", str(path), *shapes)
                self.assertEqual(done.returncode, 0, done.stderr)
                rows = json.loads(path.read_text(encoding="utf-8"))["modules"]
            lanes = int(geometry.partition("x")[0])
            self.assertEqual([row["parameters"]["Lanes"] for row in rows], [lanes] * len(shapes))
            # Of each entry the place and two masks; a counter for each lane; of each slice its warp and lanes.
            self.assertEqual([row["registers"] for row in rows[:3]],
                             [2 * lanes + 8, 2 * (2 * lanes + 8), lanes])
            self.assertEqual(rows[4]["registers"], 2 * (lanes + 1))

    def test_mistakes_are_refused_in_one_sentence(self):
        for arguments, words in ((["--geometry", "17x4"], "no geometry '17x4'"),
                                 (["carry_lookahead"], "no module 'carry_lookahead'"),
                                 (["--json", "absent/figures.json"], "no such folder"),
                                 (["--json", "/"], "'/' is no name of a file")):
            with self.subTest(arguments=arguments):
                done = run(*arguments)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn(words, done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1)


if __name__ == "__main__":
    unittest.main()
