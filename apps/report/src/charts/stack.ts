// SPDX-License-Identifier: Apache-2.0
// Horizontal bars that are divided by cause, one below the other.
import { h } from "../dom";
import { percent, whole } from "../format";
import { partsOf, textOn, type Part } from "../ledger";
import type { Counts } from "../data";
import { table } from "../table";
import { withTip } from "../tooltip";
import { disclosure, legendOf } from "./figure";

export interface StackRow {
  name: string;
  ledger: Counts;
  /// What the whole width of the bar's place stands for; the row's own sum without it.
  all?: number;
  /// What the ledger counts; lane-slots without it.
  unit?: string;
  /// Beside the bar.
  note?: string;
}

const kLabelled = 0.07;

function segment(row: StackRow, part: Part): HTMLElement {
  const { cause } = part;
  const text = part.part >= kLabelled ? h("span", {}, cause.title) : null;
  const box = h(
    "span",
    {
      class: "segment",
      style: `width:${part.part * 100}%;background:${cause.color};color:${textOn(cause.color)}`,
    },
    text,
  );
  return withTip(box, () => ({
    title: `${row.name}: ${cause.title}`,
    rows: [
      [row.unit ?? "lane-slots", whole(part.slots)],
      ["part", percent(part.part)],
      ["meaning", cause.help],
    ],
  }));
}

function bar(row: StackRow): HTMLElement {
  const parts = partsOf(row.ledger, row.all);
  const label = parts.map((part) => `${part.cause.title} ${percent(part.part)}`).join(", ");
  return h(
    "div",
    { class: "stack-row" },
    h("span", { class: "stack-name" }, row.name),
    h(
      "div",
      { class: "stack", role: "img", "aria-label": `${row.name}: ${label}` },
      ...parts.map((part) => segment(row, part)),
    ),
    row.note ? h("span", { class: "stack-note" }, row.note) : null,
  );
}

/// The causes of all rows together, in their order.
function causesOf(rows: StackRow[]) {
  const sum: Counts = {};
  for (const row of rows) {
    for (const part of partsOf(row.ledger)) {
      sum[part.cause.name] = (sum[part.cause.name] ?? 0) + part.slots;
    }
  }
  return partsOf(sum).map((part) => part.cause);
}

/// A figure of bars, with legend and table.
export function stacks(caption: string, rows: StackRow[], legend = true): HTMLElement {
  const used = causesOf(rows);
  const asTable = () =>
    table(
      caption,
      [
        { name: "", key: (row: StackRow) => row.name },
        ...used.map((cause) => ({
          name: cause.title,
          help: cause.help,
          key: (row: StackRow) => row.ledger[cause.name] ?? 0,
          text: whole,
        })),
      ],
      rows,
    );
  return h(
    "figure",
    {},
    h("figcaption", {}, caption),
    legend ? legendOf(used) : null,
    h("div", { class: "stacks" }, ...rows.map(bar)),
    disclosure("As a table", asTable),
  );
}
