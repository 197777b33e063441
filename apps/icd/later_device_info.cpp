// SPDX-License-Identifier: Apache-2.0
// What OpenCL 2.0 to 3.0 ask of a device. Of their optional features this one has sub-groups alone;
// newer applications ask whatever the version of the device is, and 0 is the answer that 3.0 has
// for the others.
#include <vector>

#include "decisions/execute/sub_groups.h"
#include "device_info.h"
#include "simulated_device.h"
#include "sub_groups.h"
#include "versions.h"

namespace lanefold::icd {
namespace {

bool tell_versions(cl_device_info name, const InfoSink& sink) {
  switch (name) {
    case CL_DEVICE_NUMERIC_VERSION:
    case CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR:
      return sink.value(kOpenClVersion), true;
    case CL_DEVICE_OPENCL_C_ALL_VERSIONS:
      return sink.list(language_versions()), true;
    case CL_DEVICE_ILS_WITH_VERSION:
    case CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION:
    case CL_DEVICE_OPENCL_C_FEATURES:  // of OpenCL C 3.0
      return sink.list(std::vector<cl_name_version>()), true;
    case CL_DEVICE_IL_VERSION:
    case CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED:
      return sink.text(""), true;
    default:
      return false;
  }
}

/// What atomics and barriers of OpenCL C 1.2 do: the least that 3.0 allows.
bool tell_atomics(cl_device_info name, const InfoSink& sink) {
  constexpr cl_device_atomic_capabilities kAtomics =
      CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP;
  switch (name) {
    case CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES:
      return sink.value(kAtomics), true;
    case CL_DEVICE_ATOMIC_FENCE_CAPABILITIES:
      return sink.value<cl_device_atomic_capabilities>(kAtomics | CL_DEVICE_ATOMIC_ORDER_ACQ_REL),
             true;
    case CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT:
    case CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT:
    case CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT:
      return sink.value<cl_uint>(0), true;  // that of the type
    default:
      return false;
  }
}

bool tell_missing_flags(cl_device_info name, const InfoSink& sink) {
  switch (name) {
    case CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT:
    case CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT:
    case CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT:
    case CL_DEVICE_PIPE_SUPPORT:
      return sink.flag(false), true;
    case CL_DEVICE_SVM_CAPABILITIES:
    case CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES:
    case CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES:
      return sink.value<cl_bitfield>(0), true;
    default:
      return false;
  }
}

bool tell_missing_sizes(cl_device_info name, const InfoSink& sink) {
  switch (name) {
    case CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE:
    case CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE:
      return sink.value<std::size_t>(0), true;
    case CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE:
    case CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE:
    case CL_DEVICE_MAX_ON_DEVICE_QUEUES:
    case CL_DEVICE_MAX_ON_DEVICE_EVENTS:
    case CL_DEVICE_MAX_PIPE_ARGS:
    case CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS:
    case CL_DEVICE_PIPE_MAX_PACKET_SIZE:
    case CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS:
    case CL_DEVICE_IMAGE_PITCH_ALIGNMENT:
    case CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT:
      return sink.value<cl_uint>(0), true;
    default:
      return false;
  }
}

bool tell_sub_groups(const SimulatedDevice& device, cl_device_info name, const InfoSink& sink) {
  const MachineConfig& machine = device.machine();
  const bool there = has_sub_groups(machine);
  const std::uint32_t width = machine.core.warp_width;
  switch (name) {
    case CL_DEVICE_MAX_NUM_SUB_GROUPS:
      return sink.value<cl_uint>(there ? sub_group_count(device.told_work_group_size(), width) : 0),
             true;
    case CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS:
      return sink.flag(there && all_sub_groups_run(machine)), true;
    case CL_DEVICE_SUB_GROUP_SIZES_INTEL:
      require(there, CL_INVALID_VALUE);
      return sink.list(std::vector<std::size_t>{width}), true;
    default:
      return false;
  }
}

}  // namespace

bool tell_later_device_info(const SimulatedDevice& device, cl_device_info name,
                            const InfoSink& sink) {
  if (name == CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE) {
    return sink.value<std::size_t>(device.machine().core.warp_width), true;
  }
  return tell_versions(name, sink) || tell_atomics(name, sink) || tell_missing_flags(name, sink) ||
         tell_missing_sizes(name, sink) || tell_sub_groups(device, name, sink);
}

}  // namespace lanefold::icd
