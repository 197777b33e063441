# SPDX-License-Identifier: Apache-2.0
"""What sweeps, studies and scripts write, on a disk without room: an error that names the file."""

import subprocess
import sys
import unittest

from sweeps import MAIN, SOURCES, SweepTest

PLAN = '[[points]]\nprogram = ["bfs", "kmeans"]\n'
FULL = "No space left on device"


class FullDiskTest(SweepTest):
    """Sweeps of the fake simulator."""

    def limited(self, *words):
        """A sweep whose files grow to 512 bytes at most."""
        line = ["sh", "-c", 'ulimit -f 1; exec "$@"', "sh", sys.executable, "-s", "-B", MAIN,
                self.command, "sweep", *words]
        return subprocess.run(line, cwd=self.folder, env=self.environment, text=True, timeout=60,
                              capture_output=True, check=False)

    def into_full(self, *words):
        """A command whose standard output is full."""
        with open("/dev/full", "w", encoding="utf-8") as full:
            return subprocess.run([sys.executable, "-s", "-B", MAIN, self.command, *words],
                                  cwd=self.folder, env=self.environment, text=True, timeout=60,
                                  stdout=full, stderr=subprocess.PIPE, check=False)

    def test_a_table_is_an_error(self):
        self.write(PLAN)
        link = self.folder / "link.csv"
        link.symlink_to("/dev/full")
        for name in ("/dev/full", "link.csv"):
            code, out, err = self.sweep("plan.toml", "--csv", name)
            self.assertEqual((code, err.splitlines()[-1]),
                             (4, f"lanefold: {name} cannot be written: {FULL}"))
            self.assertIn("2 points: ", out)
        self.assertTrue(link.is_symlink())

    def test_a_table_may_go_to_a_pipe(self):
        self.write(PLAN)
        code, out, _ = self.sweep("plan.toml", "--csv", "/dev/stdout", "--columns", "timed")
        self.assertEqual(code, 0)
        self.assertIn(",seed,timed\n", out)

    def test_a_table_goes_where_a_link_says(self):
        self.write(PLAN)
        (self.folder / "link.csv").symlink_to("table.csv")
        self.assertEqual(self.sweep("plan.toml", "--csv", "link.csv")[0], 0)
        self.assertTrue((self.folder / "link.csv").is_symlink())
        self.assertIn("bfs", (self.folder / "table.csv").read_text())

    def test_a_result_is_an_error(self):
        self.write(PLAN)
        times = self.folder / "results/plan/seconds.jsonl"
        times.parent.mkdir(parents=True)
        times.write_text(600 * "\n")
        done = self.limited("plan.toml")
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertEqual(done.stderr.splitlines()[-1], "lanefold: results/plan/seconds.jsonl "
                                                       "cannot be written: File too large")

    def test_a_database_is_an_error(self):
        self.write(PLAN)
        done = self.limited("plan.toml")
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertRegex(done.stderr.splitlines()[-1],
                         "^lanefold: results/plan/plan.sqlite cannot be written: ")
        self.assertEqual(list((self.folder / "results/plan").glob("*sqlite*")), [])
        self.assertIn("2 points: 0 run, 2 already", self.sweep("plan.toml")[1])

    def test_a_database_replaces_no_device(self):
        self.write(PLAN)
        (self.folder / "results/plan").mkdir(parents=True)
        (self.folder / "results/plan/plan.sqlite").symlink_to("/dev/null")
        code, _, err = self.sweep("plan.toml")
        self.assertEqual(code, 4)
        self.assertIn("plan.sqlite cannot be written: it is not a regular file", err)

    def test_standard_output_is_an_error(self):
        self.write(PLAN)
        for words in (["sweep", "plan.toml", "--list"], ["sweep", "plan.toml"], ["sweep", "--help"],
                      ["study", "--list"]):
            done = self.into_full(*words)
            self.assertEqual(done.returncode, 4, words)
            self.assertEqual(done.stderr.splitlines()[-1],
                             f"lanefold: standard output cannot be written: {FULL}")

    def test_help_is_printed(self):
        code, out, _ = self.sweep("--help")
        self.assertEqual(code, 0)
        self.assertIn("--csv FILE", out)


class ScriptTest(unittest.TestCase):
    """What the scripts share."""

    def test_json_is_an_error(self):
        script = "from arguments import run_script, write_json; " \
                 "run_script(lambda: write_json('/dev/full', {}))"
        done = subprocess.run([sys.executable, "-B", "-c", script], cwd=SOURCES / "scripts",
                              text=True, capture_output=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn(f": /dev/full cannot be written: {FULL}\n", done.stderr)


if __name__ == "__main__":
    unittest.main()
