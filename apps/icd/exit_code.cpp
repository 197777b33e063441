// SPDX-License-Identifier: Apache-2.0
// The exit code of an application whose outputs were lost.
#include "exit_code.h"

#include <unistd.h>

#include <cstdio>

namespace lanefold::icd {
namespace {

int code_of_failure = 0;

/// Behind the destructors of all static objects of the process.
[[gnu::destructor]] void at_end_of_process() {
  if (code_of_failure == 0) return;
  std::fflush(nullptr);
  _exit(code_of_failure);
}

}  // namespace

void fail_instead_of_success(ErrorKind kind) { code_of_failure = static_cast<int>(kind); }

}  // namespace lanefold::icd
