#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the Debian packages, installs them in an empty root, runs what they hold, and removes them. Needs root, and
mmdebstrap with its mirror.
    tests/install/package_test.py"""

import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        said = done.stdout[-4000:] + done.stderr[-4000:]
        raise AssertionError(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{said}")
    return done.stdout


class Packages(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="lanefold-root-")
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name) / "root"

    def inside(self, *command):
        return run("chroot", self.root, "/usr/bin/env", "DEBIAN_FRONTEND=noninteractive", "HOME=/root", *command)

    def ours(self):
        """Files of ours in the root, but for the packages themselves."""
        found = self.inside("find", "/usr", "/etc", "-iname", "*lanefold*")
        return found.split()

    def test_install_run_and_remove_in_an_empty_root(self):
        packages = [Path(line) for line in run(ROOT / "scripts/package").split() if line.endswith(".deb")]
        names = {package.name.split("_")[0].rstrip("0123456789.") for package in packages}
        self.assertEqual(names, {"lanefold", "liblanefold", "liblanefold-dev"})
        run("mmdebstrap", "--variant=apt", "--include=ca-certificates", "bookworm", self.root)
        run("mount", "-t", "proc", "proc", self.root / "proc")
        self.addCleanup(run, "umount", self.root / "proc")
        (self.root / "packages").mkdir()
        for package in packages:
            shutil.copy(ROOT / package, self.root / "packages")
        self.inside("sh", "-c", "apt-get update && apt-get install -y /packages/*.deb g++ make pkg-config")
        self.assertIn("ivb-eu", self.inside("lanefold", "list", "machines"))
        self.assertIn("vector-add", self.inside("lanefold", "run", "vector-add", "--size", "tiny"))
        application = ["lanefold-workloads", "vector-add", "--size", "tiny"]
        self.assertIn("vector-add", self.inside("lanefold", "exec", "--", *application))
        self.assertIn("vector-add", self.inside(*application))  # by the system's loader
        self.assertIn("-llanefold", self.inside("pkg-config", "--cflags", "--libs", "lanefold-model"))
        shutil.copytree(ROOT / "examples/cpp", self.root / "examples")
        self.inside("make", "-C", "/examples", "build/run_kernel")
        self.assertRegex(self.inside("/examples/build/run_kernel"), r"after \d+ cycles")
        self.inside("sh", "-c", "apt-get purge -y lanefold liblanefold-dev 'liblanefold0*'")
        self.assertEqual(self.ours(), [])


if __name__ == "__main__":
    unittest.main()
