# SPDX-License-Identifier: Apache-2.0
"""Draws plots as SVG: readable in black and white, and the same bytes for the same values."""

import io
import math

from lanefold_studies.refusal import missing_module

GREYS = ["0.95", "0.75", "0.55", "0.35", "0.85", "0.65"]
HATCHES = ["", "///", "xxx", "---", "\\\\\\", "|||"]
MARKERS = ["o", "s", "^", "D", "v", "x"]
STYLES = ["-", "--", ":", "-.", (0, (5, 1)), (0, (1, 3))]
FONT = {"font.family": "DejaVu Sans", "font.size": 9, "svg.fonttype": "none",
        "svg.hashsalt": "lanefold", "hatch.linewidth": 0.5}


def draw(plot):
    """The SVG file's content."""
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
    axes.spines[["top", "right"]].set_visible(False)
    if len(plot.series) > 1:
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncol=min(4, len(plot.series)),
                    frameon=False)
