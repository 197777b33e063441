// SPDX-License-Identifier: Apache-2.0
// Elements of the page. Text is always set as text, whatever it contains.

type Value = string | number | boolean | undefined | ((event: Event) => void);
export type Child = Node | string | null | undefined | false;

const kSvg = "http://www.w3.org/2000/svg";

function fill(element: Element, attributes: Record<string, Value>, children: Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) {
    if (child) element.append(child);
  }
}

/// An HTML element; an attribute that is a function is a listener of the event of that name.
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, Value> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

/// An SVG element.
export function s(
  tag: string,
  attributes: Record<string, Value> = {},
  ...children: Child[]
): SVGElement {
  const element = document.createElementNS(kSvg, tag) as SVGElement;
  fill(element, attributes, children);
  return element;
}

let ids = 0;
/// An id that no other element has.
export function newId(prefix: string): string {
  ids += 1;
  return `${prefix}-${ids}`;
}

/// A choice of one of `names`; calls `chosen` with its index.
export function select(
  label: string,
  names: string[],
  current: number,
  chosen: (index: number) => void,
): HTMLElement {
  const box = h("select", { change: () => chosen(box.selectedIndex) });
  names.forEach((name, i) => box.append(h("option", { value: i }, name)));
  box.selectedIndex = current;
  return h("label", { class: "field" }, `${label} `, box);
}
