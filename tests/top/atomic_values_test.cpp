// SPDX-License-Identifier: Apache-2.0
// Atomics whose values go through the levels of memory, of many cores at once.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "tests/support/machine_runs.h"

namespace lanefold {
namespace {

constexpr std::uint32_t kAtomicItems = 512;
constexpr std::uint32_t kBins = 3;

/// Tickets, a sum of floats by compare-and-exchange, exchanges, and stores of every width.
constexpr const char* kKernels = R"(
__kernel void tickets(volatile __global int* next, __global int* mine) {
  mine[get_global_id(0)] = atomic_inc(next);
}
__kernel void sum(volatile __global int* bins) {
  volatile __global int* bin = bins + get_global_id(0) % 3;
  int old = *bin, seen;
  while ((seen = atomic_cmpxchg(bin, old, as_int(as_float(old) + 1.0f))) != old) old = seen;
}
__kernel void chain(volatile __global int* head, __global int* next) {
  next[get_global_id(0)] = atomic_xchg(head, get_global_id(0));
}
__kernel void widths(__global const char* from, __global short* shorts, __global long* longs,
                     __global double* doubles) {
  int i = get_global_id(0);
  shorts[i] = from[i];
  longs[i] = (long)from[i] << 32 | (uchar)from[i];
  doubles[i] = from[i] / 4.0;
}
)";

struct AtomicPlace {
  const char* name;
  const char* machine;
  Settings settings;
};

void PrintTo(const AtomicPlace& place, std::ostream* out) { *out << place.name; }

Settings through(Settings settings) {
  settings.push_back("memory.values=through");
  return settings;
}

class AtomicValues : public ::testing::TestWithParam<AtomicPlace> {
 protected:
  AtomicValues()
      : program_(load_program(compile_opencl(kKernels, "atomics.cl").elf, "atomics.cl")),
        machine_(
            make_timed_machine(machine_with(GetParam().machine, through(GetParam().settings)))) {}

  template <class T>
  Buffer buffer_of(const std::vector<T>& values) {
    const Buffer buffer = machine_->allocate(values.size() * sizeof(T));
    machine_->write(buffer, 0, values.data(), buffer.size);
    return buffer;
  }
  template <class T = int>
  std::vector<T> read(Buffer buffer) {
    std::vector<T> values(buffer.size / sizeof(T));
    machine_->read(buffer, 0, values.data(), buffer.size);
    return values;
  }
  void launch(const char* kernel, const std::vector<ArgumentValue>& arguments) {
    machine_->launch(*program_, kernel, {1, {kAtomicItems, 1, 1}, {32, 1, 1}}, arguments);
    EXPECT_EQ(machine_->memory_difference(), "");
  }

  std::shared_ptr<const Program> program_;
  std::unique_ptr<Machine> machine_;
};

TEST_P(AtomicValues, GiveEveryTicketOnce) {
  const Buffer next = buffer_of<int>({0});
  const Buffer mine = buffer_of(std::vector<int>(kAtomicItems, -1));
  for (int launch = 0; launch < 2; ++launch) {
    this->launch("tickets", {argument(next), argument(mine)});
    std::vector<int> tickets = read(mine);
    std::sort(tickets.begin(), tickets.end());
    std::vector<int> expected(kAtomicItems);
    std::iota(expected.begin(), expected.end(), launch * static_cast<int>(kAtomicItems));
    EXPECT_EQ(tickets, expected);
  }
}

TEST_P(AtomicValues, LoseNoAddendOfCompareAndExchange) {
  const Buffer bins = buffer_of(std::vector<float>(kBins));
  launch("sum", {argument(bins)});
  EXPECT_EQ(read<float>(bins), (std::vector<float>{171, 171, 170}));
}

TEST_P(AtomicValues, ExchangeToOneChain) {
  const Buffer head = buffer_of<int>({-1});
  const Buffer next = buffer_of(std::vector<int>(kAtomicItems, -2));
  launch("chain", {argument(head), argument(next)});
  const std::vector<int> links = read(next);
  std::size_t length = 0;
  for (int at = read(head)[0]; at >= 0 && length <= kAtomicItems; at = links[at]) ++length;
  EXPECT_EQ(length, kAtomicItems);
}

TEST_P(AtomicValues, KeepSignsAndWidths) {
  std::vector<signed char> from(kAtomicItems);
  for (std::uint32_t i = 0; i < kAtomicItems; ++i) from[i] = static_cast<signed char>(i * 37);
  const Buffer bytes = buffer_of(from);
  const Buffer shorts = buffer_of(std::vector<short>(kAtomicItems));
  const Buffer longs = buffer_of(std::vector<std::int64_t>(kAtomicItems));
  const Buffer doubles = buffer_of(std::vector<double>(kAtomicItems));
  launch("widths", {argument(bytes), argument(shorts), argument(longs), argument(doubles)});
  const auto got_shorts = read<short>(shorts);
  const auto got_longs = read<std::int64_t>(longs);
  const auto got_doubles = read<double>(doubles);
  for (std::uint32_t i = 0; i < kAtomicItems; ++i) {
    EXPECT_EQ(got_shorts[i], from[i]);
    const auto byte = static_cast<unsigned char>(from[i]);
    EXPECT_EQ(got_longs[i], (std::int64_t{from[i]} * (std::int64_t{1} << 32)) | byte);
    EXPECT_EQ(got_doubles[i], from[i] / 4.0);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Machines, AtomicValues,
    ::testing::Values(
        AtomicPlace{"ivb_eu", "ivb-eu", {}}, AtomicPlace{"manycore_dom", "manycore-dom", {}},
        AtomicPlace{"mv5_wpu", "mv5-wpu", {}},
        AtomicPlace{"slip", "mv5-wpu", {"core.on_miss=slip"}},
        AtomicPlace{"divide", "mv5-wpu", {"core.on_miss=divide", "core.on_branch=divide"}},
        AtomicPlace{"incoherent", "mv5-wpu", {"coherence=none"}},
        AtomicPlace{"scalar", "ivb-eu", {"core.scalar.execution=pipe", "core.datapath=exact"}},
        AtomicPlace{"at_the_memory", "ivb-eu", {"l3.enabled=false", "llc.enabled=false"}}),
    [](const auto& place) { return std::string(place.param.name); });

}  // namespace
}  // namespace lanefold
