# SPDX-License-Identifier: Apache-2.0
"""Where points run: on the processors of this machine, or on the workers of a Dask scheduler."""

import ipaddress
import logging
import os
import pickle
import sys
from concurrent.futures import CancelledError, ThreadPoolExecutor
from functools import partial
from typing import NamedTuple

from lanefold_studies import run_point
from lanefold_studies.refusal import FILE, USAGE, Refusal, missing_module

PATIENCE = "10s"  # for a scheduler to answer


class Outcome(NamedTuple):
    """The statistics of a run, or the exit code and the sentence of its failure."""
    code: int
    sentence: str
    statistics: bytes
    seconds: float


class LocalPool:
    """A thread waits for each simulator."""

    def __init__(self, jobs):
        self.jobs = jobs
        self.executor = ThreadPoolExecutor(jobs)

    def submit(self, arguments):
        """A future of what run_point returns."""
        return self.executor.submit(run_point.run_point, *arguments)

    def outcome(self, future):
        """What came of a run."""
        return Outcome(*future.result())

    def close(self):
        """All futures are done."""
        self.executor.shutdown()


class DaskPool:
    """Each thread of each worker waits for a simulator."""

    def __init__(self, options):
        host, port = options.scheduler
        security = security_of(options)
        try:
            import cloudpickle
            import distributed
        except ImportError as error:
            raise missing_module("distributed", "python3-distributed", "--scheduler needs") \
                from error
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        # Workers have the simulator, but need not have this package.
        cloudpickle.register_pickle_by_value(run_point)
        self.by_value = cloudpickle.dumps
        name = f"[{host}]" if ":" in host else host
        self.address = f"{'tls' if security else 'tcp'}://{name}:{port}"
        try:
            keys = distributed.Security(**security, require_encryption=True) if security else None
            self.client = distributed.Client(self.address, security=keys, timeout=PATIENCE)
        except (OSError, ValueError) as error:
            raise Refusal(FILE, f"no Dask scheduler answers at {self.address}") from error
        threads = sum(self.client.nthreads().values())
        if threads == 0:
            print(f"lanefold: the scheduler at {self.address} has no workers yet", file=sys.stderr)
        self.jobs = max(threads, 1)
        self.executor = self.client.get_executor(pure=False)
        self.lost_worker = distributed.scheduler.KilledWorker

    def submit(self, arguments):
        """The same; another worker takes over from one that is lost."""
        work = self.by_value(partial(run_point.run_point, *arguments))

        def call():  # has no name by which Dask could send it
            return pickle.loads(work)()
        return self.executor.submit(call)

    def outcome(self, future):
        """What came of a run, or of its worker."""
        try:
            return Outcome(*future.result())
        except CancelledError:
            sentence = f"the Dask scheduler at {self.address} is gone"
        except self.lost_worker:
            sentence = "every Dask worker that tried it was lost"
        except Exception as error:  # pylint: disable=broad-exception-caught  # whatever it raised
            sentence = f"its Dask worker failed: {error}"
        return Outcome(FILE, sentence, b"", 0)

    def close(self):
        """Leaves scheduler and workers as they are."""
        self.client.close(timeout=PATIENCE)


def is_loopback(host):
    """Whether nobody else can listen."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def security_of(options):
    """What Dask calls the files of mutual TLS; nothing without TLS."""
    given = {"--tls-ca": options.tls_ca, "--tls-cert": options.tls_cert,
             "--tls-key": options.tls_key}
    missing = [name for name, file in given.items() if file is None]
    if len(missing) == len(given):
        host = options.scheduler[0]
        if options.insecure or is_loopback(host):
            return {}
        raise Refusal(USAGE, f"the scheduler {host} is beyond this machine: name --tls-ca, "
                             "--tls-cert and --tls-key, or say --insecure where everybody on the "
                             "network may run programs on the workers")
    if missing:
        raise Refusal(USAGE, f"TLS needs {' and '.join(missing)}, too")
    for name, file in given.items():
        if not os.access(file, os.R_OK):
            raise Refusal(FILE, f"{file} cannot be read ({name})")
    return {"tls_ca_file": options.tls_ca, "tls_client_cert": options.tls_cert,
            "tls_client_key": options.tls_key}
