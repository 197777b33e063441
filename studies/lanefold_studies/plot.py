# SPDX-License-Identifier: Apache-2.0
"""Draws plots as SVG: readable in black and white, and the same bytes for the same values."""

import io
import math

from lanefold_studies.page import Scatter
from lanefold_studies.refusal import missing_module

GREYS = ["0.95", "0.75", "0.55", "0.35", "0.85", "0.65"]
HATCHES = ["", "///", "xxx", "---", "\\\\\\", "|||"]
MARKERS = ["o", "s", "^", "D", "v", "x"]
STYLES = ["-", "--", ":", "-.", (0, (5, 1)), (0, (1, 3))]
FONT = {"font.family": "DejaVu Sans", "font.size": 9, "svg.fonttype": "none",
        "svg.hashsalt": "lanefold", "hatch.linewidth": 0.5}


def draw(plot):
    """The SVG file's content."""
    if isinstance(plot, Scatter):
        return svg((6.4, 4.4), lambda figure: scatter(figure.add_subplot(), plot))
    def paint(figure):
        axes = figure.add_subplot()
        {"bars": bars, "stack": stack, "lines": lines}[plot.kind](axes, plot)
        decorate(axes, plot)
    return svg((max(5.0, 0.7 * len(plot.labels)), 3.2), paint)


def svg(size, paint):
    """The content of an SVG file of that size in inches, for a function that fills the figure."""
    try:
        import matplotlib
        from matplotlib.backends.backend_svg import FigureCanvasSVG
        from matplotlib.figure import Figure
    except ImportError as error:
        raise missing_module("matplotlib", "python3-matplotlib", "plots need") from error
    with matplotlib.rc_context():
        matplotlib.rcdefaults()  # not what the user's own file says
        matplotlib.rcParams.update(FONT)
        figure = Figure(figsize=size, layout="constrained")
        FigureCanvasSVG(figure)
        paint(figure)
        content = io.BytesIO()
        figure.savefig(content, format="svg", metadata={"Date": None, "Creator": "Lanefold"})
    return content.getvalue()


def heights(plot, values):
    """Percent instead of parts, and gaps for what there is not."""
    scale = 100 if plot.unit == "%" else 1
    return [math.nan if value is None else scale * value for value in values]


def bars(axes, plot):
    """A bar of each series beside one another."""
    width = 0.8 / len(plot.series)
    for index, (name, values) in enumerate(plot.series.items()):
        shift = (index + 0.5) * width - 0.4
        axes.bar([place + shift for place in range(len(plot.labels))], heights(plot, values), width,
                 label=name, **bar_look(index))


def stack(axes, plot):
    """A bar for each label, of the series on one another."""
    below = [0.0] * len(plot.labels)
    for index, (name, values) in enumerate(plot.series.items()):
        own = [0.0 if math.isnan(height) else height for height in heights(plot, values)]
        axes.bar(range(len(plot.labels)), own, 0.7, bottom=below, label=name, **bar_look(index))
        below = [low + high for low, high in zip(below, own)]


def bar_look(index):
    """Told apart by grey and by hatch."""
    return {"facecolor": GREYS[index % len(GREYS)], "edgecolor": "black", "linewidth": 0.6,
            "hatch": HATCHES[index % len(HATCHES)]}


def lines(axes, plot):
    """A line of each series, told apart by marker and by style."""
    for index, (name, values) in enumerate(plot.series.items()):
        axes.plot(range(len(plot.labels)), heights(plot, values), color=str(0.12 * (index % 5)),
                  marker=MARKERS[index % len(MARKERS)], linestyle=STYLES[index % len(STYLES)],
                  markerfacecolor="white", label=name)


def decorate(axes, plot):
    """Labels, limits and the legend."""
    long_labels = max(len(str(label)) for label in plot.labels) > 8
    axes.set_xticks(range(len(plot.labels)), [str(label) for label in plot.labels],
                    rotation=30 if long_labels else 0, ha="right" if long_labels else "center")
    axes.set_xlabel(plot.x_label)
    axes.set_ylabel(plot.y_label + (" (%)" if plot.unit == "%" else ""))
    axes.set_ylim(*plot.y_limits)
    axes.axhline(0, color="black", linewidth=0.6)
    frame(axes, len(plot.series))


def frame(axes, entries):
    """Two sides, and a legend where there is something to tell apart."""
    axes.spines[["top", "right"]].set_visible(False)
    if entries > 1:
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncol=min(4, entries),
                    frameon=False)


def scatter(axes, plot):
    """Hollow markers, filled on the front, which goes down where a point is."""
    places = {label: place for points in plot.series.values() for label, place in points.items()}
    _, *labelled = plot.series.values()
    texts = {place: str(number) for number, place in
             enumerate(map(places.get, plot.front), start=1)}
    texts |= {place: label for points in labelled for label, place in points.items()}
    axes.plot(*zip(*map(places.get, plot.front)), color="black", linewidth=0.8,
              drawstyle="steps-post", label="front")
    for index, (name, points) in enumerate(plot.series.items()):
        axes.plot(*zip(*points.values()), linestyle="", color="black", markersize=5,
                  marker=MARKERS[index % len(MARKERS)], markerfacecolor="white", label=name)
    axes.plot(*zip(*map(places.get, plot.front)), linestyle="", color="black", markersize=5,
              marker=MARKERS[0])
    for place, text in texts.items():
        axes.annotate(text, place, xytext=(4, 4), textcoords="offset points")
    axes.set_xlabel(plot.x_label)
    axes.set_ylabel(plot.y_label)
    frame(axes, 1 + len(plot.series))
