// SPDX-License-Identifier: Apache-2.0
// One tooltip for the page: rows of name and value beside the pointer or the focused element.
import { h } from "./dom";

export interface Tip {
  title: string;
  rows: [name: string, value: string, color?: string][];
}

let box: HTMLElement | undefined;

function place(element: HTMLElement, x: number, y: number): void {
  const { width, height } = element.getBoundingClientRect();
  const left = x + 14 + width > window.innerWidth ? x - width - 14 : x + 14;
  const top = y + 14 + height > window.innerHeight ? y - height - 14 : y + 14;
  element.style.left = `${Math.max(4, left)}px`;
  element.style.top = `${Math.max(4, top)}px`;
}

/// Shows the tip beside a point of the window.
export function showTip(tip: Tip, x: number, y: number): void {
  if (!box) {
    box = h("div", { class: "tip", role: "tooltip", id: "tip" });
    document.body.append(box);
  }
  const list = h("dl");
  for (const [name, value, color] of tip.rows) {
    const mark = color && h("span", { class: "swatch", style: `background:${color}` });
    list.append(h("dt", {}, mark || null, name), h("dd", {}, value));
  }
  box.replaceChildren(h("strong", {}, tip.title), list);
  box.hidden = false;
  place(box, x, y);
}

export function hideTip(): void {
  if (box) box.hidden = true;
}

/// Shows `tip` while the pointer is over the element, or while it has the focus.
export function withTip<T extends Element>(element: T, tip: () => Tip): T {
  const atPointer = (event: Event) => {
    const pointer = event as PointerEvent;
    showTip(tip(), pointer.clientX, pointer.clientY);
  };
  element.addEventListener("pointerenter", atPointer);
  element.addEventListener("pointermove", atPointer);
  element.addEventListener("pointerleave", hideTip);
  element.addEventListener("blur", hideTip);
  element.addEventListener("focus", () => {
    const at = element.getBoundingClientRect();
    if (!element.matches(":focus-visible")) return;
    showTip(tip(), at.left, at.bottom);
    element.setAttribute("aria-describedby", "tip");
  });
  return element;
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") hideTip();
});
