# SPDX-License-Identifier: Apache-2.0
"""Runs a program for a limited time, and ends all that it started with it."""

import os
import signal
import subprocess


def run(command, timeout, **options):
    """The program's exit code and its output, errors among it; None for both if `timeout` seconds
    went by. The program and its children are ended, too, if we are interrupted."""
    # pylint: disable=consider-using-with
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True, errors="replace",
                               start_new_session=True, **options)
    try:
        output, _ = process.communicate(timeout=timeout)
        return process.returncode, output
    except subprocess.TimeoutExpired:
        return None, None
    finally:
        if process.returncode is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
