#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/testing/layers.py on small trees."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

LAYERS = Path(__file__).resolve().parents[2] / "scripts/testing/layers.py"

# A decision, a block around it, and a public header.
TREE = {
    "include/lanefold/mask.h": "#include <cstdint>\n",
    "models/CMakeLists.txt": "add_subdirectory(decisions/masks)\nadd_subdirectory(blocks/masks)\n",
    "models/decisions/masks/CMakeLists.txt": "lanefold_library(lanefold_masks SOURCES mask.cpp)\n",
    "models/decisions/masks/mask.h": '#include "lanefold/mask.h"\n',
    "models/decisions/masks/mask.cpp": '#include "decisions/masks/mask.h"\n',
    "models/blocks/masks/CMakeLists.txt":
        "lanefold_library(lanefold_mask_block SOURCES block.cpp DEPENDS lanefold_masks SystemC::systemc)\n",
    "models/blocks/masks/block.h": '#include <systemc>\n\n#include "decisions/masks/mask.h"\n',
}


class Layers(unittest.TestCase):
    """What is refused, and how."""

    def check(self, **changes):
        """The exit code and the text for the tree with some files changed."""
        with tempfile.TemporaryDirectory() as root:
            for name, text in {**TREE, **changes.get("files", {})}.items():
                path = Path(root, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            done = subprocess.run([sys.executable, LAYERS, root], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout.strip()

    def expect_refused(self, sentence, files):
        """The tree with these files breaks the order, which is said in one sentence."""
        self.assertEqual(self.check(files=files), (1, sentence))

    def test_accepts_arrows_downward(self):
        """The tree as it is."""
        self.assertEqual(self.check(), (0, "2 folders include and link only those above them."))

    def test_refuses_an_include_upward(self):
        """With its line."""
        self.expect_refused(
            "models/decisions/masks/mask.cpp:2: includes blocks/masks/block.h, but models/blocks/masks stands below "
            "models/decisions/masks in models/CMakeLists.txt",
            {"models/decisions/masks/mask.cpp": '// Masks.\n#include "blocks/masks/block.h"\n'})

    def test_refuses_an_include_upward_in_angle_brackets(self):
        """The folders are in the compiler's search path."""
        self.expect_refused(
            "models/decisions/masks/mask.cpp:1: includes blocks/masks/block.h, but models/blocks/masks stands below "
            "models/decisions/masks in models/CMakeLists.txt",
            {"models/decisions/masks/mask.cpp": "#include <blocks/masks/block.h>\n"})
        self.expect_refused(
            "include/lanefold/mask.h:1: includes decisions/masks/mask.h, which is no public header",
            {"include/lanefold/mask.h": "#include <decisions/masks/mask.h>\n"})

    def test_refuses_a_link_upward(self):
        """With both libraries."""
        self.expect_refused(
            "models/decisions/masks/CMakeLists.txt: lanefold_masks links lanefold_mask_block, but models/blocks/masks "
            "stands below models/decisions/masks in models/CMakeLists.txt",
            {"models/decisions/masks/CMakeLists.txt":
                 "lanefold_library(lanefold_masks\n  SOURCES mask.cpp\n  PRIVATE_DEPENDS lanefold_mask_block)\n"})

    def test_refuses_systemc_in_a_decision(self):
        """As an include and as a link."""
        self.expect_refused(
            "models/decisions/masks/mask.h:1: includes systemc, but models/decisions/masks is to know nothing of "
            "SystemC", {"models/decisions/masks/mask.h": "#include <systemc>\n"})
        self.expect_refused(
            "models/decisions/masks/CMakeLists.txt: lanefold_masks links SystemC::systemc, but models/decisions/masks "
            "is to know nothing of SystemC",
            {"models/decisions/masks/CMakeLists.txt":
                 "lanefold_library(lanefold_masks SOURCES mask.cpp DEPENDS SystemC::systemc)\n"})

    def test_refuses_time_and_processes_of_systemc(self):
        """In a block, but for its comments."""
        for name in ("sc_time_stamp", "SC_THREAD"):
            self.expect_refused(
                f"models/blocks/masks/block.cpp:2: {name}, but blocks of the machine look at CoreClock and are called "
                "by Alarm", {"models/blocks/masks/block.cpp": f"// {name}\nint now() {{ return {name}(); }}\n"})

    def test_refuses_folders_outside_the_order(self):
        """Sources in a folder that is not listed, and includes of what lies outside the model."""
        self.expect_refused("models/extra/new.h: models/CMakeLists.txt does not list its folder",
                            {"models/extra/new.h": "\n"})
        self.expect_refused(
            "models/blocks/masks/block.h:1: includes tests/bench.h, which is a file neither of include nor of models",
            {"models/blocks/masks/block.h": '#include "tests/bench.h"\n', "tests/bench.h": "\n"})

    def test_refuses_private_headers_in_public_ones(self):
        """Users have only include/."""
        self.expect_refused(
            "include/lanefold/mask.h:1: includes decisions/masks/mask.h, which is no public header",
            {"include/lanefold/mask.h": '#include "decisions/masks/mask.h"\n',
             "models/decisions/masks/mask.h": "\n"})


if __name__ == "__main__":
    unittest.main()
