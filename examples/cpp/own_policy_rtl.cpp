// SPDX-License-Identifier: Apache-2.0
// The policy of first_fit.h in SystemVerilog, bound through Verilator: compared with C++ for every
// mask, and then in the machine's cores.
#include <Vfirst_fit.h>
#include <verilated.h>

#include <iostream>

#include "first_fit.h"
#include "policy_machine.h"

namespace {

using lanefold::LaneMask;
using lanefold::QuadGeometry;

class FirstFitRtl final : public lanefold::Compactor {
 public:
  lanefold::Schedule schedule(LaneMask mask, const QuadGeometry& geometry) const override {
    evaluate(mask);
    lanefold::Schedule schedule(rtl_.cycles_o, geometry);
    lanefold::for_each_lane(mask, [&](unsigned lane) {
      schedule.issue(cycle_of(geometry.quad_of(lane)), geometry.position_of(lane), lane);
    });
    return schedule;
  }
  unsigned cycles(LaneMask mask, const QuadGeometry& /*geometry*/) const override {
    evaluate(mask);
    return rtl_.cycles_o;
  }
  LaneMask issued_lanes(LaneMask mask, const QuadGeometry& geometry) const override {
    return geometry.whole_quads(mask);
  }
  lanefold::RegisterFileKind register_file() const override {
    return lanefold::RegisterFileKind::Bcc;
  }
  const char* counter_help() const override { return nullptr; }

  unsigned cycle_of(unsigned quad) const { return rtl_.cycle_o >> 2 * quad & 3U; }

 private:
  void evaluate(LaneMask mask) const {
    rtl_.mask_i = static_cast<std::uint16_t>(mask.bits());
    rtl_.eval();
  }
  mutable VerilatedContext context_;
  mutable Vfirst_fit rtl_{&context_};
};

/// Masks for which RTL and C++ differ.
unsigned differences() {
  const FirstFitRtl rtl;
  const QuadGeometry geometry(16, 4);
  unsigned count = 0;
  for (unsigned bits = 0; bits < 1U << 16; ++bits) {
    const example::FirstFit::Plan plan = example::FirstFit::plan(LaneMask(bits), geometry);
    bool same = rtl.cycles(LaneMask(bits), geometry) == plan.cycles;
    for (unsigned quad = 0; quad < 4; ++quad) {
      const bool active = (LaneMask(bits) & geometry.quad(quad)).any();
      same = same && (!active || rtl.cycle_of(quad) == plan.cycle[quad]);
    }
    count += same ? 0 : 1;
  }
  return count;
}

}  // namespace

double sc_time_stamp() { return 0; }

int sc_main(int /*argc*/, char* /*argv*/[]) {
  const unsigned different = differences();
  example::PolicyBlocks rtl([] { return std::make_unique<FirstFitRtl>(); });
  example::PolicyBlocks model([] { return std::make_unique<example::FirstFit>(); });
  lanefold::Gpu first("first", example::exact_machine(), rtl);
  lanefold::Gpu second("second", example::exact_machine(), model);
  const example::Run a = example::run_diverging(first);
  const example::Run b = example::run_diverging(second);
  const bool same = a.results == b.results && a.eu_cycles == b.eu_cycles;
  std::cout << different << " of 65536 masks differ; EU cycles: RTL " << a.eu_cycles << ", C++ "
            << b.eu_cycles << '\n';
  return different == 0 && same ? 0 : 1;
}
