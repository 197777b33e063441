// SPDX-License-Identifier: Apache-2.0
// The warp timeline: a canvas with zoom, pan, a selected row, and a sentence that says it.
import type { TraceWindow, WindowRow } from "../data";
import { h } from "../dom";
import { hex, whole } from "../format";
import { onThemeChange } from "../theme";
import { hideTip, showTip, type Tip } from "../tooltip";
import { Camera } from "./camera";
import { layoutOf } from "./layout";
import { linksOf } from "./links";
import { kAxis, kLineHeight, paint, type Scene } from "./paint";
import { intervalsOf, stageColors } from "./stages";

const kMostHeight = 560;
const kZoom = 1.3;
/// Pixels that a click may move.
const kSteady = 3;

export class Timeline {
  readonly element: HTMLElement;
  private readonly canvas = h("canvas", {
    tabindex: 0,
    role: "application",
    "aria-roledescription": "timeline",
    "aria-label": "Warp timeline",
  });
  private readonly said = h("p", { class: "said", "aria-live": "polite" });
  private readonly scene: Scene;
  private readonly camera: Camera;
  /// Rows by their begin: the order of the keys [ and ].
  private readonly order: number[];
  private drag: { x: number; y: number; moved: boolean } | undefined;
  private asked = false;

  constructor(
    private readonly window: TraceWindow,
    lanes: number,
  ) {
    const layout = layoutOf(window);
    this.scene = {
      window,
      layout,
      links: linksOf(window),
      colors: stageColors(window),
      lanes,
      selected: undefined,
    };
    const lines = layout.lines + 1;
    this.camera = new Camera({ from: window.from, to: window.to, lines }, kLineHeight);
    this.order = window.rows
      .map((_, i) => i)
      .sort((a, b) => window.rows[a]!.begin - window.rows[b]!.begin || a - b);
    this.canvas.style.height = `${Math.min(kMostHeight, kAxis + lines * kLineHeight)}px`;
    this.element = h("div", { class: "timeline" }, this.buttons(), this.canvas, this.said);
    this.listen();
    this.sayView();
  }

  private get left(): number {
    return this.canvas.clientWidth < 600 ? 96 : 132;
  }

  private get plotWidth(): number {
    return this.canvas.clientWidth - this.left;
  }

  private get plotHeight(): number {
    return this.canvas.clientHeight - kAxis;
  }

  private buttons(): HTMLElement {
    const button = (text: string, label: string, act: () => void) =>
      h(
        "button",
        {
          type: "button",
          class: "plain",
          "aria-label": label,
          click: () => {
            act();
            this.changed();
          },
        },
        text,
      );
    return h(
      "div",
      { class: "controls" },
      button("+", "Zoom in", () => this.camera.zoom(1 / kZoom ** 2)),
      button("\u2212", "Zoom out", () => this.camera.zoom(kZoom ** 2)),
      button("\u25c2", "Earlier", () => this.camera.pan(-this.camera.cycles / 4)),
      button("\u25b8", "Later", () => this.camera.pan(this.camera.cycles / 4)),
      button("Whole window", "Show the whole window", () => this.camera.fit()),
      h(
        "span",
        { class: "quiet" },
        "Click, then the wheel zooms. Keys: arrows, + and \u2212 zoom, 0 whole, [ and ] select.",
      ),
    );
  }

