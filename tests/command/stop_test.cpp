// SPDX-License-Identifier: Apache-2.0
// Runs that are stopped before their end: by SIGINT, by limits of cycles and of time.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>
#include <vector>

#include "apps/lanefold/progress.h"
#include "tests/command/command_output.h"
#include "tests/support/command.h"
#include "tests/support/kernels.h"

namespace lanefold {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kCount =
    "__kernel void count(__global volatile uint* out) {\n"
    "  for (uint n = get_global_id(0); n != 1; n += 2) __asm__ volatile(\"\" : \"+r\"(n));\n"
    "  out[0] = 1;\n"
    "}\n";
constexpr auto kInterrupted = 130;
constexpr auto kNoProgress = 11;

class StoppedRun : public Command {
 protected:
  StoppedRun() { write("count.cl", kCount); }

  std::string kernel() const {
    return "'" + path("count.cl") + "' --global 64 --arg buffer:uint:64 ";
  }
  json statistics() const { return json::parse(content_of(path("s.json"))); }
  std::string stats() const { return "--stats '" + path("s.json") + "' "; }

  /// Sends the signal in the middle of the simulation.
  Finished interrupted(const std::string& arguments, int signal, unsigned times = 1) const {
    const pid_t process = fork();
    if (process == 0) {
      for (const auto& [stream, name] : {std::pair{1, "out"}, std::pair{2, "err"}}) {
        dup2(open(path(name).c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), stream);
      }
      const std::string line = "exec '" + command + "' " + arguments;
      execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
      _exit(127);
    }
    wait_until_taken(process, signal);
    for (unsigned i = 0; i < times; ++i) kill(process, signal);
    int status = 0;
    waitpid(process, &status, 0);
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    return {code, content_of(path("out")), content_of(path("err"))};
  }

 private:
  /// Whether the process has said that it takes the signal, and simulates: it has used the
  /// processor for some time.
  static bool takes(pid_t process, int signal) {
    const std::string folder = "/proc/" + std::to_string(process);
    std::istringstream lines(content_of(folder + "/status"));
    bool taken = false;
    for (std::string line; std::getline(lines, line);) {
      if (line.rfind("SigCgt:", 0) != 0) continue;
      taken = (std::stoull(line.substr(7), nullptr, 16) >> (signal - 1) & 1U) != 0;
    }
    const std::vector<std::string> words = words_of(content_of(folder + "/stat"));
    constexpr std::size_t kUserTicks = 13;
    return taken && words.size() > kUserTicks && std::stoul(words[kUserTicks]) >= 40;
  }
  static void wait_until_taken(pid_t process, int signal) {
    for (unsigned i = 0; i < 3000 && !takes(process, signal); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }
};

TEST_F(StoppedRun, SaysWhereItWasAndWritesWhatItHas) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const Finished finished = interrupted("run " + kernel() + stats(), signal);
    EXPECT_EQ(finished.code, kInterrupted) << finished.err;
    EXPECT_THAT(finished.err, AllOf(HasSubstr("lanefold: kernel count was interrupted\n  "),
                                    ContainsRegex("pc 0x[0-9a-f]{8}: .*: core 0 warp")));
    EXPECT_THAT(finished.out, AllOf(HasSubstr("\npartial: the run was stopped in its last launch"),
                                    HasSubstr("\nSIMD efficiency ")));
    EXPECT_EQ(statistics()["partial"], true);
    EXPECT_EQ(statistics()["launches"][0]["partial"], true);
    EXPECT_GT(statistics()["total"]["counters"]["cycles"], 0);
  }
}

TEST_F(StoppedRun, IsStoppedWithoutTiming) {
  const Finished finished = interrupted("run --functional " + kernel() + stats(), SIGINT);
  EXPECT_EQ(finished.code, kInterrupted) << finished.err;
  EXPECT_THAT(finished.err, HasSubstr(": work-group (0, 0, 0) warps 0 to 3"));
  EXPECT_EQ(statistics()["partial"], true);
}

TEST_F(StoppedRun, EndsAtOnceAtTheSecondSignal) {
  const Finished finished = interrupted("run " + kernel() + stats(), SIGINT, 100);
  EXPECT_THAT(finished.code, ::testing::AnyOf(-SIGINT, kInterrupted));
}

