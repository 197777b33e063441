// SPDX-License-Identifier: Apache-2.0
// The lanes of a warp as buttons in rows of quads: one tab stop, arrow keys between lanes.
import { h } from "../dom";
import { hasLane } from "./masks";
import type { Shape } from "./compaction";

export const kQuadColors = 8;

export class LaneButtons {
  readonly element = h("div", {
    class: "lanes",
    role: "group",
    "aria-label": "Execution mask: lanes of the warp",
  });
  private buttons: HTMLButtonElement[] = [];
  private perRow = 1;

  constructor(private readonly toggle: (lane: number) => void) {
    this.element.addEventListener("keydown", (event) => this.move(event));
  }

  /// As many buttons as the warp has lanes, a row for each quad.
  shape({ lanes, aluWidth }: Shape): void {
    this.perRow = Math.min(aluWidth, lanes);
    this.buttons = Array.from({ length: lanes }, (_, lane) =>
      h(
        "button",
        {
          type: "button",
          tabindex: lane === 0 ? 0 : -1,
          click: () => this.toggle(lane),
          class: `lane q${Math.floor(lane / this.perRow) % kQuadColors}`,
        },
        String(lane),
      ),
    );
    const quads: HTMLElement[] = [];
    for (let first = 0; first < lanes; first += this.perRow) {
      quads.push(h("div", { class: "quad" }, ...this.buttons.slice(first, first + this.perRow)));
    }
    this.element.replaceChildren(...quads);
  }

  show(mask: bigint): void {
    this.buttons.forEach((button, lane) => {
      const on = hasLane(mask, lane);
      button.setAttribute("aria-pressed", String(on));
      button.setAttribute("aria-label", `lane ${lane}, ${on ? "active" : "off"}`);
    });
  }

  private move(event: KeyboardEvent): void {
    const now = this.buttons.indexOf(document.activeElement as HTMLButtonElement);
    const steps: Record<string, number> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: this.perRow,
      ArrowUp: -this.perRow,
      Home: -now,
      End: this.buttons.length - 1 - now,
    };
    const step = steps[event.key];
    const next = step === undefined || now < 0 ? undefined : this.buttons[now + step];
    if (step === undefined) return;
    event.preventDefault();
    if (!next) return;
    for (const button of this.buttons) button.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }
}
