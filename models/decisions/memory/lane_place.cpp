// SPDX-License-Identifier: Apache-2.0
// Which region an address belongs to.
#include "decisions/memory/lane_place.h"

namespace lanefold {

bool find_place(const AddressSpaces& spaces, std::uint32_t first, std::uint32_t last,
                Place& place) {
  if (last < first) return false;
  if (first >= kPrivateBase) {
    place = {AddressSpace::Private, nullptr, kPrivateBase,
             kPrivateBase + spaces.private_memory->bytes(), true};
  } else if (first >= kLocalBase) {
    place = {AddressSpace::Local, spaces.local, kLocalBase, kLocalBase + spaces.local_bytes, true};
  } else if (first >= kGlobalBase) {
    const GlobalMemory::Region* region = spaces.global->find(first, last);
    if (region == nullptr) return false;
    place = {AddressSpace::Global, spaces.global->host(region->begin), region->begin, region->end,
             region->writable};
  } else {
    const ProgramBytes& program = spaces.program;
    place = {AddressSpace::Program, const_cast<std::byte*>(program.bytes), program.begin,
             program.end, false};
  }
  return first >= place.begin && last < place.end;
}

}  // namespace lanefold
