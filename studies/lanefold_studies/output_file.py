# SPDX-License-Identifier: Apache-2.0
"""Where files are written: a write that fails is a Refusal that names the file, and what has been
written is whole."""

import errno
import os
import tempfile
from contextlib import contextmanager
from pathlib import Path

from lanefold_studies.refusal import FILE, Refusal


@contextmanager
def _named(path):
    """Failures of the body are those of this file."""
    try:
        yield
    except OSError as error:
        raise Refusal(FILE, f"{path} cannot be written: {error.strerror or error}") from error


def _is_special(path):
    """Whether it is there and no regular file: a pipe or a device, for instance."""
    return path.exists() and not path.is_file()


@contextmanager
def replacement(path):
    """The name of a new, empty file beside it, which takes its place at the end: all of it or
    nothing, also when somebody else writes it at the same time."""
    with _named(path):
        if _is_special(path):
            raise OSError(errno.EINVAL, "it is not a regular file")
        place = Path(os.path.realpath(path))
        handle, name = tempfile.mkstemp(dir=place.parent, prefix=f".{place.name}.")
        try:
            yield name
            os.fsync(handle)
            os.chmod(name, 0o644)
            os.replace(name, place)
        except BaseException:
            os.unlink(name)
            raise
        finally:
            os.close(handle)


def write_whole(path, content):
    """All of the file or nothing; what is no regular file takes the bytes as they come."""
    path = Path(path)
    if _is_special(path):
        with _named(path), open(path, "wb") as file:
            file.write(content)
        return
    with replacement(path) as name, open(name, "wb") as file:
        file.write(content)


def append_line(path, line):
    """At the end of the file, by one write: lines of others stay whole."""
    content = f"{line}\n".encode()
    with _named(path):
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            if os.write(handle, content) != len(content):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        finally:
            os.close(handle)
