// SPDX-License-Identifier: Apache-2.0
// Any bytes as a program: they are refused in one sentence, or load with kernels, whose lanes can
// be analysed.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "analysis/uniformity/kernel_uniformity.h"
#include "lanefold/error.h"
#include "lanefold/program.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto* first = reinterpret_cast<const std::byte*>(data);
  try {
    const auto program = lanefold::load_program({first, first + size}, "fuzz.elf");
    for (const lanefold::KernelInfo& kernel : program->kernels()) {
      if (program->kernel(kernel.name).name != kernel.name) std::abort();
    }
    lanefold::LaunchShape shape;
    shape.local = {8, 4, 1};
    shape.warp_width = 16;
    shape.in_step = size % 2 == 0;
    const lanefold::ProgramImage& image = program->image();
    for (const std::uint32_t entry : image.entries) {
      const lanefold::KernelUniformity kernel(image, entry, shape);
      for (std::uint32_t i = 0; i < image.code.size(); i += 7) {
        if (kernel.cause(i).empty() == kernel.at(i).value.is_divergent()) std::abort();
      }
    }
  } catch (const lanefold::Error& error) {
    if (error.kind() == lanefold::ErrorKind::Internal) std::abort();
  }
  return 0;
}
