// SPDX-License-Identifier: Apache-2.0
// Times of Gen8's code, and machines that cannot tell them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "lanefold/error.h"
#include "lanefold/machine.h"
#include "tests/eu/sample_launch.h"
#include "tests/support/refusal.h"

namespace lanefold {
namespace {

using testing::HasSubstr;

std::uint64_t cycles_of(const char* machine_name, const char* file, const char* kernel,
                        const NDRange& range,
                        const std::function<std::vector<ArgumentValue>(Device&)>& arguments) {
  MachineConfig config = load_machine(machine_name);
  config.core.isa = InstructionSet::Gen8;
  const auto machine = make_timed_machine(config);
  machine->launch(*load_gen8_program(gen8::sample_file(file), file), kernel, range,
                  arguments(*machine));
  return machine->launches()[0].cycles;
}

/// Whoever moves these has changed the time of all of Gen8's code: say why.
TEST(EuTimes, AreThoseOfTheRecord) {
  struct Record {
    const char* machine;
    std::uint64_t exchange;
    std::uint64_t apply;
  };
  for (const Record& record : {Record{"ivb-eu", 352, 743}, Record{"manycore-dom", 1048, 2151},
                               Record{"mv5-wpu", 1146, 4255}}) {
    EXPECT_EQ(
        cycles_of(record.machine, "tests/eu/exchange.bin", "exchange",
                  range_of(1, {128, 1, 1}, {64, 1, 1}),
                  [](Device& device) { return std::vector<ArgumentValue>{device.allocate(512)}; }),
        record.exchange)
        << record.machine;
    EXPECT_EQ(cycles_of(record.machine, "tests/zebin/sample.bin", "apply", kApply,
                        [](Device& device) {
                          const Buffer in = upload(device, std::vector<float>(kColumns, 1.0F));
                          return apply_arguments(in,
                                                 device.allocate(kColumns * kRows * sizeof(float)));
                        }),
              record.apply)
        << record.machine;
  }
}

/// What a machine with time cannot do for code of Gen8.
TEST(EuTimes, AreRefusedWhereLanesWouldGoAlone) {
  struct Refused {
    const char* setting;
    void (*set)(MachineConfig&);
  };
  const Refused all[] = {
      {"core.on_miss=slip", [](MachineConfig& m) { m.core.on_miss = OnMiss::Slip; }},
      {"core.on_miss=divide", [](MachineConfig& m) { m.core.on_miss = OnMiss::Divide; }},
      {"core.on_branch=divide", [](MachineConfig& m) { m.core.on_branch = OnBranch::Divide; }},
      {"core.adaptation.strategy",
       [](MachineConfig& m) { m.core.adaptation.strategy = AdaptationStrategy::Dwrep; }},
      {"core.simd", [](MachineConfig& m) { m.core.simd = "8x4"; }},
      {"core.slice_quads=slice", [](MachineConfig& m) { m.core.slice_quads = SliceQuads::Slice; }},
      {"core.scalar.execution",
       [](MachineConfig& m) { m.core.scalar.execution = ScalarExecution::OneCycle; }},
      {"core.datapath=exact", [](MachineConfig& m) { m.core.datapath = DatapathFidelity::Exact; }},
      {"memory.values=through", [](MachineConfig& m) { m.memory.values = MemoryValues::Through; }},
  };
  for (const Refused& one : all) {
    MachineConfig config = eu_config();
    one.set(config);
    EXPECT_THAT(refusal(ErrorKind::Configuration, [&] { make_timed_machine(config); }),
                HasSubstr(std::string("core.isa=gen8 cannot be timed with ") + one.setting + ": "));
  }
  MachineConfig config = eu_config();
  config.core.warps = 64;
  config.cores = 9;
  EXPECT_EQ(refusal(ErrorKind::Configuration, [&] { make_timed_machine(config); }),
            "core.isa=gen8 can be timed with 512 hardware threads; cores x core.warps are 576");
}

}  // namespace
}  // namespace lanefold
