// SPDX-License-Identifier: Apache-2.0
#include "decisions/isa/gen8_alu/fast.h"

namespace lanefold::gen8 {
namespace {

std::vector<HostVariant> find_variants() {
  std::vector<HostVariant> variants = {HostVariant::Portable};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    variants.push_back(HostVariant::Avx2);
  }
#endif
  return variants;
}

}  // namespace

const std::vector<HostVariant>& host_variants() {
  static const std::vector<HostVariant> kVariants = find_variants();
  return kVariants;
}

Operate fast_operation(const FastForm& form, HostVariant variant) {
#if defined(__x86_64__)
  if (variant == HostVariant::Avx2) {
    return avx2_operation(form);
  }
#endif
  return portable_operation(form);
}

Operate fast_operation_of(const Instruction& instruction) {
  const std::optional<FastForm> form = fast_form_of(instruction);
  return form ? fast_operation(*form, host_variants().back()) : nullptr;
}

}  // namespace lanefold::gen8
