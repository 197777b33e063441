// SPDX-License-Identifier: Apache-2.0
// The source with its heat: what each line is charged with, and which lanes were active.
import type { KernelProfile, Profiled, ProfiledInstruction } from "../data";
import { laneStrip } from "../charts/lane_strip";
import { h, select } from "../dom";
import { count, hex, kNothing, number, percent, whole, words } from "../format";
import { mostLost, partsOf } from "../ledger";
import type { Section } from "../section";
import { filesOf, folded, type SourceFile, type SourceRow } from "../sources";
import { withTip, type Tip } from "../tooltip";

const kHowToRead =
  "Lane-slots are those charged to the line, as a part of the kernel's. The small histograms " +
  "show issues by active lanes, from none at the left to the whole warp at the right. The " +
  "button of a line shows its instructions, and the pointer over it all that was counted.";

const kHeadings: [name: string, kind: string][] = [
  ["line", "number"],
  ["lane-slots", "number"],
  ["active lanes", "text"],
  ["issues", "number detail"],
  ["lanes", "number detail wide"],
  ["useful", "number detail wide"],
  ["most lost to", "text"],
  ["source", "text"],
];

function placeOf(waits: Record<string, number>): string | undefined {
  const most = Object.entries(waits).sort((a, b) => b[1] - a[1])[0];
  return most && words(most[0]);
}

function tipOf(name: string, counts: Profiled, all: number): Tip {
  const { counters } = counts;
  const rows: Tip["rows"] = [
    ["lane-slots", `${whole(counts.slots)} (${percent(counts.slots / all)})`],
    ["issues", whole(counters["warp_instructions"] ?? 0)],
    ["active lanes", `${number(counts.mean_active_lanes)} of ${counts.active_lanes.length - 1}`],
    ["ALU cycles", whole(counters["eu_cycles"] ?? 0)],
  ];
  if (counters["divergent_branches"]) {
    rows.push(["divergent branches", whole(counters["divergent_branches"])]);
  }
  if (counts.lines_per_access) rows.push(["lines per access", number(counts.lines_per_access)]);
  if (counts.line_hit_part !== undefined) rows.push(["hit rate", percent(counts.line_hit_part)]);
  if (counts.mean_load_cycles) rows.push(["cycles of a load", number(counts.mean_load_cycles)]);
  for (const { cause, part } of partsOf(counts.ledger, counts.slots)) {
    rows.push([cause.title, percent(part), cause.color]);
  }
  const place = placeOf(counts.memory_wait);
  if (place) rows.push(["waits most in", place]);
  return { title: name, rows };
}

/// What a row's heat is relative to.
interface Scale {
  /// Lane-slots of the kernel, and of its most expensive line.
  all: number;
  most: number;
}

function cellsOf(counts: Profiled, { all, most }: Scale): HTMLElement[] {
  const part = counts.slots / all;
  const relative = Math.min(1, counts.slots / most);
  const lost = mostLost(counts.ledger);
  const useful = (counts.ledger["useful"] ?? 0) / counts.slots;
  const heat = `--heat:${relative.toFixed(3)};--part:${(relative * 100).toFixed(1)}%`;
  return [
    h("td", { class: "number heat", style: heat }, percent(part)),
    h("td", { class: "strip" }, laneStrip(counts.active_lanes)),
    h("td", { class: "number detail" }, whole(counts.counters["warp_instructions"] ?? 0)),
    h("td", { class: "number detail wide" }, counts.mean_active_lanes.toFixed(1)),
    h("td", { class: "number detail wide" }, counts.slots > 0 ? percent(useful) : kNothing),
    h(
      "td",
      { class: "text lost" },
      lost && h("span", { class: "swatch", style: `background:${lost.cause.color}` }),
      lost ? `${lost.cause.title} ${percent(lost.slots / counts.slots)}` : "",
    ),
  ];
}

const kMostIndent = 16;

/// What does not fit goes on below, indented a little more than the text itself.
function codeOf(text: string): HTMLElement {
  const indent = /^\s*/.exec(text)![0].replace(/\t/g, "    ").length;
  return h("code", { style: `--indent:${Math.min(indent, kMostIndent)}ch` }, text);
}

function instructionRow(one: ProfiledInstruction, scale: Scale): HTMLElement {
  const row = h(
    "tr",
    { class: "instruction" },
    h("td", { class: "number" }, h("code", {}, hex(one.pc))),
    ...cellsOf(one, scale),
    h("td", { class: "text" }, codeOf(one.text)),
  );
  return withTip(row, () => tipOf(`${hex(one.pc)} ${one.text}`, one, scale.all));
}

function coldRow(row: SourceRow): HTMLElement {
  return h(
    "tr",
    { class: "cold" },
    h("td", { class: "number" }, String(row.number ?? "")),
    ...kHeadings.slice(1, -1).map(([, kind]) => h("td", { class: kind })),
    h("td", { class: "text" }, codeOf(row.text)),
  );
}

