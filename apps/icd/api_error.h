// SPDX-License-Identifier: Apache-2.0
// From exceptions inside the driver to the error codes of the API.
#pragma once

#include <exception>
#include <new>

#include "opencl.h"

namespace lanefold::icd {

/// A wrong call, with the code that the standard wants for it.
struct ApiError : std::exception {
  explicit ApiError(cl_int error) : code(error) {}
  const char* what() const noexcept override { return "wrong call of the OpenCL API"; }
  cl_int code;
};

inline void require(bool condition, cl_int otherwise) {
  if (!condition) throw ApiError(otherwise);
}

/// The code for the exception that is being handled; tells the user's terminal what no code can
/// say.
cl_int code_of_current_exception() noexcept;

/// Body of an API function that returns a code.
template <class Action>
cl_int guarded(Action&& action) noexcept {
  try {
    action();
    return CL_SUCCESS;
  } catch (...) {
    return code_of_current_exception();
  }
}

/// Body of an API function that returns a handle or pointer, and its code by `errcode_ret`.
template <class Action>
auto guarded(cl_int* errcode_ret, Action&& action) noexcept -> decltype(action()) {
  cl_int code = CL_SUCCESS;
  decltype(action()) result = nullptr;
  try {
    result = action();
  } catch (...) {
    code = code_of_current_exception();
  }
  if (errcode_ret != nullptr) *errcode_ret = code;
  return result;
}

}  // namespace lanefold::icd
