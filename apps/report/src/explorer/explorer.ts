// SPDX-License-Identifier: Apache-2.0
// The compaction explorer: a mask, the shape of warp and ALU, and each policy's schedule.
import { h } from "../dom";
import { count } from "../format";
import { kMaxLanes, type Compaction, type Shape } from "./compaction";
import { LaneButtons } from "./lane_buttons";
import { cutTo, lanesIn, maskText, parseMask, presets, randomMask, withToggled } from "./masks";
import { scheduleView } from "./schedule_view";

function widthInput(name: string, value: number, changed: (width: number) => void): HTMLElement {
  const input = h("input", { type: "number", min: 1, max: kMaxLanes, value, inputmode: "numeric" });
  input.addEventListener("input", () => {
    const width = Number(input.value);
    const valid = Number.isInteger(width) && width >= 1 && width <= kMaxLanes;
    input.setAttribute("aria-invalid", String(!valid));
    if (valid) changed(width);
  });
  return h("label", { class: "field" }, `${name} `, input);
}

export class Explorer {
  readonly element = h("div", { class: "explorer" });
  private readonly lanes = new LaneButtons((lane) => this.setMask(withToggled(this.mask, lane)));
  private readonly text = h("input", { type: "text", size: 18, spellcheck: "false", id: "mask" });
  private readonly presets = h("span", { class: "presets" });
  private readonly active = h("p", { class: "quiet", "aria-live": "polite" });
  private readonly schedules = h("div", { class: "schedules" });
  private mask: bigint;

  constructor(
    private readonly compaction: Compaction,
    private shape: Shape,
  ) {
    this.mask = cutTo(0x1f0f_0421_8d31_9b11n, shape.lanes);
    this.text.addEventListener("input", () => this.readText());
    this.element.append(
      h(
        "div",
        { class: "controls" },
        h("label", { class: "field" }, "Execution mask ", this.text),
        widthInput("Warp width", shape.lanes, (lanes) => this.setShape({ ...this.shape, lanes })),
        widthInput("ALU width", shape.aluWidth, (aluWidth) =>
          this.setShape({ ...this.shape, aluWidth }),
        ),
        this.presets,
      ),
      this.lanes.element,
      this.active,
      this.schedules,
    );
    this.setShape(shape);
  }

  private readText(): void {
    const mask = parseMask(this.text.value, this.shape.lanes);
    this.text.setAttribute("aria-invalid", String(mask === undefined));
    if (mask !== undefined) this.setMask(mask, false);
  }

  private setShape(shape: Shape): void {
    this.shape = shape;
    this.lanes.shape(shape);
    const buttons = presets(shape.lanes, shape.aluWidth).map(([name, mask]) =>
      h("button", { type: "button", class: "plain", click: () => this.setMask(mask) }, name),
    );
    const random = () => this.setMask(randomMask(shape.lanes));
    this.presets.replaceChildren(
      ...buttons,
      h("button", { type: "button", class: "plain", click: random }, "random"),
    );
    this.setMask(cutTo(this.mask, shape.lanes));
  }

  private setMask(mask: bigint, writeText = true): void {
    this.mask = mask;
    if (writeText) {
      this.text.value = maskText(mask, this.shape.lanes);
      this.text.removeAttribute("aria-invalid");
    }
    this.lanes.show(mask);
    const all = this.compaction.policies.map((_, policy) =>
      this.compaction.schedule(policy, mask, this.shape),
    );
    const summary = all.map((one) => `${one.policy} ${count(one.cycles, "cycle")}`).join(", ");
    const active = `${lanesIn(mask)} of ${count(this.shape.lanes, "lane")} active`;
    this.active.textContent = `${active}: ${summary}`;
    const most = all[0]?.cycles ?? 0;
    this.schedules.replaceChildren(...all.map((one) => scheduleView(one, most)));
  }
}
