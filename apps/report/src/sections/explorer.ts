// SPDX-License-Identifier: Apache-2.0
// The compaction explorer, with the shape of the run's machine to begin with.
import { h } from "../dom";
import { Compaction, kMaxLanes } from "../explorer/compaction";
import { Explorer } from "../explorer/explorer";
import type { Section } from "../section";
import library from "explorer.wasm";

const kHowToRead =
  "Any mask, on any warp and ALU: which lane of which quad (one colour each) computes in which " +
  "cycle at which ALU position, for operands of 32 bits. The schedules are those of the model " +
  "itself: its compaction library, compiled to WebAssembly. \u21c4 marks swizzled lanes.";

export const explorer: Section = {
  id: "explorer",
  title: "Compaction explorer",
  applies: () => typeof WebAssembly === "object",
  render: ({ run }) => {
    const total = run?.statistics.total;
    const fits = (width: number | undefined) => width && width >= 1 && width <= kMaxLanes;
    const shape = {
      lanes: fits(total?.warp_width) ? total!.warp_width : 16,
      aluWidth: fits(total?.alu_width) ? total!.alu_width : 4,
    };
    const place = h("div", {}, h("p", { class: "quiet" }, kHowToRead));
    Compaction.load(library).then(
      (compaction) => place.append(new Explorer(compaction, shape).element),
      (error) =>
        place.append(
          h("p", { role: "alert" }, `The browser cannot run the library: ${String(error)}`),
        ),
    );
    return place;
  },
};
