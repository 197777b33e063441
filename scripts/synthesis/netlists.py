# SPDX-License-Identifier: Apache-2.0
"""A mapped netlist whose nets are wires, as the tools that place and time it read it."""

from collections import Counter
from typing import NamedTuple


class Netlist(NamedTuple):
    """The ports, each a net of its own, and the cells (type, name, {pin: net or constant})."""

    inputs: list
    outputs: list
    cells: list


def read_netlist(top):
    """The netlist of a module in yosys' JSON. An output that is a constant or another port again has
    no wire of its own, nor has an input that no cell uses: they are left out."""
    nets, ports = {}, {"input": [], "output": []}
    for name, port in sorted(top["ports"].items(), key=lambda item: item[1]["direction"]):
        if isinstance(port["bits"][0], int) and port["bits"][0] not in nets:
            nets[port["bits"][0]] = name
            ports[port["direction"]].append(name)
    cells, numbers = [], Counter()
    for cell in top["cells"].values():
        numbers[cell["type"]] += 1
        pins = {pin: nets.setdefault(bits[0], f"n{bits[0]}") if isinstance(bits[0], int) else f"1'b{bits[0]}"
                for pin, bits in cell["connections"].items() if bits}
        cells.append((cell["type"], f"{cell['type']}_{numbers[cell['type']]}", pins))
    used = {net for _, _, pins in cells for net in pins.values()}
    return Netlist([name for name in ports["input"] if name in used], ports["output"], cells)


def blif(netlist):
    """For qflow, which numbers the cells of each type from 1. Constants come from the rails, not from wires."""
    lines = [".model top", f".inputs {' '.join(netlist.inputs)}", f".outputs {' '.join(netlist.outputs)}"]
    lines += [" ".join([f".gate {kind}"] + [f"{pin}={net}" for pin, net in pins.items() if "'" not in net])
              for kind, _, pins in netlist.cells]
    return "\n".join(lines + [".end"]) + "\n"


def verilog(netlist):
    """For OpenSTA."""
    lines = [f"module top ({', '.join(netlist.inputs + netlist.outputs)});"]
    lines += [f"  input {name};" for name in netlist.inputs] + [f"  output {name};" for name in netlist.outputs]
    lines += [f"  {kind} {name} ({', '.join(f'.{pin}({net})' for pin, net in pins.items())});"
              for kind, name, pins in netlist.cells]
    return "\n".join(lines + ["endmodule"]) + "\n"


def terminals_of(netlist):
    """What each net joins that has a wire: (instance, pin) or ("PIN", port)."""
    nets = {name: {("PIN", name)} for name in netlist.inputs + netlist.outputs}
    for _, instance, pins in netlist.cells:
        for pin, net in pins.items():
            nets.setdefault(net, set()).add((instance, pin))
    return {name: terminals for name, terminals in nets.items() if "'" not in name and len(terminals) > 1}
