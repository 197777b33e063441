# SPDX-License-Identifier: Apache-2.0
"""The functions that Liberty states of a cell's outputs, and their truth tables."""

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


class _Reader:
    """Evaluates a function while it reads it."""

    def __init__(self, function, values, ones):
        self.function = function
        self.rest = _tokens(function)
        self.ones = ones
        self.values = {"0": 0, "1": ones, **values}

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


def evaluate(function, values, ones):
    """The function for many values of its inputs at once: bit I of each number is of the I-th, and
    `ones` has all bits. A function that cannot be read is a ValueError."""
    reader = _Reader(function, values, ones)
    value = reader.sum()
    if reader.rest:
        raise ValueError(f"the function '{function}' cannot be read at '{reader.rest[0]}'")
    return value


def truth_table(function, inputs):
    """The values of the function as the bits of a number. Row I has the bits of I as its inputs, the
    first in the lowest. A function that cannot be read is a ValueError."""
    rows = range(1 << len(inputs))
    values = {name: sum(1 << row for row in rows if row >> place & 1)
              for place, name in enumerate(inputs)}
    return evaluate(function, values, (1 << len(rows)) - 1)