TEST_F(StoppedRun, StopsAComparisonWithWhatItHas) {
  const Finished finished = interrupted("compare --vary cores=1,2 " + kernel(), SIGINT);
  EXPECT_EQ(finished.code, kInterrupted) << finished.err;
  EXPECT_EQ(row_of(finished.out, "1")[1], "partial");
  EXPECT_THAT(finished.out, Not(HasSubstr("\n2 ")));
}

TEST_F(StoppedRun, StopsAnApplicationWithWhatItHas) {
  const Finished finished =
      interrupted("exec " + stats() + "-- '" LANEFOLD_WORKLOADS "' --size paper n-queens", SIGINT);
  EXPECT_EQ(finished.code, kInterrupted) << finished.err;
  EXPECT_THAT(finished.err,
              AllOf(HasSubstr("lanefold: kernel n_queens was interrupted\n  source.cl:"),
                    HasSubstr(" on ivb-eu: timed, ")));
  EXPECT_EQ(statistics()["partial"], true);
  EXPECT_TRUE(statistics().contains("launches"));
}

TEST_F(StoppedRun, IsPartialAtALimit) {
  for (const std::string limit : {"--max-cycles 2000", "--max-time 0.05"}) {
    const Finished finished = lanefold("run " + kernel() + stats() + limit);
    EXPECT_EQ(finished.code, kNoProgress) << finished.err;
    EXPECT_THAT(finished.err, ContainsRegex("kernel count has not ended after (2000 cycles|0.05 "
                                            "seconds \\(--max-time\\))"));
    EXPECT_THAT(finished.err, HasSubstr("count.cl:2 (pc "));
    EXPECT_EQ(statistics()["partial"], true);
  }
  lanefold("run " + kernel() + "--max-cycles 2000 --profile-out '" + path("p.json") +
           "' --profile-out '" + path("p.callgrind") + "'");
  EXPECT_EQ(json::parse(content_of(path("p.json")))["runs"][0]["kernels"][0]["partial"], true);
  EXPECT_THAT(content_of(path("p.callgrind")),
              HasSubstr("\ndesc: Partial: a launch of count was stopped\n"));
  const Finished compared =
      lanefold("compare --json --vary core.compaction=none,scc --max-cycles 2000 " + kernel());
  EXPECT_EQ(compared.code, kNoProgress);
  const json runs = json::parse(compared.out)["runs"];
  ASSERT_EQ(runs.size(), 2U);
  EXPECT_EQ(runs[1]["partial"], true);
  EXPECT_TRUE(runs[1]["cycles_gain"].is_null());
  for (const char* seconds : {"0", "-1", "abc", "inf", "nan"}) {
    expect_refusal(std::string("run bfs --max-time ") + seconds, 2,
                   "is not a number of seconds above 0");
  }
}

TEST_F(StoppedRun, LeavesApplicationsTheFailureOfALimit) {
  const Finished finished = lanefold(
      "exec " + stats() + "--max-time 0.05 -- '" LANEFOLD_WORKLOADS "' --size default mandelbrot");
  EXPECT_NE(finished.code, 0);
  EXPECT_THAT(finished.err, HasSubstr("has not ended after 0.05 seconds"));
  EXPECT_EQ(statistics()["failed_launches"], 1);
  EXPECT_EQ(statistics()["partial"], true);
}

TEST_F(StoppedRun, IsToldToStandStill) {
  write("wait.cl", "__kernel void wait(__global volatile uint* out) { while (out[1] == 0) {} }\n");
  expect_refusal("run '" + path("wait.cl") + "' --global 64 --arg buffer:uint:64", kNoProgress,
                 "loops for ever");
}

TEST(Progress, IsALineNowAndThenWhereItIsAskedFor) {
  const auto program = compile_program(kCount);
  for (const bool asked : {false, true}) {
    MachineConfig config = test_machine(16);
    config.limits.max_cycles = 3'000'000;
    const auto machine = make_functional_machine(config);
    testing::internal::CaptureStderr();
    {
      std::optional<std::chrono::milliseconds> interval;
      if (asked) interval = std::chrono::milliseconds(0);
      const Progress progress(*machine, "counting", interval);
      error_of([&] { run_job(*machine, *program, {"count", range_1d(16, 16), 16, {}, {}}); });
    }
    const std::string shown = testing::internal::GetCapturedStderr();
    EXPECT_EQ(shown.empty(), !asked);
    if (!asked) continue;
    EXPECT_THAT(shown,
                ContainsRegex("counting: [0-9,]+ warp instructions; [0-9]+ s, [0-9,]+ a second\n"));
  }
}

}  // namespace
}  // namespace lanefold
