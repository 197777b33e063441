// SPDX-License-Identifier: Apache-2.0
// Tests of the values and arguments that the command line describes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstring>

#include "apps/lanefold/argument_spec.h"
#include "apps/lanefold/commands.h"
#include "apps/lanefold/kernel_launch.h"
#include "apps/lanefold/progress.h"
#include "lanefold/error.h"
#include "tests/support/refusal.h"

namespace lanefold {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

std::string refused_argument(const std::string& text) {
  return refusal(ErrorKind::Usage, [&] { parse_argument(text); });
}

/// A value of some type, through bytes and back.
std::string round_trip(const std::string& type, const std::string& text) {
  return format_value(*find_value_type(type),
                      parse_value(*find_value_type(type), text, "x").data());
}

BufferSpec buffer(const std::string& text) {
  return std::get<BufferSpec>(parse_argument(text).what);
}

TEST(ValueType, KnowsScalarsAndVectorsOnly) {
  EXPECT_EQ(find_value_type("float4")->bytes(), 16U);
  EXPECT_EQ(find_value_type("uchar3")->bytes(), 4U);
  EXPECT_EQ(find_value_type("double16")->bytes(), 128U);
  EXPECT_FALSE(find_value_type("float5"));
  EXPECT_FALSE(find_value_type("bool"));
  EXPECT_FALSE(find_value_type(""));
}

TEST(ValueType, KeepsValuesThroughBytes) {
  EXPECT_EQ(round_trip("int", "-5"), "-5");
  EXPECT_EQ(round_trip("int", "0x10"), "16");
  EXPECT_EQ(round_trip("char", "-128"), "-128");
  EXPECT_EQ(round_trip("uchar", "255"), "255");
  EXPECT_EQ(round_trip("long", "-9223372036854775808"), "-9223372036854775808");
  EXPECT_EQ(round_trip("ulong", "18446744073709551615"), "18446744073709551615");
  EXPECT_EQ(round_trip("float", "0.1"), "0.100000001");
  EXPECT_EQ(round_trip("double", "0.1"), "0.10000000000000001");
  EXPECT_EQ(round_trip("int4", "1,-2,3,-4"), "1,-2,3,-4");
  EXPECT_EQ(round_trip("short3", "7"), "7,7,7");
}

TEST(ValueType, RejectsValuesOutOfRange) {
  for (const auto& [type, text] :
       std::vector<std::pair<const char*, const char*>>{{"char", "128"},
                                                        {"uchar", "-1"},
                                                        {"uchar", "256"},
                                                        {"int", "2147483648"},
                                                        {"int", "1.5"},
                                                        {"int", ""},
                                                        {"uint", "-1"},
                                                        {"ulong", "-1"},
                                                        {"float", "x"},
                                                        {"float", ""},
                                                        {"float", " 1"},
                                                        {"int", "5 "},
                                                        {"int2", "1,2,3"},
                                                        {"int4", "1,,2,3"}}) {
    const std::string value_type = type;
    const std::string value = text;
    refusal(ErrorKind::Usage, [&] { parse_value(*find_value_type(value_type), value, "x"); });
  }
}

TEST(ValueType, SaysThatANumberIsOutOfRange) {
  for (const char* text :
       {"float:1e300", "float:-3.5e38", "double:1e400", "uint:4294967296", "uint:-1", "short:40000",
        "ulong:18446744073709551616", "long:-9223372036854775809"}) {
    EXPECT_THAT(refused_argument(text), HasSubstr("is out of range of the type")) << text;
  }
  EXPECT_EQ(round_trip("float", "inf"), "inf");
  EXPECT_EQ(round_trip("float", "1e-300"), "0");
  EXPECT_EQ(buffer("buffer:uchar:256:index").count, 256U);
}

TEST(Argument, ReadsBuffersWithEveryFill) {
  EXPECT_EQ(buffer("buffer:float:8").fill, BufferSpec::Fill::Zero);
  EXPECT_EQ(buffer("buffer:float:8").count, 8U);
  EXPECT_EQ(buffer("buffer:int:8:index").fill, BufferSpec::Fill::Index);
  EXPECT_EQ(buffer("buffer:int:8:random").high, 100);
  EXPECT_EQ(buffer("buffer:float:8:random").high, 1);
  EXPECT_EQ(buffer("buffer:int:8:random=-5,5").low, -5);
  EXPECT_EQ(buffer("buffer:uchar:8:random=0,256").high, 256);
  EXPECT_EQ(buffer("buffer:float4:8:value=1").value.size(), 16U);
  EXPECT_EQ(buffer("buffer:file=in.bin").in_file, "in.bin");
  EXPECT_EQ(buffer("buffer:int:file=in.bin:out=-").out_file, "-");
  EXPECT_EQ(buffer("buffer:int:8:zero:out=a.txt").out_file, "a.txt");
  const BufferSpec expected = buffer("buffer:float:8:out=a.txt:expect=b.bin:ulp=4");
  EXPECT_EQ(expected.expected_file, "b.bin");
  EXPECT_EQ(expected.tolerance.kind, Tolerance::Kind::Ulp);
  EXPECT_EQ(expected.tolerance.most, 4);
  EXPECT_EQ(buffer("buffer:double:8:expect=b.bin:relative=1e-9").tolerance.most, 1e-9);
}

TEST(Argument, ReadsLocalMemoryAndValues) {
  EXPECT_EQ(std::get<LocalSpec>(parse_argument("local:256").what).bytes, 256U);
  EXPECT_EQ(std::get<LocalSpec>(parse_argument("local:float4:2").what).bytes, 32U);
  EXPECT_EQ(std::get<ValueSpec>(parse_argument("float:2.5").what).type, "float");
  EXPECT_EQ(std::get<ValueSpec>(parse_argument("-7").what).type, "");
}

TEST(Argument, RefusesWithTheNearestName) {
  EXPECT_EQ(refused_argument("bufer:int:4"),
            "--arg bufer:int:4: 'bufer' is not a type; did you mean 'buffer'?");
  EXPECT_EQ(refused_argument("int:4:5"), "--arg int:4:5: a value is TYPE:VALUE");
  EXPECT_EQ(refused_argument("flaot:4"),
            "--arg flaot:4: 'flaot' is not a type; did you mean 'float'?");
  EXPECT_EQ(refused_argument("buffer:itn:4"),
            "--arg buffer:itn:4: 'itn' is not a type; did you mean 'int'?");
}

TEST(Argument, RejectsInvalidBuffers) {
  EXPECT_THAT(refused_argument("buffer"), HasSubstr("wants TYPE:COUNT or file=FILE"));
  EXPECT_THAT(refused_argument("buffer:int"), HasSubstr("wants TYPE:COUNT or file=FILE"));
  EXPECT_THAT(refused_argument("buffer:int:4:file=x"), HasSubstr("not a count"));
  EXPECT_THAT(refused_argument("buffer:file="), HasSubstr("wants a file name"));
  EXPECT_THAT(refused_argument("buffer:int:4:zero:index"), HasSubstr("in one way only"));
  EXPECT_THAT(refused_argument("buffer:int:4:rand"), HasSubstr("neither a fill nor an output"));
  EXPECT_THAT(refused_argument("buffer:int:99999999999"), HasSubstr("too large"));
  EXPECT_THAT(refused_argument("buffer:int:4:random=5,5"), HasSubstr("LOW below HIGH"));
  EXPECT_THAT(refused_argument("buffer:float:4:random=0,inf"), HasSubstr("LOW below HIGH"));
  EXPECT_THAT(refused_argument("buffer:int:4:random=5"), HasSubstr("LOW,HIGH"));
  EXPECT_THAT(refused_argument("buffer:int:4:expect="), HasSubstr("expect=FILE"));
  EXPECT_THAT(refused_argument("buffer:int:4:expect=a:ulp=1"), HasSubstr("of float or double"));
  EXPECT_THAT(refused_argument("buffer:float:4:expect=a:ulp=-1"),
              HasSubstr("a finite number from 0"));
  EXPECT_THAT(refused_argument("buffer:float:4:expect=a:relative=nan"),
              HasSubstr("a finite number from 0"));
  EXPECT_THAT(refused_argument("buffer:float:4:expect=a:ulp=1:relative=1"),
              HasSubstr("one tolerance only"));
  EXPECT_THAT(refused_argument("buffer:uchar:4:random=0,257"),
              HasSubstr("out of range of the type"));
  EXPECT_THAT(refused_argument("buffer:float:4:random=0,1e300"), HasSubstr("out of range"));
  EXPECT_THAT(refused_argument("buffer:double:4:random=-1e308,1e308"), HasSubstr("LOW below HIGH"));
  EXPECT_THAT(refused_argument("buffer:uchar:257:index"),
              HasSubstr("the last index: '256' is out of range of the type uchar"));
  EXPECT_THAT(refused_argument("buffer:long:4:random=0,9223372036854775807"), HasSubstr("2^53"));
}

TEST(Argument, RejectsInvalidLocalMemory) {
  EXPECT_THAT(refused_argument("local"), HasSubstr("local:BYTES"));
  EXPECT_THAT(refused_argument("local:x"), HasSubstr("local:BYTES"));
  EXPECT_THAT(refused_argument("local:int:4:5"), HasSubstr("local:BYTES"));
  EXPECT_THAT(refused_argument("local:int:99999999999"), HasSubstr("too large"));
}

TEST(Extent, IsOneToThreeNumbers) {
  EXPECT_EQ(parse_extent("--global", "64,2", 1), (std::vector<std::uint32_t>{64, 2}));
  for (const char* text : {"", "0", "1,2,3,4", "x", "-1", "4294967296", "1,"}) {
    EXPECT_THAT(refusal(ErrorKind::Usage, [&] { parse_extent("--global", text, 1); }),
                HasSubstr("one to three numbers"));
  }
}

TEST(Range, ChoosesAWorkGroupThatDividesTheGlobalSize) {
  ProgramOptions options;
  options.global = "100";
  EXPECT_EQ(range_of({}, options, 256).local[0], 50U);
  EXPECT_EQ(range_of({}, options, 32).local[0], 25U);
  EXPECT_EQ(range_of({}, options, 1).local[0], 1U);
  options.global = "1024,4";
  EXPECT_EQ(range_of({}, options, 256).local, (std::array<std::uint32_t, 3>{64, 1, 1}));
  EXPECT_EQ(range_of({}, options, 256).dimensions, 2U);
}

TEST(Range, TakesTheWorkGroupThatTheKernelRequires) {
  KernelInfo kernel;
  kernel.required_work_group_size = {8, 2, 1};
  ProgramOptions options;
  options.global = "64,4";
  EXPECT_EQ(range_of(kernel, options, 256).local, (std::array<std::uint32_t, 3>{8, 2, 1}));
}

TEST(Range, RefusesDifferentDimensions) {
  ProgramOptions options;
  options.global = "64,4";
  options.local = "8";
  EXPECT_THAT(refusal(ErrorKind::Usage, [&] { range_of({}, options, 256); }),
              HasSubstr("different numbers of dimensions"));
}

TEST(ProgressLine, LeavesOutCyclesOfAFunctionalRun) {
  constexpr std::chrono::milliseconds kTime{2000};
  EXPECT_EQ(progress_line("bfs", 0, 12345, kTime),
            "bfs: 12,345 warp instructions; 2 s, 6,172 a second");
  EXPECT_EQ(progress_line("bfs", 5000, 12345, kTime),
            "bfs: 5,000 cycles, 12,345 warp instructions; 2 s, 6,172 a second");
}

TEST(ExitCodes, AreAllDocumentedInOrder) {
  const std::string help = exit_code_help();
  std::size_t position = 0;
  for (const int code : {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 70}) {
    const std::string number = std::to_string(code);
    const std::string line = std::string(4 - number.size(), ' ') + number + "  ";
    const std::size_t found = help.find("\n" + line);
    ASSERT_NE(found, std::string::npos) << code;
    EXPECT_GE(found, position);
    position = found;
  }
  EXPECT_THAT(help, EndsWith("\n"));
}

}  // namespace
}  // namespace lanefold
