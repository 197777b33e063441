# SPDX-License-Identifier: Apache-2.0
"""Runs scripts/synth with a library that is none of OSU, and with what is no library."""

import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.path[:0] = [str(SCRIPTS), str(SCRIPTS / "synthesis")]
# pylint: disable=wrong-import-position
from library import load, locate
from spef import paragraph, spef
from timing import critical_path
from wires import Network

SYNTH = SCRIPTS / "synth"
HEDGEROW = Path(__file__).resolve().parent / "hedgerow.lib"
TEXT = HEDGEROW.read_text(encoding="utf-8")


def run(library, *arguments):
    """The script's exit code and what it printed."""
    return subprocess.run([sys.executable, SYNTH, "--library", library, *arguments],
                          capture_output=True, text=True, check=False)


class WithFolder(unittest.TestCase):
    """Has a folder for libraries."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def library(self, text):
        """A file with this text."""
        path = self.folder / "my cells.lib"
        path.write_text(text, encoding="utf-8")
        return path

    def figures(self, library, *arguments):
        """What is printed, and the results for other programs."""
        path = self.folder / "figures.json"
        done = run(library, "--json", path, *arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout, json.loads(path.read_text(encoding="utf-8"))


class ForeignLibrary(WithFolder):
    """Figures with cells, pins and units of another library."""

    def test_figures_fit_each_other(self):
        printed, results = self.figures(HEDGEROW, "bcc_control", "mdt:Entries=1,PlaceBits=4")
        self.assertIn("Areas are in the unit of the Liberty file; transistors are unknown", printed)
        self.assertEqual([results[key] for key in ("area_unit", "inverter", "nand2", "nand2_area")],
                         [None, "ash", "cedar", 1.2])
        areas = {name: float(area) for name, area in
                 re.findall(r"cell \((\w+)\) \{\s+area : ([\d.]+);", TEXT)}
        for row in results["modules"]:
            with self.subTest(module=row["module"]):
                area = sum(areas[name] * count for name, count in row["types"].items())
                self.assertAlmostEqual(row["area"], area, places=3)
                self.assertEqual(row["gate_equivalents"], round(area / 1.2, 1))
                self.assertEqual(row["cells"], sum(row["types"].values()))
                self.assertEqual(row["registers"], row["types"].get("willow", 0))
                self.assertAlmostEqual(row["register_gate_equivalents"],
                                       row["registers"] * areas["willow"] / 1.2, delta=0.05)
                self.assertEqual(row["path_fo4"], round(row["path_ns"] / results["fo4_ns"], 1))
                self.assertIsNone(row["transistors"])
        control, table = results["modules"]
        self.assertTrue(3 < control["path_fo4"] < 15, control["path_fo4"])
        self.assertEqual((control["registers"], table["registers"]), (0, 2 * 16 + 4))
        self.assertEqual(table["parameters"], {"Lanes": 16, "Entries": 1, "PlaceBits": 4})
        self.assertRegex(printed, r"mdt:Entries=1,PlaceBits=4 +\d+ +[\d.]+ +[\d.]+ +- +\d+ ")

    def test_units_of_time_change_ns_and_not_fo4(self):
        figures = []
        for unit in ("1ps", "10ps", "1ns"):
            text = TEXT.replace('"1ps"', f'"{unit}"')
            results = self.figures(self.library(text), "none_control")[1]
            figures.append((results["fo4_ns"], results["modules"][0]["path_ns"]))
        for unit, (fo4, path) in zip((1, 10, 1000), figures):
            self.assertAlmostEqual(fo4 / unit, figures[0][0], delta=figures[0][0] / 500)
            self.assertAlmostEqual(path / fo4, figures[0][1] / figures[0][0], delta=0.02)


class Wires(WithFolder):
    """What OpenSTA makes of SPEF."""

    def inverter(self):
        """A library, the netlist of one of its inverters, and where the wires of that are to be."""
        netlist = self.folder / "top.v"
        netlist.write_text("module top (a, y);\n  input a;\n  output y;\n  ash ash_1 (.root(a), .leaf(y));\n"
                           "endmodule\n", encoding="utf-8")
        return load(locate(str(HEDGEROW)), self.folder / "cells.lib"), netlist, self.folder / "top.spef"

    def test_the_capacitance_of_a_wire_is_a_load(self):
        library, netlist, wires = self.inverter()

        def path(farads, ohms):
            terminals = [("ash_1", "leaf", "O"), ("PIN", "y", "O")]
            network = Network({terminals[1][:2]: farads}, [(terminals[0][:2], terminals[1][:2], ohms)], 1)
            wires.write_text(spef([paragraph("y", terminals, network)]), encoding="utf-8")
            return critical_path(library, netlist, False, 1.0, self.folder, wires)

        bare = critical_path(library, netlist, False, 1.0, self.folder)
        # An ash takes 2.42 ps longer for each fF at its rising output, with a time linear in it.
        for femtofarads in (5, 30):
            self.assertAlmostEqual(path(femtofarads / 1000, 0.001) - bare, 2.42 * femtofarads / 1000, places=5)
        self.assertGreater(path(0.03, 5000), path(0.03, 0.001) + 0.03)

    def test_what_is_not_of_the_netlist_is_refused(self):
        library, netlist, wires = self.inverter()
        wires.write_text(spef([paragraph("z", [("ash_1", "leaf", "O")], Network({0: 0.01}, [], 1))]), encoding="utf-8")
        with self.assertRaisesRegex(RuntimeError, "net z not found"):
            critical_path(library, netlist, False, 1.0, self.folder, wires)

    def test_a_library_without_layout_is_not_placed(self):
        done = run(HEDGEROW, "--place", "none_control")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertRegex(done.stderr, rf"^scripts/synth: {HEDGEROW} says nothing of the layout, .*\n$|--place needs ")


class Refusals(WithFolder):
    """Each in one sentence, with the place."""

    def refused(self, library, *arguments):
        """The sentence."""
        done = run(library, *arguments or ["none_control"])
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), done.stderr)
        self.assertRegex(done.stderr, "^scripts/synth: ")
        return done.stderr.removeprefix("scripts/synth: ").rstrip("\n")

    def test_no_library(self):
        valid = "valid are osu018, osu035, osu050, a Liberty file, and a folder with one .lib, one .lef and one .sp"
        self.assertEqual(self.refused("absent.lib"),
                         f"argument --library: there is no library 'absent.lib'; {valid}")
        self.assertEqual(self.refused(""), f"argument --library: there is no library ''; {valid}")
        self.assertEqual(self.refused(self.folder), "argument --library: there are 0 files *.lib in "
                         f"{self.folder}; the folder of a library has one .lib, one .lef and one .sp")
        for suffix in ("lib", "lef", "sp"):
            (self.folder / f"some.{suffix}").touch()
        self.assertIn(f"{self.folder}/some.lib:1: there is no group; a Liberty file is", self.refused(self.folder))
        shutil.copy(HEDGEROW, self.folder / "some.lib")
        self.assertEqual(self.refused(self.folder), f"there is no cell ash in {self.folder}/some.lef, but it is on "
                         f"line {TEXT[:TEXT.index('cell (ash)')].count(chr(10)) + 1} of {self.folder}/some.lib")

    def test_truncated_or_binary(self):
        path = self.library(TEXT[:TEXT.index("cell (fir)") + len("cell (fir) {\n    area")])
        line = path.read_text(encoding="utf-8").count("\n") + 1
        self.assertEqual(self.refused(path), f"{path}:{line}: the file ends within cell (fir), which begins on line "
                         f"{line - 1}")
        path.write_bytes(b"library (a) {\n\x00")
        self.assertEqual(self.refused(path), f"{path}:2: this is no text: a byte is 0")

    def test_cells_that_are_missing(self):
        path = self.library(TEXT.replace('"root\'"', '"0"'))
        self.assertIn(f"{path} has no inverter; needed are ", self.refused(path))
        path = self.library(TEXT[:TEXT.index("  cell (willow)")] + "}\n")
        self.assertRegex(self.refused(path, "mdt:Entries=1,PlaceBits=1"),
                         rf"^{path} has no flip-flop for mdt, which needs yosys' type \w+: ")

    def test_cells_of_which_a_figure_would_be_wrong(self):
        begin = TEXT.index("cell_rise")
        line = TEXT.count("\n", 0, begin) + 1
        path = self.library(TEXT[:begin] + TEXT[begin:].replace("grid", "hedge", 1))
        self.assertRegex(self.refused(path), rf"^{path}:{line - 1}: OpenSTA warns: |"
                         rf"^{path}:{line}: OpenSTA warns: table template hedge not found$")
        path = self.library(TEXT.replace("table_lookup", "generic_cmos"))
        self.assertEqual(self.refused(path), f"{path}:3: the delay_model is 'generic_cmos'; needed is table_lookup")
        path = self.library(TEXT.replace("setup_rising", "hold_rising"))
        self.assertRegex(self.refused(path, "mdt:Entries=1,PlaceBits=1"),
                         rf"^{path}:\d+: cell willow has no set-up time$")
        path = self.library(re.sub(r"timing \(\)", "untimed ()", TEXT))
        self.assertRegex(self.refused(path), rf"^{path}:\d+: cell ash has no delay with its slope at leaf$")

    def test_a_seed_of_nothing(self):
        self.assertEqual(self.refused(HEDGEROW, "--seed", "1"), "--seed is that of a placement; it needs --place")

    def test_shapes_that_a_module_cannot_have(self):
        for words, sentence in (("mdt:Entries=65",
                                 "no mdt of Lanes 16, Entries 65; of Entries its RTL says 'Entries, 1 to 64: "),
                                ("warp_slice_table:Warps=9", "there is no warp_slice_table of Lanes 16, Warps 9; "),
                                ("asu:DigitBits=3", "there is no asu of Lanes 16, DigitBits 3; of TaskBits its RTL "),
                                ("slip_controller:CounterBits=0", "there is no slip_controller of Lanes 16, Counter"),
                                ("mdt:Lanes=8", "Lanes of 'mdt:Lanes=8' follows from --geometry"),
                                ("mdt:Entries", "'Entries' of 'mdt:Entries' is no NAME=VALUE"),
                                ("mdt:Entries=2,Entries=3", "has Entries twice"),
                                ("mdt:Depth=2", "mdt has no parameter 'Depth'; it has Entries, PlaceBits"),
                                ("scc_control:Fifo=2", "'2' is no whole number from 0 to 1"),
                                ("bcc_control:Depth=2", "it has none of its own"),
                                ("mdt:Entries=many", "'many' is no whole number from 0 to 4096")):
            with self.subTest(words=words):
                self.assertIn(sentence, self.refused(HEDGEROW, words))


if __name__ == "__main__":
    unittest.main()
