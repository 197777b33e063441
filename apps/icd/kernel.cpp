// SPDX-License-Identifier: Apache-2.0
// A kernel of a program, and the arguments of its next launch.
#include "kernel.h"

#include <cstring>
#include <sstream>
#include <string_view>
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

/// The handle behind `value`; none is null.
template <class Handle>
Handle handle_at(const void* value) {
  Handle handle = nullptr;
  if (value != nullptr) std::memcpy(&handle, value, sizeof(void*));
  return handle;
}

bool has_word(const std::string& text, const std::string& word) {
  std::istringstream words(text);
  for (std::string one; words >> one;) {
    if (one == word) return true;
  }
  return false;
}

/// The kernel's type of an image, unless its declaration has a typedef.
std::optional<cl_mem_object_type> image_type(const std::string& name) {
  constexpr std::pair<std::string_view, cl_mem_object_type> kTypes[] = {
      {"image1d_t", CL_MEM_OBJECT_IMAGE1D},
      {"image1d_buffer_t", CL_MEM_OBJECT_IMAGE1D_BUFFER},
      {"image1d_array_t", CL_MEM_OBJECT_IMAGE1D_ARRAY},
      {"image2d_t", CL_MEM_OBJECT_IMAGE2D},
      {"image2d_array_t", CL_MEM_OBJECT_IMAGE2D_ARRAY},
      {"image3d_t", CL_MEM_OBJECT_IMAGE3D}};
  for (const auto& [known, type] : kTypes) {
    if (name == known) return type;
  }
  return {};
}

/// Clause 5.7.2: the access must be one that the image was made for.
void check_image(const KernelArgument& formal, const MemoryObject* memory) {
  require(memory != nullptr && memory->image() != nullptr, CL_INVALID_MEM_OBJECT);
  const bool writes = has_word(formal.access, "write_only");
  const cl_mem_flags forbidden = writes ? CL_MEM_READ_ONLY : CL_MEM_WRITE_ONLY;
  require((memory->flags() & forbidden) == 0, CL_INVALID_ARG_VALUE);
  const auto type = image_type(formal.type_name);
  require(!type || *type == memory->image()->shape.type, CL_INVALID_ARG_VALUE);
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

Kernel::Setting Kernel::memory_setting(const KernelArgument& formal,
                                       std::shared_ptr<MemoryObject> memory) const {
  if (formal.kind == ArgumentKind::Image) {
    check_image(formal, memory.get());
  } else {
    require(memory == nullptr || memory->image() == nullptr, CL_INVALID_MEM_OBJECT);
  }
  if (memory == nullptr) return {Buffer{}, {}};  // a null pointer in the kernel
  require(memory->context == program->context, CL_INVALID_MEM_OBJECT);
  return {memory->device_buffer(), memory};
}

Kernel::Setting Kernel::setting_of(const KernelArgument& formal, std::size_t size,
                                   const void* value, const Handles& handles) const {
  if (formal.kind == ArgumentKind::Local) {
    require(value == nullptr, CL_INVALID_ARG_VALUE);
    require(size != 0 && size <= kLocalWindowBytes, CL_INVALID_ARG_SIZE);
    return {LocalBytes{static_cast<std::uint32_t>(size)}, {}};
  }
  if (formal.kind == ArgumentKind::Value) {
    require(size == formal.size, CL_INVALID_ARG_SIZE);
    require(value != nullptr, CL_INVALID_ARG_VALUE);
    const auto* bytes = static_cast<const std::byte*>(value);
    return {std::vector<std::byte>(bytes, bytes + size), {}};
  }
  require(size == sizeof(cl_mem), CL_INVALID_ARG_SIZE);
  if (formal.kind == ArgumentKind::Sampler) {
    require(value != nullptr, CL_INVALID_ARG_VALUE);
    const auto sampler = handles.samplers.get(handle_at<cl_sampler>(value));
    require(sampler->context == program->context, CL_INVALID_SAMPLER);
    return {argument(sampler->bits), {}};
  }
  const auto handle = handle_at<cl_mem>(value);
  return memory_setting(formal, handle == nullptr ? nullptr : handles.memory.get(handle));
}

void Kernel::set_argument(cl_uint index, std::size_t size, const void* value,
                          const Handles& handles) {
  require(index < info.arguments.size(), CL_INVALID_ARG_INDEX);
  Setting setting = setting_of(info.arguments[index], size, value, handles);
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
