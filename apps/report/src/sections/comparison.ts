// SPDX-License-Identifier: Apache-2.0
// Two runs beside each other: which cause, line and launch moved, and by how much.
import type { Run } from "../data";
import { stacks } from "../charts/stack";
import { h, select } from "../dom";
import { number, percent, signed, whole } from "../format";
import { causeOf } from "../ledger";
import {
  cyclesByCause,
  cyclesByLaunch,
  cyclesByLine,
  differences,
  faultsOf,
  fastestOther,
  headlines,
  inCycles,
  namesOf,
  slotsOfACycle,
  textsOfLines,
  verdictOf,
  type Difference,
} from "../runs";
import type { Section } from "../section";
import { differingSettings, type Setting } from "../settings";
import { table, type Column } from "../table";
import { diverging } from "./explanation";

const kFirstRows = 15;

function sourceColumn(source: Map<string, string>): Column<Difference> {
  return {
    name: "source",
    left: true,
    key: (row) => source.get(row.name),
    node: (row) => h("code", {}, source.get(row.name) ?? ""),
  };
}

function movedTable(
  caption: string,
  what: string,
  rows: Difference[],
  names: [string, string],
  title = (name: string) => name,
  source?: Map<string, string>,
): HTMLElement | null {
  if (rows.length === 0) return null;
  const most = Math.max(...rows.map((row) => Math.abs(row.change)));
  return table(
    caption,
    [
      { name: what, left: true, key: (row: Difference) => title(row.name) },
      { name: `A: ${names[0]}`, key: (row) => row.a, text: whole },
      { name: `B: ${names[1]}`, key: (row) => row.b, text: whole },
      {
        name: "B \u2212 A",
        key: (row) => row.change,
        node: (row) => diverging(row.change, most, signed(row.change, whole), row.change < 0),
      },
      ...(source ? [sourceColumn(source)] : []),
    ],
    rows,
    { first: kFirstRows },
  );
}

function headlineTable(a: Run, b: Run, names: [string, string]): HTMLElement {
  type Row = ReturnType<typeof headlines>[number];
  const text = (value: number, row: Row) => (row.percent ? percent(value) : number(value));
  return table(
    "The two runs",
    [
      { name: "measure", key: (row: Row) => row.name },
      { name: `A: ${names[0]}`, key: (row) => row.a, text },
      { name: `B: ${names[1]}`, key: (row) => row.b, text },
      {
        name: "B \u2212 A",
        key: (row) => row.b - row.a,
        text: (value, row) =>
          row.percent
            ? `${signed(value * 100, (v) => v.toFixed(1))} points`
            : signed(value, number),
      },
      {
        name: "relative",
        key: (row) => (row.percent || !row.a ? undefined : row.b / row.a - 1),
        text: (value) => signed(value, percent),
      },
    ],
    headlines(a, b),
    { sortable: false },
  );
}

/// What was set otherwise, or that nothing was.
function settingsTable(a: Run, b: Run, names: [string, string]): HTMLElement {
  const rows = differingSettings([a, b]);
  if (rows.length === 0) return h("p", {}, "Machine, program, size and seed are those of both.");
  return table(
    "What was set otherwise",
    [
      { name: "setting", left: true, key: (row: Setting) => row.name },
      { name: `A: ${names[0]}`, left: true, key: (row) => row.values[0] },
      { name: `B: ${names[1]}`, left: true, key: (row) => row.values[1] },
    ],
    rows,
    { first: kFirstRows },
  );
}

function pairOf(a: Run, b: Run, names: [string, string]): HTMLElement[] {
  const of = (f: (run: Run) => Map<string, number>) => differences(f(a), f(b));
  const changed = (rows: Difference[]) => rows.filter((row) => row.change !== 0);
  const faults = faultsOf([a, b], names);
  const parts = [
    faults ? h("p", { class: "verdict faults" }, faults) : null,
    h("p", { class: "verdict" }, verdictOf(a, b, names)),
    settingsTable(a, b, names),
    headlineTable(a, b, names),
    movedTable(
      "Causes, in cycles of the whole machine",
      "cause",
      of((run) => cyclesByCause(run.statistics)),
      names,
      (name) => causeOf(name).title,
    ),
    a.profile && b.profile
      ? movedTable(
          "Lines that moved, in cycles of the whole machine",
          "line",
          changed(of((run) => cyclesByLine(run.profile!, run.statistics))),
          names,
          undefined,
          new Map([...textsOfLines(b.profile), ...textsOfLines(a.profile)]),
        )
      : null,
    movedTable(
      "Launches that moved, in cycles",
      "launch",
      changed(of((run) => cyclesByLaunch(run.statistics))),
      names,
    ),
  ];
  return parts.filter((part): part is HTMLElement => part !== null);
}

/// All runs by cause, on one axis of cycles.
function allRuns(runs: Run[], names: string[]): HTMLElement | null {
  const cycles = runs.map((run) => run.statistics.total.counters["cycles"] ?? 0);
  const most = Math.max(...cycles);
  if (most === 0) return null;
  const rows = runs.map((run, i) => ({
    name: names[i]!,
    ledger: inCycles(run.statistics.total.ledger, slotsOfACycle(run.statistics.total)),
    all: most,
    note: whole(cycles[i]!),
    unit: "cycles of the whole machine",
  }));
  return stacks("Cycles of each run, by cause", rows);
}

export const comparison: Section = {
  id: "comparison",
  title: "Comparison",
  applies: ({ report }) => report.runs.length > 1,
  render: ({ report }) => {
    const { runs } = report;
    const names = namesOf(runs);
    const chosen = { a: 0, b: fastestOther(runs) };
    const place = h("div", { "aria-live": "polite" });
    const show = () =>
      place.replaceChildren(
        ...pairOf(runs[chosen.a]!, runs[chosen.b]!, [names[chosen.a]!, names[chosen.b]!]),
      );
    const choose = (which: "a" | "b") =>
      select(which.toUpperCase(), names, chosen[which], (index) => {
        chosen[which] = index;
        show();
      });
    show();
    return h(
      "div",
      {},
      report.parameter
        ? h("p", {}, "Runs that differ in ", h("code", {}, report.parameter), ".")
        : null,
      allRuns(runs, names),
      h("div", { class: "controls" }, choose("a"), choose("b")),
      place,
    );
  },
};
