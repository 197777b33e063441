// SPDX-License-Identifier: Apache-2.0
// A kernel of a program, and the arguments of its next launch.
#include "kernel.h"

#include <cstring>
#include <utility>

#include "api_error.h"
#include "decisions/program/program_image.h"
#include "lanefold/memory_map.h"
#include "machine/device/argument_block.h"

namespace lanefold::icd {
namespace {

const KernelInfo& kernel_of(const Program& program, const std::string& name) {
  for (const KernelInfo& kernel : program.kernels()) {
    if (kernel.name == name) return kernel;
  }
  throw ApiError(CL_INVALID_KERNEL_NAME);
}

/// The handle behind `value`; none stands for a null pointer in the kernel.
std::shared_ptr<MemoryObject> buffer_of(const void* value, Registry<MemoryObject>& memory) {
  cl_mem handle = nullptr;
  if (value != nullptr) std::memcpy(&handle, value, sizeof(cl_mem));
  return handle == nullptr ? nullptr : memory.get(handle);
}

}  // namespace

Kernel::Kernel(std::shared_ptr<ProgramObject> of_program, const std::string& name)
    : program(std::move(of_program)),
      executable(program->executable()),
      info(kernel_of(*executable, name)),
      argument_info(program->built()->argument_info),
      settings_(info.arguments.size()) {
  ++program->kernels;
}

Kernel::Kernel(const Kernel& other)
    : _cl_kernel(other),
      program(other.program),
      executable(other.executable),
      info(other.info),
      argument_info(other.argument_info) {
  const std::lock_guard<std::mutex> lock(other.mutex_);
  settings_ = other.settings_;
  ++program->kernels;
}

void Kernel::set_argument(cl_uint index, std::size_t size, const void* value,
                          Registry<MemoryObject>& memory) {
  require(index < info.arguments.size(), CL_INVALID_ARG_INDEX);
  const KernelArgument& formal = info.arguments[index];
  Setting setting;
  if (formal.kind == ArgumentKind::Local) {
    require(value == nullptr, CL_INVALID_ARG_VALUE);
    require(size != 0 && size <= kLocalWindowBytes, CL_INVALID_ARG_SIZE);
    setting.value = LocalBytes{static_cast<std::uint32_t>(size)};
  } else if (formal.kind == ArgumentKind::Value) {
    require(size == formal.size, CL_INVALID_ARG_SIZE);
    require(value != nullptr, CL_INVALID_ARG_VALUE);
    const auto* bytes = static_cast<const std::byte*>(value);
    setting.value = std::vector<std::byte>(bytes, bytes + size);
  } else {
    require(size == sizeof(cl_mem), CL_INVALID_ARG_SIZE);
    const std::shared_ptr<MemoryObject> buffer = buffer_of(value, memory);
    setting.value = buffer == nullptr ? Buffer{} : buffer->device_buffer();
    if (buffer != nullptr) {
      require(buffer->context == program->context, CL_INVALID_MEM_OBJECT);
      setting.buffer = buffer;
    }
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  settings_[index] = std::move(setting);
}

Kernel::Arguments Kernel::arguments() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  Arguments arguments;
  for (const auto& setting : settings_) {
    require(setting.has_value(), CL_INVALID_KERNEL_ARGS);
    arguments.values.push_back(setting->value);
    if (!setting->buffer) continue;
    arguments.buffers.push_back(setting->buffer->lock());
    require(arguments.buffers.back() != nullptr, CL_INVALID_KERNEL_ARGS);
  }
  return arguments;
}

std::uint64_t Kernel::local_bytes(std::uint64_t items) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::uint64_t bytes = info.local_bytes;
  for (const auto& setting : settings_) {
    const auto* local = setting ? std::get_if<LocalBytes>(&setting->value) : nullptr;
    if (local == nullptr) continue;
    bytes = local_argument_offset(bytes) + local->size;
  }
  if (info.exchanges_in_sub_groups) bytes = local_argument_offset(bytes) + kExchangeBytes * items;
  return bytes;
}

}  // namespace lanefold::icd
