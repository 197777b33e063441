# SPDX-License-Identifier: Apache-2.0
"""What scripts/prove makes of its engines' answers."""

import contextlib
import importlib.machinery
import importlib.util
import io
import itertools
import sys
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

SOURCES = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(SOURCES / "scripts"), str(SOURCES / "scripts/verification")]
# pylint: disable=wrong-import-position
from aig import Aig
from engines import Answer
from proofs import proofs

LOADER = importlib.machinery.SourceFileLoader("prove", str(SOURCES / "scripts/prove"))
PROVE = importlib.util.module_from_spec(importlib.util.spec_from_loader("prove", LOADER))
LOADER.exec_module(PROVE)


class Prove(unittest.TestCase):
    """The script's tables and counts."""

    def test_the_worst_verdict_stands_in_the_table(self):
        for verdicts in itertools.permutations(["proven", "unknown", "refuted"]):
            rows = [{"geometry": "8x4", "block": "b", "property": "p", "engine": "e", "seconds": 1.0,
                     "shape": "s", "verdict": verdict, "counterexample": {"mask_i": number}}
                    for number, verdict in enumerate(verdicts)]
            (merged,) = PROVE.merge(rows)
            self.assertEqual((merged["verdict"], merged["counterexample"], merged["seconds"]),
                             ("refuted", {"mask_i": verdicts.index("refuted")}, 3.0))

    def test_where_the_first_cycle_promises_nothing_no_statement_is_counted(self):
        start, step = Aig(), Aig()
        start.outputs, step.outputs = [0], [0]
        start.output_names = step.output_names = ["write_lost_o"]
        latch = proofs("operand_latch", 8, 4)[0]
        arguments = SimpleNamespace(engine=["cadical"], timeout=1.0, work=Path("."))
        with mock.patch.dict(PROVE.ENGINES, cadical=lambda *_: Answer("proven", 0.0)), \
                ThreadPoolExecutor(1) as pool:
            rows = PROVE.ask_all(latch, {"start": start, "step": step}, arguments, pool)
        self.assertEqual([row["part"] for row in rows], ["step"])

    def test_a_hunt_fails_only_where_there_is_a_counterexample(self):
        circuit = Aig()
        circuit.max_variable, circuit.inputs, circuit.input_names = 1, [2], ["mask_i"]
        circuit.outputs, circuit.output_names = [2], ["lane_lost_o"]
        jobs = [("8x4", proof) for proof in proofs("none_control", 8, 4)[:1]]
        arguments = SimpleNamespace(engine=["cadical"], hunt=1.0, work=Path("."), jobs=1, json=None)
        for answer, good in ((Answer("refuted", 0.1, [1]), False), (Answer("unknown", 1.0), True),
                             (Answer("proven", 0.1), True)):
            said = io.StringIO()
            with mock.patch.dict(PROVE.ENGINES, cadical=lambda *_, answer=answer: answer), \
                    mock.patch.object(PROVE, "circuits", lambda *_: {"": circuit}), \
                    contextlib.redirect_stdout(said):
                self.assertEqual(PROVE.hunt_all(arguments, jobs), good)
            self.assertEqual('mask_i = 0x1 breaks "each active lane is issued"' in said.getvalue(), not good)


if __name__ == "__main__":
    unittest.main()