class LineRows {
  private readonly pcs: Map<number, ProfiledInstruction>;
  private readonly scale: Scale;

  constructor(
    kernel: KernelProfile,
    private readonly file: SourceFile,
  ) {
    this.pcs = new Map(kernel.instructions.map((one) => [one.pc, one]));
    this.scale = { all: kernel.slots, most: Math.max(1, ...kernel.lines.map((one) => one.slots)) };
  }

  rowOf(row: SourceRow): HTMLElement {
    const { counts } = row;
    if (!counts) return coldRow(row);
    const found = counts.pcs.map((pc) => this.pcs.get(pc)).filter((one) => one !== undefined);
    const name = row.number === undefined ? row.text : `${this.file.name}:${row.number}`;
    const button = h(
      "button",
      {
        type: "button",
        class: counts.slots === this.scale.most ? "expand hottest" : "expand",
        "aria-expanded": "false",
        "aria-label": `${count(found.length, "instruction")} of ${name}`,
      },
      String(row.number ?? "\u2022"),
    );
    let rows: HTMLElement[] = [];
    const line = h(
      "tr",
      { class: "line" },
      h("td", { class: "number" }, button),
      ...cellsOf(counts, this.scale),
      h("td", { class: "text" }, codeOf(row.text)),
    );
    button.addEventListener("click", () => {
      const open = rows.length === 0;
      button.setAttribute("aria-expanded", String(open));
      if (open) {
        rows = found.map((one) => instructionRow(one, this.scale));
        line.after(...rows);
      } else {
        for (const one of rows) one.remove();
        rows = [];
      }
    });
    const tip = () => tipOf(name, counts, this.scale.all);
    withTip(button, tip);
    return withTip(line, tip);
  }

  all(): HTMLElement[] {
    return folded(this.file.rows).map((item) => {
      if (!("hidden" in item)) return this.rowOf(item);
      const button = h(
        "button",
        { type: "button", class: "plain" },
        `\u22ef ${count(item.hidden.length, "line")} without instructions`,
      );
      const row = h("tr", { class: "cold" }, h("td", { colspan: kHeadings.length }, button));
      button.addEventListener("click", () => row.replaceWith(...item.hidden.map(coldRow)));
      return row;
    });
  }
}

/// Slots that belong to no line.
function withoutInstruction(kernel: KernelProfile): HTMLElement {
  const parts = partsOf(kernel.no_instruction, kernel.slots);
  const all = parts.reduce((sum, one) => sum + one.part, 0);
  const causes = parts.map((one) => `${one.cause.title.toLowerCase()} ${percent(one.part)}`);
  const text =
    `${percent(all)} of the kernel's lane-slots belong to no instruction` +
    (causes.length > 0 ? `: ${causes.join(", ")}.` : ".");
  return h("p", {}, text);
}

function fileTable(kernel: KernelProfile, file: SourceFile): HTMLElement {
  const rows = new LineRows(kernel, file).all();
  const headings = kHeadings.map(([name, kind]) => h("th", { scope: "col", class: kind }, name));
  const caption = `${file.name}: ${percent(file.slots / kernel.slots)} of the kernel's lane-slots`;
  return h(
    "div",
    { class: "scroll source", role: "region", "aria-label": caption, tabindex: 0 },
    h(
      "table",
      {},
      h("caption", {}, caption),
      h("thead", {}, h("tr", {}, ...headings)),
      h("tbody", {}, ...rows),
    ),
  );
}

export const source: Section = {
  id: "source",
  title: "Source",
  applies: ({ run }) => Boolean(run?.profile?.kernels.length),
  render: ({ report, run }) => {
    const { kernels } = run!.profile!;
    const order = [...kernels].sort((a, b) => b.slots - a.slots);
    const all = order.reduce((sum, kernel) => sum + kernel.slots, 0);
    const place = h("div");
    const show = (index: number) => {
      const kernel = order[index]!;
      place.replaceChildren(
        withoutInstruction(kernel),
        ...filesOf(kernel, run!.sources ?? report.sources ?? {}).map((file) =>
          fileTable(kernel, file),
        ),
      );
    };
    show(0);
    const toHottest = () => {
      const button = place.querySelector<HTMLElement>(".hottest");
      button?.scrollIntoView({ block: "center" });
      button?.focus({ preventScroll: true });
    };
    const names = order.map(
      (kernel) =>
        `${kernel.kernel} (${percent(kernel.slots / all)}, ` +
        `${count(kernel.launches, "launch", "launches")})`,
    );
    return h(
      "div",
      {},
      h("p", { class: "quiet" }, kHowToRead),
      h(
        "div",
        { class: "controls" },
        select("Kernel", names, 0, show),
        h("button", { type: "button", class: "plain", click: toHottest }, "Go to hottest line"),
      ),
      place,
    );
  },
};
