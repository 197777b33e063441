// SPDX-License-Identifier: Apache-2.0
// All sections, in the order of the page.
import type { Section } from "./section";
import { adaptation } from "./sections/adaptation";
import { comparison } from "./sections/comparison";
import { curves } from "./sections/curves";
import { explanation } from "./sections/explanation";
import { explorer } from "./sections/explorer";
import { launches } from "./sections/launches";
import { limits } from "./sections/limits";
import { memory } from "./sections/memory";
import { roofline } from "./sections/roofline";
import { slots } from "./sections/slots";
import { source } from "./sections/source";
import { claims, figures, tables } from "./sections/study";
import { summary } from "./sections/summary";
import { timeline } from "./sections/timeline";

export const sections: Section[] = [
  summary,
  claims,
  explanation,
  comparison,
  limits,
  slots,
  source,
  roofline,
  memory,
  curves,
  launches,
  timeline,
  adaptation,
  tables,
  figures,
  explorer,
];
