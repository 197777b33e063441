#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The pages of docs as a whole: docs/README.md links to each, each says whom it is for, and no link leads nowhere.
    pages_test.py"""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
MAP = DOCS / "README.md"
LINK = re.compile(r"\]\(([^()\s]+)\)")
FENCE = re.compile(r"^\s*```.*?^\s*```", re.MULTILINE | re.DOTALL)


def pages():
    """All pages below docs."""
    return sorted(DOCS.rglob("*.md"))


def prose(page):
    """The text without its code blocks."""
    return FENCE.sub("", page.read_text(encoding="utf-8"))


def links(page):
    """The links within the tree, as (file, anchor or "")."""
    for target in LINK.findall(prose(page)):
        if "://" not in target:
            name, _, anchor = target.partition("#")
            yield (page.parent / name).resolve() if name else page, anchor


def anchors(page):
    """The anchors of the page's headings, by the rule of GitHub."""
    found, count = set(), {}
    for heading in re.findall(r"^#+ +(.*)$", prose(page), re.MULTILINE):
        text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
        anchor = re.sub(r"[^\w\- ]", "", text).replace(" ", "-")
        number = count[anchor] = count.get(anchor, -1) + 1
        found.add(f"{anchor}-{number}" if number else anchor)
    return found


class Pages(unittest.TestCase):
    """What holds for the pages together."""

    def test_map_links_to_every_page(self):
        """A reader who has the map can find all there is."""
        linked = {file for file, _ in links(MAP)}
        missing = [str(page.relative_to(DOCS)) for page in pages() if page != MAP and page not in linked]
        self.assertEqual(missing, [], "not linked from docs/README.md")

    def test_readme_links_to_the_map(self):
        """The first page leads to the map."""
        self.assertIn(MAP, {file for file, _ in links(ROOT / "README.md")})

    def test_first_paragraph_says_whom_the_page_is_for(self):
        """As in `For RTL engineers: how to …`."""
        for page in pages():
            with self.subTest(page.relative_to(ROOT)):
                heading, empty, first = page.read_text(encoding="utf-8").splitlines()[:3]
                self.assertRegex(heading, "^# ")
                self.assertEqual(empty, "")
                self.assertRegex(first, "^For [^:]*: ")

    def test_links_lead_somewhere(self):
        """To a file that exists, and to a heading that it has."""
        for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *pages()]:
            for file, anchor in links(page):
                with self.subTest(page=str(page.relative_to(ROOT)), file=str(file), anchor=anchor):
                    self.assertTrue(file.exists(), "no such file")
                    if anchor and file.suffix == ".md":
                        self.assertIn(anchor, anchors(file))


if __name__ == "__main__":
    unittest.main()
