// SPDX-License-Identifier: Apache-2.0
// The fast functions for any host.

#include "decisions/isa/gen8_alu/lane_functions.h"

namespace lanefold::gen8 {
namespace {
struct PortableHost {
  /// Bit n of the result is set where element n of eight, which are 0 or all ones, is.
  template <class Bits>
  static ChannelMask bits_of(const Bits* hits) {
    Bits result = 0;
    for (unsigned n = 0; n < kRowGroup; ++n) {
      result |= hits[n] & Bits{1} << n;
    }
    return static_cast<ChannelMask>(result);
  }
};
}  // namespace

Operate portable_operation(const FastForm& form) { return find_lane_function<PortableHost>(form); }

}  // namespace lanefold::gen8
