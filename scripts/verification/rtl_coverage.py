#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints line and toggle coverage per RTL file from a coverage file of Verilator.

The same point of several shapes or instances of a module counts as one: it is reached if any of
them reaches it. Run in the root of the source tree.
"""
import glob
import os
import sys
from collections import defaultdict

# Only types and constants, which nothing can reach.
WITHOUT_POINTS = {"lanefold_pkg.sv"}


def points(coverage_file):
    """Yields the fields of each point, such as f(ile), l(ine), page and o (what), and its count."""
    with open(coverage_file, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if not line.startswith("C '"):
                continue
            text, count = line[3:].rstrip().rsplit("' ", 1)
            fields = dict(field.split("\x02", 1) for field in text.split("\x01") if field)
            yield fields, int(count)


def collect(coverage_file):
    """Counts by [kind][file][point]; kinds are line and toggle."""
    counts = {kind: defaultdict(lambda: defaultdict(int)) for kind in ("line", "toggle")}
    for fields, count in points(coverage_file):
        kind = "toggle" if fields["page"].startswith("v_toggle") else "line"
        point = (int(fields["l"]), int(fields.get("n", 0)), fields.get("o", ""))
        counts[kind][os.path.basename(fields["f"])][point] += count
    return counts


def percent(point_counts):
    """Reached points of all, as text."""
    if not point_counts:
        return f"{'none':>20}"
    reached = sum(1 for count in point_counts.values() if count)
    return f"{100 * reached / len(point_counts):6.1f} % {f'({reached}/{len(point_counts)})':>11}"


def print_gaps(title, counts):
    """Lists what no test reached; returns whether there was anything."""
    gaps = [(file, point) for file in sorted(counts) for point in sorted(counts[file])
            if not counts[file][point]]
    if gaps:
        print(f"\n{title}:")
    for file, (line, column, what) in gaps:
        print(f"  {file}:{line}:{column} {what}")
    return bool(gaps)


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: rtl_coverage.py COVERAGE_FILE")
    counts = collect(sys.argv[1])
    files = sorted(set(counts["line"]) | set(counts["toggle"]))
    if not files:
        sys.exit("rtl_coverage.py: the coverage file has no points: did the benches run?")
    missing = {os.path.basename(file) for file in glob.glob("rtl/*.sv")} - set(files) - WITHOUT_POINTS
    if missing:
        sys.exit(f"rtl_coverage.py: no bench contains {', '.join(sorted(missing))}")
    print(f"{'file':<28} {'line':>20} {'toggle':>20}")
    for file in files:
        print(f"{file:<28} {percent(counts['line'].get(file))} {percent(counts['toggle'].get(file))}")
    print_gaps("Bits that never became 0 or never became 1", counts["toggle"])
    if print_gaps("Lines that were never reached", counts["line"]):
        sys.exit("\nrtl_coverage.py: line coverage is below 100 %")


if __name__ == "__main__":
    main()
