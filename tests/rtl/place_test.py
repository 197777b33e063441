# SPDX-License-Identifier: Apache-2.0
"""Runs scripts/synth --place for 16x4: wires only lengthen paths, the layout is as large as its cells
need, figures do not vary, and libraries that cannot be placed are refused."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SYNTH = Path(__file__).resolve().parents[2] / "scripts/synth"
sys.path[:0] = [str(SYNTH.parent), str(SYNTH.parent / "synthesis")]
# pylint: disable=wrong-import-position
from layout_files import read_spef, read_verilog

# Lowest and highest share of the wires in the path: room for another version of a tool, none for capacitances of
# another unit, or wires that OpenSTA does not know.
SHARES = {"exec_mask": (0.01, 0.1), "bcc_control": (0.02, 0.12), "scc_control": (0.04, 0.18)}


def run(*arguments):
    """The script's exit code and what it printed."""
    return subprocess.run([sys.executable, SYNTH, *arguments], capture_output=True, text=True, check=False)


def placed(*arguments):
    """What is printed, and the results for other programs."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "figures.json"
        done = run("--json", str(path), *arguments)
        if done.returncode or done.stderr:
            raise AssertionError(done.stderr)
        return done.stdout, json.loads(path.read_text(encoding="utf-8"))


class Place(unittest.TestCase):
    """The script as a user runs it."""

    def test_wires_lengthen_the_path_of_the_same_netlist(self):
        _, bare = placed(*SHARES)
        printed, wired = placed("--place", *SHARES)
        self.assertEqual((bare["seed"], wired["seed"]), (None, 12345))
        for row, reference in zip(wired["modules"], bare["modules"]):
            with self.subTest(module=row["module"]):
                figures = row.pop("placed")
                self.assertEqual(row, reference)
                lowest, highest = SHARES[row["module"]]
                self.assertGreater(figures["wire_share"], lowest)
                self.assertLess(figures["wire_share"], highest)
                self.assertEqual(figures["wire_share"], round(1 - row["path_ns"] / figures["path_ns"], 3))
                self.assertEqual(figures["path_fo4"], round(figures["path_ns"] / wired["fo4_ns"], 1))
                # Rows are full, but stand in a ring of pins.
                self.assertGreater(figures["die_area"], row["area"])
                self.assertLess(figures["die_area"], 1.6 * row["area"])
                # No wire is shorter than between neighbours, and none leads around the whole block.
                self.assertGreater(figures["wire_length"], 5 * row["cells"])
                self.assertLess(figures["wire_length"], row["cells"] * 2 * figures["die_area"] ** 0.5)
                # A wire of metal 2 in its 0.3 um has 0.126 fF per um to the ground, one of metal 1 the most, 0.171.
                self.assertGreater(figures["wire_pf"] / figures["wire_length"], 0.8e-4)
                self.assertLess(figures["wire_pf"] / figures["wire_length"], 1.71e-4)
        control = wired["modules"][-1]["path_fo4"], figures["path_fo4"]
        self.assertIn(f"fits a cycle of 30 FO4: it takes {control[1]} FO4, {control[0]} without wires.\n", printed)

    def test_figures_do_not_vary(self):
        self.assertEqual(placed("--place", "exec_mask", "bcc_control"), placed("--place", "exec_mask", "bcc_control"))

    def test_a_block_may_be_a_single_row(self):
        row = placed("--place", "none_control")[1]["modules"][0]
        self.assertLess(row["cells"], 20)
        self.assertGreater(row["placed"]["path_ns"], row["path_ns"])

    def test_registers_are_placed_with_an_ideal_clock(self):
        row = placed("--place", "mdt:Entries=1,PlaceBits=4")[1]["modules"][0]
        self.assertEqual(row["registers"], 2 * 16 + 4)
        self.assertGreater(row["placed"]["path_ns"], row["path_ns"])

    def test_a_clock_tree_takes_the_edge_to_all_registers(self):
        printed, results = placed("--place", "--clock-tree", "exec_mask", "mdt:Entries=1,PlaceBits=4")
        logic, table = results["modules"]
        self.assertNotIn("clock", logic["placed"])
        clock = table["placed"]["clock"]
        self.assertEqual((results["clock_buffer"], clock["buffers"], table["registers"]), ("CLKBUF1", 4 + 1, 36))
        # Two buffers with their loads, and wires of well below a millimetre: the registers are a few rows apart.
        self.assertGreater(clock["earliest_ns"], 0.2)
        self.assertLess(clock["insertion_ns"], 0.6)
        self.assertLess(clock["skew_ns"], 0.1)
        self.assertAlmostEqual(clock["skew_ns"], clock["insertion_ns"] - clock["earliest_ns"])
        self.assertAlmostEqual(clock["setup_slack_ns"], 30 * results["fo4_ns"] - clock["path_ns"], delta=0.01)
        # Edges are slower than those of an ideal clock, and come at other times.
        self.assertAlmostEqual(clock["path_ns"], table["placed"]["path_ns"], delta=0.3)
        self.assertNotEqual(clock["path_ns"], table["placed"]["path_ns"])
        self.assertGreater(clock["hold_slack_ns"], 0)
        self.assertRegex(printed, rf"\nmdt:Entries=1,PlaceBits=4 +36 +5 +{clock['insertion_ns']} +{clock['skew_ns']} ")

    def test_gaps_in_the_rows_are_as_wide_as_is_asked_for(self):
        full, airy = (placed("--place", *density, "bcc_control")[1] for density in ((), ("--density", "50")))
        self.assertEqual((full["density"], airy["density"]), (100, 50))
        areas = [results["modules"][0]["placed"]["die_area"] for results in (full, airy)]
        self.assertGreater(areas[1] / areas[0], 1.6)

    def test_the_layout_is_kept_where_it_is_wanted(self):
        with tempfile.TemporaryDirectory() as folder:
            row = placed("--place", "--layout", folder, "none_control")[1]["modules"][0]
            self.assertEqual({path.name for path in Path(folder).iterdir()},
                             {f"none_control.{suffix}" for suffix in ("v", "spef", "def")})
            top = read_verilog(Path(folder, "none_control.v"))
            self.assertEqual(len(top["cells"]), row["cells"])
            self.assertAlmostEqual(sum(read_spef(Path(folder, "none_control.spef")).values()),
                                   row["placed"]["wire_pf"], delta=1e-4)

    def test_another_seed_is_another_layout_of_the_same_netlist(self):
        first, second = (placed("--place", "--seed", seed, "bcc_control")[1]["modules"][0] for seed in ("1", "2"))
        self.assertNotEqual(first["placed"]["wire_length"], second["placed"]["wire_length"])
        self.assertEqual(first["path_ns"], second["path_ns"])
        self.assertAlmostEqual(first["placed"]["path_ns"] / second["placed"]["path_ns"], 1, delta=0.05)

    def test_wires_whose_edges_are_unknown_are_not_timed(self):
        for library in ("osu035", "osu050"):
            done = run("--place", "--library", library, "none_control")
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertRegex(done.stderr, r"^scripts/synth: \S+\.lef has no EDGECAPACITANCE for the layer metal1, so "
                             r"that wires cannot be timed\n$")


if __name__ == "__main__":
    unittest.main()
