# SPDX-License-Identifier: Apache-2.0
"""Samples the ports of a module with a clock, once a cycle, from a waveform."""

from waveform import Ports, Reader, fst_lines

_CLOCK = "clk_i"
# Of each byte, the 16 bits in which each of its bits stands twice.
_DOUBLE = [int("".join(bit * 2 for bit in f"{byte:08b}"), 2).to_bytes(2, "little") for byte in range(256)]


class Samples(Ports):
    """What ports are at the end of each cycle, just before a rising edge. What they are earlier in a cycle is how a
    simulator goes on, not what the circuit does."""

    def __init__(self):
        super().__init__()
        self.clock = "1"
        self.text = ""

    def take(self):
        """The state before an edge, once that has come."""
        if self.now[_CLOCK] > self.clock:
            self.steps.append(self.text)
        self.clock, self.text = self.now[_CLOCK], "".join(self.now.values())


def sample(file, module, cycles):
    """How many cycles there are of a module's clock in a waveform, at most as many as these, and {(port, bit): number}:
    bit T of a number is of the T-th cycle."""
    samples = Samples()

    def first(lines):
        for line in lines:
            if len(samples.steps) == cycles:
                return
            yield line

    with fst_lines(file, whole=False) as lines:
        Reader([module], lambda: samples, ("wire",)).read(first(lines))
    return samples.chunks[0]


def halves(number, cycles):
    """A number of a step per cycle as one of two, before and behind the falling edge."""
    return int.from_bytes(b"".join(_DOUBLE[byte] for byte in number.to_bytes(-(-cycles // 8), "little")), "little")


def clock(cycles):
    """The clock in these steps: it rises at the first of each cycle."""
    return ((1 << 2 * cycles) - 1) // 3
