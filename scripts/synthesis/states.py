# SPDX-License-Identifier: Apache-2.0
"""Works out what the registers of a mapped netlist hold in each cycle. All of them take their inputs at the rising edge
of one clock, and hold 0 before the first one."""

from typing import NamedTuple

from functions import evaluate


class Register(NamedTuple):
    """The functions of a register's cell: what it takes at the rising edge, and when it is 0 or 1 without one."""

    next_state: str
    clear: str
    preset: str


def read_registers(library):
    """{cell: Register} of a Liberty file, of those that take their inputs at a rising edge."""
    found = {}
    for cell in library.all("cell"):
        clocks = [" ".join(pin.names) for pin in cell.all("pin") if pin.attributes.get("clock") == "true"]
        for state in cell.all("ff"):
            if state.attributes.get("clocked_on") in clocks:
                found[" ".join(cell.names)] = Register(*(state.attributes.get(name, default) for name, default in (
                    ("next_state", ""), ("clear", "0"), ("preset", "0"))))
    return found


class _Text(str):
    """An expression of Python that operators make longer, so that a function can be written down by evaluating it."""

    def __and__(self, other):
        return _Text(f"({self}&{other})")

    def __or__(self, other):
        return _Text(f"({self}|{other})")

    def __xor__(self, other):
        return _Text(f"({self}^{other})")


def _written(function, values):
    return evaluate(function, {"0": _Text("0"), **values}, _Text("1"))


def _step(netlist, registers, inputs):
    """A function of Python: the inputs and the states before an edge to the states behind it. And the states' nets."""
    names = {"0": _Text("0"), "1": _Text("1"), "x": _Text("0")}

    def name(net):
        return names.setdefault(net, _Text(f"v{len(names)}"))

    lines, nets, behind = [], [], []
    for cell in netlist.in_order():
        pins = netlist.pins(cell)
        functions = netlist.functions[cell["type"]]
        values = {pin: name(net) for pin, net in pins.items() if pin not in functions}
        lines += [f"  {name(pins[pin])} = {_written(function, values)}" for pin, function in functions.items()
                  if pin in pins]
    for cell in netlist.registers():
        pins = netlist.pins(cell)
        if cell["type"] not in registers:
            raise RuntimeError(f"the register {cell['type']} does not take its input at a rising edge")
        register = registers[cell["type"]]
        (output,) = (pin for pin in pins if pin in netlist.functions[cell["type"]])
        values = {pin: name(net) for pin, net in pins.items() if pin != output}
        kept, off, on = (_written(function, values) for function in register)
        nets.append(pins[output])
        behind.append(f"({kept}&(1^{off}))|{on}")
    head = ["def step(inputs, states):", f"  [{', '.join(name(net) for net in inputs)}] = inputs",
            f"  [{', '.join(name(net) for net in nets)}] = states"]
    scope = {}
    exec("\n".join([*head, *lines, f"  return [{', '.join(behind)}]"]), scope)  # pylint: disable=exec-used
    return scope["step"], nets


def held_states(netlist, registers, ports, cycles):
    """{net of a register: number}, bit T of which is what the register holds in cycle T. `ports` has such numbers of
    the inputs, by their names, for the end of each cycle."""
    inputs = [name for name, (direction, _) in netlist.ports.items() if direction == "input"]
    step, nets = _step(netlist, registers, [netlist.ports[name][1] for name in inputs])
    rows = zip(*(map(int, reversed(f"{ports[name]:0{cycles}b}")) for name in inputs))
    now, held = [0] * len(nets), []
    for row in rows:
        held.append(now)
        now = step(row, now)
    return {net: int("".join(map(str, reversed(column))), 2) for net, column in zip(nets, zip(*held))}
