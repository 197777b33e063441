// SPDX-License-Identifier: Apache-2.0
// The roofline: operations per cycle over operations per byte, under the roofs of each level.
import * as Plot from "@observablehq/plot";
import type { Roofline } from "../data";
import { figure } from "../charts/figure";
import { h } from "../dom";
import { number, percent, short, words } from "../format";
import { colorOfLevel } from "../levels";
import { covers, drawnRoofs, labelsOf, peakOf, roofsOf, type LevelPoint } from "../roofs";
import type { Section } from "../section";
import { table } from "../table";

const kSymbols = ["circle", "diamond", "square", "triangle", "star", "wye", "cross"] as const;

function tableOf(points: LevelPoint[]): HTMLElement {
  return table(
    "Roofs of each level of memory",
    [
      { name: "level", key: (p: LevelPoint) => words(p.name) },
      { name: "bytes", key: (p) => p.bytes, text: number },
      { name: "operations per byte", key: (p) => p.intensity, text: number },
      { name: "bytes per cycle", key: (p) => p.bandwidth, text: number },
      { name: "roof, operations per cycle", key: (p) => p.roof, text: number },
      { name: "reached", key: (p) => p.reached, text: percent },
    ],
    points,
  );
}

function tipOf({ name, intensity, roof, reached }: LevelPoint): string {
  const place = `${words(name)}: ${number(intensity)} operations per byte`;
  if (roof === undefined) return place;
  return `${place}\nroof ${number(roof)} operations per cycle, ${percent(reached ?? 0)} reached`;
}

function howToRead(roofline: Roofline, performance: number): string {
  const timed = roofline.roofs.find((roof) => roof.timed);
  const policy = timed
    ? `With its execution masks the ALUs could do ${number(timed.operations_per_cycle)} under ` +
      `${timed.name}, the policy of the run, and `
    : "The ALUs could do ";
  return (
    `The run computes ${number(performance)} operations of active lanes per cycle. ${policy}` +
    `${number(peakOf(roofline))} with all lanes active, which is ideal compaction. A marker ` +
    "stands at the operations per byte that moved at its level; the sloping line of the same " +
    "colour is that level's bandwidth."
  );
}

function draw(roofline: Roofline, width: number): Element {
  const { points, performance, x, y } = roofsOf(roofline);
  const peak = peakOf(roofline);
  const color = (p: { name: string }) => colorOfLevel(p.name);
  const labels = labelsOf(points);
  const slopes = points
    .filter((p) => p.bandwidth)
    .flatMap((p) => {
      const ridge = peak / p.bandwidth!;
      return [x[0], Math.max(x[0], Math.min(ridge, x[1]))].map((at) => ({
        name: p.name,
        x: at,
        y: Math.min(peak, at * p.bandwidth!),
      }));
    });
  const flat = drawnRoofs(roofline).map((roof, i) => ({
    y: roof.operations_per_cycle,
    text: `${roof.name === "ideal" ? "ideal compaction" : roof.name} ${number(roof.operations_per_cycle)}`,
    dash: ["", "5,4", "1,4"][i],
    dx: -4 - 120 * i,
    dy: i === 0 ? -8 : 9,
  }));
  return Plot.plot({
    width,
    height: Math.min(380, Math.max(260, width * 0.42)),
    marginLeft: 52,
    marginRight: 24,
    marginTop: 24,
    x: {
      type: "log",
      domain: x,
      label: "ALU operations per byte",
      tickFormat: short,
      grid: true,
      ticks: Math.max(3, Math.floor(width / 130)),
    },
    y: {
      type: "log",
      domain: y,
      label: "ALU operations per cycle",
      tickFormat: short,
      grid: true,
      ticks: 5,
    },
    r: { type: "identity" },
    symbol: { domain: points.map((p) => p.name), range: [...kSymbols] },
    marks: [
      ...flat.map((roof) =>
        Plot.ruleY([roof.y], {
          stroke: "currentColor",
          strokeWidth: 1.5,
          strokeDasharray: roof.dash,
        }),
      ),
      ...flat.map((roof) =>
        Plot.text([roof.text], {
          x: [x[1]],
          y: [roof.y],
          textAnchor: "end",
          dx: roof.dx,
          dy: roof.dy,
          fontSize: 11,
          fill: "currentColor",
          stroke: "var(--panel)",
          strokeWidth: 3,
        }),
      ),
      ...points.map((p, i) =>
        Plot.line(
          slopes.filter((at) => at.name === p.name),
          {
            x: "x",
            y: "y",
            stroke: color(p),
            strokeWidth: 2,
            strokeDasharray: points.findIndex((q) => q.bandwidth === p.bandwidth) < i ? "7,7" : "",
          },
        ),
      ),
      Plot.dot(points, {
        x: "intensity",
        y: performance,
        symbol: "name",
        fill: color,
        r: (p: LevelPoint, i: number) =>
          6 + 3 * points.slice(i + 1).filter((q) => covers(p, q)).length,
        stroke: "var(--panel)",
      }),
      ...labels.map(({ text, intensity }, i) =>
        Plot.text([text], {
          x: [intensity],
          y: [performance],
          dy: 22 + 14 * (i % 2),
          fontSize: 11,
          fill: "currentColor",
          stroke: "var(--panel)",
          strokeWidth: 3,
        }),
      ),
      Plot.tip(
        points,
        Plot.pointer({
          x: "intensity",
          y: performance,
          fill: "var(--panel)",
          title: tipOf,
        }),
      ),
    ],
  });
}

export const roofline: Section = {
  id: "roofline",
  title: "Roofline",
  applies: ({ run }) =>
    Boolean(
      run?.limits?.roofline?.levels.length &&
      run.limits.roofline.operations > 0 &&
      run.limits.roofline.cycles > 0,
    ),
  render: ({ run }) => {
    const data = run!.limits!.roofline!;
    const { points, performance } = roofsOf(data);
    return h(
      "div",
      {},
      h("p", {}, howToRead(data, performance)),
      figure({
        caption: "Operations per cycle over operations per byte, both logarithmic",
        label: `Roofline: ${number(performance)} of ${number(peakOf(data))} operations per cycle`,
        legend: points.map((p) => ({
          title:
            words(p.name) +
            (p.bandwidth ? `, ${number(p.bandwidth)} bytes per cycle` : ", no limit"),
          color: colorOfLevel(p.name),
        })),
        draw: (width) => draw(data, width),
        table: () => tableOf(points),
      }),
    );
  },
};
