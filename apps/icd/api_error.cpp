// SPDX-License-Identifier: Apache-2.0
// From exceptions inside the driver to the error codes of the API.
#include "api_error.h"

#include "lanefold/error.h"
#include "message.h"

namespace lanefold::icd {

cl_int code_of_current_exception() noexcept {
  try {
    throw;
  } catch (const ApiError& error) {
    return error.code;
  } catch (const std::bad_alloc&) {
    return CL_OUT_OF_HOST_MEMORY;
  } catch (const Error& error) {
    print_message(error.what());
    return CL_OUT_OF_RESOURCES;
  } catch (const std::exception& error) {
    print_message(std::string("a bug of Lanefold: ") + error.what());
    return CL_OUT_OF_RESOURCES;
  } catch (...) {
    return CL_OUT_OF_RESOURCES;  // thrown by a native kernel of the application
  }
}

}  // namespace lanefold::icd
