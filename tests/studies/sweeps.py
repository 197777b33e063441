# SPDX-License-Identifier: Apache-2.0
"""What the tests of sweeps share: a folder, the fake simulator, and calls of the program."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[2]
MAIN = SOURCES / "studies/main.py"
sys.path.insert(0, str(SOURCES / "studies"))


class SweepTest(unittest.TestCase):
    """Every test has a folder of its own, with a copy of the fake."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = Path(holder.name)
        self.command = self.folder / "lanefold"
        shutil.copy(SOURCES / "tests/studies/fake_lanefold", self.command)
        self.log = self.folder / "log"
        self.go = self.folder / "go"
        self.environment = {**os.environ, "FAKE_LOG": str(self.log), "FAKE_GO": str(self.go)}

    def write(self, text, name="plan.toml"):
        """A sweep's file."""
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def start(self, *words, verb="sweep"):
        """A sweep that runs beside the test."""
        line = [sys.executable, "-s", "-B", MAIN, self.command, verb, *map(str, words)]
        return subprocess.Popen(line, cwd=self.folder, env=self.environment, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def sweep(self, *words, verb="sweep"):
        """Exit code, standard output and standard error of one that has ended."""
        with self.start(*words, verb=verb) as process:
            out, err = process.communicate(timeout=120)
        return process.returncode, out, err

    def runs(self):
        """The command lines of all runs so far."""
        return self.log.read_text(encoding="utf-8").splitlines() if self.log.exists() else []

    def until(self, condition):
        """Waits, but not forever; returns what holds."""
        deadline = time.monotonic() + 60
        while not (found := condition()):
            self.assertLess(time.monotonic(), deadline, "nothing happened for a minute")
            time.sleep(0.02)
        return found

    def results(self):
        """Files of points that are complete."""
        return list(self.folder.glob("results/plan/points/[0-9a-f]*"))

    def process_of(self, program):
        """The number of the simulator's process, once it runs."""
        file = self.folder / f"go.{program}"
        return int(self.until(lambda: file.exists() and file.read_text(encoding="utf-8").strip()))

    def expect_refusal(self, code, sentence, *words, verb="sweep"):
        """One sentence, nothing else."""
        found, out, err = self.sweep(*words, verb=verb)
        self.assertEqual((found, out), (code, ""), err)
        self.assertTrue(err.startswith("lanefold: "), err)
        self.assertIn(sentence, err)
        self.assertEqual(err.count("\n"), 1, err)
