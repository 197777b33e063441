// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2 clause 5.7: kernels, their arguments, and what can be asked of them.
#include <array>
#include <sstream>
#include <string>
#include <utility>

#include "functions.h"
#include "info.h"
#include "kernel_limits.h"
#include "runtime.h"
#include "sub_groups.h"

namespace lanefold::icd {
namespace {

cl_kernel make_kernel(const std::shared_ptr<ProgramObject>& program, const std::string& name) {
  return objects<Kernel>().publish(std::make_unique<Kernel>(program, name));
}

cl_kernel CL_API_CALL create_kernel(cl_program handle, const char* name, cl_int* errcode_ret) {
  return guarded(errcode_ret, [&] {
    const auto program = object_of<ProgramObject>(handle);
    require(name != nullptr, CL_INVALID_VALUE);
    return make_kernel(program, name);
  });
}

cl_int CL_API_CALL create_kernels(cl_program handle, cl_uint num_kernels, cl_kernel* kernels,
                                  cl_uint* num_kernels_ret) {
  return guarded([&] {
    const auto program = object_of<ProgramObject>(handle);
    const std::shared_ptr<const Program> executable = program->executable();
    const auto& infos = executable->kernels();
    require(kernels == nullptr || num_kernels >= infos.size(), CL_INVALID_VALUE);
    if (num_kernels_ret != nullptr) *num_kernels_ret = static_cast<cl_uint>(infos.size());
    for (std::size_t i = 0; kernels != nullptr && i < infos.size(); ++i) {
      kernels[i] = make_kernel(program, infos[i].name);
    }
  });
}

/// clCloneKernel of OpenCL 2.1.
cl_kernel CL_API_CALL clone_kernel(cl_kernel handle, cl_int* errcode_ret) {
  return guarded(errcode_ret, [&] {
    return objects<Kernel>().publish(std::make_unique<Kernel>(*object_of<Kernel>(handle)));
  });
}

cl_int CL_API_CALL retain_kernel(cl_kernel kernel) {
  return guarded([&] { objects<Kernel>().retain(kernel); });
}

cl_int CL_API_CALL release_kernel(cl_kernel kernel) {
  return guarded([&] { objects<Kernel>().release(kernel); });
}

cl_int CL_API_CALL set_argument(cl_kernel kernel, cl_uint index, std::size_t size,
                                const void* value) {
  return guarded([&] {
    object_of<Kernel>(kernel)->set_argument(index, size, value,
                                            {objects<MemoryObject>(), objects<Sampler>()});
  });
}

cl_int CL_API_CALL get_kernel_info(cl_kernel handle, cl_kernel_info name, std::size_t size,
                                   void* value, std::size_t* size_ret) {
  return guarded([&] {
    const auto kernel = object_of<Kernel>(handle);
    const InfoSink sink(size, value, size_ret);
    switch (name) {
      case CL_KERNEL_FUNCTION_NAME:
        return sink.text(kernel->info.name);
      case CL_KERNEL_NUM_ARGS:
        return sink.value<cl_uint>(static_cast<cl_uint>(kernel->info.arguments.size()));
      case CL_KERNEL_REFERENCE_COUNT:
        return sink.value(objects<Kernel>().references(handle));
      case CL_KERNEL_CONTEXT:
        return sink.value<cl_context>(kernel->program->context.get());
      case CL_KERNEL_PROGRAM:
        return sink.value<cl_program>(kernel->program.get());
      case CL_KERNEL_ATTRIBUTES:
        return sink.text(kernel->info.attributes);
      default:
        throw ApiError(CL_INVALID_VALUE);
    }
  });
}

cl_int CL_API_CALL get_work_group_info(cl_kernel handle, cl_device_id device,
                                       cl_kernel_work_group_info name, std::size_t size,
                                       void* value, std::size_t* size_ret) {
  return guarded([&] {
    const auto kernel = object_of<Kernel>(handle);
    if (device != nullptr) require_device(device);
    const MachineConfig& machine = runtime().device->machine();
    const auto& required = kernel->info.required_work_group_size;
    const std::uint32_t own_width = kernel->info.thread_width;
    const InfoSink sink(size, value, size_ret);
    switch (name) {
      case CL_KERNEL_WORK_GROUP_SIZE:
        return sink.value(largest_group(*kernel));
      case CL_KERNEL_COMPILE_WORK_GROUP_SIZE:
        return sink.value(std::array<std::size_t, 3>{required[0], required[1], required[2]});
      case CL_KERNEL_LOCAL_MEM_SIZE:
        return sink.value<cl_ulong>(kernel->local_bytes(largest_group(*kernel)));
      case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
        return sink.value<std::size_t>(own_width != 0 ? own_width : machine.core.warp_width);
      case CL_KERNEL_PRIVATE_MEM_SIZE:
        return sink.value<cl_ulong>(own_width != 0 ? kernel->info.private_bytes
                                                   : machine.memory.private_bytes);
      case CL_KERNEL_SPILL_MEM_SIZE_INTEL:
        require(has_sub_groups(machine), CL_INVALID_VALUE);
        return sink.value<cl_ulong>(0);  // what does not fit into registers is in private memory
      default:
        throw ApiError(CL_INVALID_VALUE);
    }
  });
}

cl_kernel_arg_address_qualifier address_of(const KernelArgument& argument) {
  switch (argument.kind) {
    case ArgumentKind::Global:
    case ArgumentKind::Image:
      return CL_KERNEL_ARG_ADDRESS_GLOBAL;
    case ArgumentKind::Constant:
      return CL_KERNEL_ARG_ADDRESS_CONSTANT;
    case ArgumentKind::Local:
      return CL_KERNEL_ARG_ADDRESS_LOCAL;
    default:
      return CL_KERNEL_ARG_ADDRESS_PRIVATE;
  }
}

cl_kernel_arg_type_qualifier qualifiers_of(const KernelArgument& argument) {
  cl_kernel_arg_type_qualifier qualifiers = CL_KERNEL_ARG_TYPE_NONE;
  std::istringstream words(argument.access);
  for (std::string word; words >> word;) {
    if (word == "const") qualifiers |= CL_KERNEL_ARG_TYPE_CONST;
    if (word == "restrict") qualifiers |= CL_KERNEL_ARG_TYPE_RESTRICT;
    if (word == "volatile") qualifiers |= CL_KERNEL_ARG_TYPE_VOLATILE;
  }
  return qualifiers;
}

cl_kernel_arg_access_qualifier access_of(const KernelArgument& argument) {
  if (argument.kind != ArgumentKind::Image) return CL_KERNEL_ARG_ACCESS_NONE;
  return argument.access.find("write_only") == std::string::npos ? CL_KERNEL_ARG_ACCESS_READ_ONLY
                                                                 : CL_KERNEL_ARG_ACCESS_WRITE_ONLY;
}

cl_int CL_API_CALL get_argument_info(cl_kernel handle, cl_uint index, cl_kernel_arg_info name,
                                     std::size_t size, void* value, std::size_t* size_ret) {
  return guarded([&] {
    const auto kernel = object_of<Kernel>(handle);
    require(index < kernel->info.arguments.size(), CL_INVALID_ARG_INDEX);
    require(kernel->argument_info, CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
    const KernelArgument& argument = kernel->info.arguments[index];
    const InfoSink sink(size, value, size_ret);
    switch (name) {
      case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
        return sink.value(address_of(argument));
      case CL_KERNEL_ARG_ACCESS_QUALIFIER:
        return sink.value(access_of(argument));
      case CL_KERNEL_ARG_TYPE_NAME:
        return sink.text(argument.type_name);
      case CL_KERNEL_ARG_TYPE_QUALIFIER:
        return sink.value(qualifiers_of(argument));
      case CL_KERNEL_ARG_NAME:
        return sink.text(argument.name);
      default:
        throw ApiError(CL_INVALID_VALUE);
    }
  });
}

}  // namespace

std::size_t largest_group(const Kernel& kernel) {
  const auto& required = kernel.info.required_work_group_size;
  if (required[0] != 0) return std::size_t{required[0]} * required[1] * required[2];
  const SimulatedDevice& device = *runtime().device;
  std::size_t items = device.told_work_group_size();
  // Sub-groups exchange values in local memory, which may be too small for as many work-items.
  while (items > 1 && kernel.local_bytes(items) > device.local_memory_bytes()) items /= 2;
  return items;
}

void add_kernel_functions(cl_icd_dispatch& table) {
  table.clCreateKernel = create_kernel;
  table.clCreateKernelsInProgram = create_kernels;
  table.clCloneKernel = clone_kernel;
  table.clRetainKernel = retain_kernel;
  table.clReleaseKernel = release_kernel;
  table.clSetKernelArg = set_argument;
  table.clGetKernelInfo = get_kernel_info;
  table.clGetKernelWorkGroupInfo = get_work_group_info;
  table.clGetKernelArgInfo = get_argument_info;
}

}  // namespace lanefold::icd
