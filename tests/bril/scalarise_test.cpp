// SPDX-License-Identifier: Apache-2.0
// Divergence optimisations: the tests of the page, its table, and what must not be done.
#include <fstream>
#include <iterator>

#include "bench.h"
#include "tools/bril/alu_ops.h"

namespace lanefold::bril {
namespace {

std::string optimised(const std::string& body, Broadcasts broadcasts = Broadcasts::AtUses) {
  const Program before = main_of(body);
  const Program after = scalarise(before, broadcasts);
  EXPECT_EQ(outcome(after), outcome(before));
  return text_of(after);
}

/// The instructions, one a line, in the order in which they are printed.
std::string main_text(const std::string& body) { return text_of(main_of(body)); }

constexpr const char* kScalars =
    "a: int = const 1; b: int = const 2; c: int = const 3; d: int = const 4;\n";

TEST(Scalarise, LeavesVvaddUnchanged) {
  const std::string body = std::string(kScalars) +
                           "x: vector = vload a; y: vector = vload b; z: vector = vadd x y;"
                           "vstore z c; print z;";
  EXPECT_EQ(optimised(body), main_text(body));
}

TEST(Scalarise, UniqueScalarsStayAsTheyAre) {
  const std::string body = std::string(kScalars) +
                           "x: vector = s2v a b c d; y: vector = s2v b c d a;"
                           "z: vector = vadd x y; vstore z c;";
  EXPECT_EQ(optimised(body), main_text(body));
}

TEST(Scalarise, RedundantScalarsNeedNoVectors) {
  EXPECT_EQ(optimised(std::string(kScalars) + "x: vector = s2v a a a a; y: vector = s2v b b b b;"
                                              "z: vector = vadd x y;"),
            main_text(std::string(kScalars) + "x_s: int = id a; y_s: int = id b;"
                                              "z_s: int = add x_s y_s;"));
}

TEST(Scalarise, RebuildsVectorsForDivergentUses) {
  EXPECT_EQ(optimised(std::string(kScalars) + "x: vector = s2v a a a a; y: vector = vload b;"
                                              "z: vector = vadd x x; w: vector = vmul z y;"),
            main_text(std::string(kScalars) +
                      "x_s: int = id a; y: vector = vload b; z_s: int = add x_s x_s;"
                      "z_s_v: vector = s2vb z_s; w: vector = vmul z_s_v y;"));
}

constexpr const char* kDivergentPredicate =
    "x: vector = s2v a b c d; y: vector = s2v b b c c; p: pred = vcmp x y;";

TEST(Scalarise, DivergentInstructionsKeepTheirPredicate) {
  const std::string body = std::string(kScalars) + kDivergentPredicate +
                           "(p) s: vector = vadd x y; (!p) t: vector = vsub x y;"
                           "u: vector = vphi p s t; print u;";
  EXPECT_EQ(optimised(body), main_text(body));
}

TEST(Scalarise, DropsUnobservedPredicatesOfConvergentInstructions) {
  const std::string before = std::string(kScalars) + kDivergentPredicate +
                             "e: vector = s2vb a; f: vector = s2vb b;"
                             "(p) s: vector = vadd e e; (!p) t: vector = vadd f f;"
                             "u: vector = vphi p s t; print u;";
  EXPECT_EQ(optimised(before),
            main_text(std::string(kScalars) + kDivergentPredicate +
                      "e_s: int = id a; f_s: int = id b; s_s: int = add e_s e_s;"
                      "t_s: int = add f_s f_s; s_s_v: vector = s2vb s_s;"
                      "t_s_v: vector = s2vb t_s; u: vector = vphi p s_s_v t_s_v; print u;"));
}

/// How many vector instructions are left, with an e that is convergent.
std::uint64_t vectors_left(const std::string& body) {
  const std::string begin = std::string(kScalars) + kDivergentPredicate + "e: vector = s2vb a;";
  const Program before = main_of(begin + body);
  for (const Broadcasts broadcasts : {Broadcasts::AtUses, Broadcasts::Once}) {
    EXPECT_EQ(outcome(scalarise(before, broadcasts)), outcome(before)) << body;
  }
  constexpr std::uint64_t kOfBegin = 3;
  return static_ops(scalarise(before, Broadcasts::Once)).vector - kOfBegin;
}

TEST(Scalarise, KeepsPredicatesOfObservedLanes) {
  EXPECT_EQ(vectors_left("(p) s: vector = vadd e e; print s;"), 1U);
  EXPECT_EQ(vectors_left("(p) s: vector = vadd e e; u: vector = vphi p e s; print u;"), 2U);
  EXPECT_EQ(vectors_left("(p) s: vector = vadd e e; (!p) u: vector = vadd s s; print u;"), 2U);
  EXPECT_EQ(vectors_left("(p) s: vector = vadd e e; (p) u: vector = vadd s s; print u;"), 1U);
  EXPECT_EQ(vectors_left("(p) q: pred = vcmp e e; (q) s: vector = vadd e e;"
                         "u: vector = vphi p s e; print u;"),
            3U);
}

TEST(Scalarise, KeepsPredicatesOfInstructionsThatCanFail) {
  const std::string none =
      "q: pred = vcmp e x; q0: vector = vsub e e; far: int = const 99;"
      "f: vector = s2vb far; w: vector = vload b; r: pred = vcmp w f;";
  EXPECT_EQ(vectors_left(none + "(r) s: vector = vdiv e q0; u: vector = vphi r s e; print u;"), 5U);
  EXPECT_EQ(vectors_left(none + "(r) s: vector = gather f; u: vector = vphi r s e; print u;"), 5U);
  EXPECT_EQ(vectors_left(none + "(r) scatter e f; print e;"), 4U);
  EXPECT_EQ(vectors_left("scatter e e; g: vector = gather e; print g;"), 0U);
}

TEST(Scalarise, AnExtractionNeedsALaneThatIsKnown) {
  EXPECT_EQ(vectors_left("l: int = v2s e b; print l;"), 0U);
  EXPECT_EQ(vectors_left("l: int = v2s e d; print l;"), 0U);  // fails, as before
}

TEST(Scalarise, GoesAroundLoops) {
  const std::string loop = R"(
      n: int = const 3; one: int = const 1; i: int = const 0; from: int = const 8;
      step: vector = s2vb one;
      k: vector = s2vb from;
      sum: vector = s2v i one n from;
    .loop:
      more: bool = lt i n;
      br more .body .end;
    .body:
      g: vector = gather k;
      sum: vector = vadd sum g;
      k: vector = vadd k step;
      i: int = add i one;
      jmp .loop;
    .end:
      print sum k;
  )";
  EXPECT_EQ(optimised(loop, Broadcasts::Once), main_text(R"(
      n: int = const 3; one: int = const 1; i: int = const 0; from: int = const 8;
      step_s: int = id one;
      k_s: int = id from;
      sum: vector = s2v i one n from;
    .loop:
      more: bool = lt i n;
      k_s.1_v: vector = s2vb k_s;
      br more .body .end;
    .body:
      g_s: int = lw k_s;
      g_s_v: vector = s2vb g_s;
      sum: vector = vadd sum g_s_v;
      k_s: int = add k_s step_s;
      i: int = add i one;
      jmp .loop;
    .end:
      print sum k_s.1_v;
  )"));
}

TEST(Scalarise, AVectorThatIsDivergentOnOneWayOnlyIsDivergentBehind) {
  optimised(std::string(kScalars) + R"(
      v: vector = s2vb a;
      t: bool = lt a b;
      br t .yes .no;
    .yes:
      v: vector = vload a;
    .no:
      w: vector = vadd v v;
      print w;
  )");
}

struct Row {
  const char* file;
  AluOps before;
  AluOps after;
};

TEST(Scalarise, GivesTheTableOfThePage) {
  const Row rows[] = {
      {"fir", {13, 8}, {9, 17}}, {"fir-pred", {19, 11}, {14, 25}}, {"synthetic", {11, 9}, {5, 19}}};
  for (const Row& row : rows) {
    SCOPED_TRACE(row.file);
    std::ifstream file(std::string("workloads/bril/") + row.file + ".bril");
    const Program before = program_of({std::istreambuf_iterator<char>(file), {}});
    const Program after = scalarise(before, Broadcasts::AtUses);
    EXPECT_EQ(static_ops(before).vector, row.before.vector);
    EXPECT_EQ(static_ops(before).scalar, row.before.scalar);
    EXPECT_EQ(static_ops(after).vector, row.after.vector);
    EXPECT_EQ(static_ops(after).scalar, row.after.scalar);
    EXPECT_EQ(outcome(after), outcome(before));
    EXPECT_NE(outcome(before), "");
  }
}

}  // namespace
}  // namespace lanefold::bril
