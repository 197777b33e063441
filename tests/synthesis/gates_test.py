# SPDX-License-Identifier: Apache-2.0
"""The gates that the study of cost counts are those of the RTL."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[2]


class Gates(unittest.TestCase):
    """studies/cost/gates.json"""

    def test_modules_are_as_scripts_synth_makes_them(self):
        kept = json.loads((SOURCES / "studies/cost/gates.json").read_text(encoding="utf-8"))
        modules = [one["module"] for one in kept["modules"]]
        shape = "{lanes}x{alu_width}".format(**kept["geometry"])
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "gates.json"
            done = subprocess.run([sys.executable, SOURCES / "scripts/synth", "--geometry", shape,
                                   "--json", path, *modules], capture_output=True, text=True,
                                  check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            made = json.loads(path.read_text(encoding="utf-8"))
        self.assertEqual(made["modules"], kept["modules"])
        self.assertEqual([made[key] for key in ("library", "nand2_area")],
                         [kept[key] for key in ("library", "nand2_area")])


if __name__ == "__main__":
    unittest.main()
