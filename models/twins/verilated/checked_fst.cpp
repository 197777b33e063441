// SPDX-License-Identifier: Apache-2.0
// Verilator's waveform writer, which looks at no result of the C library: here a write that fails
// throws std::system_error, and so does a temporary file that cannot be made or has no room for
// what is mapped. The writer cannot be used, nor closed, after that.
#include <fcntl.h>
#include <sys/mman.h>
#include <verilated.h>
#include <verilated_fst_c.h>
#include <verilated_intrinsics.h>
#include <verilated_threads.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <list>
#include <sstream>
#include <system_error>

namespace {

[[noreturn]] void fail() {
  throw std::system_error(errno != 0 ? errno : EIO, std::generic_category());
}

std::size_t checked_fwrite(const void* data, std::size_t size, std::size_t count, FILE* file) {
  const std::size_t written = std::fwrite(data, size, count, file);
  if (written != count && size != 0) fail();
  return written;
}

int checked_fputc(int byte, FILE* file) {
  const int written = std::fputc(byte, file);
  if (written == EOF) fail();
  return written;
}

/// A seek may have written before, and failed.
int checked_fflush(FILE* file) {
  errno = 0;
  if (std::fflush(file) != 0 || std::ferror(file) != 0) fail();
  return 0;
}

int checked_fclose(FILE* file) {
  errno = 0;
  const bool failed = std::ferror(file) != 0;
  if (std::fclose(file) != 0 || failed) fail();
  return 0;
}

FILE* checked_tmpfile() {
  FILE* const file = std::tmpfile();
  if (file == nullptr) fail();
  return file;
}

/// A page of a file that has no room on its disk would be a signal when it is written. Only writers
/// map for writing.
void* checked_mmap(void* address, std::size_t length, int protection, int flags, int file,
                   off_t offset) {
  if ((protection & PROT_WRITE) != 0 && length != 0) {
    errno = posix_fallocate(file, offset, static_cast<off_t>(length));
    if (errno != 0) fail();
  }
  void* const mapped = mmap(address, length, protection, flags, file, offset);
  if (mapped == MAP_FAILED) fail();
  return mapped;
}

}  // namespace

#define tmpfile checked_tmpfile
#define mmap checked_mmap
#define fwrite checked_fwrite
#define fputc checked_fputc
#define fflush checked_fflush
#define fclose checked_fclose
// NOLINTNEXTLINE(bugprone-suspicious-include): this is the only unit with its code
#include <verilated_fst_c.cpp>
