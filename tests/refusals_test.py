# SPDX-License-Identifier: Apache-2.0
"""Calls scripts/prove and scripts/mutate wrongly, or without working tools, and checks the exit code
and the sentence."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[1]
GEOMETRIES = ", ".join("x".join(line.partition("#")[0].split())
                       for line in (SOURCES / "rtl/geometries.txt").read_text().splitlines()
                       if line.partition("#")[0].strip())
CONTROL = "none_control, ivb_half, bcc_control, scc_parallel, scc_fifo"
BLOCKS = f"exec_mask, {CONTROL}, data_path, operand_latch, compaction_sequencer"
MODULES = (f"exec_mask, {CONTROL}, swizzle_crossbar, unswizzle, operand_latch, "
           "compaction_sequencer")
NO_GEOMETRY = f"there is no geometry '7x3' in rtl/geometries.txt; it lists {GEOMETRIES}"

# Script, arguments, sentence.
MISTAKES = (
    ("prove", ["--geometry", "7x3"], NO_GEOMETRY),
    ("prove", ["--geometry", "wide"], NO_GEOMETRY.replace("7x3", "wide")),
    ("prove", ["--block", "simd_control"],
     f"there is no block 'simd_control'; there are {BLOCKS}"),
    ("prove", ["--engine", "guess"],
     "there is no engine 'guess'; there are iprove, cadical, minisat, exhaust"),
    ("prove", ["--jobs", "0"], "--jobs wants at least 1 and --timeout more than 0 seconds"),
    ("prove", ["--timeout", "0"], "--jobs wants at least 1 and --timeout more than 0 seconds"),
    ("prove", ["--seed", "x"], "argument --seed: invalid int value: 'x'"),
    ("prove", ["--json", "absent/rows.json"], "--json absent/rows.json: there is no such folder"),
    ("prove", ["--fast"], "unrecognized arguments: --fast"),
    ("mutate", ["--geometry", "7x3"], NO_GEOMETRY),
    ("mutate", ["--module", "simd_control"],
     f"there is no module 'simd_control'; there are {MODULES}"),
    ("mutate", ["--count", "9"], "--count wants 10, one for each module, to 65535"),
    ("mutate", ["--count", "65536"], "--count wants 10, one for each module, to 65535"),
    ("mutate", ["--jobs", "0"],
     "--jobs wants at least 1, --timeout more than 0 seconds and --seed no negative number"),
    ("mutate", ["--json", "absent/faults.json"],
     "--json absent/faults.json: there is no such folder"),
    ("mutate", ["--fast"], "unrecognized arguments: --fast"),
)

# Script and what it says where no program is installed.
WITHOUT_TOOLS = (
    ("prove", [], "yosys, berkeley-abc, cadical is not installed; scripts/setup test installs what "
                  "is missing"),
    ("prove", ["--engine", "exhaust"], "yosys, c++ is not installed; scripts/setup build test "
                                       "installs what is missing"),
    ("mutate", [], "yosys, verilator, cmake, cadical is not installed; scripts/setup build test "
                   "installs what is missing"),
)


def run(script, arguments, path=None):
    """The script's exit code and what it printed; `path` is where it looks for programs."""
    environment = {**os.environ, "PATH": path} if path else None
    return subprocess.run([sys.executable, SOURCES / "scripts" / script, *arguments],
                          capture_output=True, text=True, check=False, env=environment)


class Refusals(unittest.TestCase):
    """The scripts as a user runs them."""

    def expect(self, script, done, code, sentence):
        """This exit code, and nothing printed but this sentence."""
        self.assertEqual((done.returncode, done.stdout, done.stderr),
                         (code, "", f"scripts/{script}: {sentence}\n"))

    def test_a_mistake_is_refused_in_one_sentence(self):
        for script, arguments, sentence in MISTAKES:
            with self.subTest(script=script, arguments=arguments):
                self.expect(script, run(script, arguments), 2, sentence)

    def test_a_missing_tool_is_named_with_the_group_that_installs_it(self):
        with tempfile.TemporaryDirectory() as folder:
            for script, arguments, sentence in WITHOUT_TOOLS:
                with self.subTest(script=script, arguments=arguments):
                    self.expect(script, run(script, arguments, folder), 2, sentence)

    def test_a_failing_tool_ends_the_script_with_its_last_words(self):
        with tempfile.TemporaryDirectory() as folder:
            for tool in ("yosys", "verilator", "cmake", "cadical", "berkeley-abc"):
                program = Path(folder) / tool
                program.write_text("#!/bin/sh\necho first\necho 'ERROR: no' >&2\nexit 1\n",
                                   encoding="utf-8")
                program.chmod(0o755)
            work = Path(folder) / "work"
            for script, arguments, stem in (
                    ("prove", ["--block", "exec_mask", "--geometry", "8x4"], "exec_mask_8"),
                    ("mutate", ["--module", "exec_mask"], "exec_mask_mutated_16_list")):
                with self.subTest(script=script):
                    done = run(script, [*arguments, "--work", str(work)],
                               f"{folder}:{os.environ['PATH']}")
                    self.expect(script, done, 1, f"yosys failed on {work / stem}.ys: ERROR: no")


if __name__ == "__main__":
    unittest.main()
