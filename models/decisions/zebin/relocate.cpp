// SPDX-License-Identifier: Apache-2.0
#include "decisions/zebin/relocate.h"

#include <cassert>

#include "decisions/zebin/little_endian.h"

namespace lanefold::gen8 {
namespace {

std::uint32_t address_of(DataSection section, const DataAddresses& addresses) {
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
    const std::uint32_t address = address_of(relocation.section, addresses) + relocation.target;
    std::byte* place = result.data() + relocation.offset;
    switch (relocation.kind) {
      case RelocationKind::Address64:
        assert(relocation.offset + 8 <= result.size());
        put_little_endian(place, address, 8);
        break;
      case RelocationKind::Low32:
        assert(relocation.offset + 4 <= result.size());
        put_little_endian(place, address, 4);
        break;
      case RelocationKind::High32:
        assert(relocation.offset + 4 <= result.size());
        put_little_endian(place, 0, 4);
        break;
    }
  }
  return result;
}

}  // namespace lanefold::gen8