  private listen(): void {
    const { canvas } = this;
    new ResizeObserver(() => this.redraw()).observe(canvas);
    onThemeChange(() => this.redraw());
    canvas.addEventListener("keydown", (event) => this.key(event));
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    canvas.addEventListener("pointerdown", (event) => {
      this.drag = { x: event.clientX, y: event.clientY, moved: false };
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointerup", (event) => {
      if (this.drag && !this.drag.moved) this.select(this.rowAt(event));
      this.drag = undefined;
    });
    canvas.addEventListener("pointermove", (event) => this.pointer(event));
    canvas.addEventListener("pointerleave", hideTip);
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { camera } = this;
    const acts: Record<string, () => void> = {
      ArrowLeft: () => camera.pan(-camera.cycles / 8),
      ArrowRight: () => camera.pan(camera.cycles / 8),
      ArrowUp: () => camera.scroll(-1, this.plotHeight),
      ArrowDown: () => camera.scroll(1, this.plotHeight),
      PageUp: () => camera.scroll(-this.plotHeight / kLineHeight, this.plotHeight),
      PageDown: () => camera.scroll(this.plotHeight / kLineHeight, this.plotHeight),
      "+": () => camera.zoom(1 / kZoom),
      "=": () => camera.zoom(1 / kZoom),
      "-": () => camera.zoom(kZoom),
      "0": () => camera.fit(),
      Home: () => camera.fit(),
      "[": () => this.step(-1),
      "]": () => this.step(1),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
    this.changed();
  }

  /// Only where the reader is at work: elsewhere the wheel scrolls the page, as ever.
  private wheel(event: WheelEvent): void {
    if (document.activeElement !== this.canvas && !event.ctrlKey) return;
    event.preventDefault();
    if (event.shiftKey) {
      this.camera.scroll(Math.sign(event.deltaY) * 3, this.plotHeight);
    } else {
      const at = this.camera.cycleAt(event.offsetX - this.left, this.plotWidth);
      this.camera.zoom(event.deltaY > 0 ? kZoom : 1 / kZoom, at);
    }
    this.changed();
  }

  private pointer(event: PointerEvent): void {
    if (this.drag) {
      const distance = Math.hypot(this.drag.x - event.clientX, this.drag.y - event.clientY);
      if (distance < kSteady && !this.drag.moved) return;
      const cycles = ((this.drag.x - event.clientX) / this.plotWidth) * this.camera.cycles;
      this.camera.pan(cycles);
      this.camera.scroll((this.drag.y - event.clientY) / kLineHeight, this.plotHeight);
      this.drag = { x: event.clientX, y: event.clientY, moved: true };
      this.changed();
      return;
    }
    const row = this.rowAt(event);
    if (row === undefined) hideTip();
    else showTip(this.tipOf(this.window.rows[row]!), event.clientX, event.clientY);
  }

  private rowAt(event: MouseEvent): number | undefined {
    const line = Math.floor(this.camera.top + (event.offsetY - kAxis) / kLineHeight);
    const cycle = this.camera.cycleAt(event.offsetX - this.left, this.plotWidth);
    const slack = (2 * this.camera.cycles) / this.plotWidth;
    if (event.offsetX < this.left || event.offsetY < kAxis) return undefined;
    const at = this.window.rows.findIndex(
      (row, i) =>
        this.scene.layout.lineOf[i] === line &&
        row.begin - slack <= cycle &&
        cycle <= row.end + slack,
    );
    return at < 0 ? undefined : at;
  }

  private step(by: number): void {
    const now = this.scene.selected;
    const at =
      now === undefined ? (by > 0 ? 0 : this.order.length - 1) : this.order.indexOf(now) + by;
    this.select(this.order[Math.min(this.order.length - 1, Math.max(0, at))]);
  }

  private select(row: number | undefined): void {
    this.scene.selected = row;
    if (row === undefined) {
      this.sayView();
    } else {
      const { begin, end } = this.window.rows[row]!;
      this.camera.reveal(begin, end, this.scene.layout.lineOf[row]!, this.plotHeight);
      const tip = this.tipOf(this.window.rows[row]!);
      this.said.textContent = [
        tip.title,
        ...tip.rows.map(([name, value]) => `${name} ${value}`),
      ].join(" \u00b7 ");
    }
    this.redraw();
  }

  tipOf(row: WindowRow): Tip {
    const code = row.code === undefined ? undefined : this.window.code[row.code];
    const rows: Tip["rows"] = [["cycles", `${whole(row.begin)} to ${whole(row.end)}`]];
    if (row.core !== undefined) rows.push(["core", String(row.core)]);
    if (row.slot !== undefined) rows.push(["warp slot", String(row.slot)]);
    if (code?.source) rows.push(["source", code.source]);
    if (code) rows.push(["pc", hex(code.pc)]);
    const masks: [string, string | undefined][] = [
      ["lanes", row.lanes],
      ["missed", row.missed],
      ["left behind here", row.stays],
      ["join here", row.joins],
      ["wait in the divergence table", row.left_behind],
      ["address", row.address],
    ];
    for (const [name, value] of masks)
      if (value) rows.push([name, `0x${value.replace(/^0x/, "")}`]);
    for (const { name, begin, end, why } of intervalsOf(row)) {
      const text = `${whole(end - begin)}${why ? `, ${why}` : ""}`;
      rows.push([name, text, this.scene.colors.get(name)]);
    }
    const cause = row.cause === undefined ? undefined : this.window.rows[row.cause];
    const causing = cause?.code === undefined ? undefined : this.window.code[cause.code];
    if (causing) rows.push(["cause", `${causing.text} (${causing.source ?? hex(causing.pc)})`]);
    return { title: code?.text ?? row.access ?? row.kind, rows };
  }

  private sayView(): void {
    this.said.textContent =
      `Cycles ${whole(this.camera.from)} to ${whole(this.camera.to)} of ` +
      `${whole(this.window.from)} to ${whole(this.window.to)}.`;
  }

  private changed(): void {
    hideTip();
    if (this.scene.selected === undefined) this.sayView();
    this.canvas.dataset["from"] = String(Math.round(this.camera.from));
    this.canvas.dataset["to"] = String(Math.round(this.camera.to));
    this.redraw();
  }

  private redraw(): void {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      if (this.canvas.clientWidth > 0) paint(this.canvas, this.scene, this.camera, this.left);
    });
  }
}
