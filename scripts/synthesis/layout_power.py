# SPDX-License-Identifier: Apache-2.0
"""The energy of a placed netlist by what takes it: the clock, registers, gates and nets, with the real wires."""

from collections import Counter

from clock_tree import CLOCK

PARTS = ("clock buffers", "clock pins", "clock wires", "registers", "gates", "pins", "wires")


def clock_nets(netlist):
    """The net of the clock, and those of its tree: of the cells behind it that are no registers."""
    found, waiting = set(), [netlist.ports[CLOCK][1]]
    readers = {}
    for cell in netlist.cells.values():
        if cell["type"] not in netlist.states:
            for pin, net in netlist.pins(cell).items():
                readers.setdefault(net, []).append(cell)
    while waiting:
        net = waiting.pop()
        if net not in found:
            found.add(net)
            waiting += [netlist.pins(cell)[pin] for cell in readers.get(net, ())
                        for pin in netlist.functions[cell["type"]]]
    return found


def energy_by_part(netlist, energies, wires):
    """{part: pJ} of all steps of a netlist that has run: inside the cells, and of nets, whatever drives them, by the
    loads of their pins and of their wires (`wires`, {net: pF})."""
    pins = energies.loads(netlist)
    loads = {net: pins.get(net, 0.0) + wires.get(net, 0.0) for net in netlist.nets}
    slews = energies.slews(netlist, loads)
    of_clock = clock_nets(netlist)
    total = Counter(dict.fromkeys(PARTS, 0.0))
    for net in pins.keys() | wires.keys():
        kind = "clock " if net in of_clock else ""
        total[f"{kind}pins"] += energies.switching(net, netlist, pins)
        total[f"{kind}wires"] += energies.switching(net, netlist, wires)
    for cell in netlist.cells.values():
        outputs = {netlist.pins(cell).get(pin) for pin in netlist.functions[cell["type"]]}
        part = ("registers" if cell["type"] in netlist.states else
                "clock buffers" if outputs <= of_clock else "gates")
        total[part] += energies.inside(cell, netlist, loads, slews)
    return dict(total)


def leakage(library, netlist):
    """Of all cells of a netlist, in mW, by a Liberty file in nW."""
    unit = library.attributes.get("leakage_power_unit", "1nW").strip('"')
    if unit.lower() != "1nw":
        raise ValueError(f"the leakage_power_unit is '{unit}'; needed is 1nW")
    each = {" ".join(cell.names): float(cell.attributes.get("cell_leakage_power", 0)) for cell in library.all("cell")}
    return sum(each[cell["type"]] for cell in netlist.cells.values()) * 1e-6
