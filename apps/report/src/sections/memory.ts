// SPDX-License-Identifier: Apache-2.0
// The levels of memory: hit rates, bandwidth used against available, and where requests wait.
import type { Bandwidth, Launch } from "../data";
import { h } from "../dom";
import { number, percent, ratio, words, whole } from "../format";
import { levelsOf, type Level } from "../levels";
import type { Section } from "../section";
import { table } from "../table";
import { meter } from "./limits";

function levelsTable(total: Launch): HTMLElement {
  return table(
    "Levels of memory, from the cores outward",
    [
      { name: "level", key: (l: Level) => words(l.name) },
      { name: "instances", key: (l) => l.instances, text: whole },
      { name: "requests", key: (l) => l.requests, text: whole },
      {
        name: "hit rate",
        key: (l) => l.hitRate,
        node: (l) => (l.hitRate === undefined ? null : meter(l.hitRate, percent(l.hitRate))),
        help: "hits / requests whose look-up has ended",
      },
      { name: "misses", key: (l) => l.misses, text: whole },
      {
        name: "merges",
        key: (l) => l.merges,
        text: whole,
        help: "requests that joined an outstanding miss in its MSHR",
      },
      { name: "bytes", key: (l) => l.bytes, text: whole },
      {
        name: "queue wait",
        key: (l) => l.wait,
        text: whole,
        help: "cycles that requests waited behind others, summed",
      },
      {
        name: "per request",
        key: (l) => (l.wait !== undefined && l.requests ? l.wait / l.requests : undefined),
        text: number,
      },
      {
        name: "MSHR stalls",
        key: (l) => l.stalls,
        text: whole,
        help: "cycles that look-ups waited for an MSHR, summed",
      },
    ],
    levelsOf(total),
  );
}

function bandwidthTable(bandwidth: Record<string, Bandwidth>): HTMLElement {
  const rows = Object.entries(bandwidth).map(([name, one]) => ({ name, ...one }));
  type Row = (typeof rows)[number];
  const part = (row: Row) => ratio(row.used, row.available);
  return table(
    "Bandwidth used against available",
    [
      { name: "what is moved", key: (row: Row) => words(row.name) },
      {
        name: "used of its limit",
        key: part,
        node: (row) => {
          const used = part(row);
          return used === undefined
            ? h("span", { class: "quiet" }, "no limit")
            : meter(used, percent(used));
        },
      },
      { name: "used", key: (row) => row.used, text: number },
      { name: "available", key: (row) => row.available || undefined, text: number },
      { name: "unit", key: (row) => row.unit },
    ],
    rows,
  );
}

function stallsTable(total: Launch): HTMLElement | null {
  const rows = Object.entries(total.memory_stalls ?? {}).filter(([, cycles]) => cycles > 0);
  if (rows.length === 0) return null;
  rows.sort((a, b) => b[1] - a[1]);
  const most = rows[0]![1];
  return table(
    "Where requests wait for other requests",
    [
      { name: "they wait for", key: ([name]: [string, number]) => words(name) },
      {
        name: "core cycles, summed",
        key: ([, cycles]) => cycles,
        node: ([, cycles]) => meter(cycles / most, whole(cycles)),
      },
    ],
    rows,
  );
}

export const memory: Section = {
  id: "memory",
  title: "Memory",
  applies: ({ run }) =>
    run !== undefined &&
    run.statistics.total.timed &&
    Object.keys(run.statistics.total.memory ?? {}).length > 0,
  render: ({ run }) => {
    const { total } = run!.statistics;
    return h(
      "div",
      {},
      levelsTable(total),
      h(
        "div",
        { class: "pair" },
        Object.keys(total.bandwidth ?? {}).length > 0 ? bandwidthTable(total.bandwidth) : null,
        stallsTable(total),
      ),
      h(
        "p",
        { class: "quiet" },
        "Many requests wait at the same time: cycles that are summed are " +
          "no parts of the run's cycles.",
      ),
    );
  },
};
