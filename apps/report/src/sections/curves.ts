// SPDX-License-Identifier: Apache-2.0
// Curves over the cycles of the run: active lanes, issue rate, bandwidth of each level, waiting.
import { binsOf } from "../charts/bins";
import { overTime, type Line } from "../charts/over_time";
import { curveLines } from "../curve_lines";
import { h } from "../dom";
import { count, words } from "../format";
import { colorOfLevel } from "../levels";
import type { Section } from "../section";

const kBins = 300;

function linesOf(series: { name: string; values: (number | undefined)[] }[]): Line[] {
  return series.map((one) => ({
    ...one,
    title: words(one.name),
    color: colorOfLevel(one.name),
  }));
}

export const curves: Section = {
  id: "curves",
  title: "Over time",
  applies: ({ run }) => (run?.curves?.begin.length ?? 0) > 1,
  render: ({ run }) => {
    const data = run!.curves!;
    const bins = binsOf(data.begin, data.cycles, kBins);
    const lines = curveLines(data, bins, run!.statistics.machine);
    const chart = (
      caption: string,
      unit: string,
      series: Parameters<typeof linesOf>[0],
      top?: number,
    ) =>
      series.length === 0
        ? null
        : overTime({ caption, unit, bins, curves: data, lines: linesOf(series), top });
    const left = data.launches_left_out ?? 0;
    return h(
      "div",
      {},
      h(
        "p",
        { class: "quiet" },
        `${count(data.launches.length + left, "launch", "launches")}; ` +
          "dashed lines are their boundaries where they are few." +
          (left > 0
            ? ` Of the latest ${count(left, "launch", "launches")}, no names are known.`
            : ""),
      ),
      h(
        "div",
        { class: "multiples" },
        chart(
          "Active lanes per warp instruction",
          "lanes",
          lines.lanes,
          run!.statistics.total.warp_width,
        ),
        chart("Warp instructions per cycle", "instructions", lines.issue),
        chart("Bandwidth of each level", "bytes per cycle", lines.bandwidth),
        chart("Requests of each level", "requests per cycle", lines.requests),
        chart("Requests waiting, on average", "requests", lines.waiting),
      ),
    );
  },
};
