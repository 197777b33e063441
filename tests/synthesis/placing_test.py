# SPDX-License-Identifier: Apache-2.0
"""What is given to the tools of qflow, and what is said where one cannot work. The tools themselves run
with the RTL."""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.path[:0] = [str(SCRIPTS), str(SCRIPTS / "synthesis")]
# pylint: disable=wrong-import-position
from library import Files
from netlists import blif, read_netlist, terminals_of, verilog
from placing import _Flow, technology
from wires_test import LEF

# a is inverted twice: y is that, z the same again, and b is a. k is a constant, which one cell takes,
# too. c is not used.
TOP = {"ports": {"y": {"direction": "output", "bits": [4]}, "z": {"direction": "output", "bits": [4]},
                 "k": {"direction": "output", "bits": ["1"]}, "a": {"direction": "input", "bits": [2]},
                 "b": {"direction": "output", "bits": [2]}, "c": {"direction": "input", "bits": [9]}},
       "cells": {"x1": {"type": "ash", "connections": {"root": [2], "leaf": [3]}},
                 "x2": {"type": "ash", "connections": {"root": [3], "leaf": [4]}},
                 "x3": {"type": "elm", "connections": {"root": [3], "base": ["1"], "leaf": [5], "none": []}}}}


class Netlists(unittest.TestCase):
    """The same cells in both forms."""

    def test_ports_without_a_wire_of_their_own_are_left_out(self):
        netlist = read_netlist(TOP)
        self.assertEqual((netlist.inputs, netlist.outputs), (["a"], ["y"]))
        self.assertEqual(blif(netlist), ".model top\n.inputs a\n.outputs y\n.gate ash root=a leaf=n3\n"
                         ".gate ash root=n3 leaf=y\n.gate elm root=n3 leaf=n5\n.end\n")
        self.assertEqual(verilog(netlist), "module top (a, y);\n  input a;\n  output y;\n"
                         "  ash ash_1 (.root(a), .leaf(n3));\n  ash ash_2 (.root(n3), .leaf(y));\n"
                         "  elm elm_1 (.root(n3), .base(1'b1), .leaf(n5));\nendmodule\n")

    def test_a_wire_joins_two_terminals_or_more(self):
        self.assertEqual(terminals_of(read_netlist(TOP)), {
            "a": {("PIN", "a"), ("ash_1", "root")}, "y": {("PIN", "y"), ("ash_2", "leaf")},
            "n3": {("ash_1", "leaf"), ("ash_2", "root"), ("elm_1", "root")}})


class WithFolder(unittest.TestCase):
    """Has a folder."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)


class Technologies(WithFolder):
    """The files that placing needs of a library."""

    def setUp(self):
        super().setUp()
        self.files = Files("wood", *(self.folder / f"wood.{suffix}" for suffix in ("lib", "lef", "sp")))
        self.files.lef.write_text(LEF, encoding="utf-8")
        self.parameters = self.folder / "wood.par"
        self.parameters.write_text("*gridX : 80\n*random.seed\t: 12345\n", encoding="utf-8")

    def test_the_seed_is_set(self):
        process = technology(self.files, 7)
        self.assertEqual(process.parameters, "*gridX : 80\n*random.seed\t: 7\n")
        self.assertEqual((process.lef, list(process.layout.layers)), (LEF, ["low", "high"]))
        self.assertEqual((process.density, technology(self.files, 7, 60).density), (1, 0.6))

    def test_what_is_missing_is_named(self):
        with self.assertRaisesRegex(ValueError, f"^{self.files.lib} says nothing of the layout, so that it cannot be "
                                    "placed; valid are osu018, and a folder with one .lib, one .lef, one .sp and one "
                                    ".par"):
            technology(self.files._replace(lef=None), 7)
        self.files.lef.write_text(LEF.replace("EDGECAPACITANCE", "COMMENT"), encoding="utf-8")
        with self.assertRaisesRegex(ValueError, f"^{self.files.lef} has no EDGECAPACITANCE for the layer low, "):
            technology(self.files, 7)
        self.parameters.write_text("*gridX : 80\n", encoding="utf-8")
        with self.assertRaisesRegex(ValueError, f"^{self.parameters} has 0 lines .random.seed; needed is one$"):
            technology(self.files, 7)
        self.parameters.unlink()
        with self.assertRaisesRegex(ValueError, rf"^there are 0 files \*\.par in {self.folder}; graywolf needs "):
            technology(self.files, 7)


class Failures(WithFolder):
    """One sentence with the log, which stays there."""

    def fails(self, *command, makes="top.def", longest=60):
        """The sentence without the place of the log, and the log."""
        with self.assertRaises(RuntimeError) as caught:
            _Flow("mdt", self.folder).run(*command, makes=makes, longest=longest)
        words, log = str(caught.exception).split("; its log is ")
        self.assertRegex(log, rf"^{re.escape(tempfile.gettempdir())}/lanefold-synth-mdt-{command[0]}-\w+\.log$")
        self.addCleanup(os.remove, log)
        return words, Path(log).read_text(encoding="utf-8")

    def test_a_tool_that_fails(self):
        self.assertEqual(self.fails("sh", "-c", "echo too large; exit 3"), ("sh failed on mdt with 3", "too large\n"))

    def test_a_tool_that_makes_nothing(self):
        self.assertEqual(self.fails("true"), ("true failed on mdt: there is no top.def", ""))

    def test_a_tool_that_does_not_end(self):
        self.assertEqual(self.fails("sh", "-c", "echo begun; exec sleep 60", longest=0.2),
                         ("sh did not end on mdt within 0.2 seconds", "begun\n"))

    def test_a_tool_that_works_leaves_no_log(self):
        before = set(Path(tempfile.gettempdir()).glob("lanefold-synth-oak-*"))
        log = _Flow("oak", self.folder).run("sh", "-c", r"printf 'done\001\n'; touch top.def", makes="top.def")
        self.assertEqual((log, set(Path(tempfile.gettempdir()).glob("lanefold-synth-oak-*"))),
                         ("done\1\n", before))

    def refusal(self, *arguments):
        """What scripts/synth says where programs for mapping are installed only."""
        for program in ("yosys", "sta", "berkeley-abc"):
            (self.folder / program).symlink_to("/bin/true")
        done = subprocess.run([sys.executable, SCRIPTS / "synth", *arguments], capture_output=True, text=True,
                              check=False, env={"PATH": str(self.folder)})
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        return done.stderr

    def test_options_of_a_placement_without_one(self):
        self.assertEqual(self.refusal("--clock-tree", "mdt"),
                         "scripts/synth: --clock-tree is that of a placement; it needs --place\n")

    def test_qflow_that_is_not_installed(self):
        self.assertRegex(self.refusal("--place", "exec_mask"), r"^scripts/synth: --place needs graywolf, qrouter, tclsh"
                         ".*, which is not installed; the Debian package qflow has it, and scripts/setup test installs "
                         "that\n$")


if __name__ == "__main__":
    unittest.main()
