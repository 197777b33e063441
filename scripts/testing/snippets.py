#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles the C++ of README.md and docs, a page at a time: each ```cpp block, whole. One that needs names from
elsewhere says what surrounds it, in a comment on the line before: <!-- compiled in tests/snippets/NAME.cpp.in -->. In
that file, @SNIPPET@ stands for the block.
    scripts/testing/snippets.py [--root ROOT] COMPILER ARGUMENT...      exit code 1 if a block does not compile"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

FENCE = re.compile(r"^\s*(`{3,}|~{3,})\s*([\w+-]*)")
CONTEXT = re.compile(r"^\s*<!-- compiled in (\S+) -->\s*$")
CXX = ("c++", "cc", "cxx", "h", "hpp")
MARK = "@SNIPPET@"


class Broken(Exception):
    """A sentence about a page or a context that is not as it must be."""


def blocks_of(page, name):
    """The C++ blocks of a page as (line of the first line, context or None, lines)."""
    context = fence = begin = None
    lines = page.splitlines()
    for number, line in enumerate(lines, 1):
        opened = FENCE.match(line)
        if fence is None and opened:
            fence, language = opened.groups()
            if language.lower() in CXX:
                raise Broken(f"{name}:{number}: a block of C++ begins with ```cpp, not ```{language}")
            if context and language != "cpp":
                raise Broken(f"{name}:{number}: a block that is compiled in {context} begins with ```cpp")
            begin = number
        elif fence is not None and line.strip() == fence:
            if language == "cpp":
                yield begin + 1, context, lines[begin:number - 1]
            fence = context = None
        elif fence is None:
            if context:
                raise Broken(f"{name}:{number}: the comment before names a context, and no block follows")
            named = CONTEXT.match(line)
            context = named and named[1]
    if fence is not None or context:
        raise Broken(f"{name}:{begin or len(lines)}: a block is not closed, or a context has none")


def unit_of(root, name, blocks):
    """One unit of C++ from all blocks of a page; messages of the compiler name their lines."""
    unit = []
    for first, context, lines in blocks:
        snippet = [f'#line {first} "{name}"', *lines]
        if context is None:
            unit += snippet
            continue
        path = root / context
        around = path.read_text(encoding="utf-8").split(f"{MARK}\n") if path.is_file() else []
        if len(around) != 2:
            raise Broken(f"{name}:{first}: {context} is no file with one line {MARK}")
        before, behind = around
        unit += [f'#line 1 "{context}"', before, *snippet, f'#line {before.count(chr(10)) + 2} "{context}"', behind]
    return "\n".join(unit) + "\n"


def check(root, compiler):
    """Compiles all pages. The number of blocks, and whether all are good."""
    count, good, used = 0, True, set()
    for path in [root / "README.md", *sorted((root / "docs").rglob("*.md"))]:
        name = str(path.relative_to(root))
        blocks = list(blocks_of(path.read_text(encoding="utf-8"), name)) if path.is_file() else []
        if not blocks:
            continue
        count += len(blocks)
        used |= {context for _, context, _ in blocks}
        done = subprocess.run([*compiler, "-fsyntax-only", "-x", "c++", "-"], cwd=root, text=True, check=False,
                              input=unit_of(root, name, blocks))
        good = good and done.returncode == 0
    unused = {str(path.relative_to(root)) for path in root.glob("tests/snippets/*.cpp.in")} - used
    if unused:
        raise Broken(f"{min(unused)}: no block is compiled in it")
    return count, good


def main():
    """Says how many blocks compile, or what does not."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--root", type=Path, default=Path(__file__).parents[2])
    parser.add_argument("compiler", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    try:
        count, good = check(options.root.resolve(), options.compiler)
    except Broken as broken:
        print(broken)
        return 1
    print(f"{count} blocks of C++ {'compile' if good else 'do not all compile'}.")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
