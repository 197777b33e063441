#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares our text of Gen8 code with that of Intel's iga64: on all code that Intel's compiler makes of the workloads and
of operations.cl at each width, and on instructions of it with random bits changed, as far as both take them.
    tests/gen8/iga64_comparison.py [--changed N] GEN8_TEXT [FILE.cl...]
GEN8_TEXT is the program of that name in a build. Exit code 77 where the compiler or iga64 is missing, 1 where a text
differs or an instruction of the compiler is refused."""

import argparse
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import zebin

SOURCES = Path(__file__).resolve().parents[2]
MISSING = 77
PACKAGES = {"ocloc": "intel-opencl-icd", "iga64": "libigc-tools"}
BUILDS = {"SIMD8": {"simd": 8}, "SIMD16": {"simd": 16}, "SIMD32": {"simd": 32}, "compiler's width": {},
          "compiler's width, buffer offsets": {"buffer_offsets": True}}
SHOWN = 10
SEED = 2013
# Branches and jumps: iga64 refuses targets outside of the code.
BRANCHES = {0x20, *range(0x22, 0x30)}
COMPACTED = 0x20


def missing_package():
    """A sentence about the first program that is not there, or None."""
    for program, package in PACKAGES.items():
        if shutil.which(program) is None:
            return f"The comparison needs {program}: install the Debian package {package}."
    return None


class Texts:
    """The two programs that write code as text."""

    def __init__(self, program, folder):
        self.program = program
        self.file = folder / "code.krn"

    def lines(self, command, code):
        """The lines of one of them, without repeated blanks."""
        self.file.write_bytes(code)
        done = subprocess.run([*command, self.file], capture_output=True, text=True, check=False)
        return [" ".join(line.split()) for line in done.stdout.splitlines()]

    def ours(self, code):
        """Texts of the decoder that is tested; those that it refuses begin with "error"."""
        return self.lines([self.program], code)

    def theirs(self, code):
        """Texts of iga64; what it refuses, and padding, is "illegal"."""
        return self.lines(["iga64", "-d", "-p=8", "-n", "--output-on-fail"], code)


def without_padding(lines):
    """iga64 writes the zeros behind a kernel as illegal instructions."""
    end = len(lines)
    while end > 0 and lines[end - 1].split()[0] == "illegal":
        end -= 1
    return lines[:end]


def instructions(code):
    """The bytes of each."""
    code = code.rstrip(b"\0")
    offset = 0
    while offset < len(code):
        size = 8 if offset + 3 < len(code) and code[offset + 3] & COMPACTED else 16
        yield code[offset:offset + size].ljust(size, b"\0")
        offset += size


class Comparison:
    """Counts, and the first differences."""

    def __init__(self):
        self.total = 0
        self.kernels = 0
        self.crashed = []  # sources on which the compiler crashes
        self.differences = []
        self.mnemonics = Counter()

    def add(self, where, ours, theirs):
        """Compares two texts of the same code."""
        if len(ours) != len(theirs):
            self.differences.append(f"{where}: {len(ours)} and {len(theirs)} instructions")
        for number, (our, their) in enumerate(zip(ours, theirs)):
            self.total += 1
            if our != their:
                self.differences.append(f"{where}, instruction {number}:\n    ours   {our}\n    iga64  {their}")
            self.mnemonics[next(word for word in their.split() if not word.startswith("("))] += 1

    def report(self, name):
        """One line, and what differs."""
        kernels = f" of {self.kernels} kernels" if self.kernels else ""
        print(f"{name}: {self.total - len(self.differences)} of {self.total} instructions{kernels} have iga64's text")
        if self.crashed:
            print(f"  ocloc crashes on {', '.join(self.crashed)}")
        for difference in self.differences[:SHOWN]:
            print(f"  {difference}")


def compare_kernels(texts, sources, build, folder):
    """One build of all workloads; also returns its code, as a list of instructions."""
    comparison = Comparison()
    found = []
    for source in sources:
        compiled = zebin.compile_source(source, folder, **BUILDS[build])
        if compiled is None:
            comparison.crashed.append(source.stem)
            continue
        for kernel, code in zebin.kernels(compiled):
            comparison.kernels += 1
            theirs = without_padding(texts.theirs(code))
            comparison.add(f"{source.stem}, {kernel}", texts.ours(code)[:len(theirs)], theirs)
            found += instructions(code)
    return comparison, found


def changed(instruction, rng):
    """The same with up to eight bits changed, but not its size or that it is no branch."""
    while True:
        code = bytearray(instruction)
        for _ in range(rng.choice((1, 1, 2, 3, 5, 8))):
            bit = rng.randrange(8 * len(code))
            code[bit // 8] ^= 1 << bit % 8
        if code[3] & COMPACTED == instruction[3] & COMPACTED and code[0] & 0x7F not in BRANCHES:
            return bytes(code)


def compare_changed(texts, found, count):
    """Instructions with random bits changed, each opcode as often as any other. A message that we do not name is equal
    as far as its shared function."""
    rng = random.Random(SEED)
    by_opcode = {}
    for instruction in sorted(set(found)):
        by_opcode.setdefault(instruction[0] & 0x7F, []).append(instruction)
    opcodes = sorted(by_opcode.keys() - BRANCHES)
    variants = [changed(rng.choice(by_opcode[rng.choice(opcodes)]), rng) for _ in range(count)]
    code = b"".join(variants)
    comparison = Comparison()
    for variant, our, their in zip(variants, texts.ours(code), texts.theirs(code)):
        if not our.startswith("error") and their.split()[0] != "illegal":
            unnamed = our.endswith("; ?") and their.startswith(our[:-1])
            comparison.add(variant.hex(), [their if unnamed else our], [their])
    return comparison


def main():
    """Prints a line for each build; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path, metavar="GEN8_TEXT")
    parser.add_argument("sources", type=Path, nargs="*", metavar="FILE.cl", help="only these sources")
    parser.add_argument("--changed", type=int, default=20000, metavar="N", help="instructions with changed bits")
    arguments = parser.parse_args()
    if sentence := missing_package():
        print(sentence)
        return MISSING
    sources = [path.resolve() for path in arguments.sources] or [
        *sorted((SOURCES / "workloads").glob("*.cl")), SOURCES / "tests/gen8/operations.cl"]
    mnemonics = Counter()
    found = []
    comparisons = []
    with tempfile.TemporaryDirectory() as temporary:
        for number, build in enumerate(BUILDS):
            folder = Path(temporary) / str(number)
            folder.mkdir()
            texts = Texts(arguments.program.resolve(), folder)
            comparison, more = compare_kernels(texts, sources, build, folder)
            comparison.report(build)
            comparisons.append(comparison)
            mnemonics += comparison.mnemonics
            found += more
        comparisons.append(compare_changed(texts, found, arguments.changed))
    comparisons[-1].report("with random bits changed")
    compacted = sum(len(instruction) == 8 for instruction in found)
    print(f"{len(sources)} sources, {100 * compacted // len(found)} % compacted, {len(mnemonics)} mnemonics:",
          ", ".join(f"{name} {count}" for name, count in mnemonics.most_common()))
    return 1 if any(comparison.differences for comparison in comparisons) else 0


if __name__ == "__main__":
    sys.exit(main())
