# SPDX-License-Identifier: Apache-2.0
"""The tables on the page of a block, from what says the same elsewhere: its header, its proof, its faults, and the
tables of docs/method/verification.md and docs/how-to/testing.md."""

import re
import textwrap
from pathlib import Path

from blocks import BLOCKS
from hand_made import LIST_FAULTS, port_faults
from proofs import PROPERTIES
from rtl_header import RTL, read_header
from state_faults import STATE_FAULTS

SOURCES = Path(__file__).resolve().parents[2]
VERIFICATION = SOURCES / "docs/method/verification.md"
TESTING = SOURCES / "docs/how-to/testing.md"
# In the tables of verification.md.
OTHER_NAMES = {"scc_parallel": "scc_control, parallel", "scc_fifo": "scc_control, fifo"}
_DECLARED = re.compile(r"(parameter|localparam|input|output)\b.*?(\w+)(?: *= *(.*?))?,?$")


def comments_of(module):
    """Of the parameters and ports of a module, by name, the text of the comment before each."""
    found, comment = {}, []
    for line in read_header(module).text.splitlines():
        line = line.strip()
        if line.startswith("///"):
            comment.append(line[3:].strip())
        elif declared := _DECLARED.match(line):
            if not comment:
                raise ValueError(f"rtl/{module}.sv says nothing of {declared[2]}")
            found[declared[2]] = " ".join(comment)
            comment = []
        else:
            comment = []
    return found


def wrapped(text):
    """Lines of a paragraph."""
    return textwrap.wrap(text, 120, break_long_words=False, break_on_hyphens=False)


def table(head, rows):
    """Lines of Markdown."""
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    return lines + [f"| {' | '.join(row)} |" for row in rows]


def ports(name):
    """Parameters, what follows from them, and ports."""
    header, comments = read_header(name), comments_of(name)
    parameters = [[f"`{one}`", f"`{value}`", comments[one]]
                  for one, value in {**header.parameters, **header.derived}.items()]
    rows = [[f"`{port.name}`", port.direction, f"`{port.width}`" if port.width else type_of(name, port.name),
             comments[port.name]] for port in header.ports]
    return ["", *table(["parameter", "value", "meaning"], parameters), "",
            *table(["port", "direction", "bits", "meaning"], rows), ""]


def type_of(module, port):
    """1, or the type of the package that a port without a width has."""
    found = re.search(rf"lanefold_pkg::(\w+) +{port}\b", (RTL / f"{module}.sv").read_text(encoding="utf-8"))
    return f"`{found[1]}`" if found else "1"


def proof_of(name):
    """The name of the proof top that a block is in, or None."""
    for block in BLOCKS.values():
        said = block.said["proof"]
        if said and name in (block.name, *said.get("duts", [])):
            return said["top"]
    return None


def promises(name):
    """What is proven of the block, and what its assertions say."""
    lines = [*proven(name), *asserted(name)]
    return ["", "## Promises", *lines] if lines else []


def asserted(name):
    """What the assertions in a module promise and ask, in the words of verification.md, and their names."""
    row = row_of(VERIFICATION, f"`{name}`", 3)
    if row is None:
        return []
    names = re.findall(r"`LANEFOLD_(?:ASSERT|HOLDS)\((\w+)", (RTL / f"{name}.sv").read_text(encoding="utf-8"))
    _, promised, asked = row
    text = f"Assertions in [{name}.sv](../../rtl/{name}.sv) hold at each edge of the clock in all benches and runs " \
           f"([verification.md](../method/verification.md#assertions)): {promised}."
    if asked:
        text += f" They ask of who drives the block: {asked}."
    return ["", *wrapped(f"{text} Their names: {', '.join(f'`{one}`' for one in names)}.")]


def proven(name):
    """What is proven of the block."""
    top = proof_of(name)
    if top is None:
        return []
    text = (SOURCES / f"tb/formal/{top}.sv").read_text(encoding="utf-8")
    outputs = re.findall(r"^ *output +logic +(\w+)", text, re.MULTILINE)
    return ["",
            *wrapped(f"[{top}.sv](../../tb/formal/{top}.sv) holds these beside the block; no output of it is ever 1."),
            "",
            *table(["promise", "output"], [[PROPERTIES[output], f"`{output}`"] for output in outputs])]


def row_of(page, name, cells):
    """The row of a table of so many cells that begins with a name, or None. Cells that say "the same" have what those
    above them say."""
    above = [""] * cells
    for line in page.read_text(encoding="utf-8").splitlines():
        row = [cell.strip() for cell in line.strip("|").split(" | ")]
        if not line.startswith("|") or len(row) != cells:
            continue
        row = [re.sub(r"^(the same|as above)", lambda _, said=said: said, cell) for cell, said in zip(row, above)]
        if line.startswith(f"| {name} |"):
            return row
        above = row
    return None


def faults_by_hand(name):
    """Their descriptions."""
    return [fault.describe() for fault in [*LIST_FAULTS, *STATE_FAULTS, *port_faults()] if fault.module == name]


def verification(name):
    """The checklist."""
    listed = row_of(VERIFICATION, OTHER_NAMES.get(name, name), 5)
    if listed is None:
        raise ValueError(f"{VERIFICATION} has no row for {name}")
    _, benches, loop, formal, mutation = listed
    rows = [["co-simulation with the model, equal on", benches], ["in whole kernels", loop], ["proofs", formal],
            ["single faults", mutation]]
    if faults := faults_by_hand(name):
        rows.append(["faults made by hand, all noticed", "; ".join(faults)])
    if covered := row_of(VERIFICATION, f"{name}.sv", 3):
        rows.append(["coverage: lines; bits that became 0 and 1", f"{covered[1]}; {covered[2]}"])
    return [*promises(name), "", "## Verification", "", *table(["what", "result"], rows), "",
            *wrapped("[verification.md](../method/verification.md) says what these figures are and how to get them. "
                     f"{deep_tests(name)} ([testing.md](../how-to/testing.md))."), ""]


def deep_tests(name):
    """When those of the RTL last ran as a whole, if the block was there."""
    deep = row_of(TESTING, "rtl", 5)
    since = BLOCKS[name].said.get("since")
    if since and str(since) > deep[2]:
        return "The deep tests of the RTL have not run as a whole since it is there"
    return f"The deep tests of the RTL last ran as a whole at commit {deep[1]}, on {deep[2]}"
