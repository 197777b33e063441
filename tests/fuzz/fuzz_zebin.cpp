// SPDX-License-Identifier: Apache-2.0
// Any bytes as a binary of Intel's compiler: they are refused in one sentence, or give kernels
// whose threads have a payload.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "decisions/zebin/payload.h"
#include "decisions/zebin/relocate.h"
#include "decisions/zebin/zebin.h"
#include "lanefold/error.h"

namespace {

using namespace lanefold;
using namespace lanefold::gen8;

/// Arguments as a host program would give them.
std::vector<ArgumentValue> some_arguments(const ZebinKernel& kernel) {
  std::vector<ArgumentValue> arguments;
  for (const KernelArgument& formal : kernel.info.arguments) {
    if (formal.kind == ArgumentKind::Local) {
      arguments.emplace_back(LocalBytes{64});
    } else if (formal.kind == ArgumentKind::Value) {
      arguments.emplace_back(std::vector<std::byte>(formal.size));
    } else {
      arguments.emplace_back(Buffer{0x80000000, 64});
    }
  }
  return arguments;
}

void start_thread(const ZebinKernel& kernel) {
  LaunchValues values;
  values.range = {2, {24, 4, 1}, {12, 2, 1}, {}};
  values.arguments = resolve_arguments(kernel, some_arguments(kernel)).values;
  const auto block = cross_thread_block(kernel, values);
  ThreadStart start;
  start.thread = threads_of_group(kernel, values.range.local) - 1;
  if (dispatched_channels(kernel, values.range.local, start.thread) == 0) std::abort();
  Registers registers;
  fill_payload(registers, kernel, values.range.local, start, block);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto* first = reinterpret_cast<const std::byte*>(data);
  try {
    const Zebin zebin = load_zebin({first, first + size}, "fuzz.bin");
    apply_relocations(zebin.constants, {});
    for (const ZebinKernel& kernel : zebin.kernels) {
      if (zebin.kernel(kernel.info.name) != &kernel) std::abort();
      if (apply_relocations(kernel.code, {}).size() != kernel.code.bytes.size()) std::abort();
      start_thread(kernel);
    }
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::Program) std::abort();
  }
  return 0;
}
