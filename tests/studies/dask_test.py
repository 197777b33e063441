# SPDX-License-Identifier: Apache-2.0
"""Sweeps on the workers of a Dask scheduler, on the loopback interface only: the same results, and
what happens when a worker, a simulator or the sweep itself is killed."""

import logging
import os
import signal
import subprocess
import sys
import unittest

import distributed
import sweeps

SIX = '[[points]]\nprogram = ["a", "b", "c", "d", "e", "f"]\n'
WAITING = '[[points]]\nprogram = ["wait-1", "bfs"]\n'


class DaskTest(sweeps.SweepTest):
    """Every test has workers of one thread."""

    def setUp(self):
        super().setUp()
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        # The simulators are children of the workers, which have our environment.
        for name in ("FAKE_LOG", "FAKE_GO"):
            os.environ[name] = self.environment[name]
        os.environ["DASK_LOGGING__DISTRIBUTED"] = "critical"

    def cluster(self, workers=2, **options):
        """Its address as --scheduler takes it."""
        cluster = distributed.LocalCluster(n_workers=workers, threads_per_worker=1,
                                           host="127.0.0.1", dashboard_address=None, **options)
        self.addCleanup(cluster.close)
        return cluster, cluster.scheduler_address.partition("://")[2]


class Dask(DaskTest):
    """Without TLS."""

    def test_results_are_the_bytes_of_a_local_sweep(self):
        self.write(SIX)
        _, address = self.cluster()
        code, out, err = self.sweep("plan.toml", "--scheduler", address)
        self.assertEqual((code, out), (0, "6 points: 6 run, 0 already there, 0 failed\n"), err)
        self.sweep("plan.toml", "--results", "alone")
        for file in self.results():
            self.assertEqual(file.read_bytes(),
                             (self.folder / "alone/points" / file.name).read_bytes())
        self.assertEqual((self.folder / "results/plan/plan.sqlite").read_bytes(),
                         (self.folder / "alone/plan.sqlite").read_bytes())

    def test_a_point_that_fails_is_told(self):
        self.write('[[points]]\nprogram = ["bad-1", "slow-1", "bfs"]\n')
        _, address = self.cluster()
        code, out, err = self.sweep("plan.toml", "--scheduler", address, "--timeout", 0.3)
        self.assertEqual((code, out), (12, "3 points: 1 run, 0 already there, 2 failed\n"))
        self.assertIn("lanefold run bad-1: the output of bad-1 is wrong\n", err)
        self.assertIn("lanefold run slow-1: it did not end within 0.3 s (--timeout)\n", err)

    def test_a_killed_worker_takes_its_simulator_along_and_another_runs_the_point(self):
        self.write(WAITING)
        cluster, address = self.cluster()
        process = self.start("plan.toml", "--scheduler", address)
        simulator = self.process_of("wait-1")
        workers = {nanny.process.pid for nanny in cluster.workers.values()}
        with open(f"/proc/{simulator}/status", encoding="utf-8") as status:
            parent = next(int(line.split()[1]) for line in status if line.startswith("PPid:"))
        self.assertIn(parent, workers)
        os.kill(parent, signal.SIGKILL)
        self.until(lambda: not os.path.exists(f"/proc/{simulator}"))
        self.until(lambda: self.process_of("wait-1") != simulator)
        self.go.touch()
        out, err = process.communicate(timeout=60)
        self.assertEqual((process.returncode, out),
                         (0, "2 points: 2 run, 0 already there, 0 failed\n"), err)
        self.assertEqual(sorted(line.split()[0] for line in self.runs()),
                         ["bfs", "wait-1", "wait-1"])

    def test_a_killed_simulator_fails_its_point_alone(self):
        self.write(WAITING)
        _, address = self.cluster()
        process = self.start("plan.toml", "--scheduler", address)
        os.kill(self.process_of("wait-1"), signal.SIGKILL)
        out, err = process.communicate(timeout=60)
        self.assertEqual((process.returncode, out),
                         (12, "2 points: 1 run, 0 already there, 1 failed\n"))
        self.assertIn("lanefold run wait-1: the simulator was ended by SIGKILL\n", err)

    def test_a_killed_sweep_goes_on_where_it_was(self):
        self.write(WAITING)
        _, address = self.cluster()
        process = self.start("plan.toml", "--scheduler", address)
        self.process_of("wait-1")
        self.until(self.results)
        process.kill()
        process.communicate(timeout=30)
        self.go.touch()
        self.assertIn("2 points: 1 run, 1 already",
                      self.sweep("plan.toml", "--scheduler", address)[1])

    def test_workers_need_nothing_but_dask_and_the_simulator(self):
        self.write(SIX)
        cluster, address = self.cluster(0)
        worker = subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_worker", cluster.scheduler_address,
             "--no-dashboard", "--local-directory", self.folder],
            cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(worker.wait)
        self.addCleanup(worker.terminate)
        code, out, err = self.sweep("plan.toml", "--scheduler", address)
        self.assertEqual((code, out), (0, "6 points: 6 run, 0 already there, 0 failed\n"), err)

    def test_a_scheduler_that_is_absent_is_named(self):
        self.write(SIX)
        self.expect_refusal(4, "no Dask scheduler answers at tcp://127.0.0.1:1", "plan.toml",
                            "--scheduler", "127.0.0.1:1")

    def test_a_scheduler_that_goes_is_named(self):
        self.write(WAITING)
        cluster, address = self.cluster()
        process = self.start("plan.toml", "--scheduler", address)
        self.until(self.results)
        cluster.close()
        _, err = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 12)
        self.assertIn(f"lanefold run wait-1: the Dask scheduler at tcp://{address} is gone\n", err)


class Tls(DaskTest):
    """With certificates that one authority has signed."""

    def openssl(self, *words):
        """Keys that last as long as the test."""
        subprocess.run(["openssl", *words], cwd=self.folder, capture_output=True, check=True)

    def certificates(self):
        """ca.pem, and cert.pem with key.pem."""
        new = ("-newkey", "rsa:2048", "-nodes", "-days", "1")
        self.openssl("req", "-x509", *new, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=ca")
        self.openssl("req", *new[:3], "-keyout", "key.pem", "-out", "request.pem",
                     "-subj", "/CN=us")
        self.openssl("x509", "-req", "-in", "request.pem", "-CA", "ca.pem", "-CAkey", "ca.key",
                     "-CAcreateserial", "-days", "1", "-out", "cert.pem")

    def test_points_run_over_tls_and_not_without(self):
        self.write(SIX)
        self.certificates()
        files = {f"tls_{who}_{what}": str(self.folder / f"{what}.pem")
                 for who in ("scheduler", "worker", "client") for what in ("cert", "key")}
        security = distributed.Security(tls_ca_file=str(self.folder / "ca.pem"),
                                        require_encryption=True, **files)
        _, address = self.cluster(security=security, protocol="tls://")
        self.expect_refusal(4, f"no Dask scheduler answers at tcp://{address}", "plan.toml",
                            "--scheduler", address)
        code, out, err = self.sweep("plan.toml", "--scheduler", address, "--tls-ca", "ca.pem",
                                    "--tls-cert", "cert.pem", "--tls-key", "key.pem")
        self.assertEqual((code, out), (0, "6 points: 6 run, 0 already there, 0 failed\n"), err)


if __name__ == "__main__":
    unittest.main()
