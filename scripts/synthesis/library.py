# SPDX-License-Identifier: Apache-2.0
"""Libraries of standard cells: one of OSU, with the layout and the netlists beside its Liberty file,
or any other Liberty file. Mistakes in them are ValueErrors."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, Optional

from cells import Cell, find_gate, is_pad, read_cells
from lef import layout_areas
from liberty import parse, read_text
from units import check_units

# Of the Debian packages qflow-tech-osu018 and so on.
TECHNOLOGIES = Path("/usr/share/qflow/tech")
TITLES = {"osu018": "OSU 0.18 um", "osu035": "OSU 0.35 um", "osu050": "OSU 0.5 um"}
_COSTS = ("lef", "sp")


class Files(NamedTuple):
    """Where a library is; layout (LEF) and netlists (SPICE) only for a folder."""

    title: str
    lib: Path
    lef: Optional[Path] = None
    sp: Optional[Path] = None


@dataclass
class Library:
    """Cells, and the Liberty file that tools read for them: the user's, with the true areas."""

    title: str
    source: Path
    copy: Path
    cells: dict
    inverter: Cell
    nand2: Cell
    area_unit: Optional[str]
    corrected: list
    faults: list = field(default_factory=list)  # what OpenSTA says against lines of it

    def cell(self, name):
        """A cell that a netlist has. It is refused if a figure would be wrong with it."""
        cell = self.cells[name]
        complaints = [f"{self.source}:{line}: {words}" for line, words in self.faults
                      if cell.line <= line <= cell.end]
        place = f"{self.source}:{cell.line}: cell {name}"
        complaints += [] if cell.area else [f"{place} has no area"]
        complaints += [f"{place} has no delay with its slope at {pin}" for pin in cell.untimed]
        complaints += [f"{place} has no set-up time"] if cell.register and not cell.setup else []
        if complaints:
            raise ValueError(complaints[0])
        return cell


def locate(text):
    """The files of a library that is named on a command line."""
    folder, path = TECHNOLOGIES / text, Path(text)
    if text in TITLES:
        if not folder.is_dir():
            raise ValueError(f"{text} is not installed; the Debian package qflow-tech-{text} has it")
        return Files(TITLES[text], *_of_folder(folder))
    if text and path.is_dir():
        files = _of_folder(path)
        return Files(TITLES.get(path.resolve().name, files[0].stem), *files)
    if not path.is_file():
        raise ValueError(f"there is no library '{text}'; valid are {', '.join(TITLES)}, a Liberty file, and a folder "
                         "with one .lib, one .lef and one .sp")
    return Files(path.name, path)


def _of_folder(folder):
    files = []
    for suffix in ("lib", *_COSTS):
        found = sorted(folder.glob(f"*.{suffix}"))
        if len(found) != 1:
            raise ValueError(f"there are {len(found)} files *.{suffix} in {folder}; the folder of a library has one "
                             ".lib, one .lef and one .sp")
        files.append(found[0])
    return files


def transistor_counts(text):
    """The transistors of cells by name."""
    counts, name = {}, None
    for line in text.splitlines():
        words = line.split()
        if len(words) > 1 and words[0].lower() == ".subckt":
            name = words[1]
            counts[name] = 0
        elif words and words[0][0] in "mM" and name:
            counts[name] += 1
    return counts


def _take_costs(cells, files):
    """Areas and transistors from layout and netlists. Returns the cells whose area is another than
    their Liberty file says: of OSU these are OAI21X1, NAND3X1 and LATCH."""
    areas = layout_areas(read_text(files.lef))
    transistors = transistor_counts(read_text(files.sp))
    corrected = []
    for cell in cells.values():
        needed = cell.usable and cell.outputs
        for known, path in ((areas, files.lef), (transistors, files.sp)):
            if needed and cell.name not in known:
                raise ValueError(f"there is no cell {cell.name} in {path}, but it is on line {cell.line} of "
                                 f"{files.lib}")
        area = areas.get(cell.name, cell.area)
        if needed and cell.area != area:
            corrected.append(cell.name)
        cell.area = area
        cell.transistors = transistors.get(cell.name)
    return corrected


def _without_pads(text, group):
    """The text with pads marked as cells that tools do not take."""
    for cell in sorted(group.all("cell"), key=lambda cell: -cell.body):
        if is_pad(cell) and "dont_use" not in cell.attributes:
            text = f"{text[:cell.body]} dont_use : true;{text[cell.body:]}"
    return text


def _with_areas(text, cells):
    """The text with these areas; all lines keep their numbers."""
    lines = text.split("\n")
    for cell in cells:
        for index in range(cell.line - 1, cell.end):
            lines[index] = re.sub(r'(\barea\s*:\s*)"?[-+\d.eE]+"?', rf"\g<1>{cell.area:g}",
                                  lines[index])
    return "\n".join(lines)


def load(files, copy):
    """Reads the library, and writes to `copy` what tools read of it."""
    text = read_text(files.lib)
    group = parse(text, files.lib)
    model = group.attributes.get("delay_model", "table_lookup")
    if model != "table_lookup":
        raise ValueError(f"{files.lib}:{group.line}: the delay_model is '{model}'; needed is table_lookup")
    check_units(group, files.lib)
    cells = read_cells(group, files.lib)
    corrected = _take_costs(cells, files) if files.lef else []
    gates = {kind: find_gate(kind, cells, files.lib) for kind in ("inverter", "buffer", "two-input NAND")}
    text = _with_areas(_without_pads(text, group), [cells[name] for name in corrected])
    copy.write_text(text, encoding="utf-8")
    return Library(files.title, files.lib, copy, cells, gates["inverter"], gates["two-input NAND"],
                   "um2" if files.lef else None, corrected)
