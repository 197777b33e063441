// SPDX-License-Identifier: Apache-2.0
// Where lane-slots go: of the whole run, over time, by core and by line.
import * as Plot from "@observablehq/plot";
import type { Counts, Curves, KernelProfile, Launch, Run } from "../data";
import { binsOf, rebin } from "../charts/bins";
import { figure } from "../charts/figure";
import { overTime } from "../charts/over_time";
import { stacks, type StackRow } from "../charts/stack";
import { h } from "../dom";
import { count, percent, short, whole } from "../format";
import { causes, causeOf, slotsOf } from "../ledger";
import { placeOf } from "../runs";
import type { Section } from "../section";
import { table } from "../table";

const kBins = 240;
const kPrefix = "ledger.";
const kLines = 12;

function wholeRun(run: Run): HTMLElement {
  const { ledger, counters } = run.statistics.total;
  const row = { name: "whole run", ledger };
  return stacks(
    `All ${whole(slotsOf(ledger))} lane-slots of ${whole(counters["cycles"] ?? 0)} cycles, ` +
      "by cause",
    [row],
  );
}

function overRun(curves: Curves): HTMLElement | null {
  const bins = binsOf(curves.begin, curves.cycles, kBins);
  const present = causes.filter((cause) => curves.series[kPrefix + cause.name]);
  if (present.length === 0) return null;
  const sums = present.map((cause) => rebin(curves.series[kPrefix + cause.name]!, curves, bins));
  const totals = bins.begin.map((_, i) => sums.reduce((sum, one) => sum + (one[i] ?? 0), 0));
  return overTime({
    caption: "By cause, over time",
    unit: "% of lane-slots",
    bins,
    curves,
    stacked: true,
    percent: true,
    top: 100,
    height: 220,
    lines: present.map((cause, at) => ({
      name: cause.name,
      title: cause.title,
      color: cause.color,
      values: sums[at]!.map((value, i) => (totals[i] ? value / totals[i]! : 0)),
    })),
  });
}

function byCore(perCore: Counts[]): HTMLElement {
  const most = Math.max(...perCore.map((ledger) => slotsOf(ledger)));
  const rows = perCore.map((ledger, core) => ({ name: `core ${core}`, ledger, all: most }));
  return stacks("By cause, of each core", rows, false);
}

function byLine(kernels: KernelProfile[], all: number): HTMLElement | null {
  const rows: (StackRow & { slots: number })[] = kernels.flatMap((kernel) =>
    kernel.lines.map((line) => ({
      name: placeOf(line),
      ledger: line.ledger,
      slots: line.slots,
      note: percent(line.slots / all),
    })),
  );
  rows.sort((a, b) => b.slots - a.slots);
  const shown = rows.slice(0, kLines).filter((row) => row.slots > 0);
  if (shown.length === 0) return null;
  const caption =
    shown.length < rows.length
      ? `By cause, of the ${count(shown.length, "line")} with the most lane-slots`
      : "By cause, of each line";
  const most = shown[0]!.slots;
  return stacks(
    caption,
    shown.map((row) => ({ ...row, all: most })),
    false,
  );
}

/// How many lanes of their warps instructions had active.
function activeLanes(total: Launch): HTMLElement | null {
  const histogram = total.histograms["active_lanes"] ?? [];
  const all = histogram.reduce((sum, n) => sum + n, 0);
  if (all === 0) return null;
  const rows = histogram.map((instructions, lanes) => ({ lanes, instructions }));
  return figure({
    caption: "Warp instructions by their number of active lanes",
    label: `Histogram of ${whole(all)} warp instructions over 0 to ${total.warp_width} lanes`,
    draw: (width) =>
      Plot.plot({
        width,
        height: 150,
        marginLeft: 52,
        x: {
          label: "active lanes",
          type: "band",
          tickRotate: 0,
          ticks: rows.map((row) => row.lanes).filter((n) => n % (rows.length > 33 ? 8 : 2) === 0),
        },
        y: { label: "instructions", grid: true, ticks: 4, tickFormat: short },
        marks: [
          Plot.barY(rows, { x: "lanes", y: "instructions", fill: "var(--accent)", tip: true }),
          Plot.ruleY([0]),
        ],
      }),
    table: () =>
      table(
        "Warp instructions by active lanes",
        [
          { name: "active lanes", key: (row: (typeof rows)[number]) => row.lanes },
          { name: "instructions", key: (row) => row.instructions, text: whole },
          { name: "part", key: (row) => row.instructions / all, text: percent },
        ],
        rows,
      ),
  });
}

export const slots: Section = {
  id: "slots",
  title: "Where lane-slots go",
  applies: ({ run }) => run !== undefined && slotsOf(run.statistics.total.ledger) > 0,
  render: ({ run }) => {
    const { curves, profile, statistics } = run!;
    const cores = curves?.per_core?.length ?? 0;
    return h(
      "div",
      {},
      h(
        "p",
        {},
        "A lane-slot is one 32-bit lane of one ALU for one cycle. Each is charged to " +
          `exactly one cause: ${causeOf("useful").title.toLowerCase()}, or what it was lost to.`,
      ),
      wholeRun(run!),
      curves && curves.begin.length > 1 ? overRun(curves) : null,
      h(
        "div",
        { class: "pair" },
        cores > 1 ? byCore(curves!.per_core) : null,
        profile ? byLine(profile.kernels, slotsOf(statistics.total.ledger)) : null,
      ),
      activeLanes(statistics.total),
    );
  },
};
