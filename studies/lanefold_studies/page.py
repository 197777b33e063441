# SPDX-License-Identifier: Apache-2.0
"""What a study's page is made of, and its Markdown. A study yields paragraphs (plain texts) and the
parts below, in the order in which they stand on the page."""

from dataclasses import dataclass, field

from lanefold_studies.expectation import summary


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
class Comparison:
    """A table of expectations, which may come from a generator."""
    expectations: list

    def __post_init__(self):
        self.expectations = list(self.expectations)

    def markdown(self):
        """paper | ours | difference | answer"""
        heading = ["what", "in the paper", "paper", "ours", "difference", "answer"]
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


READERS = "For architects: the results of this study, and what they are compared with.\n"


def markdown(title, parts, command):
    """The page. It names no time and no machine of the user's."""
    texts = [part + "\n" if isinstance(part, str) else part.markdown() for part in parts]
    found = expectations(parts)
    of_paper = sum(one.place != "" for one in found)
    whose = f", {of_paper} of them of the paper" if 0 < of_paper < len(found) else ""
    counts = [f"Of {len(found)} figures and claims on this page{whose}: {summary(found)}.\n"] if found else []
    return "\n".join([f"# {title}\n", READERS, *counts, *texts, f"Written by `{command}`.\n"])


def expectations(parts):
    """All of the page."""
    return [one for part in parts if isinstance(part, Comparison) for one in part.expectations]
