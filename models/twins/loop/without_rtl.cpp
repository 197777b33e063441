// SPDX-License-Identifier: Apache-2.0
// RTL in the loop where no RTL was built.
#include <string>

#include "lanefold/error.h"
#include "twins/bench/cosimulation.h"
#include "twins/loop/rtl_machine.h"

namespace lanefold {
namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorKind::Usage,
              what +
                  " needs Verilated RTL, which this build does not have: install verilator with "
                  "scripts/setup test, then build again with scripts/build");
}

}  // namespace

std::unique_ptr<Machine> make_rtl_machine(const MachineConfig& /*config*/,
                                          const RtlRequest& /*request*/) {
  refuse("--rtl");
}

MaskComparison compare_mask_with_rtl(LaneMask /*mask*/, const QuadGeometry& /*geometry*/) {
  refuse("--rtl");
}

CosimReport cosimulate(const CosimRequest& /*request*/) { refuse("cosim"); }

}  // namespace lanefold
