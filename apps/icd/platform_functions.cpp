// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2 clauses 4.1 to 4.3: the platform and its one device.
#include <cstring>
#include <string>

#include "device_info.h"
#include "functions.h"
#include "handles.h"
#include "info.h"
#include "lanefold/error.h"
#include "runtime.h"
#include "sub_groups.h"
#include "versions.h"

namespace lanefold::icd {
namespace {

_cl_platform_id& platform_object() {
  static _cl_platform_id platform;
  return platform;
}

_cl_device_id& device_object() {
  static _cl_device_id device;
  return device;
}

cl_int CL_API_CALL get_platform_ids(cl_uint num_entries, cl_platform_id* platforms,
                                    cl_uint* num_platforms) {
  return guarded([&] {
    require(platforms == nullptr || num_entries != 0, CL_INVALID_VALUE);
    require(platforms != nullptr || num_platforms != nullptr, CL_INVALID_VALUE);
    if (platforms != nullptr) *platforms = the_platform();
    if (num_platforms != nullptr) *num_platforms = 1;
  });
}

Extensions platform_extensions() { return {"cl_khr_icd", "cl_khr_extended_versioning"}; }

std::string platform_text(cl_platform_info name) {
  switch (name) {
    case CL_PLATFORM_PROFILE:
      return "FULL_PROFILE";
    case CL_PLATFORM_VERSION:
      return std::string("OpenCL ") + kOpenClVersionText + " Lanefold";
    case CL_PLATFORM_NAME:
    case CL_PLATFORM_VENDOR:
      return "Lanefold";
    case CL_PLATFORM_EXTENSIONS:
      return text_of(platform_extensions());
    case CL_PLATFORM_ICD_SUFFIX_KHR:
      return "LANEFOLD";
    default:
      throw ApiError(CL_INVALID_VALUE);
  }
}

cl_int CL_API_CALL get_platform_info(cl_platform_id platform, cl_platform_info name,
                                     std::size_t size, void* value, std::size_t* size_ret) {
  return guarded([&] {
    require_platform(platform);
    const InfoSink sink(size, value, size_ret);
    switch (name) {
      case CL_PLATFORM_NUMERIC_VERSION:
        return sink.value(kOpenClVersion);
      case CL_PLATFORM_EXTENSIONS_WITH_VERSION:
        return sink.list(versions_of(platform_extensions()));
      case CL_PLATFORM_HOST_TIMER_RESOLUTION:
        return sink.value<cl_ulong>(0);  // there is no host timer
      default:
        return sink.text(platform_text(name));
    }
  });
}

/// The device exists if the machine that the environment asks for can be.
bool device_exists() {
  try {
    runtime();
    return true;
  } catch (const Error&) {
    code_of_current_exception();
    return false;
  }
}

void check_device_type(cl_device_type type) {
  constexpr cl_device_type kKnown = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU |
                                    CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR |
                                    CL_DEVICE_TYPE_CUSTOM;
  require(type == CL_DEVICE_TYPE_ALL || (type != 0 && (type & ~kKnown) == 0),
          CL_INVALID_DEVICE_TYPE);
}

cl_int CL_API_CALL get_device_ids(cl_platform_id platform, cl_device_type type, cl_uint num_entries,
                                  cl_device_id* devices, cl_uint* num_devices) {
  return guarded([&] {
    require_platform(platform);
    check_device_type(type);
    require(devices == nullptr || num_entries != 0, CL_INVALID_VALUE);
    require(devices != nullptr || num_devices != nullptr, CL_INVALID_VALUE);
    if (num_devices != nullptr) *num_devices = 0;
    require(is_device_type(type) && device_exists(), CL_DEVICE_NOT_FOUND);
    if (devices != nullptr) *devices = the_device();
    if (num_devices != nullptr) *num_devices = 1;
  });
}

cl_int CL_API_CALL get_device_info(cl_device_id device, cl_device_info name, std::size_t size,
                                   void* value, std::size_t* size_ret) {
  return guarded([&] {
    require_device(device);
    tell_device_info(*runtime().device, name, InfoSink(size, value, size_ret));
  });
}

/// A root device is not counted.
cl_int CL_API_CALL hold_device(cl_device_id device) {
  return guarded([&] { require_device(device); });
}

/// The device cannot be divided, so no property is one that it supports.
cl_int CL_API_CALL create_sub_devices(cl_device_id device, const cl_device_partition_property*,
                                      cl_uint, cl_device_id*, cl_uint*) {
  return guarded([&] {
    require_device(device);
    throw ApiError(CL_INVALID_VALUE);
  });
}

/// Of the loader's own extension and of cl_khr_subgroups.
void* CL_API_CALL extension_function(const char* name) {
  const auto asks = [name](const char* known) {
    return name != nullptr && std::strcmp(name, known) == 0;
  };
  if (asks("clIcdGetPlatformIDsKHR")) return reinterpret_cast<void*>(&get_platform_ids);
  if (asks("clGetKernelSubGroupInfoKHR") && device_exists() &&
      has_sub_groups(runtime().device->machine())) {
    return reinterpret_cast<void*>(dispatch_table().clGetKernelSubGroupInfoKHR);
  }
  return nullptr;
}

void* CL_API_CALL extension_function_for_platform(cl_platform_id platform, const char* name) {
  return platform == the_platform() ? extension_function(name) : nullptr;
}

cl_int CL_API_CALL unload_compiler() { return CL_SUCCESS; }

cl_int CL_API_CALL unload_platform_compiler(cl_platform_id platform) {
  return guarded([&] { require_platform(platform); });
}

}  // namespace

cl_platform_id the_platform() { return &platform_object(); }
cl_device_id the_device() { return &device_object(); }

void require_platform(cl_platform_id platform) {
  require(platform == the_platform(), CL_INVALID_PLATFORM);
}
void require_device(cl_device_id device) { require(device == the_device(), CL_INVALID_DEVICE); }

bool is_device_type(cl_device_type type) {
  return (type & (CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_DEFAULT)) != 0;
}

void add_platform_functions(cl_icd_dispatch& table) {
  table.clGetPlatformIDs = get_platform_ids;
  table.clGetPlatformInfo = get_platform_info;
  table.clGetDeviceIDs = get_device_ids;
  table.clGetDeviceInfo = get_device_info;
  table.clRetainDevice = hold_device;
  table.clReleaseDevice = hold_device;
  table.clRetainDeviceEXT = hold_device;
  table.clReleaseDeviceEXT = hold_device;
  table.clCreateSubDevices = create_sub_devices;
  table.clGetExtensionFunctionAddress = extension_function;
  table.clGetExtensionFunctionAddressForPlatform = extension_function_for_platform;
  table.clUnloadCompiler = unload_compiler;
  table.clUnloadPlatformCompiler = unload_platform_compiler;
}

}  // namespace lanefold::icd
