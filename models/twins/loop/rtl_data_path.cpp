// SPDX-License-Identifier: Apache-2.0
// The blocks of the data path with RTL inside.
#include "twins/loop/rtl_data_path.h"

#include <string>

#include "twins/loop/value_words.h"

namespace lanefold {
namespace {

LaneMask quads_with(LaneMask lanes, const QuadGeometry& geometry) {
  LaneMask quads;
  for_each_lane(lanes, [&](unsigned lane) { quads.set(geometry.quad_of(lane)); });
  return quads;
}

ByOperandSize<OperandLatchTwin> make_latch(const sc_core::sc_object& block, const CoreContext& core,
                                           const RtlWorld& world, unsigned operand) {
  return {core.geometry, [&](const QuadGeometry& geometry, const char* suffix) {
            const std::string twin = "operand_latch_" + std::to_string(operand) + suffix;
            return AskedTwin(
                make_operand_latch_twin(geometry, place_in(block, world.session, twin)), world,
                "operand_latch");
          }};
}

}  // namespace

RtlOperandLatch::RtlOperandLatch(const sc_core::sc_module_name& name, const CoreContext& core,
                                 const RtlWorld& world)
    : OperandLatch(name, core.geometry),
      latches_{make_latch(*this, core, world, 0), make_latch(*this, core, world, 1),
               make_latch(*this, core, world, 2)} {}

void RtlOperandLatch::capture(unsigned operand, LaneMask fetched, const QuadGeometry& geometry,
                              const LaneValues& read, LaneValues& latch) {
  OperandLatchTwin& twin = latches_[operand].ask(geometry);
  const LaneMask quads = quads_with(fetched, geometry);
  LaneValues held;
  pass_in_words(read, geometry.lanes(), geometry, [&](const LaneValues& words, unsigned shift) {
    twin.write(quads, words.data());
    twin.read(held.data());
    for (unsigned i = 0; i < geometry.lanes(); ++i) put_word(latch[i], held[i], shift);
  });
}

RtlSwizzleCrossbar::RtlSwizzleCrossbar(const sc_core::sc_module_name& name, const CoreContext& core,
                                       const RtlWorld& world)
    : SwizzleCrossbar(name, core.config, core.geometry),
      crossbar_(core.geometry, [&](const QuadGeometry& geometry, const char* suffix) {
        const std::string twin = std::string("swizzle_crossbar") + suffix;
        return AskedTwin(make_swizzle_crossbar_twin(geometry, place_in(*this, world.session, twin)),
                         world, "swizzle_crossbar");
      }) {}

void RtlSwizzleCrossbar::swizzle(const LaneValues& latch, const Schedule& schedule,
                                 const QuadGeometry& geometry, SlotValues& operand) {
  SwizzleCrossbarTwin& twin = crossbar_.ask(geometry);
  const unsigned positions = schedule.positions();
  LaneValues out;
  pass_in_words(latch, geometry.lanes(), geometry, [&](const LaneValues& words, unsigned shift) {
    for (unsigned cycle = 0; cycle < schedule.cycles(); ++cycle) {
      twin.swizzle(words.data(), schedule, cycle, out.data());
      for (unsigned i = 0; i < positions; ++i) {
        put_word(operand[cycle * positions + i], out[i], shift);
      }
    }
  });
}

RtlUnswizzle::RtlUnswizzle(const sc_core::sc_module_name& name, const CoreContext& core,
                           const RtlWorld& world)
    : Unswizzle(name, core.geometry),
      unswizzle_(core.geometry, [&](const QuadGeometry& geometry, const char* suffix) {
        const std::string twin = std::string("unswizzle") + suffix;
        return AskedTwin(make_unswizzle_twin(geometry, place_in(*this, world.session, twin)), world,
                         "unswizzle");
      }) {}

LaneMask RtlUnswizzle::unswizzle(const SlotValues& result, const Schedule& schedule,
                                 const QuadGeometry& geometry, LaneValues& write) {
  UnswizzleTwin& twin = unswizzle_.ask(geometry);
  const unsigned positions = schedule.positions();
  LaneMask written;
  LaneValues out;
  pass_in_words(
      result, schedule.cycles() * positions, geometry,
      [&](const SlotValues& words, unsigned shift) {
        for (unsigned cycle = 0; cycle < schedule.cycles(); ++cycle) {
          const LaneMask lanes =
              twin.unswizzle(words.data() + cycle * positions, schedule, cycle, out.data());
          written |= lanes;
          for_each_lane(lanes, [&](unsigned lane) { put_word(write[lane], out[lane], shift); });
        }
      });
  return written;
}

}  // namespace lanefold
