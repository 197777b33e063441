// SPDX-License-Identifier: Apache-2.0
// RTL in the loop where no RTL was built.
#include "lanefold/error.h"
#include "twins/loop/rtl_machine.h"

namespace lanefold {
namespace {

[[noreturn]] void refuse() {
  throw Error(ErrorKind::Usage,
              "--rtl needs Verilated RTL, which this build does not have: install verilator with "
              "scripts/setup test, then build again with scripts/build");
}

}  // namespace

std::unique_ptr<Machine> make_rtl_machine(const MachineConfig& /*config*/,
                                          const RtlRequest& /*request*/) {
  refuse();
}

MaskComparison compare_mask_with_rtl(LaneMask /*mask*/, const QuadGeometry& /*geometry*/) {
  refuse();
}

}  // namespace lanefold
