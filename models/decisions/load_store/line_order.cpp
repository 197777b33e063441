// SPDX-License-Identifier: Apache-2.0
// The order of an access's lines.
#include "decisions/load_store/line_order.h"

#include <algorithm>

namespace lanefold {

void LineOrder::make(const LaneAccess& access, const PrivatePlacement& placement,
                     std::uint32_t banks) {
  for (unsigned i = 0; i < lines_.count; ++i) order_[i] = static_cast<std::uint8_t>(i);
  conflict_cycles_ = 0;
  if (banks == 0) {
    for (unsigned i = 0; i < lines_.count; ++i) banks_.line[i] = static_cast<std::uint16_t>(i);
    return;
  }
  schedule_banks(access, lines_, placement, banks, banks_);
  conflict_cycles_ = std::max(banks_.cycles, 1U) - 1;
  // A stable sort would allocate.
  std::sort(order_.begin(), order_.begin() + lines_.count, [&](auto a, auto b) {
    return banks_.line[a] != banks_.line[b] ? banks_.line[a] < banks_.line[b] : a < b;
  });
}

}  // namespace lanefold
