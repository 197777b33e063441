// SPDX-License-Identifier: Apache-2.0
// The exit code of an application whose outputs were lost.
#include "exit_code.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>

namespace lanefold::icd {
namespace {

bool unloading = false;
int code_of_application = 0;
int code_of_failure = 0;

/// Behind the destructors of all static objects when the process ends; before those of the driver
/// when it is unloaded.
[[gnu::destructor]] void at_end_of_driver() {
  unloading = true;
  if (code_of_failure == 0 || code_of_application != 0) return;
  std::fflush(nullptr);
  _exit(code_of_failure);
}

}  // namespace

void fail_instead_of_success(ErrorKind kind) {
  if (unloading) return;
  code_of_failure = static_cast<int>(kind);
  on_exit([](int code, void* /*nothing*/) { code_of_application = code; }, nullptr);
}

}  // namespace lanefold::icd
