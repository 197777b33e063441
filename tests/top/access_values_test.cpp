// SPDX-License-Identifier: Apache-2.0
// Atomics, snoops and accesses of every width through the levels of memory, of many cores at once.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "tests/support/machine_runs.h"

namespace lanefold {
namespace {

constexpr std::uint32_t kAccessItems = 512;
constexpr std::uint32_t kBins = 3;

/// Tickets, a sum of floats by compare-and-exchange, exchanges, stores of every width, and snoops
/// of words that are there and of others.
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
__kernel void snoop(__global const int* from, __global int* loaded, __global int* hits,
                    __global int* values) {
  int i = get_global_id(0);
  loaded[i] = from[i & ~16];
  int value;
  hits[i] = load_snoop(from + i, &value);
  values[i] = value;
}
)";

struct AccessPlace {
  const char* name;
  const char* machine;
  Settings settings;
};

void PrintTo(const AccessPlace& place, std::ostream* out) { *out << place.name; }

Settings through(Settings settings) {
  settings.push_back("memory.values=through");
  return settings;
}

class AccessValues : public ::testing::TestWithParam<AccessPlace> {
 protected:
  AccessValues()
      : program_(load_program(compile_opencl(kKernels, "accesses.cl").elf, "accesses.cl")),
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
    machine_->launch(*program_, kernel, {1, {kAccessItems, 1, 1}, {32, 1, 1}}, arguments);
    EXPECT_EQ(machine_->memory_difference(), "");
  }

  std::shared_ptr<const Program> program_;
  std::unique_ptr<Machine> machine_;
};

TEST_P(AccessValues, GiveEveryTicketOnce) {
  const Buffer next = buffer_of<int>({0});
  const Buffer mine = buffer_of(std::vector<int>(kAccessItems, -1));
  for (int launch = 0; launch < 2; ++launch) {
    this->launch("tickets", {argument(next), argument(mine)});
    std::vector<int> tickets = read(mine);
    std::sort(tickets.begin(), tickets.end());
    std::vector<int> expected(kAccessItems);
    std::iota(expected.begin(), expected.end(), launch * static_cast<int>(kAccessItems));
    EXPECT_EQ(tickets, expected);
  }
}

TEST_P(AccessValues, LoseNoAddendOfCompareAndExchange) {
  const Buffer bins = buffer_of(std::vector<float>(kBins));
  launch("sum", {argument(bins)});
  EXPECT_EQ(read<float>(bins), (std::vector<float>{171, 171, 170}));
}

TEST_P(AccessValues, ExchangeToOneChain) {
  const Buffer head = buffer_of<int>({-1});
  const Buffer next = buffer_of(std::vector<int>(kAccessItems, -2));
  launch("chain", {argument(head), argument(next)});
  const std::vector<int> links = read(next);
  std::size_t length = 0;
  for (int at = read(head)[0]; at >= 0 && length <= kAccessItems; at = links[at]) ++length;
  EXPECT_EQ(length, kAccessItems);
}

TEST_P(AccessValues, KeepSignsAndWidths) {
  std::vector<signed char> from(kAccessItems);
  for (std::uint32_t i = 0; i < kAccessItems; ++i) from[i] = static_cast<signed char>(i * 37);
  const Buffer bytes = buffer_of(from);
  const Buffer shorts = buffer_of(std::vector<short>(kAccessItems));
  const Buffer longs = buffer_of(std::vector<std::int64_t>(kAccessItems));
  const Buffer doubles = buffer_of(std::vector<double>(kAccessItems));
  launch("widths", {argument(bytes), argument(shorts), argument(longs), argument(doubles)});
  const auto got_shorts = read<short>(shorts);
  const auto got_longs = read<std::int64_t>(longs);
  const auto got_doubles = read<double>(doubles);
  for (std::uint32_t i = 0; i < kAccessItems; ++i) {
    EXPECT_EQ(got_shorts[i], from[i]);
    const auto byte = static_cast<unsigned char>(from[i]);
    EXPECT_EQ(got_longs[i], (std::int64_t{from[i]} * (std::int64_t{1} << 32)) | byte);
    EXPECT_EQ(got_doubles[i], from[i] / 4.0);
  }
}

TEST_P(AccessValues, SnoopsHaveTheWordOrNothing) {
  std::vector<int> from(kAccessItems);
  std::iota(from.begin(), from.end(), 1000);
  const Buffer words = buffer_of(from);
  const Buffer loaded = buffer_of(std::vector<int>(kAccessItems));
  const Buffer hits = buffer_of(std::vector<int>(kAccessItems));
  const Buffer values = buffer_of(std::vector<int>(kAccessItems));
  launch("snoop", {argument(words), argument(loaded), argument(hits), argument(values)});
  const auto got_loaded = read(loaded), got_hits = read(hits), got_values = read(values);
  for (std::uint32_t i = 0; i < kAccessItems; ++i) {
    EXPECT_EQ(got_loaded[i], from[i & ~16U]);
    EXPECT_EQ(got_values[i], got_hits[i] != 0 ? from[i] : 0);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Machines, AccessValues,
    ::testing::Values(
        AccessPlace{"ivb_eu", "ivb-eu", {}}, AccessPlace{"manycore_dom", "manycore-dom", {}},
        AccessPlace{"mv5_wpu", "mv5-wpu", {}},
        AccessPlace{"slip", "mv5-wpu", {"core.on_miss=slip"}},
        AccessPlace{"divide", "mv5-wpu", {"core.on_miss=divide", "core.on_branch=divide"}},
        AccessPlace{"incoherent", "mv5-wpu", {"coherence=none"}},
        AccessPlace{"scalar", "ivb-eu", {"core.scalar.execution=pipe", "core.datapath=exact"}},
        AccessPlace{"at_the_memory", "ivb-eu", {"l3.enabled=false", "llc.enabled=false"}}),
    [](const auto& place) { return std::string(place.param.name); });

}  // namespace
}  // namespace lanefold
