// SPDX-License-Identifier: Apache-2.0
// Scalars where a vector operation wants a vector.
#include <gmock/gmock.h>

#include "bench.h"
#include "tools/bril/alu_ops.h"

namespace lanefold::bril {
namespace {

using ::testing::HasSubstr;

/// A divergent vector and a convergent one, each plus a scalar.
constexpr const char* kText = R"(
  @main(step: int) {
    zero: int = const 0;
    two: int = const 2;
    v: vector = s2v zero two zero two;
    w: vector = s2vb two;
    x: vector = vadd v step;
    y: vector = vadd step v;
    z: vector = vsub w two;
    print x y z;
  }
)";

Program permissive(const std::string& text) {
  return read(text, "test.bril", ScalarOperands::Broadcast);
}

TEST(ScalarOperands, AreBroadcast) {
  EXPECT_EQ(outcome(permissive(kText), {"5"}), "(5, 7, 5, 7) (5, 7, 5, 7) (0, 0, 0, 0)\n");
  EXPECT_EQ(outcome(program_of(text_of(permissive(kText))), {"5"}),
            outcome(permissive(kText), {"5"}));
  EXPECT_THAT(sentence_of([] { program_of(kText); }), HasSubstr("'step' is of type int"));
}

TEST(ScalarOperands, CountAsPartOfTheInstruction) {
  const AluOps ops = static_ops(permissive(kText));
  EXPECT_EQ(ops.vector, 4U);
  EXPECT_EQ(ops.scalar, 3U);
  EXPECT_EQ(ops.others, 1U);
  EXPECT_EQ(ops.with_others(), 20U);
  const RunCounts run_counts =
      run(permissive(kText), {"5"}, {64, true, 1000}, [](std::string_view) {});
  EXPECT_EQ(run_counts.instructions, 8U);
  EXPECT_EQ(run_counts.ops.total(), ops.total());
}

TEST(ScalarOperands, AreBroadcastByOptWhereVectorsRemain) {
  const Program once = scalarise(permissive(kText), Broadcasts::Once);
  const std::string broadcast = ": vector = s2vb step;";
  EXPECT_THAT(text_of(once), HasSubstr(broadcast));
  EXPECT_EQ(text_of(once).find(broadcast), text_of(once).rfind(broadcast));
  EXPECT_THAT(text_of(once), HasSubstr("z_s: int = sub w_s two;"));
  for (const Broadcasts broadcasts : {Broadcasts::AtUses, Broadcasts::Once}) {
    const Program fast = scalarise(permissive(kText), broadcasts);
    EXPECT_EQ(outcome(program_of(text_of(fast)), {"5"}), outcome(permissive(kText), {"5"}));
    for (const Instruction& one : fast.functions[0].body) EXPECT_FALSE(one.implied);
  }
}

TEST(ScalarOperands, MayHaveAPredicate) {
  const std::string text = R"(@main {
    one: int = const 1;
    two: int = const 2;
    v: vector = s2v one two one two;
    p: pred = vcmp v two;
    (p) w: vector = vmul v two;
    print w;
  })";
  EXPECT_EQ(outcome(permissive(text)), "(0, 4, 0, 4)\n");
  EXPECT_EQ(outcome(scalarise(permissive(text), Broadcasts::Once)), "(0, 4, 0, 4)\n");
}

}  // namespace
}  // namespace lanefold::bril
