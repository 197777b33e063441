// SPDX-License-Identifier: Apache-2.0
// Claims, tables and figures of a sweep or a study: a section of each.
import type { Cell, Claim, Figure, Outcome, ReportTable } from "../data";
import { h } from "../dom";
import { count, number, percent } from "../format";
import type { Section } from "../section";
import { table } from "../table";

const kOutcomes: Record<Outcome, [mark: string, text: string]> = {
  within: ["\u2713", "within tolerance"],
  closed: ["\u25cf", "closed by an experiment"],
  contradiction: ["\u2260", "the paper contradicts itself"],
  open: ["\u25cb", "open"],
  unjudged: ["\u2013", "not judged at this size"],
};

function badge(outcome: Outcome): HTMLElement {
  const [mark, text] = kOutcomes[outcome] ?? ["?", String(outcome)];
  return h("span", { class: `badge ${outcome in kOutcomes ? outcome : ""}` }, `${mark} ${text}`);
}

function value(cell: Cell): string | null {
  return typeof cell === "number" ? number(cell) : cell;
}

export const claims: Section = {
  id: "claims",
  title: "Claims",
  applies: ({ report }) => Boolean(report.claims?.length),
  render: ({ report }) => {
    const rows = report.claims!;
    const held = rows.filter((row) => row.outcome === "within").length;
    return h(
      "div",
      {},
      h(
        "p",
        {},
        `${count(held, "figure")} of ${rows.length} within the tolerance that was fixed ` +
          "beforehand.",
      ),
      table(
        "Figures of papers beside those of the model",
        [
          { name: "paper", key: (row: Claim) => row.paper },
          { name: "figure", key: (row) => row.figure },
          {
            name: "published",
            left: false,
            key: (row) => row.published,
            node: (row) => value(row.published),
          },
          {
            name: "measured",
            left: false,
            key: (row) => row.measured,
            node: (row) => value(row.measured),
          },
          ...(rows.some((row) => row.unit)
            ? [{ name: "unit", left: true, key: (row: Claim) => row.unit ?? "" }]
            : []),
          { name: "difference", left: false, key: (row) => row.difference ?? "" },
          { name: "outcome", key: (row) => row.outcome, node: (row) => badge(row.outcome) },
          { name: "reason", left: true, key: (row) => row.reason ?? "" },
        ],
        rows,
      ),
    );
  },
};

function tableOf({ title, text, columns, rows }: ReportTable): HTMLElement {
  const made = columns.map((column, i) => ({
    name: column.name + (column.unit ? `, ${column.unit}` : ""),
    key: (row: Cell[]) => row[i],
    text: column.percent ? percent : number,
    left: column.align ? column.align === "left" : undefined,
  }));
  return h("div", {}, text ? h("p", {}, text) : null, table(title, made, rows));
}

export const tables: Section = {
  id: "tables",
  title: "Tables",
  applies: ({ report }) => Boolean(report.tables?.length),
  render: ({ report }) => h("div", {}, ...report.tables!.map(tableOf)),
};

function figureOf({ title, image, text }: Figure): HTMLElement {
  const shown = image.startsWith("data:image/")
    ? h("img", { src: image, alt: text ?? title })
    : null;
  return h(
    "figure",
    { class: "paper" },
    h("figcaption", {}, title),
    shown,
    text ? h("p", { class: "quiet" }, text) : null,
  );
}

export const figures: Section = {
  id: "figures",
  title: "Figures",
  applies: ({ report }) => Boolean(report.figures?.length),
  render: ({ report }) => h("div", {}, ...report.figures!.map(figureOf)),
};
