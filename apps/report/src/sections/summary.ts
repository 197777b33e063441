// SPDX-License-Identifier: Apache-2.0
// What a reader sees first: what is wrong, the sentence that names the limiter, and the figures of
// the run.
import { explanationOf, type Run, type View } from "../data";
import { h } from "../dom";
import { number, percent, ratio, whole } from "../format";
import { partsOf } from "../ledger";
import { faultsOf, headlineOf, ipcOf, namesOf, partOfIdeal, peakIpc } from "../runs";
import type { Section } from "../section";

interface Tile {
  name: string;
  value: string;
  note?: string;
  /// Of the value, in its bound: drawn as a bar.
  part?: number;
  state?: "good" | "bad" | "warn";
}

function cyclesTile(run: Run): Tile {
  const cycles = run.statistics.total.counters["cycles"] ?? 0;
  const bound = run.limits?.bound_cycles;
  const part = run.limits?.resources[0]?.part;
  return {
    name: "Cycles",
    value: whole(cycles),
    note: bound ? `bound ${whole(bound)} (${percent(part ?? 0)})` : undefined,
    part,
  };
}

function ipcTile(run: Run): Tile {
  const ipc = ipcOf(run.statistics.total) ?? 0;
  const peak = peakIpc(run.statistics);
  return {
    name: "IPC (warp instructions)",
    value: number(ipc),
    note: peak ? `of ${number(peak)} that can issue a cycle` : undefined,
    part: peak ? ipc / peak : undefined,
  };
}

function efficiencyTile(run: Run): Tile {
  const { total } = run.statistics;
  const { warp_instructions: all = 0, lane_instructions: lanes = 0 } = total.counters;
  return {
    name: "SIMD efficiency",
    value: percent(total.simd_efficiency),
    note: `${number(ratio(lanes, all) ?? 0)} of ${total.warp_width} lanes active`,
    part: total.simd_efficiency,
  };
}

function usefulTile(run: Run): Tile | undefined {
  const useful = partsOf(run.statistics.total.ledger).find((p) => p.cause.name === "useful");
  return (
    useful && {
      name: "Useful lane-slots",
      value: percent(useful.part),
      note: "lanes that compute",
      part: useful.part,
    }
  );
}

function idealTile(run: Run): Tile | undefined {
  const part = partOfIdeal(run.statistics);
  const policy = run.statistics.machine.core?.compaction ?? "";
  return part === undefined
    ? undefined
    : {
        name: "Of ideal compaction",
        value: percent(part),
        note: `ALU cycles saved by ${policy}`,
        part,
      };
}

function verifiedTile({ statistics, partial }: Run): Tile | undefined {
  if (partial || statistics.partial) {
    return { name: "Outcome", value: "Partial", note: "the run was stopped", state: "warn" };
  }
  if (statistics.failed_launches) {
    return {
      name: "Outcome",
      value: "Failed",
      state: "bad",
      note: `failed launches: ${whole(statistics.failed_launches)}`,
    };
  }
  if (statistics.verified === undefined) return undefined;
  return statistics.verified
    ? {
        name: "Outcome",
        value: "Verified",
        state: "good",
        note: `${whole(statistics.values_checked ?? 0)} values equal the reference`,
      }
    : {
        name: "Outcome",
        value: "Wrong output",
        state: "bad",
        note: "the output differs from the reference",
      };
}

const kMarks = { good: "\u2713 ", bad: "\u2717 ", warn: "\u26a0 " };

function tileOf(tile: Tile): HTMLElement {
  const mark = tile.state ? kMarks[tile.state] : "";
  const bar =
    tile.part === undefined
      ? null
      : h(
          "span",
          { class: "meter" },
          h("span", { style: `width:${Math.min(1, Math.max(0, tile.part)) * 100}%` }),
        );
  return h(
    "div",
    { class: `tile ${tile.state ?? ""}` },
    h("dt", {}, tile.name),
    h("dd", {}, h("strong", {}, mark + tile.value), bar, h("span", {}, tile.note ?? "")),
  );
}

/// What the machine and its program are, in one line.
function subject({ statistics }: Run): string {
  const { machine, total } = statistics;
  return [
    statistics.program + (statistics.size ? `, ${statistics.size}` : ""),
    machine.name,
    `${whole(total.cores)} cores`,
    `warp of ${total.warp_width} lanes`,
    `ALU of ${total.alu_width} lanes`,
    machine.core?.compaction && `compaction ${machine.core.compaction}`,
  ]
    .filter(Boolean)
    .join(" \u00b7 ");
}

/// Where there are several runs, the limit is that of the one which is chosen.
function ofRun({ report, run }: View, sentence: string): string {
  if (!run || report.runs.length < 2) return sentence;
  return `${namesOf(report.runs)[report.runs.indexOf(run)]}: ${sentence}`;
}

export const summary: Section = {
  id: "summary",
  title: "Summary",
  applies: (view) => view.run !== undefined || Boolean(explanationOf(view)),
  render: (view) => {
    const { run } = view;
    const sentence = explanationOf(view)?.sentence || run?.limits?.sentence;
    const { runs } = view.report;
    const faults = faultsOf(runs, namesOf(runs));
    const headline = headlineOf(runs);
    const timed = run?.statistics.total.timed;
    const tiles = !run
      ? []
      : timed
        ? [
            cyclesTile(run),
            ipcTile(run),
            efficiencyTile(run),
            usefulTile(run),
            idealTile(run),
            verifiedTile(run),
          ]
        : [efficiencyTile(run), verifiedTile(run)];
    return h(
      "div",
      {},
      faults ? h("p", { class: "limiter headline faults" }, faults) : null,
      headline ? h("p", { class: faults ? undefined : "limiter headline" }, headline) : null,
      sentence
        ? h("p", { class: faults || headline ? undefined : "limiter" }, ofRun(view, sentence))
        : null,
      run ? h("p", { class: "subject" }, subject(run)) : null,
      h("dl", { class: "tiles" }, ...tiles.map((tile) => tile && tileOf(tile))),
    );
  },
};
