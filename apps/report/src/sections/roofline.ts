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

/// Where the sloping line of each level begins, and where it meets the roof of the ALUs.
function slopesOf(points: LevelPoint[], peak: number, [from, to]: [number, number]) {
  return points
    .filter((p) => p.bandwidth)
    .map((p) => ({
      level: p,
      // Levels of one bandwidth share a line.
      dash: points.find((q) => q.bandwidth === p.bandwidth) === p ? "" : "7,7",
      line: [from, Math.max(from, Math.min(peak / p.bandwidth!, to))].map((x) => ({
        x,
        y: Math.min(peak, x * p.bandwidth!),
      })),
    }));
}

const kText = { fontSize: 11, fill: "currentColor", stroke: "var(--panel)", strokeWidth: 3 };

/// Texts are drawn over all rules.
function ceilings(roofline: Roofline, right: number): Plot.Markish[] {
  const roofs = drawnRoofs(roofline);
  const rules = roofs.map((roof, i) =>
    Plot.ruleY([roof.operations_per_cycle], {
      stroke: "currentColor",
      strokeWidth: 1.5,
      strokeDasharray: ["", "5,4", "1,4"][i],
    }),
  );
  const texts = roofs.map(({ name, operations_per_cycle: y }, i) =>
    Plot.text([`${name === "ideal" ? "ideal compaction" : name} ${number(y)}`], {
      ...kText,
      x: [right],
      y: [y],
      textAnchor: "end",
      dx: -4 - 120 * i,
      dy: i === 0 ? -8 : 9,
    }),
  );
  return [...rules, ...texts];
}

function levels(points: LevelPoint[], performance: number): Plot.Markish[] {
  return [
    Plot.dot(points, {
      x: "intensity",
      y: performance,
      symbol: "name",
      fill: (p: LevelPoint) => colorOfLevel(p.name),
      r: (p: LevelPoint, i: number) =>
        6 + 3 * points.slice(i + 1).filter((q) => covers(p, q)).length,
      stroke: "var(--panel)",
    }),
    ...labelsOf(points).map(({ text, intensity }, i) =>
      Plot.text([text], { ...kText, x: [intensity], y: [performance], dy: 22 + 14 * (i % 2) }),
    ),
    Plot.tip(
      points,
      Plot.pointer({ x: "intensity", y: performance, fill: "var(--panel)", title: tipOf }),
    ),
  ];
}

function draw(roofline: Roofline, width: number): Element {
  const { points, performance, x, y } = roofsOf(roofline);
  const axis = { type: "log", tickFormat: short, grid: true } as const;
  const ticks = Math.max(3, Math.floor(width / 130));
  return Plot.plot({
    width,
    height: Math.min(380, Math.max(260, width * 0.42)),
    marginLeft: 52,
    marginRight: 24,
    marginTop: 24,
    x: { ...axis, domain: x, label: "ALU operations per byte", ticks },
    y: { ...axis, domain: y, label: "ALU operations per cycle", ticks: 5 },
    r: { type: "identity" },
    symbol: { domain: points.map((p) => p.name), range: [...kSymbols] },
    marks: [
      ...ceilings(roofline, x[1]),
      ...slopesOf(points, peakOf(roofline), x).map(({ level, dash, line }) =>
        Plot.line(line, {
          x: "x",
          y: "y",
          stroke: colorOfLevel(level.name),
          strokeWidth: 2,
          strokeDasharray: dash,
        }),
      ),
      ...levels(points, performance),
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
