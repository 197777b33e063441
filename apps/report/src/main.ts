// SPDX-License-Identifier: Apache-2.0
// Builds the page from its data: a bar with what is chosen, a table of contents, and the sections.
import { readReport, type Report, type Run, type View } from "./data";
import { h, select } from "./dom";
import { namesOf } from "./runs";
import { sections } from "./sections";
import type { Section } from "./section";
import { readableTitle } from "./settings";
import { themeButton } from "./theme";

/// A section that cannot be drawn says so, and leaves the others as they are.
function rendered(section: Section, view: View): Node {
  try {
    return section.render(view);
  } catch (error) {
    console.error(section.id, error);
    return h("p", { role: "alert" }, `This section cannot be shown: ${String(error)}`);
  }
}

function applies(section: Section, view: View): boolean {
  try {
    return section.applies(view);
  } catch {
    return false;
  }
}

function sectionElement(section: Section, view: View): HTMLElement {
  const heading = `${section.id}-heading`;
  return h(
    "section",
    { id: section.id, "aria-labelledby": heading },
    h("h2", { id: heading }, section.title),
    rendered(section, view),
  );
}

function contents(shown: Section[]): HTMLElement {
  return h(
    "nav",
    { "aria-label": "Contents" },
    h(
      "ol",
      {},
      ...shown.map((section) => h("li", {}, h("a", { href: `#${section.id}` }, section.title))),
    ),
  );
}

/// Marks the section in view in the table of contents.
function followScroll(nav: HTMLElement, main: HTMLElement): void {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        const link = nav.querySelector(`a[href="#${target.id}"]`);
        if (isIntersecting) link?.setAttribute("aria-current", "true");
        else link?.removeAttribute("aria-current");
      }
    },
    { rootMargin: "-10% 0px -70% 0px" },
  );
  for (const section of main.children) observer.observe(section);
}

function footer({ build, command }: Report): HTMLElement {
  const made = [
    "Lanefold",
    build?.version,
    build?.commit && `commit ${build.commit}`,
    command && `lanefold ${command}`,
  ]
    .filter(Boolean)
    .join(" \u00b7 ");
  return h("footer", {}, h("p", {}, made));
}

function show(report: Report): void {
  const title = readableTitle(report.title ?? "", report.runs);
  document.title = `${title || "Report"} \u2013 Lanefold`;
  const body = h("div", { class: "body" });
  const build = (run: Run | undefined) => {
    const view = { report, run };
    const shown = sections.filter((section) => applies(section, view));
    const nav = contents(shown);
    const main = h("main", {}, ...shown.map((section) => sectionElement(section, view)));
    body.replaceChildren(nav, main);
    followScroll(nav, main);
  };
  const { runs } = report;
  const chooser =
    runs.length < 2 ? null : select("Run", namesOf(runs), 0, (index) => build(runs[index]));
  document.body.append(
    h("a", { class: "skip", href: "#summary" }, "Skip to the content"),
    h("header", {}, h("h1", {}, title || "Lanefold report"), chooser, themeButton()),
    body,
    footer(report),
  );
  build(runs[0]);
}

const report = readReport(document.getElementById("lanefold-data")?.textContent ?? null);
if (typeof report === "string") document.body.append(h("p", { class: "limiter" }, report));
else show(report);
