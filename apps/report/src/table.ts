// SPDX-License-Identifier: Apache-2.0
// Tables that sort by a click, and that show their first rows only where they have many.
import { h, type Child } from "./dom";
import { count, kNothing } from "./format";

export type Key = number | string | null | undefined;

export interface Column<Row> {
  name: string;
  /// What the column is sorted by; text is shown as it is, numbers through `text`.
  key(row: Row): Key;
  text?(value: number, row: Row): string;
  /// In place of text.
  node?(row: Row): Child;
  help?: string;
  /// Text columns are aligned to the left unless they say otherwise.
  left?: boolean;
}

const kFirstRows = 200;

export interface TableOptions {
  /// A button in each heading sorts by its column.
  sortable?: boolean;
  /// Rows that are shown before the reader asks for all.
  first?: number;
}

/// The order of two keys; what is absent comes last in either direction.
export function compareKeys(a: Key, b: Key, descending: boolean): number {
  if (a === null || a === undefined) return b === null || b === undefined ? 0 : 1;
  if (b === null || b === undefined) return -1;
  const order =
    typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
  return descending ? -order : order;
}

function cellOf<Row>(column: Column<Row>, row: Row): HTMLElement {
  const key = column.key(row);
  const isText = column.left ?? typeof key === "string";
  const cell = h("td", { class: isText ? "text" : "number" });
  if (column.node) cell.append(column.node(row) || "");
  else if (typeof key === "number" && column.text) cell.textContent = column.text(key, row);
  else cell.textContent = key === null || key === undefined ? kNothing : String(key);
  return cell;
}

export function table<Row>(
  caption: string,
  columns: Column<Row>[],
  rows: Row[],
  { sortable = true, first = kFirstRows }: TableOptions = {},
): HTMLElement {
  let shown = first;
  let sorted = rows;
  const body = h("tbody");
  const more = h("button", { type: "button", class: "plain more" });
  const show = () => {
    body.replaceChildren(
      ...sorted
        .slice(0, shown)
        .map((row) => h("tr", {}, ...columns.map((column) => cellOf(column, row)))),
    );
    more.hidden = sorted.length <= shown;
    more.textContent = `Show all ${count(sorted.length, "row")}`;
  };
  more.addEventListener("click", () => {
    shown = sorted.length;
    show();
  });

  const headings = columns.map((column) => {
    const sample = rows[0] === undefined ? undefined : column.key(rows[0]);
    const isText = column.left ?? typeof sample === "string";
    const heading = h("th", {
      scope: "col",
      class: isText ? "text" : "number",
      title: column.help,
    });
    if (!sortable || rows.length < 2) {
      heading.append(column.name);
      return heading;
    }
    const sort = () => {
      const now = heading.getAttribute("aria-sort");
      const descending = now ? now === "ascending" : !isText;
      for (const other of headings) other.removeAttribute("aria-sort");
      heading.setAttribute("aria-sort", descending ? "descending" : "ascending");
      sorted = [...rows].sort((a, b) => compareKeys(column.key(a), column.key(b), descending));
      show();
    };
    heading.append(h("button", { type: "button", click: sort }, column.name));
    return heading;
  });
  show();
  const scroller = h(
    "div",
    { class: "scroll", role: "region", "aria-label": caption, tabindex: 0 },
    h("table", {}, h("caption", {}, caption), h("thead", {}, h("tr", {}, ...headings)), body),
  );
  return h("div", { class: "table" }, scroller, more);
}
