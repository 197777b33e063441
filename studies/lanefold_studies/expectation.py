# SPDX-License-Identifier: Apache-2.0
"""A figure of a paper beside ours, and what answers a difference: runs that change one thing."""

from dataclasses import dataclass

HALF = 0.5  # of a difference: the share that most experiments have to take away


@dataclass
class Experiment:
    """Runs in which one thing is other than in those of the figure, and what the figure is then. It
    closes a difference if it brings the figure within the tolerance, or, with a share, if it takes
    at least that part of the difference away."""
    change: str
    gives: float
    share: float | None = None


@dataclass
class Expectation:
    """A figure of the paper, where it stands, and ours. `paper` is a number or a range (low, high),
    in which None leaves an end open. With the unit "%", both are parts of 1. What differs by more
    than the tolerance is closed by one of the experiments, or contradicts something else that the
    paper says (`contradiction` has the arithmetic), or is open: then `open` says that it is known,
    and the experiments are those that failed to close it. A figure that is `sized` is asked for at
    the size of the study's page only."""
    what: str
    place: str
    paper: float | tuple
    ours: float
    tolerance: float = 0.0
    experiments: tuple = ()
    contradiction: str = ""
    open: bool = False
    sized: bool = False
    judged: bool = True  # False of what is sized at another size
    unit: str = "%"
    digits: int = 1

    def difference(self, figure=None):
        """A figure, or ours, beyond the paper's; 0 within its range."""
        figure = self.ours if figure is None else figure
        low, high = self.paper if isinstance(self.paper, tuple) else (self.paper, self.paper)
        if low is not None and figure < low:
            return figure - low
        return figure - high if high is not None and figure > high else 0.0

    def within(self, figure=None):
        """Within the tolerance; what is lost in a sum of binary fractions does not count."""
        return abs(self.difference(figure)) <= self.tolerance + 1e-12

    def taken_away(self, experiment):
        """The part of our difference that an experiment takes away; it can be below 0."""
        return 1 - abs(self.difference(experiment.gives)) / abs(self.difference())

    def closes(self, experiment):
        """Whether an experiment does what it has to."""
        return (self.within(experiment.gives) or
                experiment.share is not None and self.taken_away(experiment) >= experiment.share)

    def closing(self):
        """The experiment that closes the difference, or None: the first one that brings the figure within, or
        else the one that takes the largest part away."""
        inside = next((one for one in self.experiments if self.within(one.gives)), None)
        return inside or max(filter(self.closes, self.experiments), key=self.taken_away, default=None)

    def state(self):
        """within, unjudged, closed, half, contradiction or open; half: an experiment takes a part of the
        difference away, as much as it has to."""
        if self.within():
            return "within"
        if not self.judged:
            return "unjudged"
        if closing := self.closing():
            return "closed" if self.within(closing.gives) else "half"
        return "contradiction" if self.contradiction else "open"

    def fault(self, own_size=True):
        """What the check has to say, or None. At a size that is not the page's own, experiments
        need not close what they close there."""
        if self.state() not in ("open", "unjudged") or self.sized and not own_size:
            return None
        if not self.experiments:
            return "and no run says why"
        if self.open or not own_size:
            return None
        return "and is not closed by " + ", nor by ".join(
            f"{one.change} ({self.number(one.gives)})" for one in self.experiments)

    def cells(self):
        """A row of the page."""
        difference = self.number(self.difference(), sign="+", unit="points")
        return [self.what, self.place, self.paper_text(), self.number(self.ours), difference,
                self.answer()]

    def answer(self):
        """The last cell: what is to be said of the difference."""
        state = self.state()
        if state == "within":
            return f"within {self.number(self.tolerance, unit='points')}"
        if state == "unjudged":
            return "not judged at this size"
        closing = self.closing()
        tried = "; ".join(self.found(one) for one in self.experiments if one is not closing)
        others = f"; also tried: {tried}" if tried else ""
        if closing:
            return f"closed by {self.found(closing)}{others}"
        if state == "contradiction":
            return f"the paper contradicts itself: {self.contradiction}{others}"
        return f"open: {tried or '**no run says why**'}"

    def found(self, experiment):
        """An experiment, its figure, and how far that is from the paper's."""
        text = f"{experiment.change}: {self.number(experiment.gives)}"
        if self.within(experiment.gives):
            return text
        taken = self.taken_away(experiment)
        if taken <= 0:
            return f"{text} (no nearer)"
        least = "" if experiment.share is None else f", at least {100 * experiment.share:.0f} %"
        return f"{text} ({100 * taken:.0f} % of the difference{least})"

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


NAMES = {"within": "within", "closed": "within after one change", "half": "half closed by one change",
         "contradiction": "contradicted by the paper itself", "open": "open",
         "unjudged": "not judged at this size"}


def summary(found):
    """How many figures are in which state: 12 within, 9 within after one change, 1 open."""
    counts = {state: sum(one.state() == state for one in found) for state in NAMES}
    return ", ".join(f"{count} {NAMES[state]}" for state, count in counts.items() if count)
