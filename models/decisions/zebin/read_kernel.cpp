// SPDX-License-Identifier: Apache-2.0
#include "decisions/zebin/read_kernel.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "decisions/isa/gen8/operand.h"
#include "decisions/zebin/read_payload.h"

namespace lanefold::gen8 {
namespace {

enum class BufferType { Global, Scratch };
enum class BufferUsage { Private, Spill, Single };

constexpr std::array<std::pair<const char*, BufferType>, 2> kBufferTypes = {
    {{"global", BufferType::Global}, {"scratch", BufferType::Scratch}}};
constexpr std::array<std::pair<const char*, BufferUsage>, 3> kBufferUsages = {
    {{"private_space", BufferUsage::Private},
     {"spill_fill_space", BufferUsage::Spill},
     {"single_space", BufferUsage::Single}}};

/// Most bytes of scratch memory of a thread, and of private memory of a work-item.
constexpr std::uint32_t kMostScratch = 2U << 20;
constexpr std::uint32_t kMostPrivate = 64U << 20;

using Triple = std::array<std::uint32_t, 3>;

void read_environment(const InfoMap& info, ZebinKernel& kernel) {
  kernel.simd_size = info.number("simd_size");
  if (kernel.simd_size != 8 && kernel.simd_size != 16 && kernel.simd_size != 32) {
    info.refuse(fmt::format("simd_size is {}; valid: 8, 16, 32", kernel.simd_size));
  }
  if (const std::uint32_t registers = info.number("grf_count"); registers != kGeneralRegisters) {
    info.refuse(fmt::format("grf_count is {}; Gen8 has {}", registers, kGeneralRegisters));
  }
  if (info.flag("has_stack_calls")) {
    info.refuse(
        "it calls functions by a stack, which this model does not have; recursion needs it");
  }
  if (info.triple_or("work_group_walk_order_dimensions", {0, 1, 2}) != Triple{0, 1, 2}) {
    info.refuse("work_group_walk_order_dimensions is not supported; valid: [0, 1, 2]");
  }
  kernel.barrier_count = info.number_or("barrier_count", 0);
  kernel.slm_size = info.number_or("slm_size", 0);
  kernel.info.required_work_group_size = info.triple_or("required_work_group_size", {});
  const Triple& size = kernel.info.required_work_group_size;
  if (size != Triple{}) {
    kernel.info.attributes =
        fmt::format("reqd_work_group_size({},{},{})", size[0], size[1], size[2]);
  }
}

void read_memory(const InfoMap& info, ZebinKernel& kernel) {
  const BufferType type = info.choice("type", kBufferTypes);
  const BufferUsage usage = info.choice("usage", kBufferUsages);
  const std::uint32_t size = info.number("size");
  const bool scratch = type == BufferType::Scratch;
  std::uint32_t& bytes = scratch ? kernel.scratch_bytes : kernel.private_bytes;
  const std::uint32_t most = scratch ? kMostScratch : kMostPrivate;
  if (bytes != 0 || info.number_or("slot", 0) != 0) {
    info.refuse("a second memory of this type; one of each is valid");
  }
  if (size > most) info.refuse(fmt::format("size is {}; valid: 0 to {}", size, most));
  if (scratch && size % kScratchUnit != 0) {
    info.refuse(fmt::format("size is {}; valid: multiples of {}", size, kScratchUnit));
  }
  if (!scratch && usage != BufferUsage::Private) {
    info.refuse("type global goes with usage private_space only");
  }
  bytes = size;
  if (!scratch) kernel.private_by_thread = !info.flag("is_simt_thread");
}

}  // namespace

ZebinKernel read_kernel(const InfoMap& info) {
  ZebinKernel kernel;
  kernel.info.name = info.text("name");
  read_environment(info.map("execution_env"), kernel);
  read_payload(info, kernel);
  for (const InfoMap& memory : info.maps("per_thread_memory_buffers", "memory of a thread")) {
    read_memory(memory, kernel);
  }
  return kernel;
}

}  // namespace lanefold::gen8
