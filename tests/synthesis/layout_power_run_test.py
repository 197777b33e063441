# SPDX-License-Identifier: Apache-2.0
"""Runs scripts/layout-power on mapped data paths of one bit, which are not placed: each of their wires has the same
capacitance. The script itself refuses a netlist whose outputs are not those of the RTL in the loop."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.path[:0] = [str(SCRIPTS), str(SCRIPTS / "synthesis")]
# pylint: disable=wrong-import-position
from arguments import geometry
from library import locate
from mapping import synthesise
from netlists import read_netlist, terminals_of, verilog
from shapes import request
from spef import spef
from timing import open_library

COMMAND = sys.argv.pop()
CYCLES = 1000
WIRE = 0.01  # pF
VOLTS = 1.8


class OneBit(unittest.TestCase):
    """The same kernel under two policies, each with its banks."""

    def power(self, policy, organisation, name="datapath"):
        """What the script says, and the netlist."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        work = Path(folder.name)
        library, _, period = open_library(locate("osu018"), work)
        asked = request(f"compaction_datapath:Organisation={organisation}")
        row = synthesise(asked.module, asked.parameters(geometry("8x4"), 1), library, period, work)
        netlist = read_netlist(json.loads((work / f"{row['recipe']}.json").read_text())["modules"]["top"])
        (work / f"{name}.v").write_text(verilog(netlist), encoding="utf-8")
        (work / f"{name}.spef").write_text(spef([[f"*D_NET {net} {WIRE}"] for net in terminals_of(netlist)]))
        done = subprocess.run([sys.executable, SCRIPTS / "layout-power", "--command", COMMAND, "--policy", policy,
                               "--cycles", str(CYCLES), "--json", str(work / "power.json"), str(work / name),
                               "dot-product"], capture_output=True, text=True, check=False)
        if done.returncode:
            return done.stderr, None, netlist
        return done.stdout, json.loads((work / "power.json").read_text())[0], netlist

    def test_the_parts_are_those_of_the_netlist(self):
        for policy, organisation in (("scc", 2), ("bcc", 1)):
            with self.subTest(policy=policy):
                printed, found, netlist = self.power(policy, organisation)
                self.assertIsNotNone(found, printed)
                self.assertEqual((found["kernel"], found["cycles"]), ("dot-product", CYCLES))
                parts = found["pj"]
                self.assertAlmostEqual(found["mw"] * found["period_ns"], sum(parts.values()), places=6)
                registers = sum("clk_i" in pins.values() for _, _, pins in netlist.cells)
                # Each edge charges or discharges the clock's wire, and some fF of each register: twice in a cycle.
                self.assertAlmostEqual(parts["clock wires"], VOLTS ** 2 * WIRE, delta=1e-4)
                self.assertGreater(parts["clock pins"] / VOLTS ** 2 / registers, 0.005)
                self.assertLess(parts["clock pins"] / VOLTS ** 2 / registers, 0.04)
                self.assertEqual(parts["clock buffers"], 0)
                # No net changes more than once in a cycle, and many do not change.
                self.assertLess(parts["wires"], 0.5 * VOLTS ** 2 / 2 * WIRE * len(terminals_of(netlist)))
                self.assertGreater(parts["wires"], 0.01 * VOLTS ** 2 / 2 * WIRE * len(terminals_of(netlist)))
                self.assertTrue(all(parts[part] > 0 for part in ("registers", "gates", "pins", "leakage")))
                self.assertIn(f"dot-product       {CYCLES}", printed)

    def test_the_netlist_of_another_organisation_is_refused(self):
        said, _, _ = self.power("scc", 1)
        self.assertRegex(said, r"^scripts/layout-power: the layout's output \w+ is not what the waveform says\n$")


if __name__ == "__main__":
    unittest.main()
