# SPDX-License-Identifier: Apache-2.0
"""Truth tables of the functions that Liberty states of a cell's outputs."""

import re

_TOKEN = re.compile(r"\s*(?:([A-Za-z_][\w\[\].]*)|([01])(?!\w)|([!'^*&+|()]))")


def _tokens(function):
    tokens, at, text = [], 0, function.strip()
    while at < len(text):
        found = _TOKEN.match(text, at)
        if not found:
            raise ValueError(f"the function '{function}' cannot be read at '{text[at:]}'")
        tokens.append(found[found.lastindex])
        at = found.end()
    return tokens


class _Table:
    """Evaluates a function for all values of its inputs at once: bit I of a number is the value for
    the I-th row of the truth table."""

    def __init__(self, function, inputs):
        self.function = function
        self.rest = _tokens(function)
        rows = 1 << len(inputs)
        self.ones = (1 << rows) - 1
        self.values = {"0": 0, "1": self.ones}
        for place, name in enumerate(inputs):
            self.values[name] = sum(1 << row for row in range(rows) if row >> place & 1)

    def next_is(self, marks):
        return bool(self.rest) and self.rest[0] in marks

    def sum(self):
        value = self.product()
        while self.next_is("+|"):
            self.rest.pop(0)
            value |= self.product()
        return value

    def product(self):
        """Terms that stand side by side are joined as by an AND."""
        value = self.exclusive()
        while self.rest and not self.next_is("+|)"):
            if self.next_is("*&"):
                self.rest.pop(0)
            value &= self.exclusive()
        return value

    def exclusive(self):
        value = self.term()
        while self.next_is("^"):
            self.rest.pop(0)
            value ^= self.term()
        return value

    def term(self):
        inverted = False
        while self.next_is("!"):
            self.rest.pop(0)
            inverted = not inverted
        token = self.rest.pop(0) if self.rest else "its end"
        value = self.values.get(token)
        if token == "(":
            value = self.sum()
            token = self.rest.pop(0) if self.rest else "its end"
            value = value if token == ")" else None
        if value is None:
            raise ValueError(f"the function '{self.function}' cannot be read at '{token}'")
        while self.next_is("'"):
            self.rest.pop(0)
            inverted = not inverted
        return value ^ self.ones if inverted else value


def truth_table(function, inputs):
    """The values of the function as the bits of a number. Row I has the bits of I as its inputs, the
    first in the lowest. A function that cannot be read is a ValueError."""
    table = _Table(function, inputs)
    value = table.sum()
    if table.rest:
        raise ValueError(f"the function '{function}' cannot be read at '{table.rest[0]}'")
    return value
