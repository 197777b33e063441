# SPDX-License-Identifier: Apache-2.0
"""What the lanes of a warp do in each cycle, told from the events of a pipeline trace, and drawn."""

from dataclasses import dataclass, field

from lanefold_studies.plot import svg

STATES = {"executes": ("0.3", ""), "waits for its line": ("0.97", "////"),
          "has its value, waits for the other lane": ("0.8", ""),
          "left behind, its value is there": ("0.97", "xxx")}
IN_FLIGHT = "line on its way from memory"


@dataclass
class Row:
    """An instruction or a request."""
    name: str
    category: str
    begin: int
    end: int
    pc: str
    masks: dict
    stages: dict = field(default_factory=dict)  # begin by name

    def has(self, lane, mask="mask"):
        """Whether the lane is in one of its masks."""
        return bool(int(self.masks.get(mask, "0"), 16) >> lane & 1)


def rows_of(events):
    """Slices with their stages, which follow them on the same track."""
    rows = []
    latest = {}
    for event in events:
        if event["ph"] != "X" or event["cat"] == "launch":
            continue
        track = (event["pid"], event["tid"])
        if event["cat"] == "stage":
            latest[track].stages[event["name"]] = event["ts"]
            continue
        facts = event.get("args", {})
        latest[track] = Row(event["name"], event["cat"], event["ts"], event["ts"] + event["dur"],
                            facts.get("pc"), facts)
        rows.append(latest[track])
    return rows


def loop_begin(rows):
    """The first load of the loop: the instruction at whose pc most loads are."""
    loads = [row for row in rows if row.category == "instruction" and row.name.startswith("lw ")]
    pcs = [row.pc for row in loads]
    return next(row.begin for row in loads if row.pc == max(pcs, key=pcs.count))


def load_spans(load, lane, rows):
    """What a lane does from its load until it goes on."""
    sent = load.stages.get("Me", load.end)
    yield load.begin, sent, "executes"
    if load.has(lane, "stays"):
        request = next(row for row in rows if row.category == "request" and row.has(lane)
                       and row.pc == load.pc and load.begin <= row.begin <= load.end)
        met = next(row.end for row in rows if row.has(lane, "joins") and row.begin >= load.end)
        yield sent, request.end, "waits for its line"
        yield request.end, met, "left behind, its value is there"
    elif load.has(lane, "missed"):
        yield sent, load.end, "waits for its line"
    else:  # a hit takes a cycle
        yield sent, sent + 1, "executes"
        yield sent + 1, load.end, "has its value, waits for the other lane"


def lane_spans(rows, lane):
    """(begin, end, state) of a lane."""
    spans = []
    for row in rows:
        if row.category == "request" or not row.has(lane):
            continue
        spans += load_spans(row, lane, rows) if row.name.startswith("lw ") else [
            (row.begin, row.end, "executes")]
    return [span for span in spans if span[0] < span[1]]


def paint_lane(axes, rows, lane, start):
    """A bar of states, and below it the lines on their way."""
    for state, (grey, hatch) in STATES.items():
        spans = [(max(begin, start) - start, end - max(begin, start))
                 for begin, end, its in lane_spans(rows, lane) if its == state and end > start]
        axes.broken_barh(spans, (lane - 0.3, 0.5), facecolor=grey, edgecolor="black",
                         linewidth=0.5, hatch=hatch, label=state if lane == 0 else None)
    flights = [(row.stages["dram"] - start, row.end - row.stages["dram"]) for row in rows
               if row.category == "request" and row.name.startswith("read ") and row.has(lane)
               and "dram" in row.stages and row.begin >= start]
    axes.broken_barh(flights, (lane + 0.27, 0.08), facecolor="black",
                     label=IN_FLIGHT if lane == 0 else None)


def draw(traces, lanes):
    """The SVG file's content: a part for each trace, one below the other."""
    parts = {name: rows_of(events) for name, events in traces.items()}

    def paint(figure):
        all_axes = figure.subplots(len(parts), 1, sharex=True)
        for axes, (name, rows) in zip(all_axes, parts.items()):
            start = loop_begin(rows)
            for lane in range(lanes):
                paint_lane(axes, rows, lane, start)
            end = max(row.end for row in rows if row.category == "instruction")
            axes.axvline(end - start, color="black", linestyle=":", linewidth=0.8)
            axes.set_title(f"core.on_miss={name}: {end - start} cycles", loc="left", fontsize=9)
            axes.set_yticks(range(lanes), [f"lane {lane}" for lane in range(lanes)])
            axes.set_ylim(lanes - 0.5, -0.5)
            axes.spines[["top", "right"]].set_visible(False)
        all_axes[-1].set_xlabel("cycles from the first load of the loop")
        all_axes[-1].set_xlim(left=0)
        handles, labels = all_axes[-1].get_legend_handles_labels()
        all_axes[0].legend(handles, labels, loc="lower center", bbox_to_anchor=(0.5, 1.15), ncol=2,
                           frameon=False)

    return svg((7.0, 3.6), paint)
