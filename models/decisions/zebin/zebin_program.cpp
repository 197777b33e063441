// SPDX-License-Identifier: Apache-2.0
// A zebin as a program that machines launch.
#include <utility>
#include <vector>

#include "decisions/zebin/zebin.h"
#include "lanefold/program.h"

namespace lanefold {

std::shared_ptr<const Program> load_gen8_program(const std::vector<std::byte>& zebin,
                                                 const std::string& name) {
  auto loaded = std::make_shared<const gen8::Zebin>(gen8::load_zebin(zebin, name));
  std::vector<KernelInfo> kernels;
  for (const gen8::ZebinKernel& kernel : loaded->kernels) {
    kernels.push_back(kernel.info);
    kernels.back().local_bytes = kernel.slm_size;
    kernels.back().thread_width = kernel.simd_size;
    kernels.back().private_bytes =
        (kernel.thread_private_bytes() + kernel.scratch_bytes) / kernel.simd_size;
  }
  std::vector<std::string> warnings;
  for (const std::string& reason : loaded->left_out) {
    warnings.push_back("left out: " + reason);
  }
  return std::make_shared<const Program>(name, std::move(loaded), std::move(kernels), zebin,
                                         std::move(warnings));
}

}  // namespace lanefold
