// SPDX-License-Identifier: Apache-2.0
// When a launch prints what its kernels have collected.
#pragma once

#include <cstddef>
#include <string>

#include "lanefold/error.h"

namespace lanefold {

/// The warning where calls of printf found no room.
inline std::string full_printf_buffer(const std::string& kernel, std::size_t bytes) {
  return "kernel " + kernel + ": its calls of printf filled the buffer of " +
         std::to_string(bytes >> 20) + " MiB; those that found no room printed nothing";
}

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
