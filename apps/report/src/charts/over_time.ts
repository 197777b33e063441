// SPDX-License-Identifier: Apache-2.0
// Charts over the cycles of a run, with the boundaries of its launches.
import * as Plot from "@observablehq/plot";
import type { Curves } from "../data";
import { kNothing, number, percent, short, whole } from "../format";
import { table } from "../table";
import { figure } from "./figure";
import type { Bins } from "./bins";

export interface Line {
  name: string;
  title: string;
  color: string;
  values: (number | undefined)[];
}

interface Point {
  x: number;
  y: number | undefined;
  line: string;
  /// What a tip says.
  text: string;
}

export interface TimeChart {
  caption: string;
  unit: string;
  bins: Bins;
  curves: Curves;
  lines: Line[];
  stacked?: boolean;
  /// The upper end of the axis, if it is known.
  top?: number;
  height?: number;
  percent?: boolean;
}

const kMostBoundaries = 60;

/// Each bin's value at its begin, and the last one again at its end, for curves that go in steps.
function points(chart: TimeChart): Point[] {
  const { begin, cycles } = chart.bins;
  const last = begin.length - 1;
  const end = (begin[last] ?? 0) + (cycles[last] ?? 0);
  const pointOf = (line: Line, x: number, y: number | undefined): Point => {
    const value = y === undefined ? kNothing : chart.percent ? percent(y) : number(y);
    const unit = chart.percent ? "" : ` ${chart.unit}`;
    const text = `${line.title}: ${value}${unit}\nfrom cycle ${whole(x)}`;
    return { x, y, line: line.name, text };
  };
  return chart.lines.flatMap((line) => [
    ...line.values.map((y, i) => pointOf(line, begin[i] ?? 0, y)),
    pointOf(line, end, line.values[last]),
  ]);
}

function marks(chart: TimeChart): Plot.Markish[] {
  const data = points(chart);
  const channels = { x: "x", y: "y", curve: "step-after" as const };
  const boundaries = chart.curves.launches.map((launch) => launch.begin).filter((at) => at > 0);
  const rules =
    boundaries.length <= kMostBoundaries
      ? [
          Plot.ruleX(boundaries, {
            stroke: "currentColor",
            strokeOpacity: 0.35,
            strokeDasharray: "2,3",
          }),
        ]
      : [];
  const shapes = chart.stacked
    ? [
        Plot.areaY(data, {
          ...channels,
          fill: "line",
          z: "line",
          title: "text",
          tip: true,
        }),
      ]
    : [Plot.lineY(data, { ...channels, stroke: "line", z: "line", strokeWidth: 1.5 })];
  const tip = chart.stacked
    ? []
    : [
        Plot.tip(
          data,
          Plot.pointerX({
            x: "x",
            y: "y",
            stroke: "line",
            fill: "var(--panel)",
            title: "text",
          }),
        ),
      ];
  return [...shapes, ...rules, Plot.ruleY([0], { strokeOpacity: 0.4 }), ...tip];
}

/// A chart whose curves go in steps, one for each sample.
export function overTime(chart: TimeChart): HTMLElement {
  const columns = [
    { name: "from cycle", key: (i: number) => chart.bins.begin[i], text: whole },
    { name: "cycles", key: (i: number) => chart.bins.cycles[i], text: whole },
    ...chart.lines.map((line) => ({
      name: line.title,
      key: (i: number) => line.values[i],
      text: number,
    })),
  ];
  return figure({
    caption: chart.caption,
    label: `${chart.caption}: ${chart.lines.map((line) => line.title).join(", ")} over cycles`,
    legend: chart.lines.length > 1 ? chart.lines : undefined,
    draw: (width) =>
      Plot.plot({
        width,
        height: chart.height ?? 160,
        marginLeft: 52,
        marginBottom: 32,
        x: { label: "cycles", tickFormat: short, ticks: Math.max(3, Math.floor(width / 110)) },
        y: {
          label: chart.unit,
          ticks: 4,
          grid: true,
          percent: chart.percent,
          domain: chart.top === undefined ? undefined : [0, chart.top],
          tickFormat: chart.percent ? undefined : short,
        },
        color: {
          type: "categorical",
          domain: chart.lines.map((line) => line.name),
          range: chart.lines.map((line) => line.color),
        },
        marks: marks(chart),
      }),
    table: () =>
      table(
        chart.caption,
        columns,
        chart.bins.begin.map((_, i) => i),
      ),
  });
}
