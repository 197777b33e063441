// SPDX-License-Identifier: Apache-2.0
// The table through which the loader calls the driver.
#include <initializer_list>

#include "functions.h"
#include "handles.h"

namespace lanefold::icd {
namespace {

cl_icd_dispatch make_table() {
  cl_icd_dispatch table{};
  add_refusals(table);
  for (const auto add :
       {add_platform_functions, add_context_functions, add_queue_functions, add_event_functions,
        add_memory_functions, add_transfer_functions, add_rect_functions, add_map_functions,
        add_image_functions, add_image_transfer_functions, add_sampler_functions,
        add_program_functions, add_program_info_functions, add_kernel_functions,
        add_launch_functions, add_sub_group_functions}) {
    add(table);
  }
  return table;
}

}  // namespace

const cl_icd_dispatch& dispatch_table() {
  static const cl_icd_dispatch kTable = make_table();
  return kTable;
}

}  // namespace lanefold::icd
