#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Installs a build, moves the prefix, and uses it as others would: examples/cpp with CMake and with make, the command,
the RTL, the man page and the completion. Nothing but the prefix and a copy of the examples is used.
    tests/install/install_test.py BUILD_FOLDER"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(sys.argv.pop()) if len(sys.argv) > 1 else ROOT / "build/test"
HAS_RTL = shutil.which("verilator") is not None
PROGRAMS = ["run_kernel", "virtual_platform", "own_policy", "foreign_cache"] + ["own_policy_rtl"] * HAS_RTL


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **options)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def version():
    return re.search(r'kVersion = "(.*)"', (ROOT / "include/lanefold/version.h").read_text(encoding="utf-8"))[1]


class InstalledPrefix(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="lanefold-install-")
        first = Path(cls.folder.name) / "first"
        run("cmake", "--install", BUILD, "--prefix", first)
        cls.prefix = Path(cls.folder.name) / "moved"
        first.rename(cls.prefix)
        cls.examples = Path(cls.folder.name) / "examples"
        shutil.copytree(ROOT / "examples/cpp", cls.examples)
        cls.environment = {name: value for name, value in os.environ.items() if not name.startswith("LANEFOLD_")}
        cls.environment["XDG_CACHE_HOME"] = str(BUILD / "test_cache")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def call(self, *command, **options):
        return run(*command, env=self.environment | options.pop("env", {}), **options)

    def expect_examples(self, folder, programs):
        lines = {program: self.call(folder / program) for program in programs}
        for program, pattern in {
            "run_kernel": r"1023 squared is 1046529, after \d+ cycles",
            "virtual_platform": r"scale took \d+ cycles on the first GPU, of \d+ .* results right",
            "own_policy": r"EU cycles: first fit \d+, bcc \d+; results equal",
            "own_policy_rtl": r"0 of 65536 masks differ; EU cycles: RTL (\d+), C\+\+ \1",
            "foreign_cache": r"\d+ cycles without the caches, \d+ with them: \d+ hits, \d+ misses",
        }.items():
            if program in lines:
                self.assertRegex(lines[program], pattern)

    def test_examples_build_with_cmake(self):
        build = self.examples / "build"
        self.call("cmake", "-S", self.examples, "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}")
        self.call("cmake", "--build", build, "-j2")
        self.expect_examples(build, PROGRAMS)
        # Its machines are those of the prefix, not of the source tree.
        machine = self.prefix / "share/lanefold/configs/machines/ivb-eu.toml"
        text = machine.read_text(encoding="utf-8")
        cycles = self.call(build / "run_kernel")
        machine.write_text(re.sub(r"(?m)^(alu_width\s*=\s*)\d+", r"\g<1>1", text), encoding="utf-8")
        self.assertNotEqual(self.call(build / "run_kernel"), cycles)
        machine.write_text(text, encoding="utf-8")
        needed = self.call("ldd", build / "run_kernel")
        self.assertIn(f"{self.prefix}/lib", needed)

    def test_examples_build_with_make(self):
        packages = next(self.prefix.glob("lib*/**/pkgconfig"))
        environment = {"PKG_CONFIG_PATH": str(packages), "CXXFLAGS": "", "BUILD": "with_make"}
        programs = ["run_kernel", "own_policy"]
        self.call("make", "-C", self.examples, *(f"with_make/{program}" for program in programs), env=environment)
        self.expect_examples(self.examples / "with_make", programs)

    def test_static_library_links(self):
        user = self.examples / "static"
        user.mkdir()
        (user / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(user LANGUAGES CXX)\n"
            "find_package(Lanefold 0.2 REQUIRED COMPONENTS Static RTL)\n"
            "add_executable(run_kernel ../run_kernel.cpp)\ntarget_link_libraries(run_kernel Lanefold::lanefold)\n"
            'file(STRINGS "${Lanefold_RTL_DIR}/lanefold.f" lines)\nmessage(STATUS "rtl: ${lines}")\n', encoding="utf-8")
        said = self.call("cmake", "-S", user, "-B", user / "build", f"-DCMAKE_PREFIX_PATH={self.prefix}")
        self.assertIn("scc_control.sv", said)
        self.call("cmake", "--build", user / "build")
        environment = {"LANEFOLD_CONFIG_DIR": str(self.prefix / "share/lanefold/configs")}
        self.assertRegex(self.call(user / "build/run_kernel", env=environment), r"after \d+ cycles")
        self.assertNotIn("liblanefold", self.call("ldd", user / "build/run_kernel"))

    def test_unknown_component_is_refused(self):
        user = self.examples / "wrong"
        user.mkdir()
        (user / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(user LANGUAGES CXX)\n"
            "find_package(Lanefold REQUIRED COMPONENTS Models)\n", encoding="utf-8")
        with self.assertRaisesRegex(AssertionError, "Lanefold has no component Models"):
            self.call("cmake", "-S", user, "-B", user / "build", f"-DCMAKE_PREFIX_PATH={self.prefix}")

    def test_command_reads_the_data_of_its_prefix(self):
        command = self.prefix / "bin/lanefold"
        self.assertTrue(self.call(command, "--version").startswith(f"lanefold {version()} (statistics lanefold.statistics/"))
        machines = self.prefix / "share/lanefold/configs/machines"
        text = "# SPDX-License-Identifier: Apache-2.0\n# A machine of this prefix\nbase = \"bare\"\ncores = 2\n"
        (machines / "mine.toml").write_text(text, encoding="utf-8")
        self.assertIn("A machine of this prefix", self.call(command, "list", "machines"))
        by_name = {"PATH": f"{command.parent}:{os.environ['PATH']}"}
        self.assertIn("A machine of this prefix", self.call("lanefold", "list", "machines", env=by_name))
        self.assertIn("vector-add", self.call(command, "run", "vector-add", "--size", "tiny", "--machine", "mine"))

    def test_driver_runs_applications(self):
        command = self.prefix / "bin/lanefold"
        done = self.call(command, "exec", "--", self.prefix / "bin/lanefold-workloads", "vector-add", "--size", "tiny")
        self.assertIn("vector-add", done)

    def test_rtl_is_complete(self):
        rtl = self.prefix / "share/lanefold/rtl"
        listed = {line for line in (rtl / "lanefold.f").read_text(encoding="utf-8").splitlines() if line[:2] != "//"}
        self.assertEqual(listed, {path.name for path in rtl.glob("*.sv")})
        core = (rtl / "lanefold.core").read_text(encoding="utf-8")
        self.assertEqual(listed, set(re.findall(r"^ +- (\w+\.sv)$", core, re.MULTILINE)))
        self.assertIn(f"lanefold:lanefold:rtl:{version()}\n", core)
        if HAS_RTL:
            for top in ("scc_control", "mdt", "compaction_sequencer"):
                self.call("verilator", "--lint-only", "-F", rtl / "lanefold.f", "--top-module", top)

    def test_completion_offers_what_there_is(self):
        script = self.prefix / "share/bash-completion/completions/lanefold"
        ask = f'source {script}; COMP_WORDS=({{words}}); COMP_CWORD={{place}}; _lanefold; echo "${{{{COMPREPLY[*]}}}}"'
        path = {"PATH": f"{self.prefix}/bin:{os.environ['PATH']}"}
        for words, place, expected in [("lanefold ru", 1, "run"), ("lanefold run --machine iv", 3, "ivb-eu"),
                                       ("lanefold run bfs --trac", 3, "--trace"), ("lanefold run n-q", 2, "n-queens"),
                                       ("lanefold run bfs --set core.compac", 4, "core.compaction=")]:
            with self.subTest(words):
                offered = self.call("bash", "-c", ask.format(words=words, place=place), env=path)
                self.assertIn(expected, offered.split())

    def test_man_page_names_every_command(self):
        page = self.prefix / "share/man/man1/lanefold.1"
        said = self.call(self.prefix / "bin/lanefold", "--help").split("Subcommands:")[1]
        commands = re.findall(r"^  ([a-z-]+) ", said.split("\n\n")[0], re.MULTILINE)
        self.assertGreater(len(commands), 10)
        text = page.read_text(encoding="utf-8").replace("\\-", "-")
        self.assertEqual([name for name in commands if not re.search(rf"\b{name}\b", text)], [])


if __name__ == "__main__":
    unittest.main()
