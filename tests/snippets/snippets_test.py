#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/testing/snippets.py on small pages.
    snippets_test.py COMPILER"""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SNIPPETS = Path(__file__).resolve().parents[2] / "scripts/testing/snippets.py"
COMPILER = sys.argv.pop()
CONTEXT = "tests/snippets/body.cpp.in"
BODY = {CONTEXT: "// A function.\nint f(int x) {\n@SNIPPET@\n}\n"}


def block(text, language="cpp", comment=""):
    """A fenced block in the third line of a page."""
    return f"Text.\n{comment or 'More.'}\n```{language}\n{text}\n```\n"


class Snippets(unittest.TestCase):
    """What is compiled and what is refused."""

    def check(self, page, files=None):
        """The exit code and all that is said of a page."""
        with tempfile.TemporaryDirectory() as root:
            for name, text in {"docs/part/page.md": page, **(files or {})}.items():
                path = Path(root, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            done = subprocess.run([sys.executable, SNIPPETS, "--root", root, COMPILER], text=True, check=False,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode, done.stdout

    def expect_refused(self, sentence, page, files=None):
        """The page is not compiled, and one sentence says why."""
        self.assertEqual(self.check(page, files), (1, sentence + "\n"))

    def test_compiles_whole_blocks_and_parts(self):
        """A part in its context; blocks of other languages are none."""
        page = block("int x;") + block("return x;", comment=f"<!-- compiled in {CONTEXT} -->") + block("run", "")
        self.assertEqual(self.check(page, BODY), (0, "2 blocks of C++ compile.\n"))

    def test_names_the_line_of_the_page(self):
        """Of a block that does not compile, whole, in a list or in a context."""
        for page in (block("int x;\nint y = z;"), block("   int x;\n   int y = z;").replace("```", "   ```")):
            code, said = self.check(page)
            self.assertEqual(code, 1)
            self.assertIn("docs/part/page.md:5:", said)
            self.assertIn("1 blocks of C++ do not all compile.", said)
        code, said = self.check(block("x = 1;\nreturn z;", comment=f"<!-- compiled in {CONTEXT} -->"), BODY)
        self.assertEqual(code, 1)
        self.assertIn("docs/part/page.md:5:8:", said)

    def test_leaves_no_block_out(self):
        """By the spelling of its language, or because its page does not end it."""
        self.expect_refused("docs/part/page.md:3: a block of C++ begins with ```cpp, not ```c++",
                            block("int x;", "c++"))
        self.expect_refused("docs/part/page.md:3: a block is not closed, or a context has none",
                            block("int x;").rpartition("```")[0])

    def test_holds_contexts_to_blocks(self):
        """Neither is without the other."""
        comment = f"<!-- compiled in {CONTEXT} -->"
        self.expect_refused("docs/part/page.md:3: the comment before names a context, and no block follows",
                            f"Text.\n{comment}\n\n```cpp\nreturn x;\n```\n", BODY)
        self.expect_refused(f"docs/part/page.md:3: a block that is compiled in {CONTEXT} begins with ```cpp",
                            block("return x;", "", comment), BODY)
        self.expect_refused(f"docs/part/page.md:4: {CONTEXT} is no file with one line @SNIPPET@",
                            block("return x;", comment=comment))
        self.expect_refused(f"{CONTEXT}: no block is compiled in it", block("int x;"), BODY)


if __name__ == "__main__":
    unittest.main()
