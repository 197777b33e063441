// SPDX-License-Identifier: Apache-2.0
// The table through which the loader calls the driver, and the three functions that it finds by
// name.
#include <initializer_list>

#include "functions.h"
#include "handles.h"

namespace lanefold::icd {
namespace {

cl_icd_dispatch make_table() {
  cl_icd_dispatch table{};
  add_refusals(table);
  for (const auto add : {add_platform_functions, add_context_functions, add_queue_functions,
                         add_event_functions, add_memory_functions, add_transfer_functions,
                         add_rect_functions, add_map_functions, add_program_functions,
                         add_program_info_functions, add_kernel_functions, add_launch_functions}) {
    add(table);
  }
  return table;
}

}  // namespace

const cl_icd_dispatch& dispatch_table() {
  static const cl_icd_dispatch table = make_table();
  return table;
}

}  // namespace lanefold::icd

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
