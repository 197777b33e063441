#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What scripts/synth --into-machine makes of paths, by hand; with a command also of a whole machine."""

import subprocess
import sys
import tempfile
import tomllib
import unittest
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(SOURCES / "scripts"), str(SOURCES / "scripts/synthesis"), str(SOURCES / "studies")]
# pylint: disable=wrong-import-position
from latencies import control_blocks, latencies, with_parameters

COMMAND = sys.argv.pop() if len(sys.argv) > 1 and Path(sys.argv[-1]).is_file() else None


def machine(policy, lanes=16, alu_width=4):
    """As much of one as counts."""
    return {"core": {"compaction": policy, "warp_width": lanes, "alu_width": alu_width}}


def rows(**paths):
    """Of scripts/synth."""
    return [{"module": name, "path_fo4": path} for name, path in paths.items()]


class Latencies(unittest.TestCase):
    """The arithmetic."""

    def test_control_that_fits_a_cycle_takes_no_time_but_that_of_compaction(self):
        paths = rows(bcc_control=6.5, mdt=22.1, slip_controller=30.0, asu=30.0)
        self.assertEqual(latencies(machine("bcc"), paths, 30), {
            "core.compaction_latency": 1, "core.slip.latency": 0, "core.adaptation.step_cycles": 1})

    def test_table_and_controller_of_slip_add_up(self):
        paths = rows(scc_control=18.0, scc_pipeline=13.8, mdt=22.1, slip_controller=59.1, asu=66.0)
        self.assertEqual(latencies(machine("scc"), paths, 15), {
            "core.compaction_latency": 2, "core.slip.latency": 1 + 3, "core.adaptation.step_cycles": 5})

    def test_wires_count_where_there_are_any(self):
        paths = [{**row, "placed": {"path_fo4": 31}} for row in rows(mdt=1, slip_controller=1, asu=1)]
        self.assertEqual(latencies(machine("none"), paths, 30), {
            "core.slip.latency": 2, "core.adaptation.step_cycles": 2})

    def test_only_mechanisms_that_the_machine_uses_have_latencies(self):
        self.assertEqual(latencies(machine("none"), rows(asu=66.0), 30), {"core.adaptation.step_cycles": 3})
        self.assertEqual(latencies(machine("bcc"), rows(bcc_control=6.5), 4), {"core.compaction_latency": 2})

    def test_a_cycle_can_be_too_short(self):
        with self.assertRaisesRegex(ValueError, "core.adaptation.step_cycles would be 17, above 16: 4 FO4 are"):
            latencies(machine("none"), rows(mdt=1, slip_controller=1, asu=66.0), 4)

    def test_an_alu_as_wide_as_the_warp_has_nothing_to_compact(self):
        self.assertEqual(control_blocks(machine("scc", 8, 8)), ())
        self.assertEqual(control_blocks(machine("scc-fifo", 8, 4)), ("scc_fifo",))

    def test_parameters_are_told_apart_by_their_sections(self):
        text = "latency = 1\n[core]  # one\n# latency = 2\nlatency = 3\n[core.slip]\nlatency = 4\n"
        self.assertEqual(with_parameters(text, {"core.slip.latency": 5, "latency": 6}),
                         "latency = 6\n[core]  # one\n# latency = 2\nlatency = 3\n[core.slip]\nlatency = 5\n")
        with self.assertRaisesRegex(ValueError, "the machine has no core.compaction_latency"):
            with_parameters(text, {"core.compaction_latency": 1})


@unittest.skipUnless(COMMAND, "needs the command")
class IntoMachine(unittest.TestCase):
    """scripts/synth --into-machine"""

    def synth(self, *words):
        """Runs it."""
        return subprocess.run([sys.executable, SOURCES / "scripts/synth", "--command", COMMAND, *words],
                              capture_output=True, text=True, check=False)

    def test_the_machine_that_is_written_runs_with_the_latencies(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "slow.toml"
            done = self.synth("--into-machine", file, "--set", "core.compaction=bcc", "--set", "core.on_miss=slip",
                              "--set", "core.adaptation.strategy=dwrep")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn("  core.compaction_latency = 1\n  core.slip.latency = 1\n"
                          "  core.adaptation.step_cycles = 2\n", done.stdout)
            read = subprocess.run([COMMAND, "run", "vector-add", "--machine", file, "--print-config"],
                                  capture_output=True, text=True, check=True, cwd=SOURCES)
        core = tomllib.loads(read.stdout)["core"]
        self.assertEqual([core["compaction_latency"], core["slip"]["latency"], core["adaptation"]["step_cycles"],
                          core["compaction"], core["fetch"]["latency"]], [1, 1, 2, "bcc", 2])

    def test_what_does_not_fit_together_is_refused_in_a_sentence(self):
        for words, sentence in {
                ("--into-machine", "m.toml", "mdt"): "takes geometry and modules from the machine; leave them out",
                ("--into-machine", "m.toml", "--budget", "30,20"): "is for one length of a cycle",
                ("--into-machine", "m.toml", "--set", "core.warp_width=12"):
                    "there is no ivb_half of Lanes 12, QuadLanes 4, as the machine would need it",
                ("--into-machine", "m.toml", "--set", "core.compaction=none"): "has no control with a latency",
                ("--into-machine", "m.toml", "--set", "core.isa=gen8"): "there is no machine for code of Gen8",
                ("--into-machine", "m.toml", "--machine", "no-such"): "no-such",
                ("--machine", "ivb-eu"): "they need --into-machine"}.items():
            done = self.synth(*words)
            self.assertNotEqual(done.returncode, 0)
            self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
            self.assertIn(sentence, done.stderr)


if __name__ == "__main__":
    unittest.main()
