// SPDX-License-Identifier: Apache-2.0
// What every chart of the page has: a caption, a legend, the width of its place, and its numbers as
// a table.
import { h, type Child } from "../dom";

export interface LegendEntry {
  title: string;
  color: string;
  help?: string;
}

export interface FigureParts {
  caption: string;
  /// One sentence that says what is seen, for readers who do not see it.
  label: string;
  legend?: LegendEntry[];
  /// The chart; called again whenever the width of its place has changed.
  draw(width: number): Element;
  /// The same numbers; made when the reader opens it.
  table?(): Node;
}

/// A row of colours and what they mean.
export function legendOf(entries: LegendEntry[]): HTMLElement {
  return h(
    "ul",
    { class: "legend" },
    ...entries.map((entry) =>
      h(
        "li",
        { title: entry.help },
        h("span", { class: "swatch", style: `background:${entry.color}` }),
        entry.title,
      ),
    ),
  );
}

/// A part of the page that is made when the reader opens it.
export function disclosure(summary: string, content: () => Node): HTMLElement {
  const details = h("details", { class: "as-table" }, h("summary", {}, summary));
  details.addEventListener(
    "toggle",
    () => {
      if (details.childElementCount === 1) details.append(content());
    },
    { once: true },
  );
  return details;
}

/// Draws when the page is laid out, and again when the place has become wider or narrower. A chart
/// changes the height of its place, which is no work for the observer's own turn: browsers report
/// what it could not tell of before the page is shown.
function fitted(label: string, draw: (width: number) => Element): HTMLElement {
  const place = h("div", { class: "plot", role: "img", "aria-label": label });
  let drawn = 0;
  let asked = false;
  const width = () => Math.floor(place.clientWidth);
  const isOther = () => width() >= 80 && width() !== drawn;
  const redraw = () => {
    asked = false;
    if (!isOther()) return;
    drawn = width();
    place.replaceChildren(draw(drawn));
  };
  const observer = new ResizeObserver(() => {
    if (asked || !isOther()) return;
    asked = true;
    requestAnimationFrame(redraw);
  });
  observer.observe(place);
  return place;
}

export function figure(parts: FigureParts, ...more: Child[]): HTMLElement {
  return h(
    "figure",
    {},
    h("figcaption", {}, parts.caption),
    parts.legend ? legendOf(parts.legend) : null,
    fitted(parts.label, parts.draw),
    ...more,
    parts.table ? disclosure("As a table", parts.table) : null,
  );
}
