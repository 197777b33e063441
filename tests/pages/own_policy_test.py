#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The compaction policy that docs/tutorial/first-steps.md adds: its file and its edits still fit the tree, and the
library with them compiles. With --run, the property tests of all policies must pass.
    own_policy_test.py [--run] COMPILER"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/tutorial/first-steps.md"
LIBRARY = "models/decisions/compaction"


def block(text, language):
    """The only block of the page in a language."""
    found = re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    if len(found) != 1:
        sys.exit(f"{PAGE.name} has {len(found)} blocks of {language}, not one")
    return found[0]


def follow(page, tree):
    """Carries out in a copy of the library what the page says; the policy's file."""
    named = re.findall(rf"`({LIBRARY}/\w+\.cpp)`", page)
    if len(set(named)) != 1:
        sys.exit(f"{PAGE.name} names {sorted(set(named))} as the policy's file, not one file")
    for folder in ("include", "models/base", LIBRARY, "tests/compaction"):
        shutil.copytree(ROOT / folder, tree / folder)
    (tree / named[0]).write_text(block(page, "cpp"), encoding="utf-8")
    alone = {**os.environ, "GIT_CEILING_DIRECTORIES": str(tree.parent)}  # not in a checkout around it
    done = subprocess.run(["git", "apply", "-"], input=block(page, "diff"), cwd=tree, text=True, check=False, env=alone)
    if done.returncode != 0:
        sys.exit(f"the edits of {PAGE.name} do not fit the tree any more")
    return named[0]


def main():
    """Compiles, and runs if that is wanted."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--run", action="store_true")
    parser.add_argument("compiler")
    options = parser.parse_args()
    page = PAGE.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder)
        policy = follow(page, tree)
        listed = (tree / LIBRARY / "CMakeLists.txt").read_text(encoding="utf-8")
        sources = [f"{LIBRARY}/{name}" for name in re.findall(r"^ +(\w+\.cpp)$", listed, re.MULTILINE)]
        if policy not in sources:
            sys.exit(f"{PAGE.name} does not add {policy} to CMakeLists.txt")
        command = [options.compiler, "-std=c++17", "-O1", "-Wall", "-Werror", "-Iinclude", "-Imodels", "-I."]
        if not options.run:
            changed = [f"{LIBRARY}/{name}.cpp" for name in ("compactor_factory", "compaction_sequencer")]
            return subprocess.run([*command, "-fsyntax-only", policy, *changed], cwd=tree, check=False).returncode
        subprocess.run([*command, *sources, "tests/compaction/property_test.cpp", "-lgtest", "-lgtest_main", "-lfmt",
                        "-lpthread", "-o", "properties"], cwd=tree, check=True)
        return subprocess.run([tree / "properties", "--gtest_brief=1"], cwd=tree, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
