// SPDX-License-Identifier: Apache-2.0
// Whether each use of a variable surely finds a value, and that nothing is changed otherwise.
#include "tools/bril/strictness.h"

#include <iterator>
#include <sstream>

#include "bench.h"

namespace lanefold::bril {
namespace {

/// Empty for a strict function.
std::string lacking(const Program& program) {
  const Function& function = program.functions.front();
  const std::optional<unsigned> variable = variable_without_value(function);
  return variable ? function.name_of(*variable) : "";
}

TEST(BrilStrictness, HoldsIfEveryPathSetsEachUsedVariable) {
  const std::string branch = "c: bool = const true; br c .yes .no; ";
  for (const std::string& body : {
           std::string("a: int = const 1; print a;"),
           branch + ".yes: a: int = const 1; jmp .join; .no: a: int = const 2; .join: print a;",
           branch + ".yes: a: int = const 1; print a; .no: print c;",
           branch + ".yes: a: int = const 1; .no: ret; .dead: print a;",
           std::string("c: bool = const true; br c .x .x; .x: print c;"),
           std::string(".b: a: int = const 1; c: bool = const false; .l: x: int = phi a .b x .l;"
                       "br c .l .e; .e: print x;"),
       }) {
    EXPECT_EQ(lacking(main_of(body)), "") << body;
  }
  EXPECT_EQ(lacking(program_of("@main(a: int) { print a; }")), "");
}

/// Programs that would compute something else with a scalar for each vector, or a copy for each
/// phi.
struct Partial {
  const char* variable;
  const char* arguments;
  const char* text;
};

constexpr Partial kPartial[] = {
    {"b", "", R"(
    # The copy is that of the iteration before.
    @main {
      one: int = const 1;
      n: int = const 3;
      i: int = const 0;
    .loop:
      i: int = add i one;
      first: bool = eq i one;
      br first .skip .use;
    .use:
      v: vector = s2v i b i b;
      print v;
    .skip:
      b: int = id i;
      more: bool = lt i n;
      br more .loop .end;
    .end:
      print i;
    })"},
    {"v", "", R"(
    # So are the lanes that the predicate leaves out.
    @main {
      zero: int = const 0;
      one: int = const 1;
      two: int = const 2;
      three: int = const 3;
      i: int = const 0;
      ids: vector = s2v zero one two three;
    .loop:
      i: int = add i one;
      iv: vector = s2vb i;
      p: pred = vcmp ids iv;
      first: bool = eq i one;
      br first .skip .use;
    .use:
      (!p) w: vector = vadd v v;
      print w;
    .skip:
      (!p) v: vector = s2vb i;
      more: bool = lt i three;
      br more .loop .end;
    .end:
      print i;
    })"},
    {"y", "false true", R"(
    # A phi takes from a phi that has no value on this way.
    @main(c: bool, d: bool) {
      one: int = const 1;
      br c .a .b;
    .a:
      w: int = add one one;
      br c .j .j;
    .b:
      jmp .j;
    .j:
      y: int = phi w .a;
      br d .p .f;
    .p:
      jmp .k;
    .f:
      q: int = const 7;
      jmp .k;
    .k:
      z: int = phi y .p q .f;
      br c .use .end;
    .use:
      print y z;
    .end:
      print one;
    })"},
    {"a", "2 2", R"(
    # A phi without arguments takes the value away.
    @main(n: int, m: int) {
      one: int = const 1;
      a: int = const 10;
      x: bool = gt n one;
      br x .z .m;
    .z:
      a: int = phi;
    .m:
      y: bool = gt m one;
      br y .use .end;
    .use:
      print a;
    .end:
      print n;
    })"},
    {"a", "4", R"(
    # On the way back, the phi has no value any more.
    @main(n: int) {
      one: int = const 1;
    .outer:
      m: int = const 2;
    .inner:
      a: int = phi n .again;
      n: int = sub n one;
      m: int = sub m one;
      again: bool = eq m one;
      br again .again .last;
    .again:
      jmp .inner;
    .last:
      print a;
      more: bool = gt n one;
      br more .outer .end;
    .end:
      print n;
    })"},
    {"c", "2", R"(
    # An argument is set later than the block that it comes from ends.
    @main(n: int) {
    .begin:
      one: int = const 1;
    .top:
      x: int = phi c .begin d .back;
      n: int = sub n one;
      more: bool = gt n one;
      br more .back .late;
    .back:
      d: int = add n one;
      jmp .top;
    .late:
      c: int = const 7;
      print c n;
    })"},
    {"b", "false", R"(
    # Without the other lanes, nobody would miss b.
    @main(c: bool) {
      one: int = const 1;
      br c .a .b;
    .a:
      b: int = const 1;
    .b:
      v: vector = s2v one b one b;
      print v;
    })"},
};

TEST(BrilStrictness, FunctionsThatLackItStayAsTheyAre) {
  for (const Partial& partial : kPartial) {
    const Program program = program_of(partial.text);
    EXPECT_EQ(lacking(program), partial.variable) << partial.text;
    expect_left_alone(program);
    std::istringstream words(partial.arguments);
    const std::vector<std::string> arguments{std::istream_iterator<std::string>(words), {}};
    EXPECT_EQ(outcome(program_of(text_of(in_ssa(program))), arguments), outcome(program, arguments))
        << text_of(in_ssa(program));
  }
}

TEST(BrilStrictness, OtherFunctionsOfTheProgramAreOptimised) {
  const Program program = program_of(R"(
    @main {
      c: bool = const true;
      br c .a .b;
    .a:
      x: int = const 1;
    .b:
      print x;
      call @strict;
    }
    @strict {
      one: int = const 1;
      v: vector = s2vb one;
      print v;
    })");
  const Program fast = scalarise(program, Broadcasts::AtUses);
  EXPECT_EQ(text_of(fast.functions[0]), text_of(program.functions[0]));
  EXPECT_NE(text_of(fast.functions[1]), text_of(program.functions[1]));
}

TEST(BrilStrictness, FunctionsThatSpeculateStayAsTheyAre) {
  const Program program = main_of(R"(
    one: int = const 1;
    v: vector = s2vb one;
    no: bool = lt one one;
    speculate;
    v: vector = vadd v v;
    guard no .failed;
    commit;
  .failed:
    print v;
  )");
  EXPECT_EQ(outcome(program), "(1, 1, 1, 1)\n");
  EXPECT_EQ(why_left_alone(program.functions[0]), "it speculates");
  expect_left_alone(program);
}

}  // namespace
}  // namespace lanefold::bril
