// SPDX-License-Identifier: Apache-2.0
#include "decisions/zebin/relocate.h"

#include <cassert>

#include "decisions/zebin/little_endian.h"

namespace lanefold::gen8 {
namespace {

std::uint64_t address_of(DataSection section, const DataAddresses& addresses) {
  switch (section) {
    case DataSection::Strings:
      return addresses.strings;
    case DataSection::Global:
      return addresses.globals;
    default:
      return addresses.constants;
  }
}

}  // namespace

std::vector<std::byte> apply_relocations(const RelocatableBytes& source,
                                         const DataAddresses& addresses) {
  std::vector<std::byte> result = source.bytes;
  for (const Relocation& relocation : source.relocations) {
    assert(std::size_t{relocation.offset} + relocation.bytes() <= result.size());
    const std::uint64_t address = address_of(relocation.section, addresses) + relocation.target;
    const bool high = relocation.kind == RelocationKind::High32;
    put_little_endian(result.data() + relocation.offset, high ? address >> 32 : address,
                      relocation.bytes());
  }
  return result;
}

}  // namespace lanefold::gen8
