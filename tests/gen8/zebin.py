# SPDX-License-Identifier: Apache-2.0
"""OpenCL C for Gen8's EU: Intel's offline compiler, and the code in the files that it writes."""

import struct
import subprocess

MACHINE = 0xCD  # Intel GT
SECTION = struct.Struct("<10I")
# A built-in of our own device library, which reads and says whether the value was there at once.
OPTIONS = "-cl-std=CL1.2 -Dload_snoop(p,d)=(*(d)=*(p),1)"


def compile_options(simd, include):
    """Options of the compiler; `simd` is a width or None, where the compiler chooses."""
    width = "" if simd is None else f" -D__kernel=__attribute__((intel_reqd_sub_group_size({simd})))__kernel"
    return f"{OPTIONS} -I {include}{width}"


def compile_source(source, folder, simd=None, buffer_offsets=False):
    """The zebin of a file of OpenCL C, with 32-bit pointers; None where the compiler crashes."""
    internal = ["-internal_options", "-cl-intel-has-buffer-offset-arg"] if buffer_offsets else []
    done = subprocess.run(["ocloc", "compile", "-file", source, "-device", "bdw", "-32", "--format", "zebin",
                           "-output", source.stem, "-out_dir", folder,
                           "-options", compile_options(simd, source.parent), *internal],
                          capture_output=True, text=True, check=False)
    if done.returncode < 0:
        return None
    files = list(folder.glob(f"{source.stem}_*.bin"))
    if done.returncode != 0 or len(files) != 1:
        raise RuntimeError(f"ocloc does not compile {source.name}: {done.stdout.strip()}")
    return files[0].read_bytes()


def kernels(zebin):
    """Name and code of every kernel: the sections .text.KERNEL of an ELF32 file."""
    machine, = struct.unpack_from("<H", zebin, 18)
    if zebin[:5] != b"\x7fELF\x01" or machine != MACHINE:
        raise RuntimeError("ocloc wrote no 32-bit ELF file for Intel's GPU")
    table, = struct.unpack_from("<I", zebin, 32)
    size, count, names = struct.unpack_from("<3H", zebin, 46)
    sections = [SECTION.unpack_from(zebin, table + size * number) for number in range(count)]
    strings = sections[names][4]
    for name, _, _, _, start, length, *_ in sections:
        end = zebin.index(b"\0", strings + name)
        text = zebin[strings + name:end].decode()
        if text.startswith(".text.") and length > 0:
            yield text.removeprefix(".text."), zebin[start:start + length]
