# SPDX-License-Identifier: Apache-2.0
"""Calls scripts/prove and scripts/mutate wrongly, or without working tools, and checks the exit code
and the sentence."""

import importlib.machinery
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

SOURCES = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(SOURCES / "scripts"), str(SOURCES / "scripts/verification")]
# pylint: disable=wrong-import-position
from blocks import LISTED, MODULES
from engines import ENGINES
from geometry import geometries
from proofs import BLOCKS

NO_GEOMETRY = ("argument --geometry: there is no geometry '7x3' in rtl/geometries.txt; it lists "
               + ", ".join(geometries()))
COUNT = f"--count wants {len(LISTED)}, one for each module, to 65535"
UNUSABLE = "cannot be used: yosys and abc take names of letters, digits and ./+,@=~_-"

# Arguments and sentence: what both scripts refuse,
COMMON_MISTAKES = (
    (["--geometry", "7x3"], NO_GEOMETRY),
    (["--geometry", "wide"], NO_GEOMETRY.replace("7x3", "wide")),
    (["--jobs", "0"], "argument --jobs: '0' is no whole number from 1"),
    (["--seed", "x"], "argument --seed: 'x' is no whole number from 0 to 2147483647"),
    (["--seed", "-1"], "argument --seed: '-1' is no whole number from 0 to 2147483647"),
    *((["--timeout", text], f"argument --timeout: '{text}' is no number of seconds above 0")
      for text in ("0", "-3", "nan", "inf", "soon")),
    (["--json", "absent/rows.json"], "argument --json: absent/rows.json: there is no such folder"),
    (["--json", ""], "argument --json: '' is no name of a file"),
    (["--json", "/"], "argument --json: '/' is no name of a file"),
    (["--work", "/a b"], f"argument --work: '/a b' {UNUSABLE}"),
    (["--fast"], "unrecognized arguments: --fast"),
)
# and what each of them does.
MISTAKES = {
    "prove": (
        (["--block", "simd_control"], "argument --block: there is no block 'simd_control'; there "
                                      f"are {', '.join(BLOCKS)}"),
        (["--engine", "guess"], "argument --engine: there is no engine 'guess'; there are "
                                f"{', '.join(ENGINES)}"),
        (["--quad-lanes", "0"], "argument --quad-lanes: '0' is no whole number from 1"),
    ),
    "mutate": (
        (["--module", "simd_control"], "argument --module: there is no module 'simd_control'; there "
                                       f"are {', '.join(MODULES)}"),
        (["--count", str(len(LISTED) - 1)], COUNT),
        (["--count", "65536"], "argument --count: '65536' is no whole number from 1 to 65535"),
        *((["--hand-made", *choice], f"{choice[0]} chooses among the faults that yosys lists; --hand-made "
                                     "has its own and runs all")
          for choice in (["--count", "40"], ["--seed", "1"])),
        (["--module", "slip_unit"], "--module: slip_unit has no faults that yosys lists"),
        (["--hand-made", "--module", "wired_or_crossbar"], "--module: wired_or_crossbar has no hand-made faults"),
    ),
}
# Script, arguments, sentence.
WITH_TOOLS = (
    ("prove", ["--work", __file__], f"argument --work: {__file__} cannot be made a folder: File exists"),
    ("prove", ["--work", "/proc/nope"],
     "argument --work: /proc/nope cannot be made a folder: No such file or directory"),
    ("mutate", ["--work", __file__], f"argument --work: {__file__} cannot be made a folder: File exists"),
    ("prove", ["--quad-lanes", "3"], "no chosen block has quads of 3 lanes"),
)

# Script and what it says where no program is installed.
WITHOUT_TOOLS = (
    ("prove", [], "yosys, berkeley-abc, cadical is not installed; scripts/setup test installs what "
                  "is missing"),
    ("prove", ["--engine", "exhaust"], "yosys, c++ is not installed; scripts/setup build test "
                                       "installs what is missing"),
    ("mutate", [], "yosys, verilator, cmake, cadical is not installed; scripts/setup build test "
                   "installs what is missing"),
    ("mutate", ["--hand-made"], "verilator, cmake is not installed; scripts/setup build test installs what is "
                                "missing"),
)


def run(script, arguments, path=None):
    """The script's exit code and what it printed; `path` is where it looks for programs."""
    environment = {**os.environ, "PATH": path} if path else None
    return subprocess.run([sys.executable, SOURCES / "scripts" / script, *arguments],
                          capture_output=True, text=True, check=False, env=environment)


