// SPDX-License-Identifier: Apache-2.0
// The interface of the page's sections; sections.ts lists them.
import type { View } from "./data";

export interface Section {
  id: string;
  title: string;
  /// Whether the data have what this section shows; if not, it is not there at all.
  applies(view: View): boolean;
  render(view: View): Node;
}
