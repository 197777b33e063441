// SPDX-License-Identifier: Apache-2.0
// Errors of the analysis are caught when a kernel runs, and audits count what ran.
#include <gtest/gtest.h>

#include "lanefold/config.h"
#include "lanefold/program.h"
#include "observers/uniformity_check/checked_machine.h"
#include "observers/uniformity_check/uniformity_audit.h"
#include "tests/support/kernels.h"

namespace lanefold {
namespace {

const char* const kSource = R"(__kernel void k(__global uint* out) {
  out[get_global_id(0) + 8 * get_global_id(1)] = get_local_id(1);
})";

/// Eight times eight work-items, with what the analysis is told of the shape.
void run_as(const std::array<std::uint32_t, 3>& told, bool functional) {
  const auto program = compile_program(kSource);
  MachineConfig config = test_machine(16);
  CheckedMachine checked(config, functional,
                         [&](const auto& /*local*/) { return launch_shape(told, config); });
  const Buffer out = checked.machine().allocate(4 * 64);
  NDRange range;
  range.dimensions = 2;
  range.global = range.local = {8, 8, 1};
  checked.machine().launch(*program, "k", range, {argument(out)});
  EXPECT_GT(checked.compared(), 0U);
}

TEST(UniformityChecker, FindsAWrongAnswerOnEachKindOfMachine) {
  for (const bool functional : {true, false}) {
    EXPECT_NO_THROW(run_as({8, 8, 1}, functional));
    const Error error = error_of([&] { run_as({64, 1, 1}, functional); });
    EXPECT_EQ(error.kind(), ErrorKind::Internal);
    EXPECT_NE(std::string(error.what()).find("csrr"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what())
                  .find("is uniform by the analysis, but holds 0x0 in lane 0 "
                        "and 0x1 in lane 8 (test.cl:2)"),
              std::string::npos)
        << error.what();
  }
}

TEST(UniformityAudit, CountsUniformInstructionsAndMissedOnes) {
  const auto program = compile_program(R"(__kernel void k(__global uint* out, __global uint* in) {
    uint value = in[get_local_id(0)];
    if (get_local_id(0) == 0) value += 1;
    out[get_local_id(0)] = value * value;
  })");
  UniformityAudit audit(shape_on(test_machine(16), true));
  WatchingObserver observer(audit);
  const auto machine = make_functional_machine(test_machine(16), observer);
  const Buffer out = machine->allocate(64);
  const Buffer in = machine->allocate(64);
  machine->launch(*program, "k", range_1d(16, 16), {argument(out), argument(in)});
  const AuditResult result = audit.result();
  EXPECT_EQ(result.all.executed, machine->launches().at(0).warp_instructions);
  EXPECT_GE(result.all.uniform, result.known + result.linear);
  std::uint64_t missed = 0;
  for (const std::uint64_t of_rule : result.missed) missed += of_rule;
  EXPECT_EQ(result.all.uniform, result.known + result.linear + missed);
  EXPECT_EQ(missed, 0U) << "lane 0 is unlike the others";
}

/// An audit of a kernel of two buffers, of which the second holds `in`.
AuditResult audited(const std::string& source, const Words& in) {
  const auto program = compile_program(source);
  UniformityAudit audit(shape_on(test_machine(16), true));
  WatchingObserver observer(audit);
  const auto machine = make_functional_machine(test_machine(16), observer);
  const auto items = static_cast<std::uint32_t>(in.size());
  const Buffer out = machine->allocate(4 * items);
  const Buffer from = machine->allocate(4 * items);
  machine->write(from, 0, in.data(), 4 * in.size());
  machine->launch(*program, "k", range_1d(items, 16), {argument(out), argument(from)});
  return audit.result();
}

const char* const kSquare = R"(__kernel void k(__global uint* out, __global uint* in) {
    uint value = in[get_global_id(0)];
    out[0] = value * value;
  })";

TEST(UniformityAudit, NamesTheLineThatAnalysisCouldNotSeeThrough) {
  const AuditResult result = audited(kSquare, Words(16));
  ASSERT_EQ(result.origins.size(), 1U);
  EXPECT_EQ(result.origins[0].rule, DivergenceRule::Load);
  EXPECT_EQ(result.origins[0].line, "test.cl:2");
  EXPECT_EQ(result.origins[0].missed, 2U) << "the product and the store";
  EXPECT_EQ(result.origins[0].bound, 2U);
  EXPECT_EQ(result.bound, result.all.uniform);
}

TEST(UniformityAudit, BoundsWhatCanBeKnownByInstructionsThatAreAlwaysUniform) {
  Words in(32);
  in[17] = 1;
  const AuditResult result = audited(kSquare, in);
  ASSERT_EQ(result.origins.size(), 1U);
  EXPECT_EQ(result.origins[0].missed, 2U) << "in the first warp, but not in the second";
  EXPECT_EQ(result.origins[0].bound, 0U);
  EXPECT_EQ(result.missed[static_cast<std::size_t>(DivergenceRule::Load)], 2U);
  EXPECT_EQ(result.missed_bound[static_cast<std::size_t>(DivergenceRule::Load)], 0U);
  EXPECT_EQ(result.bound, result.known);
}

}  // namespace
}  // namespace lanefold
