# SPDX-License-Identifier: Apache-2.0
"""And-inverter graphs: from AIGER, unrolled for induction, to AIGER or CNF, and evaluated."""

import re


class Aig:
    """A literal is 2 * variable, plus 1 if inverted; literal 0 is false. Latches start at 0."""

    def __init__(self):
        self.max_variable = 0
        self.inputs, self.input_names = [], []
        self.latches = []  # (literal, literal of the next value)
        self.outputs, self.output_names = [], []
        self.ands = []  # (literal, fanin, fanin), fanins first
        self._known = {}  # fanins of gates that were made here

    @classmethod
    def read(cls, path):
        """Reads an ASCII AIGER file with symbols."""
        aig = cls()
        with open(path, encoding="ascii") as file:
            lines = iter(file.read().splitlines())
        magic, *counts = next(lines).split()
        if magic != "aag":
            raise ValueError(f"{path}: not an ASCII AIGER file")
        aig.max_variable, inputs, latches, outputs, ands = map(int, counts[:5])
        aig.inputs = [int(next(lines)) for _ in range(inputs)]
        aig.latches = [tuple(map(int, next(lines).split()[:2])) for _ in range(latches)]
        aig.outputs = [int(next(lines)) for _ in range(outputs)]
        aig.ands = _fanins_first([tuple(map(int, next(lines).split())) for _ in range(ands)])
        aig.input_names = [f"input{i}" for i in range(inputs)]
        aig.output_names = [f"output{i}" for i in range(outputs)]
        for line in lines:
            if line == "c":
                break
            index, name = line[1:].split(" ", 1)
            if line[0] in "io":
                (aig.input_names if line[0] == "i" else aig.output_names)[int(index)] = name
        return aig

    def _variable(self):
        self.max_variable += 1
        return 2 * self.max_variable

    def _and(self, a, b):
        if a in (0, b ^ 1) or b == 0:
            return 0
        if a == 1 or a == b:
            return b
        if b == 1:
            return a
        fanins = (min(a, b), max(a, b))
        if fanins not in self._known:
            self._known[fanins] = self._variable()
            self.ands.append((self._known[fanins], *fanins))
        return self._known[fanins]

    def _frame(self, source, latch_values, suffix):
        """Copies the gates of one cycle of `source`; gives the map from its literals to ours."""
        ours = {0: 0}
        for literal, name in zip(source.inputs, source.input_names):
            ours[literal] = self._variable()
            self.inputs.append(ours[literal])
            self.input_names.append(name + suffix)
        for (literal, _), value in zip(source.latches, latch_values):
            ours[literal] = value

        def translate(literal):
            return ours[literal & ~1] ^ (literal & 1)

        for lhs, a, b in source.ands:
            ours[lhs] = self._and(translate(a), translate(b))
        return translate

    def first_cycle(self):
        """The combinational circuit of the first cycle, without equal gates."""
        result = Aig()
        translate = result._frame(self, [0] * len(self.latches), "")
        result.outputs = [translate(o) for o in self.outputs]
        result.output_names = list(self.output_names)
        return result

    def induction_step(self):
        """Two cycles from any state: an output is 1 where the second breaks it, the first none."""
        result = Aig()
        state = []
        for i in range(len(self.latches)):
            state.append(result._variable())
            result.inputs.append(state[-1])
            result.input_names.append(f"state[{i}]")
        before = result._frame(self, state, "")
        after = result._frame(self, [before(next_value) for _, next_value in self.latches], "'")
        holds = 1
        for output in self.outputs:
            holds = result._and(holds, before(output) ^ 1)
        result.outputs = [result._and(holds, after(output)) for output in self.outputs]
        result.output_names = list(self.output_names)
        return result

    def any_output(self):
        """The same with one output, which is 1 where any was."""
        result = Aig()
        result.max_variable = self.max_variable
        result.inputs, result.input_names = self.inputs, self.input_names
        result.ands = list(self.ands)
        none = 1
        for output in self.outputs:
            none = result._and(none, output ^ 1)
        result.outputs, result.output_names = [none ^ 1], ["any"]
        return result

    def only(self, index):
        """The cone of one output."""
        needed = {self.outputs[index] >> 1}
        gates = []
        for gate in reversed(self.ands):
            if gate[0] >> 1 in needed:
                needed.update((gate[1] >> 1, gate[2] >> 1))
                gates.append(gate)
        result = Aig()
        result.max_variable = self.max_variable
        result.inputs, result.input_names = self.inputs, self.input_names
        result.outputs, result.output_names = [self.outputs[index]], [self.output_names[index]]
        result.ands = gates[::-1]
        return result

    def cnf(self):
        """DIMACS text, satisfiable exactly if the only output can be 1. Variable v is our v + 1."""

        def dimacs(x):
            return -((x >> 1) + 1) if x & 1 else (x >> 1) + 1

        clauses = [[-1], [dimacs(self.outputs[0])]]
        for lhs, a, b in self.ands:
            out, x, y = dimacs(lhs), dimacs(a), dimacs(b)
            clauses += [[-out, x], [-out, y], [out, -x, -y]]
        lines = [f"p cnf {self.max_variable + 1} {len(clauses)}"]
        lines += [" ".join(map(str, clause)) + " 0" for clause in clauses]
        return "\n".join(lines) + "\n"

    def _renumbered(self):
        """Gates and outputs with variables in the order of inputs, then gates."""
        new = {0: 0}
        for literal in self.inputs + [gate[0] for gate in self.ands]:
            new[literal] = 2 * len(new)

        def renumber(literal):
            return new[literal & ~1] ^ (literal & 1)

        return [tuple(map(renumber, gate)) for gate in self.ands], list(map(renumber, self.outputs))

    def write_ascii(self, path):
        """Writes a combinational graph as ASCII AIGER."""
        ands, outputs = self._renumbered()
        inputs = len(self.inputs)
        lines = [f"aag {inputs + len(ands)} {inputs} 0 {len(outputs)} {len(ands)}"]
        lines += [str(2 * (i + 1)) for i in range(inputs)]
        lines += map(str, outputs)
        lines += [" ".join(map(str, gate)) for gate in ands]
        with open(path, "w", encoding="ascii") as file:
            file.write("\n".join(lines) + "\n")

    def write_binary(self, path):
        """Writes a combinational graph as binary AIGER."""
        ands, outputs = self._renumbered()
        inputs = len(self.inputs)
        header = f"aig {inputs + len(ands)} {inputs} 0 {len(outputs)} {len(ands)}\n"
        data = bytearray(header.encode())
        data += "".join(f"{output}\n" for output in outputs).encode()
        for lhs, a, b in ands:
            high, low = max(a, b), min(a, b)
            for delta in (lhs - high, high - low):
                while delta > 127:
                    data.append(delta & 127 | 128)
                    delta >>= 7
                data.append(delta)
        with open(path, "wb") as file:
            file.write(data)

    def evaluate(self, input_bits):
        """The outputs' values for the inputs' values, both in order."""
        bits = [0] * (self.max_variable + 1)
        for literal, bit in zip(self.inputs, input_bits):
            bits[literal >> 1] = bit
        for lhs, a, b in self.ands:
            bits[lhs >> 1] = (bits[a >> 1] ^ (a & 1)) & (bits[b >> 1] ^ (b & 1))
        return [bits[output >> 1] ^ (output & 1) for output in self.outputs]

    def words(self, input_bits):
        """Inputs by port: bits `name[3]` together as a number; a second cycle's have a prime."""
        ports = {}
        for name, bit in zip(self.input_names, input_bits):
            match = re.fullmatch(r"(\w+)(?:\[(\d+)\])?('?)", name)
            if match:
                port = match[1] + match[3]
                ports[port] = ports.get(port, 0) | bit << int(match[2] or 0)
        return ports


def _fanins_first(ands):
    by_variable = {gate[0] >> 1: gate for gate in ands}
    ordered, done = [], set()
    for root in sorted(by_variable):
        stack = [root]
        while stack:
            variable = stack[-1]
            if variable in done or variable not in by_variable:
                stack.pop()
                continue
            waiting = [x >> 1 for x in by_variable[variable][1:]]
            waiting = [x for x in waiting if x in by_variable and x not in done]
            if waiting:
                stack.extend(waiting)
            else:
                ordered.append(by_variable[variable])
                done.add(variable)
                stack.pop()
    return ordered
