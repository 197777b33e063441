// SPDX-License-Identifier: Apache-2.0
// The three functions that the loader finds by name (cl_khr_icd).
#include "handles.h"

#define LANEFOLD_EXPORT extern "C" __attribute__((visibility("default")))

LANEFOLD_EXPORT CL_API_ENTRY cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint num_entries,
                                                                       cl_platform_id* platforms,
                                                                       cl_uint* num_platforms) {
  return lanefold::icd::dispatch_table().clGetPlatformIDs(num_entries, platforms, num_platforms);
}

LANEFOLD_EXPORT CL_API_ENTRY cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform,
                                                                  cl_platform_info name,
                                                                  size_t size, void* value,
                                                                  size_t* size_ret) {
  return lanefold::icd::dispatch_table().clGetPlatformInfo(platform, name, size, value, size_ret);
}

LANEFOLD_EXPORT CL_API_ENTRY void* CL_API_CALL clGetExtensionFunctionAddress(const char* name) {
  return lanefold::icd::dispatch_table().clGetExtensionFunctionAddress(name);
}
