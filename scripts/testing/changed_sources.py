#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The sources that a linter must look at again since a commit: those whose code is new, wherever the file stood, and for
each header whose code is new one source that includes it. Comments other than NOLINT, includes and white space are no
code.
    git ls-files '*.cpp' | scripts/testing/changed_sources.py COMMIT"""

import hashlib
import re
import subprocess
import sys
from pathlib import Path

PATTERNS = ["*.h", "*.cpp", "*.def"]
NO_CODE = re.compile(r'("(?:[^"\\\n]|\\.)*")|//(?!.*NOLINT)[^\n]*|#include[^\n]*|\s+')
INCLUDE = re.compile(r'^\s*#\s*include "([^"]+)"', re.MULTILINE)


def git(*arguments, given=None):
    """What git prints, as bytes."""
    return subprocess.run(["git", *arguments], input=given, capture_output=True, check=True).stdout


def code(text):
    """A digest of the code in a text."""
    return hashlib.sha1(NO_CODE.sub(lambda match: match[1] or "", text).encode()).hexdigest()


def codes_at(commit):
    """The code of every file of the commit."""
    rows = [row.split() for row in git("ls-tree", "-r", commit).decode().splitlines()]
    blobs = [row[2] for row in rows if row[1] == "blob" and row[3].endswith((".h", ".cpp", ".def"))]
    answer, found = git("cat-file", "--batch", given="\n".join(blobs).encode()), set()
    while answer:
        head, _, answer = answer.partition(b"\n")
        size = int(head.split()[2])
        found.add(code(answer[:size].decode(errors="replace")))
        answer = answer[size + 1:]
    return found


def included_by(file, text, files):
    """The files of ours that a file includes."""
    for name in INCLUDE.findall(text):
        for folder in ("include", "models", "", str(Path(file).parent), "apps/lanefold", "apps/icd"):
            path = str(Path(folder, name))
            if path in files:
                yield path
                break


def main():
    """Prints the sources, in the order in which they come."""
    sources = sys.stdin.read().split()
    names = git("ls-files", "--cached", "--others", "--exclude-standard", "--", *PATTERNS).decode().split()
    files = {name: Path(name).read_text(encoding="utf-8") for name in names if Path(name).is_file()}
    old = codes_at(sys.argv[1])
    changed = {name for name, text in files.items() if code(text) not in old}
    includes = {name: list(included_by(name, text, files)) for name, text in files.items()}

    def reached(source):
        """The source, and all that it includes."""
        found, new = set(), [source]
        while new:
            name = new.pop()
            if name not in found:
                found.add(name)
                new += includes[name]
        return found

    chosen = {source for source in sources if source in changed}
    seen = set().union(*(reached(source) for source in chosen)) if chosen else set()
    for source in sources:
        unseen = reached(source) & changed - seen
        if unseen:
            chosen.add(source)
            seen |= unseen
    for source in sources:
        if source in chosen:
            print(source)


if __name__ == "__main__":
    main()
