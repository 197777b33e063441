// SPDX-License-Identifier: Apache-2.0
// Whole machines on foreign memories. docs/how-to/interoperability.md shows how.
#include <gtest/gtest.h>
#include <tlm_utils/simple_target_socket.h>

#include <functional>
#include <utility>

#include "lanefold/error.h"
#include "tests/support/foreign_memories.h"
#include "tests/support/machine_runs.h"

namespace lanefold {
namespace {

/// Foreign memories in place of the machine's DRAM.
template <class Memory>
class ForeignMemoryFactory : public WatchingFactory {
 public:
  explicit ForeignMemoryFactory(std::function<std::unique_ptr<Memory>(const char*)> make)
      : make_(std::move(make)) {}
  MemoryBlock memory(const char* name) override {
    auto memory = make_(name);
    memory_ = memory.get();
    MemoryTarget& socket = memory->socket;
    return {std::move(memory), &socket};
  }
  std::uint64_t accesses() const { return memory_->accesses; }

 private:
  std::function<std::unique_ptr<Memory>(const char*)> make_;
  const Memory* memory_ = nullptr;
};

/// Behind all that a machine's addresses name.
constexpr std::uint64_t kPhysicalEnd = std::uint64_t{1} << 40;

template <class Memory, class... Arguments>
void expect_runs_on_foreign(const MachineConfig& config, const Workload& workload,
                            const Arguments&... arguments) {
  std::unique_ptr<Machine> machine;  // outlives what the factory has made in its context
  ForeignMemoryFactory<Memory> factory(
      [&](const char* name) { return std::make_unique<Memory>(name, kPhysicalEnd, arguments...); });
  machine = make_timed_machine(config, factory);
  EXPECT_TRUE(run(workload, *machine).verified);
  EXPECT_GT(factory.accesses(), 0U);
  EXPECT_NE(total_of(machine->launches()).memory.back().name, "dram");
  for (const auto& checker : factory.checkers) EXPECT_EQ(checker->violation(), "");
}

// They hold what the host has loaded by debug transport and what small caches have written back.
TEST(ForeignMemory, DeepRunsEveryMachine) {
  const sc_core::sc_time kAccept(2, sc_core::SC_NS), kLatency(50, sc_core::SC_NS);
  for (const char* machine : kMachines) {
    for (const char* name : {"vector-add", "hotspot", "kmeans"}) {
      SCOPED_TRACE(std::string(machine) + ", " + name);
      // A cache that is shared carries out the atomics, of which the memories know nothing.
      Settings settings = caches_of(machine_with(machine, {"llc.enabled=true"}), 1024);
      settings.insert(settings.begin(), "llc.enabled=true");
      const MachineConfig config = machine_with(machine, settings);
      const Workload& workload = *find_workload(name);
      expect_runs_on_foreign<foreign::LtMemory>(config, workload, kLatency);
      expect_runs_on_foreign<foreign::AtMemory>(config, workload, kAccept, kLatency);
    }
  }
}

/// Answers everything, holds nothing.
class ForgetfulMemory : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<ForgetfulMemory> socket{"socket"};
  std::uint64_t accesses = 0;

  ForgetfulMemory(const sc_core::sc_module_name& name, std::uint64_t /*end*/) : sc_module(name) {
    socket.register_b_transport(this, &ForgetfulMemory::b_transport);
    socket.register_transport_dbg(this, &ForgetfulMemory::transport_dbg);
  }

 private:
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& /*delay*/) {
    ++accesses;
    transport_dbg(payload);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  unsigned transport_dbg(tlm::tlm_generic_payload& payload) {
    const unsigned length = payload.get_data_length();
    if (payload.is_read()) std::fill_n(payload.get_data_ptr(), length, 0);
    return length;
  }
};

// What kernels compute does not depend on it, but the machine tells.
TEST(ForeignMemory, IsNoticedWhenItLosesRequests) {
  std::unique_ptr<Machine> machine;
  ForeignMemoryFactory<ForgetfulMemory> factory(
      [](const char* name) { return std::make_unique<ForgetfulMemory>(name, kPhysicalEnd); });
  machine =
      make_timed_machine(machine_with("ivb-eu", caches_of(load_machine("ivb-eu"), 1024)), factory);
  const std::vector<std::uint32_t> words(4096, 0x1234'5678);
  const Buffer buffer = machine->allocate(words.size() * 4);
  EXPECT_EQ(machine->memory_difference(), "");
  machine->write(buffer, 0, words.data(), buffer.size);
  EXPECT_EQ(machine->memory_difference(),
            "the memory system holds 0x00 at 0x10000000, where the buffer has 0x78");
}

TEST(ForeignMemory, IsRefusedBehindManyCores) {
  std::unique_ptr<Machine> machine;
  ForeignMemoryFactory<foreign::LtMemory> factory([](const char* name) {
    return std::make_unique<foreign::LtMemory>(name, kPhysicalEnd, sc_core::SC_ZERO_TIME);
  });
  try {
    make_timed_machine(machine_with("manycore-dom", {}), factory);
    ADD_FAILURE() << "not refused";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "a memory that is not the machine's own takes one initiator, not 32: enable "
                 "interconnect, l3 or llc");
  }
  EXPECT_NO_THROW(machine = make_timed_machine(
                      machine_with("manycore-dom", {"cores=1", "l2.enabled=true",
                                                    "instruction_cache.perfect=false"}),
                      factory))
      << "the private l2 is the only one";
}

}  // namespace
}  // namespace lanefold
