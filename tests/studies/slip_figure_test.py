#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The figure of docs/method/modelling-slip.md is that of a fresh run."""

import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[2]


class SlipFigure(unittest.TestCase):
    """scripts/slip-figure with the built command."""

    def draw(self, *words):
        """The finished process."""
        return subprocess.run([sys.executable, "-B", SOURCES / "scripts/slip-figure", "--command",
                               os.environ["LANEFOLD"], *words],
                              capture_output=True, text=True, check=False)

    def test_is_that_of_the_page(self):
        """Byte for byte."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "figure.svg"
            done = self.draw("-o", str(file))
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(file.read_bytes(), (SOURCES / "docs/method/figure2-slip.svg").read_bytes())

    def test_refuses_a_folder_that_there_is_not(self):
        """In one sentence."""
        done = self.draw("-o", "/no/such/folder/figure.svg")
        self.assertEqual(done.returncode, 2)
        self.assertIn("there is no such folder", done.stderr)


if __name__ == "__main__":
    unittest.main()
