#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/peers on a simulator that answers at once."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"

PEER = """#!/bin/sh
echo "gpu_tot_sim_cycle = 100"
[ "$1" != bad ] || { echo "no such kernel" >&2; exit 3; }
echo "gpu_tot_sim_cycle = 2000
gpu_tot_sim_insn = 64000"
"""
OWN = """#!/bin/sh
[ "$*" = "run bfs --stats -" ] || exit 9
echo '{"total": {"counters": {"cycles": 3000, "warp_instructions": 500}}}'
"""
PLAN = """
[kernels]
bfs = ["run", "bfs"]

[other]
commands.bfs = ["./peer", "bfs"]
instructions = 'gpu_tot_sim_insn = (\\d+)'
cycles = 'gpu_tot_sim_cycle = (\\d+)'
counts = "lanes"
"""


class Peers(unittest.TestCase):
    """From a file to a table."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)
        for name, text in (("peer", PEER), ("lanefold", OWN)):
            (self.folder / name).write_text(text, encoding="utf-8")
            (self.folder / name).chmod(0o755)

    def peers(self, plan):
        """Exit code, standard output, standard error."""
        (self.folder / "peers.toml").write_text(plan, encoding="utf-8")
        done = subprocess.run([sys.executable, "-B", SCRIPTS / "peers", self.folder / "peers.toml", "--turns", "2",
                               "--command", self.folder / "lanefold"], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout, done.stderr

    def test_each_is_counted_as_it_counts(self):
        """A row for each simulator; the last of a number is the total."""
        code, out, err = self.peers(PLAN)
        self.assertEqual((code, err), (0, ""))
        rows = [line.split() for line in out.splitlines()[1:]]
        self.assertEqual([row[:2] + row[3:6] for row in rows], [["bfs", "lanefold", "500", "3,000", "warps"],
                                                                ["bfs", "other", "64,000", "2,000", "lanes"]])

    def test_what_is_not_printed_is_not_known(self):
        """A simulator without counters still has a time."""
        code, out, _ = self.peers(PLAN.replace("gpu_tot_sim_insn", "instructions"))
        self.assertEqual((code, out.splitlines()[2].split()[3:]), (0, ["-", "2,000", "lanes", "-"]))

    def test_mistakes_are_one_sentence(self):
        """Each names the file or the simulator."""
        for plan, sentence in (
                (PLAN.replace('["./peer", "bfs"]', '["./peer", "bad"]'), "ended with 3: no such kernel"),
                (PLAN.replace("./peer", "./none"), "other: ./none bfs: No such file or directory"),
                (PLAN.replace("commands.bfs", "commands.kmeans"), "[other] runs 'kmeans', which [kernels] does not have"),
                (PLAN.replace("counts", "count"), "[other] has no key 'count'"),
                (PLAN.replace('"lanes"', '"threads"'), "counts = 'threads'; valid: warps, lanes"),
                (PLAN.replace("insn = (\\d+)", "insn = \\d+"), "wants one group"),
                (PLAN.replace("insn = (\\d+)", "insn = (\\d+"), "is no regular expression"),
                (PLAN + "folder = 'nowhere'", "folder"), ("[kernels]\n", "[kernels] wants a line"),
                ('[kernels]\na = ["run", "a"]\n', "a simulator wants a table"), ("kernels", "peers.toml: ")):
            code, out, err = self.peers(plan)
            self.assertEqual((code, err.count("\n")), (1, 1), plan + err)
            self.assertIn(sentence, err)
            self.assertLessEqual(out.count("\n"), 1)


if __name__ == "__main__":
    unittest.main()
