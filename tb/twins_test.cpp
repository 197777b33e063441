// SPDX-License-Identifier: Apache-2.0
// What all twins promise: they work inside and outside simulations, next to each other, and say
// what they did.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <systemc>

#include "lanefold/compactor.h"
#include "lanefold/error.h"
#include "twins/verilated/asu_twin.h"
#include "twins/verilated/control_twin.h"
#include "twins/verilated/exec_mask_twin.h"
#include "twins/verilated/mdt_twin.h"
#include "twins/verilated/rtl_shapes.h"
#include "twins/verilated/sequencer_twin.h"
#include "twins/verilated/slip_controller_twin.h"
#include "twins/verilated/warp_slice_table_twin.h"

namespace lanefold {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

QuadGeometry first_geometry() {
  return QuadGeometry(rtl_shapes().front().lanes, rtl_shapes().front().alu_width);
}

TEST(Twins, RefuseAGeometryThatWasNotBuilt) {
  EXPECT_THAT([] { make_control_twin(ControlBlock::Bcc, QuadGeometry(24, 4)); },
              ThrowsMessage<Error>(HasSubstr("there is no RTL of bcc_control for 24 lanes")));
  EXPECT_THAT([] { make_exec_mask_twin(24); }, ThrowsMessage<Error>(HasSubstr("24 lanes")));
  EXPECT_THAT([] { make_slip_controller_twin(24); }, ThrowsMessage<Error>(HasSubstr("24 lanes")));
  EXPECT_THAT([] { make_mdt_twin(24, 2); }, ThrowsMessage<Error>(HasSubstr("24 lanes")));
  EXPECT_THAT([] { make_mdt_twin(16, 5); }, ThrowsMessage<Error>(HasSubstr("valid: 2, 4")));
  EXPECT_THAT([] { make_asu_twin(24, 2, 8); }, ThrowsMessage<Error>(HasSubstr("24 lanes")));
  EXPECT_THAT([] { make_asu_twin(16, 3, 8); },
              ThrowsMessage<Error>(
                  HasSubstr("there is no RTL of asu with 3 warps of 16 lanes (core.warps) and 8 "
                            "slices (core.slices); valid: 2 and 8, 4 and 64, 6 and 64")));
  EXPECT_THAT([] { make_warp_slice_table_twin(8, 2, 16); },
              ThrowsMessage<Error>(HasSubstr("valid: 2 and 8, 4 and 32, 6 and 48")));
  EXPECT_THAT([] { make_sequencer_twin(24, 4); }, ThrowsMessage<Error>(HasSubstr("width 4")));
}

// A lane that was left behind cannot be left behind once more.
TEST(Twins, StopAtAnAssertionThatFails) {
#ifndef LANEFOLD_RTL_ASSERTIONS
  GTEST_SKIP() << "this build has none";
#endif
  const auto twin = make_mdt_twin(first_geometry().lanes(), 2);
  twin->reset(1);
  MdtTwin::Inputs leave;
  leave.op = MdtTwin::Op::Leave;
  leave.waiting = LaneMask(1);
  twin->settle(leave);
  twin->clock();
  twin->settle(leave);
  EXPECT_THAT([&] { twin->clock(); }, ThrowsMessage<Error>(HasSubstr("rtl/mdt.sv:")));
}

TEST(Twins, AnswerWithTheSchedulesOfTheirPolicies) {
  const QuadGeometry geometry = first_geometry();
  for (const ControlBlock block : kControlBlocks) {
    const CompactionPolicy policy = control_block_policy(block);
    EXPECT_EQ(control_block_of(policy), block);
    const Schedule expected = make_compactor(policy)->schedule(LaneMask(0x93), geometry);
    const Schedule schedule = make_control_twin(block, geometry)->schedule(LaneMask(0x93));
    EXPECT_EQ(schedule.cycles(), expected.cycles()) << name_of(policy);
    EXPECT_EQ(schedule.lanes(), expected.lanes()) << name_of(policy);
    EXPECT_EQ(schedule.swizzled_lanes(), expected.swizzled_lanes()) << name_of(policy);
  }
}

/// Asks a twin, made within a running simulation, from a process. Not a thread: the address
/// sanitizer does not know the stacks of SystemC's threads.
SC_MODULE(Asker) {
  SC_CTOR(Asker) {
    SC_METHOD(run);
    dont_initialize();
    sensitive << start;
    start.notify(1, sc_core::SC_NS);
  }
  void run() {
    const auto twin = make_exec_mask_twin(rtl_shapes().front().lanes);
    active = twin->combine(LaneMask(0xf0), LaneMask(0x3c), LaneMask(0xff)).active;
    end = sc_core::sc_time_stamp();
  }
  sc_core::sc_event start;
  LaneMask active;
  sc_core::sc_time end;
};

TEST(Twins, WorkInsideARunningSimulation) {
  sc_core::sc_simcontext* const previous = sc_core::sc_curr_simcontext;
  const auto context = std::make_unique<sc_core::sc_simcontext>();
  sc_core::sc_curr_simcontext = context.get();
  {
    Asker asker("asker");
    sc_core::sc_start(5, sc_core::SC_NS);
    EXPECT_EQ(asker.active, LaneMask(0x30));
    EXPECT_EQ(asker.end, sc_core::sc_time(1, sc_core::SC_NS));
  }
  sc_core::sc_curr_simcontext = previous;
}

TEST(Twins, OfOneSessionShareAWaveform) {
  const std::string file = testing::TempDir() + "twins_test.fst";
  const auto session = std::make_shared<TwinSession>();
  const auto mask = make_exec_mask_twin(rtl_shapes().front().lanes, {session, "mask"});
  const auto control = make_control_twin(ControlBlock::Bcc, first_geometry(), {session, "control"});
  session->trace(file);
  EXPECT_THROW(make_exec_mask_twin(rtl_shapes().front().lanes, {session, "late"}), Error);
  session->set_time(1000);
  mask->combine(LaneMask(1), LaneMask(1), LaneMask(1));
  control->decide(LaneMask(1));
  session->stop_trace();
  EXPECT_GT(std::filesystem::file_size(file), 0U);
  std::filesystem::remove(file);
}

TEST(Twins, SayThatAWaveformCannotBeWritten) {
  const auto twin = make_exec_mask_twin(rtl_shapes().front().lanes);
  EXPECT_THAT([&] { twin->session().trace("no/such/folder/a.fst"); },
              ThrowsMessage<Error>(HasSubstr("no/such/folder/a.fst cannot be written")));
  EXPECT_THAT([&] { twin->session().trace(testing::TempDir() + "a.vcd"); },
              ThrowsMessage<Error>(HasSubstr("a.vcd' is no name that ends in .fst")));
  const std::string folder = testing::TempDir() + "twins_test_folder.fst";
  std::filesystem::create_directory(folder);
  EXPECT_THAT([&] { twin->session().trace(folder); },
              ThrowsMessage<Error>(HasSubstr("is not a regular file")));
  std::filesystem::remove(folder);
}

}  // namespace
}  // namespace lanefold
