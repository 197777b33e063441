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
    std::byte* const place = result.data() + relocation.offset;
    const std::uint64_t address = address_of(relocation.section, addresses) + relocation.target;
    std::uint64_t value = relocation.kind == RelocationKind::High32 ? address >> 32 : address;
    if (source.has_addends) value += get_little_endian(place, relocation.bytes());
    put_little_endian(place, value, relocation.bytes());
  }
  return result;
}

}  // namespace lanefold::gen8
