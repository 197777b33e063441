#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The assertions of rtl/ are in the subset that yosys takes, too: each module that has any is read with them."""

import subprocess
import unittest
from pathlib import Path

RTL = Path(__file__).resolve().parents[2] / "rtl"


class Assertions(unittest.TestCase):
    """Of each module with a clock and a reset."""

    def test_yosys_takes_assertions_and_cover_points(self):
        texts = {file: file.read_text(encoding="utf-8") for file in sorted(RTL.glob("*.sv"))}
        modules = [file for file, text in texts.items() if "LANEFOLD_ASSERTIONS" in text]
        self.assertGreaterEqual(len(modules), 10)
        for file in modules:
            with self.subTest(module=file.stem):
                commands = ["read_verilog -sv -formal -defer -DLANEFOLD_ASSERTIONS "
                            f"-I{RTL} {RTL}/lanefold_pkg.sv {file}", f"hierarchy -libdir {RTL} -top {file.stem}",
                            "proc", "select -assert-min 1 t:$assert", "select -assert-min 1 t:$cover"]
                done = subprocess.run(["yosys", "-q", "-p", "; ".join(commands)], capture_output=True, text=True,
                                      check=False)
                self.assertEqual((done.returncode, done.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
