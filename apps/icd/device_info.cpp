// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2 table 4.3: what the device says of itself.
#include "device_info.h"

#include <algorithm>
#include <string>
#include <vector>

#include "device_limits.h"
#include "handles.h"
#include "image_support.h"
#include "lanefold/error.h"
#include "lanefold/memory_map.h"
#include "simulated_device.h"
#include "sub_groups.h"
#include "versions.h"

namespace lanefold::icd {
namespace {

constexpr cl_device_fp_config kFloats =
    CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_FMA;
constexpr cl_uint kAddressBits = 32;
constexpr cl_uint kDimensions = 3;
constexpr cl_uint kConstantArguments = 64;
constexpr std::size_t kParameterBytes = 4096;

/// The compiler of this code has routines for them; those of Gen8 are not supported.
bool has_halves(const MachineConfig& machine) { return machine.core.isa == InstructionSet::Riscv; }

Extensions device_extensions(const SimulatedDevice& device) {
  Extensions extensions = {"cl_khr_byte_addressable_store",
                           "cl_khr_extended_versioning",
                           "cl_khr_fp64",
                           "cl_khr_global_int32_base_atomics",
                           "cl_khr_global_int32_extended_atomics",
                           "cl_khr_local_int32_base_atomics",
                           "cl_khr_local_int32_extended_atomics"};
  if (has_images(device)) extensions.insert(extensions.begin(), "cl_khr_3d_image_writes");
  if (has_sub_groups(device.machine())) {
    extensions.insert(extensions.end(), {"cl_intel_required_subgroup_size", "cl_khr_subgroups"});
  }
  if (has_halves(device.machine())) {
    extensions.push_back("cl_khr_fp16");
  }
  return extensions;
}

bool compiler_available(const SimulatedDevice& device) {
  try {
    device.toolchain().require_tools();
    return true;
  } catch (const Error&) {
    return false;
  }
}

/// The cache through which all kernels see global memory, if there is any.
const CacheConfig* outermost_cache(const MachineConfig& machine) {
  for (const CacheConfig* cache :
       {&machine.llc, &machine.l3, static_cast<const CacheConfig*>(&machine.l2), &machine.l1}) {
    if (cache->enabled) return cache;
  }
  return nullptr;
}

bool tell_text(const SimulatedDevice& device, cl_device_info name, const InfoSink& sink) {
  switch (name) {
    case CL_DEVICE_NAME:
      return sink.text("Lanefold " + device.machine().name), true;
    case CL_DEVICE_VENDOR:
      return sink.text("Lanefold"), true;
    case CL_DRIVER_VERSION:
      return sink.text(LANEFOLD_VERSION), true;
    case CL_DEVICE_PROFILE:
      return sink.text("FULL_PROFILE"), true;
    case CL_DEVICE_VERSION:
      return sink.text(std::string("OpenCL ") + kOpenClVersionText + " Lanefold " LANEFOLD_VERSION),
             true;
    case CL_DEVICE_OPENCL_C_VERSION:
      return sink.text(std::string("OpenCL C ") + kOpenClVersionText + " Lanefold"), true;
    case CL_DEVICE_EXTENSIONS:
      return sink.text(text_of(device_extensions(device))), true;
    case CL_DEVICE_EXTENSIONS_WITH_VERSION:
      return sink.list(versions_of(device_extensions(device))), true;
    case CL_DEVICE_BUILT_IN_KERNELS:
      return sink.text(""), true;
    default:
      return false;
  }
}

bool tell_memory(const SimulatedDevice& device, cl_device_info name, const InfoSink& sink) {
  const MachineConfig& machine = device.machine();
  const CacheConfig* cache = outermost_cache(machine);
  switch (name) {
    case CL_DEVICE_GLOBAL_MEM_SIZE:
      return sink.value<cl_ulong>(machine.memory.bytes), true;
    case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
    case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE:
      return sink.value<cl_ulong>(max_allocation(device)), true;
    case CL_DEVICE_LOCAL_MEM_SIZE:
      return sink.value<cl_ulong>(device.local_memory_bytes()), true;
    case CL_DEVICE_LOCAL_MEM_TYPE:
      return sink.value<cl_device_local_mem_type>(CL_LOCAL), true;
    case CL_DEVICE_GLOBAL_MEM_CACHE_TYPE:
      return sink.value<cl_device_mem_cache_type>(cache == nullptr ? CL_NONE : CL_READ_WRITE_CACHE),
             true;
    case CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE:
      return sink.value<cl_uint>(cache == nullptr ? 0 : machine.memory.line_bytes), true;
    case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE:
      return sink.value<cl_ulong>(cache == nullptr ? 0 : cache->bytes), true;
    case CL_DEVICE_MAX_CONSTANT_ARGS:
      return sink.value(kConstantArguments), true;
    case CL_DEVICE_MAX_PARAMETER_SIZE:
      return sink.value(kParameterBytes), true;
    case CL_DEVICE_MEM_BASE_ADDR_ALIGN:
      return sink.value<cl_uint>(8 * kBaseAlignment), true;
    case CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE:
      return sink.value<cl_uint>(kBaseAlignment), true;
    case CL_DEVICE_PRINTF_BUFFER_SIZE:
      return sink.value<std::size_t>(machine.core.isa == InstructionSet::Gen8
                                         ? kGen8PrintfBufferBytes
                                         : kPrintfBufferBytes),
             true;
    case CL_DEVICE_HOST_UNIFIED_MEMORY:
    case CL_DEVICE_ERROR_CORRECTION_SUPPORT:
      return sink.flag(false), true;
    default:
      return false;
  }
}

bool tell_execution(const SimulatedDevice& device, cl_device_info name, const InfoSink& sink) {
  const MachineConfig& machine = device.machine();
  switch (name) {
    case CL_DEVICE_TYPE:
      return sink.value<cl_device_type>(CL_DEVICE_TYPE_GPU), true;
    case CL_DEVICE_VENDOR_ID:
      return sink.value<cl_uint>(0), true;
    case CL_DEVICE_MAX_COMPUTE_UNITS:
      return sink.value<cl_uint>(machine.cores), true;
    case CL_DEVICE_MAX_CLOCK_FREQUENCY:
      return sink.value<cl_uint>(machine.clock_mhz), true;
    case CL_DEVICE_ADDRESS_BITS:
      return sink.value(kAddressBits), true;
    case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS:
      return sink.value(kDimensions), true;
    case CL_DEVICE_MAX_WORK_ITEM_SIZES:
      return sink.list(std::vector<std::size_t>(kDimensions, device.told_work_group_size())), true;
    case CL_DEVICE_MAX_WORK_GROUP_SIZE:
      return sink.value<std::size_t>(device.told_work_group_size()), true;
    case CL_DEVICE_SINGLE_FP_CONFIG:
      return sink.value<cl_device_fp_config>(kFloats | CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT), true;
    case CL_DEVICE_DOUBLE_FP_CONFIG:
      return sink.value<cl_device_fp_config>(kFloats | CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF),
             true;
    case CL_DEVICE_HALF_FP_CONFIG:
      return sink.value<cl_device_fp_config>(has_halves(machine) ? kFloats | CL_FP_SOFT_FLOAT : 0),
             true;
    case CL_DEVICE_PROFILING_TIMER_RESOLUTION:
      return sink.value<std::size_t>(1), true;
    case CL_DEVICE_EXECUTION_CAPABILITIES:
      return sink.value<cl_device_exec_capabilities>(CL_EXEC_KERNEL | CL_EXEC_NATIVE_KERNEL), true;
    case CL_DEVICE_QUEUE_PROPERTIES:
      return sink.value(kQueueProperties), true;
    case CL_DEVICE_COMPILER_AVAILABLE:
    case CL_DEVICE_LINKER_AVAILABLE:
      return sink.flag(compiler_available(device)), true;
    case CL_DEVICE_AVAILABLE:
    case CL_DEVICE_ENDIAN_LITTLE:
    case CL_DEVICE_PREFERRED_INTEROP_USER_SYNC:
      return sink.flag(true), true;
    case CL_DEVICE_PLATFORM:
      return sink.value(the_platform()), true;
    case CL_DEVICE_REFERENCE_COUNT:
      return sink.value<cl_uint>(1), true;
    default:
      return false;
  }
}

/// Lanes take one element each, whatever its type.
bool tell_vectors(const SimulatedDevice& device, cl_device_info name, const InfoSink& sink) {
  switch (name) {
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT:
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_INT:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE:
      return sink.value<cl_uint>(1), true;
    case CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF:
    case CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF:
      return sink.value<cl_uint>(has_halves(device.machine()) ? 1 : 0), true;
    default:
      return false;
  }
}

/// The limits are the smallest of OpenCL 1.2 table 4.3, also of a device without images: there are
/// applications that divide by them.
bool tell_images(const SimulatedDevice& device, cl_device_info name, const InfoSink& sink) {
  switch (name) {
    case CL_DEVICE_IMAGE_SUPPORT:
      return sink.flag(has_images(device)), true;
    case CL_DEVICE_IMAGE2D_MAX_WIDTH:
    case CL_DEVICE_IMAGE2D_MAX_HEIGHT:
      return sink.value(kImageWidth), true;
    case CL_DEVICE_IMAGE3D_MAX_WIDTH:
    case CL_DEVICE_IMAGE3D_MAX_HEIGHT:
    case CL_DEVICE_IMAGE3D_MAX_DEPTH:
      return sink.value(kImage3dWidth), true;
    case CL_DEVICE_IMAGE_MAX_ARRAY_SIZE:
      return sink.value(kImageLayers), true;
    case CL_DEVICE_IMAGE_MAX_BUFFER_SIZE:
      return sink.value(kImageBufferWidth), true;
    case CL_DEVICE_MAX_READ_IMAGE_ARGS:
      return sink.value<cl_uint>(128), true;
    case CL_DEVICE_MAX_WRITE_IMAGE_ARGS:
      return sink.value<cl_uint>(8), true;
    case CL_DEVICE_MAX_SAMPLERS:
      return sink.value<cl_uint>(16), true;
    default:
      return false;
  }
}

bool tell_sub_devices(cl_device_info name, const InfoSink& sink) {
  switch (name) {
    case CL_DEVICE_PARTITION_MAX_SUB_DEVICES:
      return sink.value<cl_uint>(0), true;
    case CL_DEVICE_PARENT_DEVICE:
      return sink.value<cl_device_id>(nullptr), true;
    case CL_DEVICE_PARTITION_PROPERTIES:
    case CL_DEVICE_PARTITION_TYPE:
      return sink.value<cl_device_partition_property>(0), true;
    case CL_DEVICE_PARTITION_AFFINITY_DOMAIN:
      return sink.value<cl_device_affinity_domain>(0), true;
    default:
      return false;
  }
}

}  // namespace

std::size_t max_allocation(const SimulatedDevice& device) {
  return device.machine().memory.bytes / 2;
}

void tell_device_info(const SimulatedDevice& device, cl_device_info name, const InfoSink& sink) {
  const bool known = tell_text(device, name, sink) || tell_memory(device, name, sink) ||
                     tell_execution(device, name, sink) || tell_vectors(device, name, sink) ||
                     tell_images(device, name, sink) || tell_sub_devices(name, sink) ||
                     tell_later_device_info(device, name, sink);
  require(known, CL_INVALID_VALUE);
}

}  // namespace lanefold::icd
