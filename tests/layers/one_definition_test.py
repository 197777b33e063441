# SPDX-License-Identifier: Apache-2.0
"""The check of scripts/testing/one_definition.py finds types that are defined twice."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CHECK = Path(__file__).resolve().parents[2] / "scripts/testing/one_definition.py"


def checked(files):
    """Exit code and output of the check in a tree of these files."""
    with tempfile.TemporaryDirectory() as root:
        for name, text in files.items():
            path = Path(root) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        done = subprocess.run([sys.executable, CHECK, root], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def within(namespace, *lines):
    """The lines in a namespace."""
    return "\n".join([f"namespace {namespace} {{" if namespace else "namespace {", *lines,
                      f"}}  // namespace {namespace}".rstrip(), ""])


class OneDefinition(unittest.TestCase):
    """Of types beyond a file."""

    def test_a_type_of_two_files_is_named_with_both(self):
        for first, second in (("struct Row {", "class Row final : public Table {"), ("enum class Row {", "union Row {"),
                              ("struct alignas(64) Row {", "struct Row {")):
            code, said = checked({"apps/a.h": within("lanefold", first, "};"),
                                  "models/b.cpp": within("lanefold", second, "};")})
            self.assertEqual((code, said), (1, "lanefold::Row is defined in models/b.cpp and apps/a.h\n"), first)

    def test_what_is_declared_again_or_stays_apart_is_not(self):
        row = ["struct Row {", "};"]
        for other in (within("lanefold", "struct Row;"), within("lanefold::bril", *row),
                      "namespace lanefold {\n" + within("", *row) + "}  // namespace lanefold\n",
                      within("lanefold", "struct Table {", "  struct Row {", "  };", "};")):
            code, said = checked({"apps/a.h": within("lanefold", *row), "models/b.cpp": other})
            self.assertEqual((code, said), (0, ""), other)

    def test_an_empty_tree_is_no_pass(self):
        code, said = checked({"README.md": ""})
        self.assertEqual(code, 1)
        self.assertIn("has no types", said)


if __name__ == "__main__":
    unittest.main()
