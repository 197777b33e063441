// SPDX-License-Identifier: Apache-2.0
// What machines that adapt have tried (IPDPS'12), and how far lanes slipped (SC'09).
import * as Plot from "@observablehq/plot";
import type { Launch } from "../data";
import { adaptationPaths, slipClasses } from "../adaptation_paths";
import { figure } from "../charts/figure";
import { h } from "../dom";
import { number, short, whole } from "../format";
import type { Section } from "../section";
import { table } from "../table";

function longest(launches: Launch[]): number {
  const cycles = (launch: Launch) =>
    launch.adaptation?.length ? (launch.counters["cycles"] ?? 0) : -1;
  return launches.reduce(
    (most, launch, i) => (cycles(launch) > cycles(launches[most]!) ? i : most),
    0,
  );
}

function pathsOf(launch: Launch, index: number): HTMLElement {
  const paths = adaptationPaths(launch.adaptation ?? []);
  const rows = paths.flatMap(({ core, steps }) => steps.map((step, at) => ({ core, at, ...step })));
  const list = paths.map(({ core, steps }) =>
    h(
      "li",
      {},
      h("span", { class: "stack-name" }, `core ${core}`),
      ...steps.map((step) =>
        h(
          "span",
          { class: step.chosen ? "step chosen" : "step" },
          step.chosen ? `\u2713 ${step.simd}` : step.simd,
          step.cost === undefined ? null : h("small", {}, ` ${number(step.cost)}`),
        ),
      ),
    ),
  );
  return h(
    "figure",
    {},
    h(
      "figcaption",
      {},
      `Width x depth tried in launch ${index + 1} (${launch.kernel}), with the ` +
        "cycles of a work-item; \u2713 is the choice",
    ),
    h("ol", { class: "paths" }, ...list),
    h(
      "details",
      { class: "as-table" },
      h("summary", {}, "As a table"),
      table(
        "Width x depth tried",
        [
          { name: "core", key: (row: (typeof rows)[number]) => row.core },
          { name: "step", key: (row) => row.at + 1 },
          { name: "width x depth", key: (row) => row.simd },
          { name: "cycles of a work-item", key: (row) => row.cost, text: number },
          { name: "chosen", left: true, key: (row) => (row.chosen ? "yes" : "no") },
        ],
        rows,
      ),
    ),
  );
}

function slipOf(histogram: number[]): HTMLElement {
  const rows = slipClasses(histogram);
  const all = histogram.reduce((sum, n) => sum + n, 0);
  return figure({
    caption: "Decided loads by how many loads the furthest lane of the warp was ahead",
    label: `Histogram of the slip of ${whole(all)} decided loads`,
    draw: (width) =>
      Plot.plot({
        width,
        height: 160,
        marginLeft: 52,
        x: { type: "band", label: "loads ahead", domain: rows.map((row) => row.name) },
        y: { label: "decided loads", grid: true, ticks: 4, tickFormat: short },
        marks: [
          Plot.barY(rows, { x: "name", y: "loads", fill: "var(--accent)", tip: true }),
          Plot.ruleY([0]),
        ],
      }),
    table: () =>
      table(
        "Slip",
        [
          { name: "loads ahead", key: (row: (typeof rows)[number]) => row.name },
          { name: "decided loads", key: (row) => row.loads, text: whole },
        ],
        rows,
      ),
  });
}

function hasSlip(total: Launch): boolean {
  return (total.histograms["slip"] ?? []).some((n) => n > 0);
}

export const adaptation: Section = {
  id: "adaptation",
  title: "Adaptation and slip",
  applies: ({ run }) =>
    run !== undefined &&
    (hasSlip(run.statistics.total) ||
      run.statistics.launches.some((launch) => launch.adaptation?.length)),
  render: ({ run }) => {
    const { launches, total } = run!.statistics;
    const at = longest(launches);
    const launch = launches[at];
    return h(
      "div",
      {},
      launch?.adaptation?.length ? pathsOf(launch, at) : null,
      hasSlip(total) ? slipOf(total.histograms["slip"]!) : null,
    );
  },
};
