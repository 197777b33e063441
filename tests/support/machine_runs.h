// SPDX-License-Identifier: Apache-2.0
// Shipped machines with settings, and workloads of size tiny on them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "lanefold/compiler.h"
#include "lanefold/config.h"
#include "lanefold/forwarding_device.h"
#include "lanefold/machine.h"
#include "lanefold/program.h"
#include "lanefold/statistics_report.h"
#include "machine/top/block_factory.h"
#include "observers/protocol_checker/base_protocol_checker.h"
#include "observers/uniformity_check/checked_machine.h"
#include "workloads/workload.h"

namespace lanefold {

using Settings = std::vector<std::string>;

inline constexpr const char* kMachines[] = {"ivb-eu", "manycore-dom", "mv5-wpu"};

inline MachineConfig machine_with(const std::string& name, const Settings& settings) {
  MachineConfig config = load_machine(name);
  apply_setting(config, "memory.bytes=67108864");
  for (const std::string& setting : settings) apply_setting(config, setting);
  validate(config);
  check_settings({config}, settings);
  return config;
}

/// Every data cache that the machine has, with "key=value".
inline Settings in_every_cache(const std::string& machine, const std::string& setting) {
  const MachineConfig config = load_machine(machine);
  Settings settings;
  if (config.l1.enabled) settings.push_back("l1." + setting);
  if (config.l2.enabled) settings.push_back("l2." + setting);
  if (config.l3.enabled) settings.push_back("l3." + setting);
  if (config.llc.enabled) settings.push_back("llc." + setting);
  return settings;
}

/// Every data cache that the machine has, with these bytes and ways; a smaller one is filled by two
/// sets.
inline Settings caches_of(const MachineConfig& config, std::uint32_t bytes) {
  Settings settings;
  const auto add = [&](const std::string& section, const CacheConfig& cache) {
    if (!cache.enabled) return;
    const std::uint32_t lines = bytes / config.memory.line_bytes;
    settings.push_back(section + ".bytes=" + std::to_string(bytes));
    settings.push_back(section + ".ways=" + std::to_string(std::min(cache.ways, lines / 2)));
    settings.push_back(section + ".banks=" + std::to_string(std::min(cache.banks, lines)));
  };
  add("l1", config.l1);
  add("l2", config.l2);
  add("l3", config.l3);
  add("llc", config.llc);
  return settings;
}

/// Looks after each launch whether the memory system holds what the buffers hold.
class CheckedDevice : public ForwardingDevice {
 public:
  explicit CheckedDevice(Machine& machine) : ForwardingDevice(machine), machine_(machine) {}
  void launch(const Program& program, std::string_view kernel, const NDRange& range,
              const std::vector<ArgumentValue>& arguments) override {
    ForwardingDevice::launch(program, kernel, range, arguments);
    EXPECT_EQ(machine_.memory_difference(), "") << "after " << kernel;
  }

 private:
  Machine& machine_;
};

using Parameters = std::map<std::string, std::string>;

inline WorkloadRequest tiny_request(const Parameters& parameters) {
  WorkloadRequest request;
  request.size = WorkloadSize::Tiny;
  request.parameters = parameters;
  return request;
}

inline std::shared_ptr<const Program> program_of(const Workload& workload,
                                                 const Parameters& parameters = {}) {
  const std::string path = "workloads/" + workload.source_file_for(tiny_request(parameters));
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  return load_program(compile_opencl(text, path).elf, path);
}

inline WorkloadResult run(const Workload& workload, const Program& program, Machine& machine,
                          const Parameters& parameters = {}) {
  CheckedDevice device(machine);
  return workload.run(device, program, tiny_request(parameters));
}

inline WorkloadResult run(const Workload& workload, Machine& machine,
                          const Parameters& parameters = {}) {
  return run(workload, *program_of(workload, parameters), machine, parameters);
}

/// Each instruction is held against the analysis of uniformity.
inline LaunchStatistics run(const Workload& workload, const MachineConfig& config,
                            const Parameters& parameters = {}) {
  CheckedMachine checked(config, false);
  const WorkloadResult result = run(workload, checked.machine(), parameters);
  EXPECT_TRUE(result.verified) << result.detail;
  return total_of(checked.machine().launches());
}

/// Puts a checker of the base protocol into every link.
class WatchingFactory : public BlockFactory {
 public:
  MemoryTarget& link(const sc_core::sc_object& /*initiator*/, MemoryTarget& target) override {
    const std::string name = "link_" + std::to_string(checkers.size());
    checkers.push_back(std::make_unique<BaseProtocolChecker>(name.c_str()));
    checkers.back()->to.bind(target);
    return checkers.back()->from;
  }
  std::vector<std::unique_ptr<BaseProtocolChecker>> checkers;
};

}  // namespace lanefold
