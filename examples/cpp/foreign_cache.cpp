// SPDX-License-Identifier: Apache-2.0
// A cache that knows nothing of Lanefold, between a core and the data cluster.
#include <lanefold/compiler.h>
#include <lanefold/config.h>
#include <lanefold/gpu.h>
#include <lanefold/program.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <array>
#include <cstring>
#include <iostream>
#include <memory>
#include <vector>

#include "machine/top/block_factory.h"

namespace {

/// Loosely timed, direct-mapped, written through.
class ForeignCache : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<ForeignCache> up{"up"};
  tlm_utils::simple_initiator_socket<ForeignCache> down{"down"};
  std::uint64_t hits = 0, misses = 0;

  explicit ForeignCache(const sc_core::sc_module_name& name) : sc_module(name) {
    up.register_b_transport(this, &ForeignCache::b_transport);
    up.register_transport_dbg(this, &ForeignCache::transport_dbg);
  }

 private:
  static constexpr unsigned kLines = 256, kLineBytes = 64;
  struct Line {
    std::uint64_t address = ~std::uint64_t{0};
    std::array<unsigned char, kLineBytes> data{};
  };

  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    Line& line = lines_[payload.get_address() / kLineBytes % kLines];
    const bool known = line.address == payload.get_address();
    if (payload.is_read() && known) {
      ++hits;
      std::memcpy(payload.get_data_ptr(), line.data.data(), payload.get_data_length());
      payload.set_response_status(tlm::TLM_OK_RESPONSE);
      wait(delay + sc_core::sc_time(2, sc_core::SC_NS));
      delay = sc_core::SC_ZERO_TIME;
      return;
    }
    misses += payload.is_read() ? 1 : 0;
    if (payload.is_write() && known) line.address = ~std::uint64_t{0};
    down->b_transport(payload, delay);
    if (!payload.is_read() || payload.get_data_length() != kLineBytes) return;
    line.address = payload.get_address();
    std::memcpy(line.data.data(), payload.get_data_ptr(), kLineBytes);
  }

  unsigned transport_dbg(tlm::tlm_generic_payload& payload) {
    for (Line& line : lines_) line.address = payload.is_write() ? ~std::uint64_t{0} : line.address;
    return down->transport_dbg(payload);
  }

  std::array<Line, kLines> lines_;
};

/// Puts such a cache behind every core.
class CachedCores final : public lanefold::BlockFactory {
 public:
  MemoryTarget& link(const sc_core::sc_object& initiator, MemoryTarget& target) override {
    if (std::string(initiator.basename()).rfind("core", 0) != 0) return target;
    caches.push_back(
        std::make_unique<ForeignCache>(("foreign_" + std::string(initiator.basename())).c_str()));
    caches.back()->down.bind(target);
    return caches.back()->up;
  }
  std::vector<std::unique_ptr<ForeignCache>> caches;
};

std::uint64_t cycles_of(lanefold::Gpu& gpu) {
  const char* source =
      "__kernel void again(__global const int* x, __global int* y) {"
      "  int sum = 0;"
      "  for (int n = 0; n < 16; ++n) sum += x[get_local_id(0) + 16 * n];"
      "  y[get_global_id(0)] = sum; }";
  const auto program =
      lanefold::load_program(lanefold::compile_opencl(source, "again.cl").elf, "again.cl");
  const lanefold::Buffer x = gpu.host().allocate(4096), y = gpu.host().allocate(4096);
  gpu.host().launch(*program, "again", {1, {1024, 1, 1}, {64, 1, 1}},
                    {lanefold::argument(x), lanefold::argument(y)});
  return gpu.host().launches().back().cycles;
}

}  // namespace

int sc_main(int /*argc*/, char* /*argv*/[]) {
  CachedCores blocks;
  const lanefold::MachineConfig config = lanefold::load_machine("ivb-eu");
  lanefold::Gpu with("with", config, blocks);
  lanefold::Gpu without("without", config);
  const std::uint64_t cached = cycles_of(with), plain = cycles_of(without);
  std::uint64_t hits = 0, misses = 0;
  for (const auto& cache : blocks.caches) {
    hits += cache->hits;
    misses += cache->misses;
  }
  std::cout << plain << " cycles without the caches, " << cached << " with them: " << hits
            << " hits, " << misses << " misses\n";
  return hits > 0 && misses > 0 ? 0 : 1;
}
