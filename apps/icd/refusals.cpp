// SPDX-License-Identifier: Apache-2.0
// What the one device does not have: sub-devices, sharing with graphics, and everything after
// OpenCL 1.2. Each call gets the code that the standard has for it.
#include <tuple>
#include <type_traits>

#include "functions.h"

namespace lanefold::icd {
namespace {

/// A function with the signature of a slot that always fails.
template <class Function>
struct Refusal;

template <class Result, class... Arguments>
struct Refusal<Result(CL_API_CALL*)(Arguments...)> {
  template <cl_int kCode>
  static Result CL_API_CALL answer([[maybe_unused]] Arguments... arguments) {
    if constexpr (std::is_same_v<Result, cl_int>) {
      return kCode;
    } else if constexpr (std::is_pointer_v<Result>) {
      // It tells its code by its last argument, if it can.
      const auto last = std::get<sizeof...(Arguments) - 1>(std::tie(arguments...));
      if constexpr (std::is_same_v<decltype(last), cl_int* const>) {
        if (last != nullptr) *last = kCode;
      }
      return nullptr;
    }
  }
};

template <cl_int kCode, class Function>
void refuse(Function& slot) {
  slot = &Refusal<Function>::template answer<kCode>;
}

cl_int CL_API_CALL refuse_untyped() { return CL_INVALID_OPERATION; }

template <cl_int kCode, class... Functions>
void refuse_all(Functions&... slots) {
  (refuse<kCode>(slots), ...);
}

/// Slots whose types only other systems have headers for.
template <class... Slots>
void refuse_untyped_slots(Slots&... slots) {
  ((slots = reinterpret_cast<Slots>(&refuse_untyped)), ...);
}

void refuse_sharing(cl_icd_dispatch& t) {
  // No context was made from one of OpenGL's.
  refuse_all<CL_INVALID_CONTEXT>(t.clCreateFromGLBuffer, t.clCreateFromGLTexture,
                                 t.clCreateFromGLTexture2D, t.clCreateFromGLTexture3D,
                                 t.clCreateFromGLRenderbuffer, t.clEnqueueAcquireGLObjects,
                                 t.clEnqueueReleaseGLObjects, t.clCreateEventFromGLsyncKHR);
  refuse_all<CL_INVALID_GL_OBJECT>(t.clGetGLObjectInfo, t.clGetGLTextureInfo);
  refuse_all<CL_INVALID_OPERATION>(t.clGetGLContextInfoKHR, t.clCreateFromEGLImageKHR,
                                   t.clEnqueueAcquireEGLObjectsKHR, t.clEnqueueReleaseEGLObjectsKHR,
                                   t.clCreateEventFromEGLSyncKHR);
  refuse_untyped_slots(
      t.clGetDeviceIDsFromD3D10KHR, t.clCreateFromD3D10BufferKHR, t.clCreateFromD3D10Texture2DKHR,
      t.clCreateFromD3D10Texture3DKHR, t.clEnqueueAcquireD3D10ObjectsKHR,
      t.clEnqueueReleaseD3D10ObjectsKHR, t.clGetDeviceIDsFromD3D11KHR, t.clCreateFromD3D11BufferKHR,
      t.clCreateFromD3D11Texture2DKHR, t.clCreateFromD3D11Texture3DKHR,
      t.clCreateFromDX9MediaSurfaceKHR, t.clEnqueueAcquireD3D11ObjectsKHR,
      t.clEnqueueReleaseD3D11ObjectsKHR, t.clGetDeviceIDsFromDX9MediaAdapterKHR,
      t.clEnqueueAcquireDX9MediaSurfacesKHR, t.clEnqueueReleaseDX9MediaSurfacesKHR);
}

void refuse_later_versions(cl_icd_dispatch& t) {
  refuse_all<CL_INVALID_OPERATION>(
      t.clCreatePipe, t.clSVMAlloc, t.clSVMFree, t.clEnqueueSVMFree, t.clEnqueueSVMMemcpy,
      t.clEnqueueSVMMemFill, t.clEnqueueSVMMap, t.clEnqueueSVMUnmap, t.clEnqueueSVMMigrateMem,
      t.clSetKernelArgSVMPointer, t.clSetKernelExecInfo, t.clCreateProgramWithIL,
      t.clGetDeviceAndHostTimer, t.clGetHostTimer, t.clSetDefaultDeviceCommandQueue,
      t.clSetProgramReleaseCallback, t.clSetProgramSpecializationConstant);
  refuse_all<CL_INVALID_MEM_OBJECT>(t.clGetPipeInfo);
}

}  // namespace

void add_refusals(cl_icd_dispatch& table) {
  refuse_sharing(table);
  refuse_later_versions(table);
  refuse_all<CL_INVALID_VALUE>(table.clCreateSubDevicesEXT);
}

}  // namespace lanefold::icd
