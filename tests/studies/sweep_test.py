# SPDX-License-Identifier: Apache-2.0
"""Sweeps as users start them, on a simulator that answers at once."""

import csv
import os
import signal
import sqlite3
import subprocess
import sys
import unittest

import sweeps
from sweeps import SOURCES

FOUR = '[[points]]\nprogram = ["bfs", "kmeans"]\nseed = [1, 2]\n'


class Sweep(sweeps.SweepTest):
    """Runs, results and failures."""

    def test_every_point_runs_once_and_its_result_is_kept(self):
        self.write(FOUR)
        code, out, err = self.sweep("plan.toml")
        self.assertEqual((code, out), (0, "4 points: 4 run, 0 already there, 0 failed\n"), err)
        self.assertEqual(sorted(err.split(" ")[0] for err in err.splitlines()),
                         ["1/4", "2/4", "3/4", "4/4"])
        self.assertIn("bfs --machine ivb-eu --size default --seed 2 --stats -", self.runs())
        self.assertEqual(len(list((self.folder / "results/plan/points").iterdir())), 4)
        self.assertEqual(self.sweep("plan.toml"),
                         (0, "4 points: 0 run, 4 already there, 0 failed\n", ""))
        self.assertEqual(len(self.runs()), 4)

    def test_what_decides_the_result_decides_whether_it_is_run_again(self):
        self.write(FOUR)
        self.sweep("plan.toml", "--jobs", 1)
        self.write(FOUR.replace("2]", "3]"))
        self.assertIn("2 run, 2 already", self.sweep("plan.toml", "--jobs", 3)[1])
        self.write(FOUR + "set.core.warps = 8")
        self.assertIn("4 run, 0 already", self.sweep("plan.toml")[1])
        self.command.write_text(self.command.read_text() + "# another build\n")
        self.assertIn("4 run, 0 already", self.sweep("plan.toml")[1])
        self.command.write_text(self.command.read_text().replace("ELF of", "other code of"))
        self.assertIn("4 run, 0 already", self.sweep("plan.toml")[1])

    def test_the_content_of_input_files_decides_as_well(self):
        for argument in ("buffer:int:file=in.bin", "buffer:int:4:expect=in.bin"):
            self.write(f'[[points]]\nprogram = "own.cl"\nargs = ["{argument}"]\n')
            (self.folder / "in.bin").unlink(missing_ok=True)
            self.expect_refusal(4, "[[points]] 1: ", "plan.toml")
            for content in ("one", "two"):
                (self.folder / "in.bin").write_text(content)
                self.assertIn("1 run, 0 already", self.sweep("plan.toml")[1])

    def test_points_of_a_recording_go_on_from_one_checkpoint_of_each_machine(self):
        (self.folder / "app.lfrec").write_text("calls")
        plan = '[[points]]\nprogram = "app.lfrec"\nfrom_launch = 7\nset.core.compaction = ["ivb", "scc"]\n'
        self.write(plan + 'machine = ["ivb-eu", "mv5-wpu"]\n')
        code, out, err = self.sweep("plan.toml", "--jobs", 2)
        self.assertEqual((code, out), (0, "4 points: 4 run, 0 already there, 0 failed\n"), err)
        made = [run for run in self.runs() if "--checkpoint-at 7 " in run]
        self.assertEqual(len(made), 2)
        self.assertTrue(all("--set" not in run for run in made))
        files = {str(file) for file in (self.folder / "results/plan/checkpoints").iterdir()}
        self.assertEqual({word for run in made for word in run.split()} & files, files)
        resumed = [run for run in self.runs() if "--resume" in run]
        self.assertEqual({word for run in resumed for word in run.split()} & files, files)
        self.assertEqual(len(resumed), 4)
        self.write(plan + 'set.l3.bytes = 65536\nmachine = "ivb-eu"\n')
        self.assertIn("2 run, 0 already", self.sweep("plan.toml")[1])
        self.assertEqual(len([run for run in self.runs() if "--checkpoint-at" in run]), 2)
        (self.folder / "app.lfrec").write_text("other calls")
        self.assertIn("2 run, 0 already", self.sweep("plan.toml")[1])
        self.assertEqual(len([run for run in self.runs() if "--checkpoint-at" in run]), 3)
        for file in (self.folder / "results/plan/checkpoints").iterdir():
            file.write_text("cut off")
        self.write(plan.replace("7", "[7, 70]") + 'set.core.warps = 4\n')
        code, out, err = self.sweep("plan.toml")
        self.assertEqual((code, out), (12, "4 points: 2 run, 0 already there, 2 failed\n"), err)
        self.assertIn("from launch 70: there is no launch 70\n", err)

    def test_a_checkpoint_that_cannot_be_read_is_made_anew(self):
        (self.folder / "app.lfrec").write_text("calls")
        self.write('[[points]]\nprogram = "app.lfrec"\nfrom_launch = 7\nset.core.warps = [4, 5]\n')
        self.assertIn("2 run", self.sweep("plan.toml")[1])
        self.write('[[points]]\nprogram = "app.lfrec"\nfrom_launch = 7\nset.core.warps = 6\n')
        file, = (self.folder / "results/plan/checkpoints").iterdir()
        file.write_text("damaged")
        self.assertIn("0 run, 0 already there, 1 failed", self.sweep("plan.toml")[1])
        self.assertIn("1 run", self.sweep("plan.toml")[1])

    def test_a_checkpoint_has_the_settings_of_buffers(self):
        (self.folder / "app.lfrec").write_text("calls")
        self.write('[[points]]\nprogram = "app.lfrec"\nfrom_launch = 7\nset.memory.guard_bytes = 256\n'
                   'set.core.warps = 4\n')
        self.assertIn("1 run", self.sweep("plan.toml")[1])
        made, = [run for run in self.runs() if "--checkpoint-at" in run]
        self.assertIn("--set memory.guard_bytes=256 --checkpoint-at 7 ", made)

    def test_outputs_do_not_replace_what_is_read(self):
        plan = self.write('[[points]]\nprogram = "app.lfrec"\n')
        recording = self.folder / "app.lfrec"
        recording.write_text("calls")
        (self.folder / "link").symlink_to("app.lfrec")
        for name in ("plan.toml", "app.lfrec", "link"):
            self.expect_refusal(2, f"{name}", "plan.toml", "--csv", name)
        self.assertEqual(recording.read_text(), "calls")
        self.assertIn("app.lfrec", plan.read_text())

    def test_settings_that_mean_nothing_are_told_once_with_the_number_of_points(self):
        self.write(FOUR + FOUR + "set.dram.t_rcd = [20, 30]\n")
        code, _, err = self.sweep("plan.toml")
        self.assertEqual(code, 0, err)
        self.assertEqual(err.count("note: "), 1, err)
        self.assertIn("note: 8 of 12 points: dram.t_rcd has no effect\n", err)

    def test_equal_runs_under_different_names_share_a_result(self):
        self.write('[axes.case]\na = { seed = 7 }\nb = { seed = 7 }\n'
                   '[[points]]\nprogram = "bfs"\ncase = "*"\n')
        self.assertIn("2 points: 1 run, 0 already", self.sweep("plan.toml")[1])

    def test_a_result_that_is_damaged_is_computed_again(self):
        self.write(FOUR)
        self.sweep("plan.toml")
        files = sorted((self.folder / "results/plan/points").iterdir())
        before = files[0].read_bytes()
        files[0].write_bytes(before[:20])
        self.assertIn("1 run, 3 already", self.sweep("plan.toml")[1])
        self.assertEqual(files[0].read_bytes(), before)

    def test_a_point_that_fails_is_told_and_the_others_go_on(self):
        self.write('[[points]]\nprogram = ["bad-1", "dies-1", "slow-1", "bfs"]\n')
        code, out, err = self.sweep("plan.toml", "--timeout", 0.3, "--csv", "plan.csv")
        self.assertEqual((code, out), (12, "4 points: 1 run, 0 already there, 3 failed\n"))
        self.assertIn("failed: lanefold run bad-1: the output of bad-1 is wrong\n", err)
        self.assertIn("failed: lanefold run dies-1: the simulator was ended by SIGKILL\n", err)
        self.assertIn("failed: lanefold run slow-1: it did not end within 0.3 s (--timeout)\n", err)
        with open(self.folder / "plan.csv", encoding="utf-8", newline="") as file:
            cycles = {row["program"]: row["counters.cycles"] for row in csv.DictReader(file)}
        self.assertEqual(cycles, {"bad-1": "", "dies-1": "", "slow-1": "", "bfs": "3"})

    def test_the_parts_together_are_the_whole(self):
        self.write('[[points]]\nprogram = ["a", "b", "c", "d", "e"]\n')
        for part, count in (("1/3", 2), ("2/3", 2), ("3/3", 1)):
            self.assertIn(f"{count} points: {count} run",
                          self.sweep("plan.toml", "--part", part)[1])
        self.assertEqual(sorted(line[0] for line in self.runs()), list("abcde"))
        self.assertFalse((self.folder / "results/plan/plan.sqlite").exists())
        self.assertIn("5 points: 0 run, 5 already", self.sweep("plan.toml")[1])
        self.assertTrue((self.folder / "results/plan/plan.sqlite").exists())

    def test_the_job_array_for_slurm_runs_every_part(self):
        self.write('[[points]]\nprogram = ["a", "b", "c"]\n')
        wrapper = self.folder / "bin/lanefold"
        wrapper.parent.mkdir()
        wrapper.write_text(f'#!/bin/sh\nexec "{sys.executable}" -B "{sweeps.MAIN}" '
                           f'"{self.command}" "$@"\n')
        wrapper.chmod(0o755)
        for task in (0, 1):
            variables = {"SLURM_ARRAY_TASK_ID": str(task), "SLURM_ARRAY_TASK_MIN": "0",
                         "SLURM_ARRAY_TASK_COUNT": "2", "SLURM_CPUS_PER_TASK": "1",
                         "PATH": f"{wrapper.parent}:{os.environ['PATH']}"}
            subprocess.run(["bash", SOURCES / "scripts/array.sbatch", "plan.toml"],
                           cwd=self.folder, env={**self.environment, **variables}, check=True,
                           capture_output=True)
        self.assertEqual(sorted(line[0] for line in self.runs()), list("abc"))
        self.assertIn("3 points: 0 run, 3 already", self.sweep("plan.toml")[1])

    def test_the_longest_run_starts_first_once_times_are_known(self):
        self.write('[[points]]\nprogram = ["a", "b", "c"]\n')
        (self.folder / "results/plan").mkdir(parents=True)
        (self.folder / "results/plan/seconds.jsonl").write_text(
            '["a", 1.5]\n["b", 9.0]\n["c", 30.0]\nnot a line\n["c", 4.0]\n["a", ')
        self.sweep("plan.toml", "--jobs", 1)
        self.assertEqual([line[0] for line in self.runs()], ["b", "c", "a"])

    def test_two_sweeps_at_once_give_the_same_files_as_one(self):
        self.write('[[points]]\nprogram = ["a", "b", "c", "d", "e", "f"]\n')
        both = [self.start("plan.toml", "--jobs", 2) for _ in range(2)]
        for process in both:
            process.communicate(timeout=60)
            self.assertEqual(process.returncode, 0)
        files = {file.name: file.read_bytes() for file in
                 (self.folder / "results/plan/points").iterdir()}
        self.assertEqual(len(files), 6)
        database = (self.folder / "results/plan/plan.sqlite").read_bytes()
        self.sweep("plan.toml", "--results", "alone")
        self.assertEqual(files, {file.name: file.read_bytes() for file in
                                 (self.folder / "alone/points").iterdir()})
        self.assertEqual(database, (self.folder / "alone/plan.sqlite").read_bytes())

    def test_a_sweep_that_is_stopped_leaves_no_simulator_and_goes_on_later(self):
        self.write('[[points]]\nprogram = ["wait-1", "wait-2", "bfs"]\n')
        process = self.start("plan.toml", "--jobs", 3)
        self.until(self.results)
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=30)  # simulators that live on would hold the pipe
        self.assertEqual(process.returncode, 130)
        self.assertIn("lanefold: stopped; the same command goes on where this one was\n", err)
        self.go.touch()
        self.assertIn("3 points: 2 run, 1 already", self.sweep("plan.toml")[1])

    def test_a_sweep_that_is_killed_takes_its_simulators_along_and_goes_on_later(self):
        self.write('[[points]]\nprogram = ["wait-1", "bfs"]\n')
        process = self.start("plan.toml", "--jobs", 2)
        simulator = self.process_of("wait-1")
        self.until(self.results)
        process.kill()
        process.communicate(timeout=30)
        self.until(lambda: not os.path.exists(f"/proc/{simulator}"))
        self.go.touch()
        self.assertIn("2 points: 1 run, 1 already", self.sweep("plan.toml")[1])

    def test_a_simulator_that_is_killed_fails_its_point_alone(self):
        self.write('[[points]]\nprogram = ["wait-1", "bfs"]\n')
        process = self.start("plan.toml", "--jobs", 2)
        os.kill(self.process_of("wait-1"), signal.SIGKILL)
        out, err = process.communicate(timeout=30)
        self.assertEqual((process.returncode, out),
                         (12, "2 points: 1 run, 0 already there, 1 failed\n"))
        self.assertIn("failed: lanefold run wait-1: the simulator was ended by SIGKILL\n", err)
        self.go.touch()
        self.assertIn("2 points: 1 run, 1 already", self.sweep("plan.toml")[1])

    def test_a_simulator_that_is_built_anew_meanwhile_is_noticed(self):
        self.write('[[points]]\nprogram = ["wait-1", "bfs"]\n')
        process = self.start("plan.toml", "--jobs", 1)
        self.until(self.runs)
        other = self.folder / "other"
        other.write_text(self.command.read_text() + "# another build\n")
        other.chmod(0o755)
        os.replace(other, self.command)
        self.go.touch()
        _, err = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 12)
        self.assertIn("is another build than that with which the sweep began", err)

    def test_the_database_has_points_and_counters(self):
        self.write(FOUR + "set.core.warps = [4, 8]\nfunctional = true\n")
        self.sweep("plan.toml")
        with sqlite3.connect(self.folder / "results/plan/plan.sqlite") as database:
            rows = list(database.execute(
                'SELECT program, seed, "core.warps", functional, value FROM points '
                "JOIN counters USING (point) WHERE name = 'counters.cycles' AND seed = 2"))
            names = {name for name, in database.execute("SELECT DISTINCT name FROM counters")}
        self.assertEqual(rows, [("bfs", 2, 4, 1, 3), ("bfs", 2, 8, 1, 3),
                                ("kmeans", 2, 4, 1, 6), ("kmeans", 2, 8, 1, 6)])
        self.assertEqual(names, {"counters.cycles", "counters.warp_instructions", "simd_efficiency",
                                 "histograms.active_lanes.0", "histograms.active_lanes.1"})

    def test_the_table_has_the_columns_that_are_asked_for(self):
        self.write(FOUR.replace('["bfs", "kmeans"]', '"bfs"'))
        self.sweep("plan.toml", "--csv", "a.csv", "--columns", "machine.core.warps,program")
        self.assertEqual((self.folder / "a.csv").read_text(),
                         "program,size,machine,seed,machine.core.warps,program\n"
                         "bfs,default,ivb-eu,1,6,bfs\nbfs,default,ivb-eu,2,6,bfs\n")
        self.write('columns = ["simd_efficiency"]\n[[points]]\nprogram = "bfs"\n')
        self.sweep("plan.toml", "--csv", "a.csv")
        self.assertEqual((self.folder / "a.csv").read_text(),
                         "program,size,machine,seed,simd_efficiency\nbfs,default,ivb-eu,1,0.5\n")

    def test_mistakes_are_refused_before_anything_runs(self):
        self.write('[[points]]\nprogram = "none-1"\n', "none.toml")
        self.write('[[points]]\nprogram = "a"\n[[points]]\nprogram = "a"\nset.core.wraps = 2\n')
        for words, code, sentence in (
                (["none.toml"], 2, "none.toml: [[points]] 1: there is no workload 'none-1'"),
                (["plan.toml"], 3, "plan.toml: [[points]] 2: no parameter 'core.wraps'"),
                (["absent.toml"], 4, "absent.toml cannot be read"),
                ([], 2, "the following arguments are required: FILE.toml (see lanefold sweep"),
                (["plan.toml", "--jbos", "3"], 2, "no option '--jbos'; did you mean '--jobs'?"),
                (["plan.toml", "more"], 2, "'more' is one word too many"),
                (["plan.toml", "--part", "3/2"], 2, "'3/2' is no part I/N"),
                (["plan.toml", "--jobs", "0"], 2, "'0' is no whole number from 1"),
                (["plan.toml", "--timeout", "-1"], 2, "no number of seconds above 0"),
                (["plan.toml", "--size", "big"], 2, "there is no size 'big'"),
                (["plan.toml", "--csv", "no/a.csv"], 2, "there is no such folder"),
                (["plan.toml", "--results", "plan.toml"], 4, "cannot be made a folder"),
                (["plan.toml", "--scheduler", "8786"], 2, "'8786' is no HOST:PORT")):
            with self.subTest(words=words):
                self.expect_refusal(code, sentence, *words)
        self.assertEqual(self.runs(), [])

    def test_a_scheduler_beyond_this_machine_needs_tls(self):
        self.write(FOUR)
        for words, code, sentence in (
                ([], 2, "the scheduler example.org is beyond this machine: name --tls-ca, "
                        "--tls-cert and --tls-key, or say --insecure"),
                (["--tls-ca", "ca.pem"], 2, "TLS needs --tls-cert and --tls-key, too"),
                (["--tls-ca", "ca.pem", "--tls-cert", "a", "--tls-key", "b"], 4,
                 "ca.pem cannot be read (--tls-ca)")):
            with self.subTest(words=words):
                self.expect_refusal(code, sentence, "plan.toml", "--scheduler", "example.org:8786",
                                    *words)

    def test_points_can_be_listed(self):
        self.write(FOUR)
        self.assertEqual(self.sweep("plan.toml", "--list", "--size", "tiny"),
                         (0, "bfs --size tiny\nbfs --size tiny --seed 2\nkmeans --size tiny\n"
                             "kmeans --size tiny --seed 2\n", ""))


if __name__ == "__main__":
    unittest.main()
