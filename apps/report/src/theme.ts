// SPDX-License-Identifier: Apache-2.0
// Light or dark: what the system prefers until the reader chooses.
import { h } from "./dom";

function isDark(): boolean {
  const chosen = document.documentElement.dataset["theme"];
  if (chosen) return chosen === "dark";
  return window.matchMedia("(prefers-color-scheme: dark)").matches;
}

/// Calls `changed` when the colours of the page become others.
export function onThemeChange(changed: () => void): void {
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed);
  document.addEventListener("themechange", changed);
}

/// The button that goes from one to the other.
export function themeButton(): HTMLElement {
  const button = h("button", { type: "button", class: "plain", id: "theme" });
  const show = () => {
    button.textContent = isDark() ? "Light theme" : "Dark theme";
  };
  button.addEventListener("click", () => {
    document.documentElement.dataset["theme"] = isDark() ? "light" : "dark";
    document.dispatchEvent(new Event("themechange"));
  });
  onThemeChange(show);
  show();
  return button;
}

/// The value of a colour of the style sheet, for canvases.
export function colorOf(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
