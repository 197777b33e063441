#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Two files of the product define no type of one name in one namespace: C++ allows that only in units that never meet,
and the linker of the whole product, which looks at types, refuses it.
    scripts/testing/one_definition.py [ROOT]      names every such type; exit code 1 if there is any"""

import re
import sys
from collections import defaultdict
from pathlib import Path

PRODUCT = ("include", "models", "apps")
OPENS = re.compile(r"^namespace(?: ([\w:]+))? \{")
CLOSES = re.compile(r"^\}  // namespace")
TYPE = re.compile(r"^(?:struct|class|union|enum|enum class) (?:alignas\(\w+\) )?(\w+)(?: final)?(?: :.*)?(?: \{.*)?$")


def types_of(path):
    """Names of the types that a file defines beyond itself, with their namespaces."""
    namespaces = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if opens := OPENS.match(line):
            namespaces.append(opens[1] or "")
        elif CLOSES.match(line) and namespaces:
            namespaces.pop()
        elif (defines := TYPE.match(line)) and "" not in namespaces:
            yield "::".join([*namespaces, defines[1]])


def main(root):
    """Exit code 0 if each type has one definition."""
    files = defaultdict(list)
    for folder in PRODUCT:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".h", ".cpp") and "node_modules" not in path.parts:
                for name in set(types_of(path)):
                    files[name].append(path.relative_to(root))
    if not files:
        sys.exit(f"{root} has no types in {', '.join(PRODUCT)}")
    several = {name: paths for name, paths in sorted(files.items()) if len(paths) > 1}
    for name, paths in several.items():
        print(f"{name} is defined in {' and '.join(map(str, paths))}")
    return 1 if several else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[2]))
