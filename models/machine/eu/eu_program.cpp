// SPDX-License-Identifier: Apache-2.0
// From a zebin to buffers and linked code.
#include "machine/eu/eu_program.h"

#include <fmt/format.h>

#include <utility>

#include "lanefold/error.h"
#include "lanefold/memory_map.h"

namespace lanefold::gen8 {

EuProgram::EuProgram(std::shared_ptr<const Zebin> zebin, const Place& place)
    : zebin_(std::move(zebin)), codes_(zebin_->kernels.size()) {
  // Each may hold addresses of those before it.
  addresses_.strings = place_section(zebin_->strings, false, place);
  addresses_.constants = place_section(zebin_->constants, false, place);
  addresses_.globals = place_section(zebin_->globals, true, place);
}

std::uint32_t EuProgram::place_section(const RelocatableBytes& section, bool writable,
                                       const Place& place) {
  if (section.bytes.empty()) return 0;
  return place(apply_relocations(section, addresses_), writable).address;
}

/// Kernels lie one behind the other, each from a line on, so that instruction caches tell them
/// apart.
std::uint32_t EuProgram::code_begin(std::size_t number) const {
  constexpr std::size_t kAlignment = 256;
  std::size_t begin = kCodeBase;
  for (std::size_t before = 0; before < number; ++before) {
    begin += (kernel(before).code.bytes.size() / kAlignment + 1) * kAlignment;
  }
  return static_cast<std::uint32_t>(begin);
}

const KernelCode& EuProgram::code(std::size_t number) {
  std::unique_ptr<KernelCode>& code = codes_[number];
  if (code == nullptr) {
    const ZebinKernel& one = kernel(number);
    try {
      code = std::make_unique<KernelCode>(
          link_kernel(apply_relocations(one.code, addresses_), code_begin(number)));
    } catch (const Error& error) {
      throw Error(error.kind(),
                  fmt::format("{}: kernel {}: {}", zebin_->name, one.info.name, error.what()));
    }
  }
  return *code;
}

}  // namespace lanefold::gen8
