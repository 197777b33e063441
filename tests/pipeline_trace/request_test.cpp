// SPDX-License-Identifier: Apache-2.0
// What can be asked of a pipeline trace, and what is refused.
#include <gtest/gtest.h>

#include "lanefold/pipeline_trace.h"
#include "tests/support/refusal.h"

namespace lanefold {
namespace {

std::string refused(const std::function<void()>& action) {
  return refusal(ErrorKind::Usage, action);
}

TEST(PipelineTraceRequest, TakesTheFormatFromTheNameOfTheFile) {
  for (const char* name : {"a.kanata", "a.kanata.gz", "b/c.d.kanata"}) {
    EXPECT_EQ(pipeline_trace_format(name), PipelineTraceFormat::Kanata) << name;
  }
  for (const char* name : {"a.json", "a.json.gz"}) {
    EXPECT_EQ(pipeline_trace_format(name), PipelineTraceFormat::Chrome) << name;
  }
}

TEST(PipelineTraceRequest, RefusesOtherNames) {
  for (const char* name :
       {"", "-", "a", "a.gz", "a.txt", "kanata", "a.kanata.zst", "a.json.gz.gz"}) {
    EXPECT_EQ(refused([&] { pipeline_trace_format(name); }),
              "the name of a pipeline trace says its format: '" + std::string(name) +
                  "' ends in neither .kanata (Konata) nor .json (Perfetto, speedscope), with or "
                  "without .gz");
  }
}

TEST(PipelineTraceRequest, TakesAWindowOfCycles) {
  const CycleWindow window = parse_cycle_window("10:0x20");
  EXPECT_EQ(window.from, 10U);
  EXPECT_EQ(window.to, 32U);
}

TEST(PipelineTraceRequest, RejectsMalformedWindows) {
  for (const char* text : {"", "10", "10:", ":10", "10:10", "11:10", "-1:10", "1:2:3", "a:b"}) {
    EXPECT_EQ(
        refused([&] { parse_cycle_window(text); }),
        "a window of cycles is A:B, two whole numbers with A < B, not '" + std::string(text) + "'");
  }
}

TEST(PipelineTraceRequest, TakesTheNumberOfACore) {
  EXPECT_EQ(parse_traced_core("31"), 31U);
  for (const char* text : {"", "all", "-1", "1.5", "4294967296"}) {
    EXPECT_EQ(refused([&] { parse_traced_core(text); }),
              "a core is chosen by its number, from 0 on, not '" + std::string(text) + "'");
  }
}

TEST(PipelineTraceRequest, RefusesACoreThatThereIsNot) {
  MachineConfig config;
  config.cores = 2;
  EXPECT_EQ(refused([&] { check_traced_core(2, config); }),
            "there is no core 2: " + config.name + " has cores 0 to 1");
  config.cores = 1;
  EXPECT_EQ(refused([&] {
              make_traced_machine(config, {{}, {}, 1}, {});
            }),
            "there is no core 1: " + config.name + " has core 0 only");
}

}  // namespace
}  // namespace lanefold
