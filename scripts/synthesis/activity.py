# SPDX-License-Identifier: Apache-2.0
"""What the nets of a mapped netlist do when its ports do what a waveform says. Bit T of a net's number is its value at
step T; between steps, every net settles at once, so that glitches do not count."""

from functions import evaluate

CONSTANTS = {"0", "1", "x"}


def rises(value):
    """The steps at which a net becomes 1, by its number at all steps."""
    return value & ~(value << 1) & ~1


def falls(value, steps):
    """Those at which it becomes 0."""
    return ~value & (value << 1) & ((1 << steps) - 1)


class Netlist:
    """The module `top` that scripts/synthesis/mapping.py writes, with the values of its nets."""

    def __init__(self, top, states, functions):
        """`states` has, by the name of a register's cell, the names of what it holds."""
        self.cells = top["cells"]
        self.states = states
        self.functions = functions  # {cell: {output: function}}
        self.ports = {name: (port["direction"], port["bits"][0]) for name, port in top["ports"].items()}
        self.nets = {}
        self.ones = 0

    def pins(self, cell):
        """{pin: net} of one cell."""
        return {pin: nets[0] for pin, nets in cell["connections"].items() if nets}

    def registers(self):
        """The cells that hold something."""
        return [cell for cell in self.cells.values() if cell["type"] in self.states]

    def run(self, ports, steps, held=None):
        """Takes the inputs from `ports`, {name: number}, and works out all nets. The outputs of registers have to be
        ports as well, or in `held`, {net: number}. An output that is another than its port is an error: then netlist
        and waveform are not of the same module."""
        self.ones = (1 << steps) - 1
        self.nets = {"0": 0, "1": self.ones, "x": 0, **(held or {})}
        hidden = {net for cell in self.registers() for pin, net in self.pins(cell).items()
                  if pin in self.functions[cell["type"]]} - self.nets.keys()
        for name, (direction, net) in self.ports.items():
            if direction == "input" or net in hidden:
                self.nets[net] = ports[name]
        hidden -= self.nets.keys()
        if hidden:
            raise RuntimeError(f"{len(hidden)} registers are no outputs, so that the waveform does not show them")
        for cell in self.in_order():
            self.evaluate(cell)
        for name, (direction, net) in self.ports.items():
            if direction == "output" and name in ports and self.nets[net] != ports[name]:
                raise RuntimeError(f"the netlist's output {name} is not what the waveform says")

    def in_order(self):
        """The cells that are no registers, each behind those that drive it."""
        drivers = {net: cell for cell in self.cells.values() if cell["type"] not in self.states
                   for pin, net in self.pins(cell).items() if pin in self.functions[cell["type"]]}
        done = set()
        order = []
        stack = [(cell, False) for cell in drivers.values()]
        while stack:
            cell, ready = stack.pop()
            if ready:
                order.append(cell)
            elif id(cell) not in done:
                done.add(id(cell))
                stack.append((cell, True))
                stack += [(drivers[net], False) for net in self.pins(cell).values()
                          if net in drivers and id(drivers[net]) not in done]
        return order

    def evaluate(self, cell):
        """The outputs of one cell."""
        pins = self.pins(cell)
        functions = self.functions[cell["type"]]
        values = {pin: self.nets[net] for pin, net in pins.items() if pin not in functions}
        for pin, function in functions.items():
            if pin in pins:
                self.nets[pins[pin]] = evaluate(function, values, self.ones)
