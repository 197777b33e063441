# SPDX-License-Identifier: Apache-2.0
"""What a study's page is made of, and its Markdown. A study yields paragraphs (plain texts) and the
parts below, in the order in which they stand on the page."""

from dataclasses import dataclass, field


@dataclass
class Table:
    """Rows under a heading. Cells are texts."""
    heading: list
    rows: list

    def markdown(self):
        """A table."""
        lines = [self.heading, ["---"] * len(self.heading), *self.rows]
        return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines) + "\n"


@dataclass
class Expectation:
    """A figure of the paper, where it stands, and ours. `paper` is a number or a range (low, high),
    in which None leaves an end open. With the unit "%", both are parts of 1. What differs by more
    than the tolerance needs a reason."""
    what: str
    place: str
    paper: float | tuple
    ours: float
    tolerance: float = 0.0
    reason: str = ""
    unit: str = "%"
    digits: int = 1

    def difference(self):
        """Ours beyond the paper's; 0 within its range."""
        low, high = self.paper if isinstance(self.paper, tuple) else (self.paper, self.paper)
        if low is not None and self.ours < low:
            return self.ours - low
        return self.ours - high if high is not None and self.ours > high else 0.0

    def holds(self):
        """Within the tolerance; what is lost in a sum of binary fractions does not count."""
        return abs(self.difference()) <= self.tolerance + 1e-12

    def explained(self):
        """There is nothing left to ask."""
        return self.holds() or self.reason != ""

    def cells(self):
        """A row of the page."""
        difference = self.number(self.difference(), sign="+", unit="points")
        why = self.reason or "**not explained**"
        if self.holds():
            why = f"within {self.number(self.tolerance, unit='points')}"
        return [self.what, self.place, self.paper_text(), self.number(self.ours), difference, why]

    def paper_text(self):
        """50.0 %, 5.0 % to 25.0 %, at most 42.0 %."""
        if not isinstance(self.paper, tuple):
            return self.number(self.paper)
        low, high = (None if end is None else self.number(end) for end in self.paper)
        if low and high:
            return f"{low} to {high}"
        return f"at least {low}" if low else f"at most {high}"

    def number(self, value, sign="", unit=None):
        """As the pages write it."""
        if self.unit == "%":
            return f"{100 * value:{sign}.{self.digits}f} {unit or '%'}"
        return f"{value:{sign}.{self.digits}f} {self.unit}".strip()


@dataclass
class Comparison:
    """A table of expectations."""
    expectations: list

    def markdown(self):
        """paper | ours | difference | why"""
        heading = ["what", "in the paper", "paper", "ours", "difference", "why"]
        return Table(heading, [one.cells() for one in self.expectations]).markdown()


@dataclass
class Plot:
    """A diagram in a file of its own: "bars" side by side, "stack" for bars on one another, or
    "lines". `series` has a value for each label, None where there is none. With the unit "%",
    values are parts of 1."""
    name: str
    caption: str
    labels: list
    series: dict
    y_label: str
    x_label: str = ""
    kind: str = "bars"
    unit: str = "%"
    y_limits: tuple = field(default=(None, None))

    def markdown(self):
        """The image and what it shows."""
        return image(self)


@dataclass
class Scatter:
    """A diagram of points in a file of its own. `series` has {label: (x, y)} under each name. A line
    of steps joins those of the front, which have numbers; the caption says whose. All but the first
    series have labels."""
    name: str
    caption: str
    series: dict
    front: list
    x_label: str
    y_label: str

    def markdown(self):
        """The image and what it shows."""
        numbers = ", ".join(f"{number} {label}" for number, label in enumerate(self.front, start=1))
        return image(self, f". On the front: {numbers}")


def image(plot, more=""):
    """What a page says of a diagram."""
    return f"![{plot.caption}]({plot.name}.svg)\n\n*{plot.caption}{more}*\n"


def percent(part, digits=1):
    """12.3 %, of a part of 1."""
    return f"{100 * part:.{digits}f} %"


def markdown(title, parts, command):
    """The page. It names no time and no machine of the user's."""
    texts = [part + "\n" if isinstance(part, str) else part.markdown() for part in parts]
    return "\n".join([f"# {title}\n", *texts, f"Written by `{command}`.\n"])


def expectations(parts):
    """All of the page."""
    return [one for part in parts if isinstance(part, Comparison) for one in part.expectations]
