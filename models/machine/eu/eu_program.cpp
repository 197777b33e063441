// SPDX-License-Identifier: Apache-2.0
// From a zebin to buffers and linked code.
#include "machine/eu/eu_program.h"

#include <fmt/format.h>

#include "lanefold/error.h"
#include "lanefold/memory_map.h"

namespace lanefold::gen8 {

EuProgram::EuProgram(const Zebin& zebin, const MachineBuffers& buffers)
    : zebin_(&zebin), codes_(zebin.kernels.size()) {
  struct Section {
    const RelocatableBytes& content;
    std::uint32_t& address;
    bool writable;
  };
  const Section sections[] = {{zebin.strings, addresses_.strings, false},
                              {zebin.constants, addresses_.constants, false},
                              {zebin.globals, addresses_.globals, true}};
  // Each may hold addresses of any, its own among them.
  std::vector<const RelocatableBytes*> contents;
  for (const Section& section : sections) {
    if (section.content.bytes.empty()) continue;
    contents.push_back(&section.content);
    data_.emplace_back(buffers, section.content.bytes.size(), section.writable);
    section.address = data_.back().address();
  }
  for (std::size_t i = 0; i < data_.size(); ++i) {
    data_[i].write(apply_relocations(*contents[i], addresses_));
  }
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
