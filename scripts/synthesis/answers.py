# SPDX-License-Identifier: Apache-2.0
"""What the figures of a synthesis say of the papers' questions: does it fit a cycle, and what does
it cost?"""

import argparse
import math

from blocks import CROSSBAR_PARTS, DATA_PATH

SWIZZLER_LANES = 4  # of the swizzles that an instruction set has: the paper has no others (4.2)


def budgets(text):
    """A type: lengths of cycles in FO4, longest first."""
    try:
        numbers = sorted({float(part) for part in text.split(",")}, reverse=True)
    except ValueError:
        numbers = []
    if not numbers or not all(1 <= number <= 1000 for number in numbers):
        raise argparse.ArgumentTypeError(f"'{text}' is not FO4,...: numbers from 1 to 1000")
    return [int(number) if number.is_integer() else number for number in numbers]


def cycles(path_fo4, budget):
    """That a path takes if it is cut into equal parts, registers left out."""
    return max(1, math.ceil(path_fo4 / budget))


def path_of(row):
    """Of a module, in FO4; with wires if it was placed, and with its clock tree if it has one."""
    placed = row.get("placed", row)
    return placed.get("clock", placed)["path_fo4"]


def print_cycles(names, rows, lengths):
    """Cycles of each module for each length of a cycle."""
    width = max(21, *(len(name) + 1 for name in names))
    print(f"\n{'cycles of ... FO4':{width}}" + "".join(f"{length:>7}" for length in lengths))
    for name, row in zip(names, rows):
        print(f"{name:{width}}" +
              "".join(f"{cycles(path_of(row), length):>7}" for length in lengths))


def print_answer(rows, geometry, budget):
    """What the figures say of the paper's questions."""
    row = {one["module"]: one for one in rows}
    area = {one["module"]: one["gate_equivalents"] for one in rows}
    if "scc_control" in row:
        path = path_of(row["scc_control"])
        verdict = "fits" if path <= budget else "does not fit"
        bare = f", {row['scc_control']['path_fo4']} without wires" if "placed" in row["scc_control"] else ""
        print(f"\nSCC control for {geometry} {verdict} a cycle of {budget} FO4: it takes "
              f"{path} FO4{bare}.")
    if "scc_control" in row and "bcc_control" in row:
        scc, bcc = row["scc_control"], row["bcc_control"]
        print(f"Next to BCC it costs {scc['cells']} cells for {bcc['cells']}, "
              f"{area['scc_control']} gate equivalents for {area['bcc_control']} "
              f"({area['scc_control'] / area['bcc_control']:.1f} times), "
              f"and {path_of(scc)} FO4 for {path_of(bcc)}.")
    if all(name in row for name in ("scc_control", "bcc_control", *DATA_PATH)):
        swizzles = area["swizzle_crossbar"] + area["unswizzle"]
        print(f"SCC's crossbar for one operand and its unswizzle add {swizzles:.1f} gate "
              f"equivalents, the latch {area['operand_latch']}.")
    if all(name in row for name in ("swizzle_crossbar", "wired_or_crossbar", *CROSSBAR_PARTS)):
        whole, bus = area["wired_or_crossbar"], area["wired_or_bus"]
        print(f"Of swizzlers and a wired-OR bus the crossbar takes {whole} gate equivalents for "
              f"{area['swizzle_crossbar']}, and {path_of(row['wired_or_crossbar'])} FO4 for "
              f"{path_of(row['swizzle_crossbar'])}.")
        if geometry.alu_width == SWIZZLER_LANES:
            print(f"Where each quad has its swizzler without SCC ({area['quad_swizzler']} each), "
                  f"SCC adds the bus alone: {bus}, a credit of {whole - bus:.1f}.")
