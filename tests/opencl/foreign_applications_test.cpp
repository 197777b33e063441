// SPDX-License-Identifier: Apache-2.0
// OpenCL applications that others wrote, as Debian packages them, by `lanefold exec`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <tuple>

#include "tests/support/command.h"
#include "tests/support/find_on_path.h"

namespace lanefold {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class ForeignApplication : public Command {
 protected:
  /// Whether nothing here compiles for the instruction set.
  static bool is_missing(const std::string& isa) { return isa == "gen8" && !find_on_path("ocloc"); }
  /// Runs a program of a package, with what `lanefold exec` prints on standard error.
  Finished exec(const std::string& options, const std::string& application) const {
    Finished finished = lanefold("exec " + options + " -- " + application);
    EXPECT_EQ(finished.code, 0) << finished.out << finished.err
                                << "\n(scripts/setup installs the package)";
    return finished;
  }
};

/// clinfo asks for everything that a platform and its devices can tell.
TEST_F(ForeignApplication, ClinfoPrintsTheDeviceWithoutAnError) {
  const Finished finished = exec("", "clinfo");
  for (const char* text : {"Lanefold ivb-eu", "Device Type                                     GPU",
                           "Address bits                                    32, Little-Endian",
                           "Max work group size                             512"}) {
    EXPECT_THAT(finished.out, HasSubstr(text));
  }
  EXPECT_THAT(finished.out, Not(HasSubstr("rror:")));
  EXPECT_THAT(finished.out, Not(HasSubstr("<print")));
  EXPECT_THAT(finished.err, Not(HasSubstr("lanefold: ")));
}

/// clFFT generates its kernels, and its client checks their results.
class Clfft : public ForeignApplication, public ::testing::WithParamInterface<const char*> {};

TEST_P(Clfft, TransformsOnTheTimedMachine) {
  if (is_missing(GetParam())) GTEST_SKIP() << "there is no ocloc (package intel-opencl-icd)";
  const Finished finished = exec(std::string("--isa ") + GetParam() + " --stats '" +
                                     path("fft.json") + "' --record '" + path("fft.lfrec") + "'",
                                 "clFFT-client -x 64 -y 16 -z 1 -b 2");
  EXPECT_THAT(finished.out, HasSubstr("*****PASS*****"));
  const auto statistics = nlohmann::json::parse(content_of(path("fft.json")));
  EXPECT_GE(statistics["launches"].size(), 1U);
  for (const auto& launch : statistics["launches"]) EXPECT_GT(launch["counters"]["cycles"], 0);
  const Finished replay =
      lanefold("replay '" + path("fft.lfrec") + "' --stats '" + path("again.json") + "'");
  EXPECT_EQ(replay.code, 0) << replay.err;
  EXPECT_EQ(content_of(path("again.json")), content_of(path("fft.json")));
}

INSTANTIATE_TEST_SUITE_P(Each, Clfft, ::testing::Values("riscv", "gen8"),
                         [](const auto& isa) { return std::string(isa.param); });

/// CLBlast's own tests compare with a BLAS on the host; the last line of each precision counts.
class Clblast : public ForeignApplication,
                public ::testing::WithParamInterface<std::tuple<const char*, const char*>> {};

TEST_P(Clblast, AgreesWithTheHost) {
  const auto& [isa, routine] = GetParam();
  if (is_missing(isa)) GTEST_SKIP() << "there is no ocloc (package intel-opencl-icd)";
  const Finished finished =
      exec(std::string("--functional --isa ") + isa, std::string("clblast_test_") + routine);
  const std::regex passed(R"((\d+) test\(s\) passed)");
  const std::regex failed(R"((\d+) test\(s\) failed)");
  unsigned long precisions = 0;
  for (std::sregex_iterator at(finished.out.begin(), finished.out.end(), passed), end; at != end;
       ++at) {
    precisions += std::stoul((*at)[1]) > 0 ? 1 : 0;
  }
  EXPECT_GE(precisions, 4U) << "float, double, and complex numbers of both\n" << finished.out;
  for (std::sregex_iterator at(finished.out.begin(), finished.out.end(), failed), end; at != end;
       ++at) {
    EXPECT_EQ((*at)[1], "0") << finished.out;
  }
}
const auto kItsName = [](const auto& info) {
  return std::string(std::get<1>(info.param)) + "_" + std::get<0>(info.param);
};
INSTANTIATE_TEST_SUITE_P(Routines, Clblast,
                         ::testing::Combine(::testing::Values("riscv"), ::testing::Values("xaxpy")),
                         kItsName);
INSTANTIATE_TEST_SUITE_P(DeepGen8, Clblast,
                         ::testing::Combine(::testing::Values("gen8"),
                                            ::testing::Values("xaxpy", "xgemv", "xtrsv")),
                         kItsName);
INSTANTIATE_TEST_SUITE_P(Deep, Clblast,
                         ::testing::Combine(::testing::Values("riscv"),
                                            ::testing::Values("xgemv", "xtrsv")),
                         kItsName);

}  // namespace
}  // namespace lanefold
