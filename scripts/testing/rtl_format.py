#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The format of our SystemVerilog that no packaged formatter gives: at most 100 columns, no tabs, no spaces at the end,
and ports whose names stand in one column. Names the lines that differ, or with --fix aligns the ports."""

import re
import sys
from pathlib import Path

PORT = re.compile(r"^    (input|output|inout)\s+(\S+)\s*(?:\[\s*([^\]]+)\]\s*)?(\w+,?)$")
COLUMNS = 100


def aligned(lines):
    """The lines with the ports of each module aligned."""
    result, ports = list(lines), {}

    def align():
        if not ports:
            return
        heads = {}
        for number, (direction, kind, extent, _) in ports.items():
            heads[number] = f"    {direction:<6} {kind}" + (f" [{extent.strip()}]" if extent else "")
        width = max(map(len, heads.values()))
        for number, head in heads.items():
            result[number] = f"{head:<{width}} {ports[number][3]}"
        ports.clear()

    for number, line in enumerate(lines):
        if match := PORT.match(line):
            ports[number] = match.groups()
        elif line.startswith(");"):
            align()
    return result


def mistakes(lines):
    """(line number, what is wrong)."""
    for number, (line, wanted) in enumerate(zip(lines, aligned(lines)), 1):
        if len(line) > COLUMNS:
            yield number, f"longer than {COLUMNS} columns"
        if "\t" in line or line != line.rstrip():
            yield number, "a tab, or spaces at the end"
        if line != wanted:
            yield number, "the port is not aligned with the others (scripts/testing/rtl_format.py --fix)"


def main():
    """Checks or mends the files."""
    fix = sys.argv[1:2] == ["--fix"]
    bad = False
    for name in sys.argv[1 + fix:]:
        path = Path(name)
        lines = path.read_text(encoding="utf-8").splitlines()
        if fix:
            path.write_text("\n".join(aligned(lines)) + "\n", encoding="utf-8")
            continue
        for number, what in mistakes(lines):
            print(f"{name}:{number}: {what}", file=sys.stderr)
            bad = True
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