def make_failing_tools(folder):
    """Programs that are found and do nothing."""
    for tool in ("yosys", "verilator", "cmake", "cadical", "berkeley-abc"):
        program = Path(folder) / tool
        program.write_text("#!/bin/sh\necho first\necho 'ERROR: no' >&2\nexit 1\n", encoding="utf-8")
        program.chmod(0o755)
    return f"{folder}:{os.environ['PATH']}"


def load(script):
    """A script as a module."""
    path = str(SOURCES / "scripts" / script)
    loader = importlib.machinery.SourceFileLoader(script, path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(script, loader))
    loader.exec_module(module)
    return module


class Refusals(unittest.TestCase):
    """The scripts as a user runs them."""

    def expect(self, script, done, code, sentence):
        """This exit code, and nothing printed but this sentence."""
        self.assertEqual((done.returncode, done.stdout, done.stderr),
                         (code, "", f"scripts/{script}: {sentence}\n"))

    def test_a_mistake_is_refused_in_one_sentence(self):
        for script, own_mistakes in MISTAKES.items():
            for arguments, sentence in (*COMMON_MISTAKES, *own_mistakes):
                with self.subTest(script=script, arguments=arguments):
                    self.expect(script, run(script, arguments), 2, sentence)

    def test_a_folder_or_quad_that_cannot_be_is_refused_in_one_sentence(self):
        with tempfile.TemporaryDirectory() as folder:
            path = make_failing_tools(folder)
            for script, arguments, sentence in WITH_TOOLS:
                with self.subTest(script=script, arguments=arguments):
                    self.expect(script, run(script, arguments, path), 2, sentence)

    def test_a_line_of_the_geometries_that_is_none_is_refused(self):
        for line in ("16", "16 x", "16 4 2"):
            with self.subTest(line=line), tempfile.TemporaryDirectory() as folder:
                copy = Path(folder)
                for needed in ("scripts", "studies/lanefold_studies"):
                    shutil.copytree(SOURCES / needed, copy / needed)
                (copy / "rtl").mkdir()
                shutil.copy(SOURCES / "rtl/blocks.toml", copy / "rtl")
                (copy / "rtl/geometries.txt").write_text(f"8 4\n{line} # wide\n", encoding="utf-8")
                for script in ("prove", "mutate", "synth"):
                    for arguments in ([], ["--geometry", "8x4"]):
                        done = subprocess.run([sys.executable, copy / "scripts" / script, *arguments],
                                              capture_output=True, text=True, check=False)
                        self.assertEqual(done.returncode, 2)
                        self.assertIn(f": line 2 of rtl/geometries.txt is '{line}', not LANES "
                                      "ALU_WIDTH\n", done.stderr)
                        self.assertEqual(done.stderr.count("\n"), 1)

    def test_what_is_named_twice_is_done_once(self):
        prove = load("prove")
        twice = ["--block", "exec_mask", "--engine", "cadical", "--geometry", "8x4"] * 2
        with mock.patch("sys.argv", ["prove", *twice]), mock.patch.object(prove, "missing",
                                                                              lambda engines: []):
            arguments = prove.parse_arguments()
        self.assertEqual((arguments.block, arguments.engine, list(map(str, arguments.geometry))),
                         (["exec_mask"], ["cadical"], ["8x4"]))

    def test_coverage_takes_no_arguments(self):
        for argument in ("--help", "8x4", ""):
            done = subprocess.run([SOURCES / "scripts/rtl-coverage", argument], capture_output=True,
                                  text=True, check=False)
            self.expect("rtl-coverage", done, 2, f"takes no arguments, but got '{argument}'")

    def test_a_missing_tool_is_named_with_the_group_that_installs_it(self):
        with tempfile.TemporaryDirectory() as folder:
            for script, arguments, sentence in WITHOUT_TOOLS:
                with self.subTest(script=script, arguments=arguments):
                    self.expect(script, run(script, arguments, folder), 2, sentence)

    def test_a_failing_tool_ends_the_script_with_its_last_words(self):
        with tempfile.TemporaryDirectory() as folder:
            path = make_failing_tools(folder)
            work = Path(folder) / "work"
            for script, arguments, stem in (
                    ("prove", ["--block", "exec_mask", "--geometry", "8x4"], "exec_mask_8"),
                    ("mutate", ["--module", "exec_mask"], "exec_mask_mutated_16_list")):
                with self.subTest(script=script):
                    done = run(script, [*arguments, "--work", str(work)], path)
                    self.expect(script, done, 1, f"yosys failed on {work / stem}.ys: ERROR: no")


if __name__ == "__main__":
    unittest.main()
