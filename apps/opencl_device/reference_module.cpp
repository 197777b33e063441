// SPDX-License-Identifier: Apache-2.0
// The module that the command loads.
#include "opencl_device.h"

extern "C" __attribute__((visibility("default"))) lanefold::ReferenceDevice*
lanefold_make_reference_device(const char* platform) {
  return new lanefold::OpenClDevice(platform);
}
