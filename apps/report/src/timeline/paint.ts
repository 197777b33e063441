// SPDX-License-Identifier: Apache-2.0
// Draws what the camera sees of a window onto a canvas.
import type { TraceWindow, WindowRow } from "../data";
import { whole, words } from "../format";
import { colorOf } from "../theme";
import type { Camera, Size } from "./camera";
import { lanesOf, type Layout } from "./layout";
import type { Link } from "./links";
import { intervalsOf } from "./stages";

export interface Scene {
  window: TraceWindow;
  layout: Layout;
  links: Link[];
  colors: Map<string, string>;
  /// Lanes of a warp.
  lanes: number;
  selected: number | undefined;
}

export const kLineHeight = 22;
export const kAxis = 22;
const kBar = 12;
const kStrip = 4;
const kNarrow = 3;
const kFont = "11px system-ui, sans-serif";

interface Brush {
  context: CanvasRenderingContext2D;
  camera: Camera;
  size: Size;
  left: number;
}

function axis({ context, camera, size, left }: Brush): void {
  const width = size.width - left;
  const rough = (camera.cycles / width) * 110;
  const power = 10 ** Math.floor(Math.log10(Math.max(1, rough)));
  const step = Math.max(1, [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? power);
  context.fillStyle = colorOf("--quiet");
  context.strokeStyle = colorOf("--line");
  context.textAlign = "left";
  for (let at = Math.ceil(camera.from / step) * step; at <= camera.to; at += step) {
    const x = left + camera.xOf(at, width);
    context.beginPath();
    context.moveTo(x + 0.5, 0);
    context.lineTo(x + 0.5, size.height);
    context.stroke();
    context.fillText(whole(at), x + 4, 14);
  }
}

function tracks({ context, camera, size, left }: Brush, layout: Layout): void {
  context.textAlign = "left";
  for (const track of layout.tracks) {
    const y = kAxis + camera.yOf(track.line);
    const height = track.lines * kLineHeight;
    if (y + height < kAxis || y > size.height) continue;
    context.strokeStyle = colorOf("--line");
    context.beginPath();
    context.moveTo(0, y + height - 0.5);
    context.lineTo(size.width, y + height - 0.5);
    context.stroke();
    context.fillStyle = colorOf("--panel");
    context.fillRect(0, Math.max(y, kAxis), left - 1, height - 1);
    context.fillStyle = track.kind === "request" ? colorOf("--quiet") : colorOf("--text");
    context.fillText(track.title, 6, Math.max(y, kAxis) + 14, left - 10);
  }
}

/// Active lanes, and those that missed, wait in the memory divergence table, stay or join; lane 0
/// is at the left.
function strip(brush: Brush, row: WindowRow, lanes: number, x: number, y: number, w: number): void {
  const { context } = brush;
  const active = lanesOf(row.lanes, lanes);
  const marked: [boolean[], string][] = [
    [lanesOf(row.missed, lanes), "#56b4e9"],
    [lanesOf(row.left_behind, lanes), "#f7cba6"],
    [lanesOf(row.stays, lanes), "#d55e00"],
    [lanesOf(row.joins, lanes), "#009e73"],
  ];
  const step = w / lanes;
  const off = colorOf("--line");
  const on = colorOf("--text");
  for (let lane = 0; lane < lanes; ++lane) {
    const mark = marked.filter(([set]) => set[lane]).pop();
    context.fillStyle = mark ? mark[1] : active[lane] ? on : off;
    context.fillRect(x + lane * step, y, Math.max(0.5, step - (step > 3 ? 1 : 0)), kStrip);
  }
}

function bar(brush: Brush, scene: Scene, index: number): void {
  const { context, camera, size, left } = brush;
  const row = scene.window.rows[index]!;
  const y = kAxis + camera.yOf(scene.layout.lineOf[index]!);
  if (row.end < camera.from || row.begin > camera.to || y < -kLineHeight || y > size.height) return;
  const width = size.width - left;
  const xOf = (cycle: number) => left + camera.xOf(cycle, width);
  const x = xOf(row.begin);
  const w = Math.max(1, xOf(row.end) - x);
  const intervals = intervalsOf(row);
  if (w < kNarrow || intervals.length === 0) {
    context.fillStyle = scene.colors.get(row.stages[0]?.[0] ?? "") ?? colorOf("--quiet");
    context.fillRect(x, y + 2, w, kBar);
  } else {
    for (const { name, begin, end } of intervals) {
      const at = xOf(begin);
      const wide = Math.max(0.5, xOf(end) - at);
      context.fillStyle = scene.colors.get(name) ?? colorOf("--quiet");
      context.fillRect(at, y + 2, wide, kBar);
      const label = words(name);
      const from = Math.max(at, left);
      const to = Math.min(at + wide, size.width);
      if (to - from > context.measureText(label).width + 6) {
        context.fillStyle = "#000";
        context.textAlign = "center";
        context.fillText(label, (from + to) / 2, y + 11.5);
      }
    }
    if (row.lanes && w > 12) strip(brush, row, scene.lanes, x, y + 2 + kBar, Math.min(w - 1, 128));
  }
  if (index === scene.selected) {
    context.strokeStyle = colorOf("--accent");
    context.lineWidth = 2;
    context.strokeRect(x - 1, y + 1, w + 2, kBar + kStrip + 2);
    context.lineWidth = 1;
  }
}

const kLinkColors = { split: "#d55e00", merge: "#009e73", cause: "" };

function arrow({ context, camera, size, left }: Brush, scene: Scene, link: Link): void {
  const { rows } = scene.window;
  const width = size.width - left;
  const { begin, end } = rows[link.from]!;
  const begins = link.kind === "cause" ? begin : Math.min(end, rows[link.to]!.begin);
  const x1 = left + camera.xOf(begins, width);
  const x2 = left + camera.xOf(rows[link.to]!.begin, width);
  const y1 = kAxis + camera.yOf(scene.layout.lineOf[link.from]!) + 8;
  const y2 = kAxis + camera.yOf(scene.layout.lineOf[link.to]!) + 8;
  if (Math.max(x1, x2) < left || Math.min(x1, x2) > size.width) return;
  context.strokeStyle = context.fillStyle = kLinkColors[link.kind] || colorOf("--quiet");
  context.lineWidth = 1.75;
  const bend = Math.max(12, Math.abs(x2 - x1) / 3);
  context.beginPath();
  context.moveTo(x1, y1);
  context.bezierCurveTo(
    x1 + bend,
    y1 + (y1 === y2 ? 14 : 0),
    x2 - bend,
    y2 + (y1 === y2 ? 14 : 0),
    x2,
    y2,
  );
  context.stroke();
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(x2, y2);
  context.lineTo(x2 - 6, y2 - 3.5);
  context.lineTo(x2 - 6, y2 + 3.5);
  context.fill();
}

/// Links of causes are drawn for the selected row only: there are as many as requests.
export function paint(canvas: HTMLCanvasElement, scene: Scene, camera: Camera, left: number): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const size = { width: canvas.clientWidth, height: canvas.clientHeight };
  const scale = window.devicePixelRatio || 1;
  canvas.width = Math.round(size.width * scale);
  canvas.height = Math.round(size.height * scale);
  context.scale(scale, scale);
  context.font = kFont;
  const brush = { context, camera, size, left };
  axis(brush);
  context.save();
  context.beginPath();
  context.rect(left, kAxis, size.width - left, size.height - kAxis);
  context.clip();
  scene.window.rows.forEach((_, i) => bar(brush, scene, i));
  for (const link of scene.links) {
    const touched = link.from === scene.selected || link.to === scene.selected;
    if (link.kind !== "cause" || touched) arrow(brush, scene, link);
  }
  context.restore();
  tracks(brush, scene.layout);
}
