// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2 clause 5.7: a kernel of a program, and the arguments of its next launch.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "handles.h"
#include "lanefold/device.h"
#include "memory_object.h"
#include "program_object.h"
#include "registry.h"
#include "sampler.h"

namespace lanefold::icd {

class Kernel : public _cl_kernel {
 public:
  using Handle = cl_kernel;
  static constexpr cl_int kInvalid = CL_INVALID_KERNEL;

  /// Throws ApiError: CL_INVALID_PROGRAM_EXECUTABLE, CL_INVALID_KERNEL_NAME.
  Kernel(std::shared_ptr<ProgramObject> of_program, const std::string& name);
  /// The same kernel, with the arguments that `other` has now.
  Kernel(const Kernel& other);
  ~Kernel() { --program->kernels; }
  Kernel& operator=(const Kernel&) = delete;

  const std::shared_ptr<ProgramObject> program;
  const std::shared_ptr<const Program> executable;
  const KernelInfo& info;
  const bool argument_info;  ///< whether clGetKernelArgInfo may answer

  /// Where handles among the arguments are known.
  struct Handles {
    const Registry<MemoryObject>& memory;
    const Registry<Sampler>& samplers;
  };
  /// As clSetKernelArg; throws ApiError.
  void set_argument(cl_uint index, std::size_t size, const void* value, const Handles& handles);

  /// What a launch takes now, and the buffers that must live until it has ended. Throws
  /// ApiError(CL_INVALID_KERNEL_ARGS) if an argument was not set or a buffer is gone.
  struct Arguments {
    std::vector<ArgumentValue> values;
    std::vector<std::shared_ptr<MemoryObject>> buffers;
  };
  Arguments arguments() const;
  /// Local memory that a work-group of `items` uses, with the arguments as they are set now.
  std::uint64_t local_bytes(std::uint64_t items) const;

 private:
  /// One argument; a kernel does not keep its buffers alive.
  struct Setting {
    ArgumentValue value;
    std::optional<std::weak_ptr<MemoryObject>> buffer;
  };

  Setting memory_setting(const KernelArgument& formal, std::shared_ptr<MemoryObject> memory) const;
  Setting setting_of(const KernelArgument& formal, std::size_t size, const void* value,
                     const Handles& handles) const;

  mutable std::mutex mutex_;
  std::vector<std::optional<Setting>> settings_;
};

}  // namespace lanefold::icd
