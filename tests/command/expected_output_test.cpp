// SPDX-License-Identifier: Apache-2.0
// What a buffer is compared with after a run, and what is said of a wrong one.
#include "apps/lanefold/expected_output.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "tests/command/command_output.h"
#include "tests/support/command.h"

namespace lanefold {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const Tolerance kBytes{};
const Tolerance kText{Tolerance::Kind::Text, 0};
const Tolerance kOneUlp{Tolerance::Kind::Ulp, 1};
const Tolerance kPerCent{Tolerance::Kind::Relative, 0.01};

template <class Value>
std::vector<std::byte> bytes_of(const std::vector<Value>& values) {
  std::vector<std::byte> bytes(values.size() * sizeof(Value));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

template <class Value>
bool same(const char* type, Value actual, Value expected, const Tolerance& tolerance) {
  return !compare_buffers(*find_value_type(type), bytes_of<Value>({actual}),
                          bytes_of<Value>({expected}), tolerance);
}
bool same(float actual, float expected, const Tolerance& tolerance) {
  return same("float", actual, expected, tolerance);
}

TEST(ExpectedOutput, IsNearWithinItsTolerance) {
  const float next = std::nextafter(1.0F, 2.0F);
  EXPECT_FALSE(same(next, 1, kBytes));
  EXPECT_TRUE(same(next, 1, kOneUlp));
  EXPECT_FALSE(same(std::nextafter(next, 2.0F), 1, kOneUlp));
  EXPECT_FALSE(same(-0.0F, 0.0F, kBytes));
  EXPECT_TRUE(same(-0.0F, 0.0F, kOneUlp));
  const float least = std::numeric_limits<float>::denorm_min();
  EXPECT_TRUE(same(-least, 0, kOneUlp));
  EXPECT_FALSE(same(-least, least, kOneUlp)) << "two apart";
  EXPECT_TRUE(same(101, 100, kPerCent));
  EXPECT_FALSE(same(102, 100, kPerCent));
  EXPECT_FALSE(same(least, 0, kPerCent));
  EXPECT_TRUE(same(NAN, -NAN, kOneUlp));
  EXPECT_FALSE(same(NAN, -NAN, kBytes));
  EXPECT_TRUE(same(NAN, -NAN, kText)) << "a text does not say which NaN it is";
  EXPECT_TRUE(same("double", static_cast<double>(NAN), static_cast<double>(-NAN), kText));
  EXPECT_FALSE(same("uint", 0x7fc0'0000U, 0xffc0'0000U, kText));
  EXPECT_FALSE(same(-0.0F, 0.0F, kText));
  EXPECT_FALSE(same(next, 1, kText));
  EXPECT_FALSE(same(NAN, 1, kPerCent));
  EXPECT_FALSE(same(INFINITY, std::numeric_limits<float>::max(), kPerCent));
  EXPECT_TRUE(same(INFINITY, INFINITY, kPerCent));
}

TEST(ExpectedOutput, CountsTheStepsOfDoubles) {
  const double next = std::nextafter(1.0, 2.0);
  EXPECT_FALSE(same("double", next, 1.0, kBytes));
  EXPECT_TRUE(same("double", next, 1.0, kOneUlp));
  EXPECT_TRUE(same("double", 1.0, next, kOneUlp));
  EXPECT_FALSE(same("double", std::nextafter(next, 2.0), 1.0, kOneUlp)) << "two apart";
  EXPECT_FALSE(same("double", 1.0, std::nextafter(next, 2.0), kOneUlp));
  EXPECT_TRUE(same("double", -0.0, 0.0, kOneUlp));
  const double least = std::numeric_limits<double>::denorm_min();
  EXPECT_TRUE(same("double", -least, 0.0, kOneUlp));
  EXPECT_FALSE(same("double", -least, least, kOneUlp));
  EXPECT_FALSE(same("double", -1.0, 1.0, kOneUlp));
}

TEST(ExpectedOutput, NamesTheFirstWrongElement) {
  const auto found = compare_buffers(*find_value_type("int2"), bytes_of<int>({1, 2, 3, 4, 5, 7}),
                                     bytes_of<int>({1, 2, 3, 9, 5, 6}), kBytes);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->element, 1U);
  EXPECT_EQ(found->byte, 12U);
  EXPECT_EQ(found->bytes, 4U);
  EXPECT_EQ(found->actual, "3,4");
  EXPECT_EQ(found->expected, "3,9");
  EXPECT_EQ(found->wrong, 2U);
  const auto padded = bytes_of<int>({1, 2, 3, 4});
  EXPECT_FALSE(
      compare_buffers(*find_value_type("int3"), padded, bytes_of<int>({1, 2, 3, 5}), kBytes))
      << "the fourth of three";
}

TEST_F(Command, ComparesBuffersWithWhatIsExpected) {
  write("scale.cl", kScaleKernel);
  write("right.txt", "0\n2.5\n5\n7.5\n");
  write("wrong.txt", "0\n2.5\n6\n8\n");
  write("near.txt", "0\n2.50001\n5\n7.5\n");
  write("short.txt", "0\n2.5\n");
  write("odd.bin", std::string(15, '\0'));
  write("dos.txt", "0\r\n2.5\r\n5\r\n7.5\r\n");
  write("text.txt", "0\nfive\n5\n7.5\n");
  const auto run = [&](const std::string& expected) {
    return lanefold("run " + path("scale.cl") + " --kernel scale --global 4 --set cores=1" +
                    " --arg buffer:float:4:index --arg buffer:float:4:expect=" + path(expected) +
                    " --arg float:2.5");
  };
  const Finished right = run("right.txt");
  EXPECT_EQ(right.code, 0) << right.err;
  EXPECT_THAT(right.out, HasSubstr("verified: all 4 output values; as in " + path("right.txt")));
  const Finished wrong = run("wrong.txt");
  EXPECT_EQ(wrong.code, 1);
  EXPECT_THAT(wrong.err, HasSubstr("argument 2 (float* out): element 2 is 5, not 6; 2 elements are "
                                   "wrong; work-item (2, 0, 0) at "));
  EXPECT_THAT(wrong.err, HasSubstr("scale.cl:3 writes it last\n"));
  EXPECT_THAT(wrong.err, Not(HasSubstr("relative=")));
  const Finished near = run("near.txt");
  EXPECT_EQ(near.code, 1);
  EXPECT_THAT(near.err,
              HasSubstr("writes it last; with relative=1e-05 in --arg, all elements would "
                        "be right\n"));
  EXPECT_EQ(run("near.txt:relative=1e-05").code, 0);
  EXPECT_EQ(run("near.txt:relative=1e-4").code, 0);
  const Finished idle =
      lanefold("run " + path("scale.cl") +
               " --global 4 --arg buffer:float:4 --arg buffer:float:4:ulp=2 --arg 1");
  EXPECT_EQ(idle.code, 2);
  EXPECT_THAT(idle.err,
              HasSubstr("a tolerance is for a comparison: add expect=FILE, or --against"));
  EXPECT_THAT(run("near.txt:relative=inf").err, HasSubstr("wants a finite number from 0"));
  EXPECT_THAT(run("near.txt:ulp=1e16").err, HasSubstr("'ulp=1e16' is too large"));
  EXPECT_THAT(run("short.txt").err,
              HasSubstr("short.txt has 2 elements, and the buffer of argument "
                        "2 (float* out) has 4\n"));
  EXPECT_THAT(run("odd.bin").err, HasSubstr("odd.bin has 15 bytes, and the buffer of argument "
                                            "2 (float* out) has 16\n"));
  EXPECT_THAT(run("text.txt").err, HasSubstr("'five' is not a value of type float (line 2)\n"));
  EXPECT_EQ(run("dos.txt").code, 0) << "lines end as on other systems";
  EXPECT_EQ(run("absent.txt").code, 4);
}

TEST(ExpectedOutput, SaysWithinWhatAllAreRight) {
  const auto relative = [](const std::vector<double>& actual, const Tolerance& tolerance) {
    const auto found = compare_buffers(*find_value_type("double"), bytes_of(actual),
                                       bytes_of<double>({1, 100}), tolerance);
    return found ? found->relative : std::nullopt;
  };
  EXPECT_EQ(relative({1 + 1e-9, 100}, kBytes), 1e-8);
  EXPECT_EQ(relative({1 + 1e-9, 100.0001}, kBytes), 1e-5);
  EXPECT_EQ(relative({1, 100.2}, kBytes), std::nullopt) << "no rounding";
  EXPECT_EQ(relative({1 + 1e-9, 100}, kOneUlp), std::nullopt) << "has a tolerance";
}

TEST_F(Command, ReadsBuffersFromTextFiles) {
  write("scale.cl", kScaleKernel);
  write("in.txt", "1\n0.5\n-2\n3\n");
  const auto run = [&](const std::string& in) {
    return lanefold("run " + path("scale.cl") + " --kernel scale --global 4 --set cores=1 --arg " +
                    in + " --arg buffer:float:4:out=" + path("out.txt") + " --arg float:2");
  };
  EXPECT_EQ(run("buffer:float:file=" + path("in.txt")).code, 0);
  EXPECT_EQ(content_of(path("out.txt")), "2\n1\n-4\n6\n");
  write("words.txt", "1\nhalf\n");
  EXPECT_THAT(run("buffer:float:file=" + path("words.txt")).err,
              HasSubstr("'half' is not a value of type float (line 2)\n"));
  write("text.txt", std::string(16, '\0'));
  EXPECT_EQ(run("buffer:file=" + path("text.txt")).code, 0);
  EXPECT_EQ(content_of(path("out.txt")), "0\n0\n0\n0\n") << "characters as they are";
}

std::string zeros(std::size_t lines) {
  std::string text;
  for (std::size_t i = 0; i < lines; ++i) text += "0\n";
  return text;
}

TEST_F(Command, ComparesBuffersWithAnotherPlatform) {
  write("scale.cl", kScaleKernel);
  const std::string arguments =
      " --global 64 --functional --arg buffer:float:64:random "
      "--arg buffer:float:64 --arg float:2.5 --against ";
  const Finished right = lanefold("run " + path("scale.cl") + arguments + "PoCL");
  EXPECT_EQ(right.code, 0) << right.err;
  EXPECT_THAT(right.out, HasSubstr("verified: all 128 output values; as on "));
  write("none.txt", zeros(64));
  const Finished twice = lanefold(
      "run " + path("scale.cl") + " --global 64 --functional --arg buffer:float:64 --arg " +
      "buffer:float:64:expect=" + path("none.txt") + " --arg 2 --against pocl");
  EXPECT_THAT(twice.out, HasSubstr("verified: all 128 output values; as in ")) << twice.err;
  write("which.cl",
        "kernel void which(global int* out) {\n#ifdef __riscv\n  out[get_global_id(0)] = 7;\n"
        "#else\n  out[get_global_id(0)] = 8;\n#endif\n}\n");
  const Finished wrong = lanefold("run " + path("which.cl") +
                                  " --global 4 --set cores=1 --arg buffer:int:4 --against pocl");
  EXPECT_EQ(wrong.code, 1);
  EXPECT_THAT(wrong.err, HasSubstr("argument 1 (int* out): element 0 is 7, not 8; 4 elements are "
                                   "wrong; work-item (0, 0, 0) at "));
  EXPECT_THAT(wrong.err, HasSubstr("which.cl:3 writes it last\n"));
  const Finished absent = lanefold("run " + path("scale.cl") + arguments + "nobody");
  EXPECT_EQ(absent.code, 2);
  EXPECT_THAT(absent.err, HasSubstr("there is no OpenCL platform 'nobody'; there are "));
}

TEST_F(Command, SaysOfWrongBuffersThatNobodyWritesThem) {
  write("idle.cl",
        "kernel void idle(global int* out) { if (get_global_id(1) != 0) out[0] = 1; }\n");
  write("one.txt", "1\n");
  const Finished wrong = lanefold("run " + path("idle.cl") + " --global 4 --set cores=1 --arg " +
                                  "buffer:int:1:expect=" + path("one.txt"));
  EXPECT_EQ(wrong.code, 1);
  EXPECT_THAT(wrong.err,
              HasSubstr("element 0 is 0, not 1; 1 element is wrong; nobody writes it\n"));
}

}  // namespace
}  // namespace lanefold
