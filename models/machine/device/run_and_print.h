// SPDX-License-Identifier: Apache-2.0
// When a launch prints what its kernels have collected.
#pragma once

#include "lanefold/error.h"

namespace lanefold {

/// Runs, then prints; also after a failure, which says more than that of its output.
template <class Run, class Print>
void run_and_print(const Run& run, const Print& print) {
  try {
    run();
  } catch (...) {
    try {
      print();
    } catch (const Error&) {
    }
    throw;
  }
  print();
}

}  // namespace lanefold
