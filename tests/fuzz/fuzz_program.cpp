// SPDX-License-Identifier: Apache-2.0
// Any bytes as a program: they are refused in one sentence, or load with kernels.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "lanefold/error.h"
#include "lanefold/program.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto* first = reinterpret_cast<const std::byte*>(data);
  try {
    const auto program = lanefold::load_program({first, first + size}, "fuzz.elf");
    for (const lanefold::KernelInfo& kernel : program->kernels()) {
      if (program->kernel(kernel.name).name != kernel.name) std::abort();
    }
  } catch (const lanefold::Error& error) {
    if (error.kind() == lanefold::ErrorKind::Internal) std::abort();
  }
  return 0;
}
