#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What scripts/bril-benchmarks says of a checkout with a program of its own. Argument: the command lanefold."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts/bril-benchmarks"
COMMAND = sys.argv.pop(1)
# The last block is never reached, and `opt` leaves it out.
PROGRAM = """# ARGS: 3
@main(n: int) {
  one: int = const 1;
.loop:
  print n;
  n: int = sub n one;
  more: bool = ge n one;
  br more .loop .end;
.end:
  ret;
.never:
  print one;
}
"""


class BrilBenchmarks(unittest.TestCase):
    """Each test has a checkout of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.checkout = Path(folder.name)
        self.core = self.checkout / "benchmarks/core"
        self.core.mkdir(parents=True)
        (self.core / "down.bril").write_text(PROGRAM, encoding="utf-8")

    def script(self):
        """What it says of the checkout."""
        words = [sys.executable, "-B", SCRIPT, "--command", COMMAND, self.checkout]
        return subprocess.run(words, capture_output=True, text=True, check=False)

    def beside(self, suffix, text):
        """Writes a file beside the program."""
        (self.core / "down").with_suffix(suffix).write_text(text, encoding="utf-8")

    def test_prints_how_many_instructions_are_carried_out(self):
        self.beside(".out", "3\n2\n1\n")
        self.beside(".prof", "total_dyn_inst: 14\n")
        done = self.script()
        self.assertEqual(done.stderr, "")
        self.assertEqual(done.returncode, 0)
        self.assertEqual(done.stdout, "| benchmark | as it is | `opt` | `opt --reuse` |\n"
                                      "|---|---:|---:|---:|\n| core/down | 14 | 14 | 14 |\n")

    def test_goes_into_folders_of_folders(self):
        (self.core / "deeper").mkdir()
        (self.core / "deeper/down.bril").write_text(PROGRAM, encoding="utf-8")
        self.assertIn("| core/deeper/down | 14 | 14 | 14 |", self.script().stdout)

    def test_refuses_other_output_and_counts(self):
        self.beside(".out", "3\n2\n")
        self.beside(".prof", "total_dyn_inst: 13\n")
        done = self.script()
        self.assertEqual(done.returncode, 1)
        self.assertIn("down.bril: prints something else than", done.stderr)
        self.assertIn("down.bril: carries out 14 instructions, not 13", done.stderr)

    def test_says_why_a_program_does_not_run(self):
        self.beside(".bril", "@main {\n  x: int = const 0;\n  x: int = div x x;\n}\n")
        done = self.script()
        self.assertEqual(done.returncode, 1)
        self.assertIn("division by zero", done.stderr)
        self.assertIn("| core/down | fails | fails | fails |", done.stdout)

    def test_refuses_what_is_no_checkout(self):
        (self.core / "down.bril").unlink()
        done = self.script()
        self.assertEqual(done.returncode, 2)
        self.assertIn("has no files benchmarks/{core,float,mem,mixed,long}/*.bril", done.stderr)


if __name__ == "__main__":
    unittest.main()
