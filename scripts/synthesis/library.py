# SPDX-License-Identifier: Apache-2.0
"""The standard cells of OSU 0.18 um: what each costs, and the Liberty with the true areas."""

import re
from dataclasses import dataclass
from pathlib import Path

# Of the Debian package qflow-tech-osu018.
FOLDER = Path("/usr/share/qflow/tech/osu018")
STEM = "osu018_stdcells"


# How the files begin a cell.
_BEGIN = {"lib": r"^\s*cell\s*\(\s*{}\s*\)", "lef": r"^MACRO\s+{}\b", "sp": r"^\.subckt\s+{}\b"}
_NEEDED = ("INVX2", "NAND2X1")  # that FO4 and gate equivalents are measured in


@dataclass
class Cell:
    """What one cell costs."""

    area: float  # in square micrometres
    transistors: int = 0


def lacking(folder):
    """The first file, or cell in a file, that the folder has not; None if all are there."""
    for suffix, begin in _BEGIN.items():
        file = folder / f"{STEM}.{suffix}"
        if not file.is_file():
            return file.name
        text = file.read_text(encoding="utf-8", errors="replace")
        for cell in _NEEDED:
            if not re.search(begin.format(cell), text, re.MULTILINE | re.IGNORECASE):
                return f"cell {cell} in the {file.name}"
    return None


def read_cells(folder):
    """The cells by name: areas of the layout (LEF), transistors of the netlist (SPICE)."""
    cells = {}
    lef = (folder / f"{STEM}.lef").read_text(encoding="utf-8")
    for name, width, height in re.findall(r"^MACRO\s+(\S+).*?^\s*SIZE\s+([\d.]+)\s+BY\s+([\d.]+)",
                                          lef, re.DOTALL | re.MULTILINE):
        cells[name] = Cell(float(width) * float(height))
    name = None
    for line in (folder / f"{STEM}.sp").read_text(encoding="utf-8").splitlines():
        words = line.split()
        if words and words[0].lower() == ".subckt":
            name = words[1]
        elif words and words[0].startswith("M") and name in cells:
            cells[name].transistors += 1
    return cells


def write_liberty(folder, cells, path):
    """The library's Liberty to `path`, its areas replaced by the layout's: for OAI21X1, NAND3X1 and
    LATCH they disagree. Returns the names of the cells that were changed."""
    name = None
    changed = []
    lines = []
    for line in (folder / f"{STEM}.lib").read_text(encoding="utf-8").splitlines():
        start = re.match(r"\s*cell\s*\(\s*(\w+)\s*\)", line)
        area = re.match(r"(\s*area\s*:\s*)([\d.]+)(\s*;.*)", line)
        if start:
            name = start[1]
        elif area and name in cells and float(area[2]) != cells[name].area:
            line = f"{area[1]}{cells[name].area:g}{area[3]}"
            changed.append(name)
        lines.append(line)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return changed
