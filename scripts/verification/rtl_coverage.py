#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints line and toggle coverage per RTL file from a coverage file of Verilator, and its cover points.

In the tables the same point of several shapes or instances of a module counts as one: it is reached
if any of them reaches it. Fails if a line is not reached, or a bit of a module with some parameters
became not both 0 and 1, or a cover point was not seen, without rtl_coverage_gaps.txt saying why. Run
in the root of the source tree.
"""
import glob
import os
import re
import sys
from collections import defaultdict
from dataclasses import dataclass, field

# Only types and constants, which nothing can reach.
WITHOUT_POINTS = {"lanefold_pkg.sv"}
EXPLANATIONS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "rtl_coverage_gaps.txt")


def points(coverage_file):
    """Yields the fields of each point, such as f(ile), l(ine), page and o (what), and its count."""
    with open(coverage_file, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if not line.startswith("C '"):
                continue
            text, count = line[3:].rstrip().rsplit("' ", 1)
            fields = dict(field.split("\x02", 1) for field in text.split("\x01") if field)
            yield fields, int(count)


def assertion_lines(file):
    """Numbers of the lines that are there for verification only."""
    inside, found = False, set()
    with open(file, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            inside = inside or line.startswith("`ifdef LANEFOLD_ASSERTIONS")
            found |= {number} if inside else set()
            inside = inside and not line.startswith("`endif")
    return found


def kind_of(page):
    """Of a point: cover, toggle or line."""
    return {"v_user": "cover", "v_toggle": "toggle"}.get(page.partition("/")[0], "line")


def collect(coverage_file):
    """Counts by [kind][file][point], kinds are line, toggle and cover; and of toggles by [file][module
    with its parameters][bit], as far as the coverage file tells sets of parameters apart. Assertions
    and cover points have neither lines nor bits."""
    counts = {kind: defaultdict(lambda: defaultdict(int)) for kind in ("line", "toggle", "cover")}
    bits = defaultdict(lambda: defaultdict(lambda: defaultdict(int)))
    assertions = {os.path.basename(file): assertion_lines(file) for file in glob.glob("rtl/*.sv*")}
    for fields, count in points(coverage_file):
        kind, file, what = kind_of(fields["page"]), os.path.basename(fields["f"]), fields.get("o", "")
        if kind == "cover":
            counts[kind][file][what] += count
            continue
        if int(fields["l"]) in assertions.get(file, ()) or file.endswith(".svh"):
            continue
        counts[kind][file][int(fields["l"]), int(fields.get("n", 0)), what] += count
        if kind == "toggle":
            bits[file][fields["page"].partition("/")[2]][what] += count
    return counts, bits


def percent(point_counts):
    """Reached points of all, as text."""
    if not point_counts:
        return f"{'none':>20}"
    reached = sum(1 for count in point_counts.values() if count)
    return f"{100 * reached / len(point_counts):6.1f} % {f'({reached}/{len(point_counts)})':>11}"


@dataclass
class Explanation:
    """Why some bits cannot become both 0 and 1, or a cover point cannot be seen: then `most` is None."""

    file: str
    signal: str
    most: int
    reason: str
    gaps: list = field(default_factory=list)

    def explains(self, file, bit):
        """Whether it is about this bit."""
        return self.most is not None and self.is_about(file, bit.partition("[")[0])

    def is_about(self, file, name):
        """Whether it names this signal or cover point."""
        return re.fullmatch(self.file, file) and re.fullmatch(self.signal, name)


def read_explanations(path):
    """The lines of the list, each FILE SIGNAL MOST REASON, or FILE POINT - REASON."""
    with open(path, encoding="utf-8") as lines:
        words = [line.split(None, 3) for line in lines if line.strip() and line[0] != "#"]
    return [Explanation(file, signal, None if most == "-" else int(most), reason.strip())
            for file, signal, most, reason in words]


def unexplained_gaps(bits, explanations):
    """One line for each gap that no explanation covers, or for all of one that covers fewer."""
    lines = []
    for file, sets in sorted(bits.items()):
        for module, counts in sorted(sets.items()):
            for bit in sorted(bit for bit, count in counts.items() if not count):
                found = next((e for e in explanations if e.explains(file, bit)), None)
                if found:
                    found.gaps.append(f"  {module} {bit}")
                else:
                    lines.append(f"  {module} {bit}")
    for one in explanations:
        if one.most is not None and len(one.gaps) > one.most:
            lines += [f"  {one.file} {one.signal}: {len(one.gaps)} bits, but {one.most} are "
                      f"explained ({one.reason}); all of them:", *one.gaps]
    return lines


def print_toggles(bits):
    """Every explanation with its number of bits; ends the script if a gap has none."""
    explanations = read_explanations(EXPLANATIONS)
    unexplained = unexplained_gaps(bits, explanations)
    print("\nBits that cannot become both 0 and 1, over all sets of parameters:")
    for one in explanations:
        if one.most is not None:
            print(f"  {one.file} {one.signal}: {len(one.gaps)}: {one.reason}")
    if unexplained:
        sys.exit("\n".join(["\nrtl_coverage.py: the benches do not make these bits both 0 and 1, and "
                            f"{os.path.basename(EXPLANATIONS)} does not say why:", *unexplained]))


def wrong_covers(counts, explanations):
    """The cover points that were not seen without an explanation, or with one were seen."""
    explained = {(file, point) for file in counts for point in counts[file]
                 if any(one.most is None and one.is_about(file, point) for one in explanations)}
    return [f"  {file} {point}" for file in sorted(counts) for point, count in sorted(counts[file].items())
            if ((file, point) in explained) == bool(count)]


def print_covers(counts):
    """Every cover point with its number, least first; ends the script if one was not seen and has no
    explanation, or was seen and has one."""
    explanations = read_explanations(EXPLANATIONS)
    print("\nCover points, and how often the benches saw them:")
    for file in sorted(counts):
        for point, count in sorted(counts[file].items(), key=lambda item: (item[1], item[0])):
            reasons = [one.reason for one in explanations if one.most is None and one.is_about(file, point)]
            print(f"  {file:<24} {point:<48} {count:>10}  {'; '.join(reasons)}".rstrip())
    wrong = wrong_covers(counts, explanations)
    if wrong:
        sys.exit("\n".join(["\nrtl_coverage.py: the benches do not see these states, or see them although "
                            f"{os.path.basename(EXPLANATIONS)} says that they cannot:", *wrong]))


def print_lines(counts):
    """Ends the script with all lines that no test reached, if there are any."""
    gaps = [f"  {file}:{line}:{column} {what}" for file in sorted(counts)
            for (line, column, what), count in sorted(counts[file].items()) if not count]
    if gaps:
        sys.exit("\n".join(["\nrtl_coverage.py: line coverage is below 100 %; not reached:", *gaps]))


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: rtl_coverage.py COVERAGE_FILE")
    counts, bits = collect(sys.argv[1])
    files = sorted(set(counts["line"]) | set(counts["toggle"]))
    if not files:
        sys.exit("rtl_coverage.py: the coverage file has no points: did the benches run?")
    missing = {os.path.basename(file) for file in glob.glob("rtl/*.sv")} - set(files) - WITHOUT_POINTS
    if missing:
        sys.exit(f"rtl_coverage.py: no bench contains {', '.join(sorted(missing))}")
    print(f"{'file':<28} {'line':>20} {'toggle':>20}")
    for file in files:
        print(f"{file:<28} {percent(counts['line'].get(file))} {percent(counts['toggle'].get(file))}")
    print_lines(counts["line"])
    print_toggles(bits)
    print_covers(counts["cover"])


if __name__ == "__main__":
    main()
