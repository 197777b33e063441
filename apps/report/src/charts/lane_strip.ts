// SPDX-License-Identifier: Apache-2.0
// A small histogram of active lanes: 0 at the left, the whole warp at the right.
import { s } from "../dom";

const kHeight = 16;
const kWidth = 66;

/// A bar for each number of active lanes, as high as the part of issues that had them.
export function laneStrip(activeLanes: number[]): SVGElement {
  const most = Math.max(1, ...activeLanes);
  const step = kWidth / activeLanes.length;
  const bars = activeLanes
    .map((issues, lanes) => {
      if (issues === 0) return "";
      const height = Math.max(1.5, (issues / most) * kHeight);
      const x = (lanes * step).toFixed(2);
      return `M${x} ${kHeight}v${-height.toFixed(2)}h${(step * 0.8).toFixed(2)}V${kHeight}z`;
    })
    .join("");
  const all = activeLanes.reduce((sum, n) => sum + n, 0);
  const mean = activeLanes.reduce((sum, n, lanes) => sum + n * lanes, 0) / Math.max(1, all);
  return s(
    "svg",
    {
      class: "lane-strip",
      width: kWidth,
      height: kHeight,
      role: "img",
      "aria-label": `${mean.toFixed(1)} of ${activeLanes.length - 1} lanes active on average`,
    },
    s("path", { d: `M0 ${kHeight - 0.5}h${kWidth}`, class: "axis" }),
    s("path", { d: bars, class: "bars" }),
  );
}
